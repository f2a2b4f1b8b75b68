import type { Decision } from "../agent/agent.ts";
import { LOCALES, type Locale } from "../locale/locale.ts";
import type { ConsentWords } from "../locale/locale-pack.ts";
import { packOf } from "../locale/pack-of.ts";
import { foldLetters } from "../plain-text.ts";

/**
 * A customer's word on being written to: `out` no more, `in` again. An opt-out stops all messages
 * that we start (reminders, follow-ups, campaigns, a session's timers); their later questions are
 * answered all the same.
 */
export type ConsentWord = "out" | "in";

/** Words that count, compiled once for each pack. */
interface Patterns {
  readonly alone: RegExp;
  readonly aloneHere: RegExp;
  readonly sentence: RegExp;
  readonly inAlone: RegExp;
  readonly inSentence: RegExp;
  readonly around: RegExp;
}

const PATTERNS: Readonly<Record<Locale, Patterns>> = Object.fromEntries(
  LOCALES.map((locale) => [locale, patternsOf(packOf(locale).consent)]),
) as Record<Locale, Patterns>;

function patternsOf({ before, after, ...words }: ConsentWords): Patterns {
  const whole = (sources: readonly string[]): RegExp =>
    // Without a source nothing matches.
    new RegExp(sources.length === 0 ? "(?!)" : `^(?:${sources.join("|")})$`, "u");
  return {
    alone: whole(words.outAlone),
    aloneHere: whole(words.outAloneHere),
    sentence: whole(words.outSentences),
    inAlone: whole(words.inAlone),
    inSentence: whole(words.inSentences),
    around: new RegExp(`^((?:${before}) )+|( (?:${after}))+$`, "gu"),
  };
}

/**
 * The meaning of the words for being written to; null when they have none. Deterministic: no model
 * is asked. An opt-out in the words of any pack counts in every workspace, because a customer may
 * write in another language than the shop; a word that could mean something else, and every opt-in,
 * counts only in the workspace's own locale.
 */
export function readConsent(text: string, locale: Locale): ConsentWord | null {
  if (text.length > LONGEST) return null;
  const own = PATTERNS[locale];
  const message = fold(text);
  if (isOut(message, "alone") || own.aloneHere.test(politely(message, own))) return "out";
  // A command of an agent that happens to be such a word ("/reanudar") asks for no messages.
  if (!/^\s*\//u.test(text) && own.inAlone.test(politely(message, own))) return "in";
  // The later of two contradicting sentences counts.
  for (const sentence of text.split(/[.!?¡¿;,\n]+/u).reverse()) {
    const said = fold(sentence);
    if (isOut(said, "sentence")) return "out";
    if (own.inSentence.test(politely(said, own))) return "in";
  }
  return null;
}

function isOut(said: string, kind: "alone" | "sentence"): boolean {
  return said !== "" && LOCALES.some((locale) => PATTERNS[locale][kind].test(politely(said, PATTERNS[locale])));
}

/**
 * The word of a text in each locale, for a door that does not know the workspace yet; null when no
 * locale finds one.
 */
export function readConsents(text: string): Readonly<Record<Locale, ConsentWord | null>> | null {
  const words = LOCALES.map((locale) => [locale, readConsent(text, locale)] as const);
  return words.every(([, word]) => word === null)
    ? null
    : (Object.fromEntries(words) as Record<Locale, ConsentWord | null>);
}

/** Longer texts are no opt-out, and no pattern is tried on a page of text. */
const LONGEST = 600;

function fold(text: string): string {
  return foldLetters(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** A word of politeness may be all there is to a message: then it stays. */
function politely(said: string, { around }: Patterns): string {
  const bare = said.replace(around, "").trim();
  return bare === "" ? said : bare;
}

/**
 * The answer to it, in the place of the agent: one short confirmation. The sale is over, and with
 * it whatever it waited for.
 */
export function consentDecision(word: ConsentWord, locale: Locale): Decision {
  return {
    messages: [{ text: packOf(locale).texts.consent[word], templateId: null }],
    intentInfo: {
      intent: word === "out" ? "opt_out" : "opt_in",
      confidence: 100,
      alternatives: [],
      reasoning: "the words of the customer, by rule",
      engine: "rules",
      modelHash: null,
      isSettled: true,
    },
    stateUpdates: {},
    timerSignals: [
      { type: "cancel", reason: word === "out" ? "the customer wants no more messages" : "nothing is asked" },
    ],
    timer: null,
    tools: [],
    handoff: null,
    closesSession: word === "out",
    totalTokens: 0,
    why: [
      word === "out"
        ? "the customer wants no more messages: it is noted, confirmed once, and the sale ends"
        : "the customer wants our messages again",
    ],
  };
}
