import { DEFAULT_LOCALE, type Locale } from "../../core/locale/locale.ts";
import { packOf } from "../../core/locale/pack-of.ts";
import type { Acknowledgement } from "../../core/ports/flow-reader.ts";
import { remembering, SOME_TEXTS } from "../../core/remembering.ts";
import { CHAT_SPELLING } from "../text/chat-spelling.ts";
import { foldSpelling } from "../text/fold-text.ts";
import { replaceEach } from "../text/pattern-gate.ts";

/** A pack's words as sets, folded; made when a locale is first read. */
interface Words {
  readonly kinds: ReadonlyMap<string, Acknowledgement | "filler">;
  readonly fine: ReadonlySet<string>;
  readonly no: ReadonlySet<string>;
  readonly yes: ReadonlySet<string>;
  readonly courtesy: ReadonlySet<string>;
  readonly thanks: ReadonlySet<string>;
  readonly besideNo: ReadonlySet<string>;
  readonly endsATalk: ReadonlySet<string>;
  readonly phrases: readonly (readonly [RegExp, string])[];
  readonly numbers: ReadonlyMap<string, number>;
  readonly spelling: ReadonlyMap<string, string>;
}

const known = new Map<Locale, Words>();

export function wordsOf(locale: Locale): Words {
  const before = known.get(locale);
  if (before !== undefined) return before;
  const pack = packOf(locale).acknowledgements;
  const spelling = pack.spelling === null ? CHAT_SPELLING : new Map(Object.entries(pack.spelling));
  const fold = (text: string): string => foldSpelling(text, spelling);
  // The Spanish lists are written folded.
  const set = (list: string): ReadonlySet<string> =>
    new Set(pack.spelling === null ? list.split(" ") : list.split(" ").map(fold));
  const [yes, fine, no, courtesy] = [set(pack.yes), set(pack.fine), set(pack.no), set(pack.courtesy)];
  const kind = (of: ReadonlySet<string>, name: Acknowledgement | "filler") =>
    [...of].map((word) => [word, name] as const);
  const words: Words = {
    // A later entry wins: a no is a no, whatever else the word may be.
    kinds: new Map([
      ...kind(set(pack.fillers), "filler"),
      ...kind(courtesy, "courtesy"),
      ...kind(fine, "fine"),
      ...kind(yes, "yes"),
      ...kind(no, "no"),
    ]),
    ...{ yes, fine, no, courtesy },
    thanks: set(pack.thanks),
    besideNo: set(pack.besideNo),
    endsATalk: set(pack.endsATalk),
    phrases: pack.phrases.map(([when, says]) => [when instanceof RegExp ? when : anyOf(when.map(fold)), says]),
    numbers: new Map([
      ...pack.numbers.flatMap((names, index) => names.split(" ").map((name) => [fold(name), index + 1] as const)),
      ...Array.from({ length: 9 }, (_, index) => [String(index + 1), index + 1] as const),
    ]),
    spelling,
  };
  known.set(locale, words);
  return words;
}

/** The longest first: "claro que não" is no "claro". */
function anyOf(phrases: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${phrases.toSorted((one, other) => other.length - one.length).join("|")})\\b`, "g");
}

const LAUGHTER = /^(?:a?(?:j[aeiou]|ha|js|kj)+j?|m+|hm+|a+h+|u+y+)$/;
const YES_EMOJI = /[👍👌✅🤝]/u;
const NO_EMOJI = /[👎❌🙅]/u;

/**
 * What a message says that only acknowledges, whatever the run of words ("ok gracias", "jajaja
 * dale", "👍"):
 * - `yes`: it answers a question with yes ("sí", "dale", "de una")
 * - `fine`: it may be a yes, or only "I read you" ("ok", "bueno", "👍")
 * - `courtesy`: thanks, laughter, goodbye: never a yes
 * - `no`, `no_thanks`: it answers a question with no ("no señor", "para nada", "no, gracias")
 *
 * null when the message also says something else.
 */
export function readAcknowledgement(text: string, locale: Locale = DEFAULT_LOCALE): Acknowledgement | null {
  let read = readers.get(locale);
  if (read === undefined) {
    const words = wordsOf(locale);
    read = remembering((said) => acknowledgementIn(words, said), SOME_TEXTS);
    readers.set(locale, read);
  }
  return read(text);
}

const readers = new Map<Locale, (text: string) => Acknowledgement | null>();

function acknowledgementIn(words: Words, text: string): Acknowledgement | null {
  const folded = replaceEach(foldSpelling(text, words.spelling), words.phrases);
  const said = folded.split(" ").filter((word) => word !== "" && word !== ",");
  if (said.length === 0) return readEmoji(text);
  const kinds = new Set(said.map((word) => kindOf(words, word)));
  if (kinds.has(null)) return null;
  if (kinds.has("no")) return readDenial(words, said);
  const strongest = (["yes", "fine", "courtesy"] as const).find((kind) => kinds.has(kind)) ?? null;
  // "ok gracias" ends a conversation more often than it starts an order; "sí, gracias" is a yes.
  const thanks = said.some((word) => words.courtesy.has(word));
  if (strongest === "yes" && thanks && !said.some((word) => words.yes.has(word) && !words.endsATalk.has(word)))
    return "fine";
  return strongest === "fine" && thanks ? "courtesy" : strongest;
}

type Kind = Acknowledgement | "filler" | null;

/** "No señora" and "ok, no" are no, "no, muchas gracias" is one with thanks. */
function readDenial({ no, fine, besideNo, thanks }: Words, said: readonly string[]): Acknowledgement | null {
  const first = said.findIndex((word) => no.has(word));
  const before = said.slice(0, first).every((word) => fine.has(word) || besideNo.has(word));
  const beside = said.slice(first).filter((word) => !no.has(word) && !besideNo.has(word));
  if (!before || beside.some((word) => !thanks.has(word))) return null;
  return beside.length > 0 ? "no_thanks" : "no";
}

/** "2", "dos", "2️⃣ por favor": a small number and nothing else. */
export function readBareNumber(text: string, locale: Locale = DEFAULT_LOCALE): number | null {
  const { spelling, numbers } = wordsOf(locale);
  const words = foldSpelling(text, spelling)
    .replace(/\bpor favor\b|\bporfa\b|\bgracias\b/g, "")
    .split(" ")
    .filter((word) => word !== "" && word !== ",");
  return words.length === 1 ? (numbers.get(words[0] ?? "") ?? null) : null;
}

/** A folded word that acknowledges, or may go along with one that does. */
export function isAcknowledgingWord(word: string): boolean {
  const kind = kindOf(wordsOf(DEFAULT_LOCALE), word);
  return kind !== null && kind !== "no";
}

/** "Confirmo", "listo, confirme el pedido": it orders, and says nothing else. */
export function saysConfirming(text: string): boolean {
  const { spelling } = wordsOf(DEFAULT_LOCALE);
  const said = foldSpelling(text, spelling)
    .split(" ")
    .filter((word) => /[a-z]/.test(word));
  const isConfirming = (word: string): boolean => /^(?:confirm|autoriz)(?:o|e|a|en|ad[oa]|amos)$/.test(word);
  return (
    said.some(isConfirming) && said.every((word) => isConfirming(word) || isAcknowledgingWord(word) || GOODS.test(word))
  );
}

const GOODS = /^(?:el|la|mi|pedido|compra|orden|envio)$/;

function kindOf({ kinds }: Words, word: string): Kind {
  const kind = kinds.get(word) ?? null;
  return (kind === null || kind === "filler") && LAUGHTER.test(word) ? "courtesy" : kind;
}

function readEmoji(text: string): Acknowledgement | null {
  if (!/\p{Extended_Pictographic}/u.test(text)) return null;
  if (NO_EMOJI.test(text)) return YES_EMOJI.test(text) ? null : "no";
  return YES_EMOJI.test(text) ? "fine" : "courtesy";
}
