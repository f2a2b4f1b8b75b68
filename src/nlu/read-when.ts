import { DEFAULT_LOCALE } from "../core/locale/locale.ts";
import { packOf } from "../core/locale/pack-of.ts";
import type { ReadingContext } from "../core/ports/flow-reader.ts";
import { readTime } from "../core/time/read-time.ts";
import { recurrenceText } from "../core/time/recurrence.ts";
import { sayRule } from "../core/time/say-rule.ts";
import { sayInstant, TIME_QUESTIONS } from "../core/time/say-time.ts";

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
    zone = packOf(DEFAULT_LOCALE).timeZone,
  }: { readonly now: Date; readonly zone?: NonNullable<ReadingContext["zone"]> },
): ReadWhen {
  const read = readTime(text, now, zone);
  if (read.kind === "ask") return { kind: "ask", question: TIME_QUESTIONS[read.reason] };
  const { at } = read;
  const first = sayInstant(at, now, zone);
  if (read.kind === "once") return { kind: "once", at, words: first };
  if (read.rule.freq === "MINUTELY") return { kind: "ask", question: TIME_QUESTIONS.how_often };
  const rule = recurrenceText(read.rule);
  return { kind: "recurring", at, rule, words: `${sayRule(read.rule)} (la primera vez, el ${first})` };
}
