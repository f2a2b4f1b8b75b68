import { foldLetters } from "../plain-text.ts";

/** What is checked of words before a customer reads them (requirement Q15). */
export const GUARDRAILS = ["not_empty", "length", "no_raw_json", "language", "no_personal_data"] as const;
export type Guardrail = (typeof GUARDRAILS)[number];

export interface GuardrailFault {
  readonly guardrail: Guardrail;
  /** For the model that is asked again, and for the trace: in plain English, without the words themselves. */
  readonly detail: string;
}

/** What the words may rest on. */
export interface GuardedText {
  /** The customer's own words: they set the language, and what they have told may be said to them. */
  readonly said: string;
  /** What the author, the shop and the tools have told. */
  readonly facts: string;
}

const LONGEST = 8_000;
/** A shorter text is in no language: "ok", a name, a number. */
const LEAST_CHARACTERS = 30;
/** So many words of another language, and none of the customer's. */
const LEAST_MARKS = 3;

/** The faults of words that an agent would say, in the order of GUARDRAILS; empty when they may be said. Pure. */
export function guardrailFaults(text: string, known: GuardedText): GuardrailFault[] {
  const faults: Readonly<Record<Guardrail, string | null>> = {
    not_empty: text.trim() === "" ? "it has no words" : null,
    length: [...text].length > LONGEST ? `it is longer than ${LONGEST} characters` : null,
    no_raw_json: hasRawJson(text) ? "it shows JSON or the call of a tool" : null,
    language: languageFault(text, known.said),
    no_personal_data: personalDataFault(text, known),
  };
  return GUARDRAILS.flatMap((guardrail) => {
    const detail = faults[guardrail];
    return detail === null ? [] : [{ guardrail, detail }];
  });
}

/** The faults in one sentence, for a model; null when there are none. */
export function weaknessIn(text: string, known: GuardedText): string | null {
  const faults = guardrailFaults(text, known).map(({ detail }) => detail);
  return faults.length === 0 ? null : faults.join("; ");
}

const JSON_IN_WORDS = /[{[]\s*"[\w.-]{1,60}"\s*[:,\]]|"(?:tool_use|tool_result|tool_calls?|function|arguments)"\s*:/;

function hasRawJson(text: string): boolean {
  return JSON_IN_WORDS.test(text) || /^\s*[{[][\s\S]*[}\]]\s*$/.test(text);
}

/** Frequent words that only one of the languages has. */
const MARKS: Readonly<Record<string, ReadonlySet<string>>> = {
  Spanish: new Set(
    "el los las del una por con que su muy pero hay esta cuanto como quiero tengo usted gracias hola para es y lo le mi si donde cuando".split(
      " ",
    ),
  ),
  English: new Set(
    "the of and to is was you it that for with are have what how much i my your do does can please hello thanks this we".split(
      " ",
    ),
  ),
  Portuguese: new Set(
    "os da do dos uma nao em na com voce mais foi ao pela quanto obrigado ola eu meu minha tem e o quero".split(" "),
  ),
};

/** Fails only when it is sure: many words of another language, and none of the customer's own. */
function languageFault(text: string, said: string): string | null {
  if ([...text].length < LEAST_CHARACTERS) return null;
  const theirs = marksIn(said);
  const language = clearest(theirs);
  if (language === null) return null;
  const ours = marksIn(text);
  const own = ours.get(language) ?? 0;
  const other = clearest(ours);
  if (other === null || other === language || own * 3 > (ours.get(other) ?? 0)) return null;
  return (ours.get(other) ?? 0) >= LEAST_MARKS ? `it is in ${other}, and the customer writes in ${language}` : null;
}

function marksIn(text: string): Map<string, number> {
  const words = foldLetters(text).match(/\p{L}+/gu) ?? [];
  return new Map(Object.entries(MARKS).map(([name, marks]) => [name, words.filter((word) => marks.has(word)).length]));
}

/** null when no language stands out. */
function clearest(counts: ReadonlyMap<string, number>): string | null {
  const [first, second] = [...counts].toSorted(([, one], [, other]) => other - one);
  return first === undefined || first[1] === 0 || first[1] === second?.[1] ? null : first[0];
}

const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/gu;
/** A phone, an identity card or a card number: seven digits and more, however they are grouped. Money is left out. */
const LONG_NUMBER = /(?<![\d.,$])\+?\d(?:[\s-]?\d){6,}(?![\d.,]*\d)/gu;

/** What identifies a person may only be said when the shop's facts or the customer have told it. */
function personalDataFault(text: string, { said, facts }: GuardedText): string | null {
  const known = `${facts}\n${said}`;
  const knownText = known.toLowerCase();
  const email = (text.match(EMAIL) ?? []).find((one) => !knownText.includes(one.toLowerCase()));
  if (email !== undefined) return "it has an e-mail address that no fact has";
  const knownDigits = known.replace(/[\s.-]/g, "");
  const number = (text.match(LONG_NUMBER) ?? []).find(
    (one) => !knownDigits.includes(one.replace(/\D/g, "").slice(-10)),
  );
  return number === undefined ? null : "it has a phone or identity number that no fact has";
}
