import { linksIn, numbersIn } from "../flow/model/facts-in-text.ts";
import { CONTRACT } from "./contract.ts";

export interface KnownText {
  /** The author's prompt and facts, and what tools have told in this turn. */
  readonly facts: string;
  /** What was said in the conversation, by the customer too. */
  readonly said: string;
  /** A read has answered in this turn. */
  readonly hasRead: boolean;
  /** A call that writes goes with the words. */
  readonly hasCall: boolean;
  /** The instructions that no customer may read. Absent: the contract of agents with models. */
  readonly hidden?: string;
  /** A talk about anything: a number need not be a fact of the shop. */
  readonly isGeneral?: true;
}

const LONGEST = 2_000;

/**
 * The fault in a model's words, before a customer reads them (invariants 6 and 12), for the model
 * that is asked again; null when they may be said. The runtime checks the calls themselves.
 */
export function spokenTextFault(text: string, known: KnownText): string | null {
  if ([...text].length > LONGEST) return `it is longer than ${LONGEST} characters`;
  if (/\{\{|\}\}|⟦|⟧|```|^\s*[[{]|<\/?[a-z_]+>/.test(text)) return "it has signs that are not of a message";
  return linkFault(text, known) ?? numberFault(text, known) ?? claimFault(text, known) ?? leakFault(text, known.hidden);
}

function linkFault(text: string, { facts }: KnownText): string | null {
  const known = new Set(linksIn(facts));
  const unknown = linksIn(text).find((link) => !known.has(link));
  return unknown === undefined ? null : `no fact has the link ${unknown}`;
}

const AMOUNT =
  /(?:[$€£]|R\$|US\$|\b(?:COP|MXN|BRL|USD))\s*(\d[\d.,]*)|(\d[\d.,]*)\s*(?:pesos|reais|dólares|dollars|COP|MXN|BRL|USD)/giu;

/** An amount of money is a fact's own; another number of three digits was said or told before. */
function numberFault(text: string, { facts, said, isGeneral }: KnownText): string | null {
  if (isGeneral === true) return null;
  const own = new Set(numbersIn(facts));
  const amounts = [...text.matchAll(AMOUNT)].flatMap(([, before, after]) => numbersIn(before ?? after ?? ""));
  const amount = amounts.find((one) => !own.has(one));
  if (amount !== undefined) return `no fact has the amount ${amount}`;
  const heard = new Set(numbersIn(said));
  const unknown = numbersIn(text).find((one) => one.replace(/\D/g, "").length >= 3 && !own.has(one) && !heard.has(one));
  return unknown === undefined ? null : `no fact has the number ${unknown}`;
}

/** Deeds in the first person, in the languages of the locale packs: only a call of this turn proves one. */
const OURS = [
  /(?<!\p{L})(?:registr|cancel|envi|agend|reserv|reembols|cre|cambi|anot|actualic|apliqu|program|cobr|confirm|modifiqu|borr|elimin|guard)é(?!\p{L})/iu,
  /(?<!\p{L})(?:he|hemos)\s+(?:\p{L}+\s+)?(?:registr|cancel|envi|agend|reserv|reembols|cre|cambi|anot|actualiz|aplic|program|cobr|confirm|modific|borr|elimin|guard)\p{L}*d[oa]s?(?!\p{L})/iu,
  /(?<!\p{L})ya\s+(?:(?:te|le|lo|la|se|los|las)\s+){1,2}(?:registr|cancel|envi|agend|reserv|reembols|cre|cambi|anot|actualiz|aplic|program|cobr|confirm|modific|borr|elimin|guard)\p{L}*(?:é|amos|imos)(?!\p{L})/iu,
  /\b(?:I|we)(?:'ve| have)?\s+(?:just |already |now )?(?:cancell?ed|refunded|booked|created|changed|updated|scheduled|sent|registered|saved|deleted|noted|confirmed|charged|placed)\b/i,
  /(?<!\p{L})(?:cancelei|registrei|agendei|reservei|criei|enviei|alterei|mudei|anotei|marquei|reembolsei|confirmei|cobrei|salvei|apaguei)(?!\p{L})/iu,
];
/** Deeds without a doer: a read may have told of them as well. */
const DONE = [
  /(?<!\p{L})(?:qued[óo]|fue|ha sido|est[áa])\s+(?:ya\s+)?(?:registrad|cancelad|agendad|reservad|reembolsad|cread|cambiad|actualizad|aplicad|programad|cobrad|confirmad|eliminad)[oa]s?(?!\p{L})/iu,
  /\b(?:has|have) been (?:cancell?ed|refunded|booked|created|changed|updated|scheduled|registered|deleted|confirmed|charged|placed)\b/i,
  /(?<!\p{L})(?:foi|ficou|está)\s+(?:cancelad|registrad|agendad|reservad|criad|alterad|reembolsad|confirmad|cobrad)[oa]s?(?!\p{L})/iu,
];

function claimFault(text: string, { hasCall, hasRead }: KnownText): string | null {
  if (hasCall) return null;
  const plain = text.normalize("NFC");
  const isClaimed = OURS.some((deed) => deed.test(plain)) || (!hasRead && DONE.some((deed) => deed.test(plain)));
  return isClaimed ? "it says that something was done, and no accepted call did it" : null;
}

const LEAKED_WORDS = 8;

function leakFault(text: string, hidden = CONTRACT): string | null {
  const instructions = ` ${wordsOf(hidden).join(" ")} `;
  const words = wordsOf(text);
  for (let at = 0; at + LEAKED_WORDS <= words.length; at += 1) {
    if (instructions.includes(` ${words.slice(at, at + LEAKED_WORDS).join(" ")} `)) return "it repeats the contract";
  }
  return null;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}
