import { DEFAULT_LOCALE } from "../../core/locale/locale.ts";
import { packOf } from "../../core/locale/pack-of.ts";
import type { ReadingContext } from "../../core/ports/flow-reader.ts";
import { RULE_WORDS } from "../../core/time/languages/rule-words.ts";
import { TIME_QUESTIONS } from "../../core/time/languages/time-questions.ts";
import { readTime } from "../../core/time/read-time.ts";
import { recurrenceText } from "../../core/time/recurrence.ts";
import { sayRule } from "../../core/time/say-rule.ts";
import { sayInstant } from "../../core/time/say-time.ts";

/** The time of a reminder as a customer wrote it. `words` say it back, `question` asks for it. */
export type ReadWhen =
  | { readonly kind: "once"; readonly at: Date; readonly words: string }
  /** `at` is the first time, and `rule` fits a decision's `reminders`. */
  | { readonly kind: "recurring"; readonly at: Date; readonly rule: string; readonly words: string }
  | { readonly kind: "ask"; readonly question: string };

/** "el viernes a las 8", "todos los martes a las 4 p. m."; the time is asked for when it is open. */
export function readWhen(
  text: string,
  {
    now,
    locale = DEFAULT_LOCALE,
    zone = packOf(locale).timeZone,
  }: Pick<ReadingContext, "zone" | "locale"> & { readonly now: Date },
): ReadWhen {
  const { language } = packOf(locale);
  const read = readTime(text, now, zone, language);
  const questions = TIME_QUESTIONS[language];
  if (read.kind === "ask") return { kind: "ask", question: questions[read.reason] };
  const { at } = read;
  const first = sayInstant(at, now, zone, locale);
  if (read.kind === "once") return { kind: "once", at, words: first };
  if (read.rule.freq === "MINUTELY") return { kind: "ask", question: questions.how_often };
  const rule = recurrenceText(read.rule);
  return { kind: "recurring", at, rule, words: `${sayRule(read.rule, locale)} ${RULE_WORDS[language].first(first)}` };
}
