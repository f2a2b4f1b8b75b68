import { foldText } from "../text/fold-text.ts";
import type { IntentRule } from "./intent-rule.ts";

/** The certainty of a clear question: above the band from which the agent acts on an intent. */
const CLEAR = 92;

/**
 * Rules from plain phrases, intent by intent: a rule speaks when one of its phrases stands in the
 * message as whole words. Accents, capitals, doubled letters and WhatsApp spelling are evened out
 * on both sides.
 */
export function phraseRules(phrases: Readonly<Record<string, readonly string[]>>, weight = CLEAR): IntentRule[] {
  return Object.entries(phrases).map(([intent, own]) => ({
    name: `${intent}-phrases-${weight}`,
    intent,
    weight,
    patterns: own.map((phrase) => asWholeWords(intent, phrase)),
  }));
}

function asWholeWords(intent: string, phrase: string): RegExp {
  const words = foldText(phrase).replace(/[?,]/g, " ").split(" ").filter(Boolean);
  if (words.length === 0) throw new Error(`the phrase ${JSON.stringify(phrase)} of "${intent}" has no letter or digit`);
  return new RegExp(`\\b${words.join(" ")}\\b`);
}
