import { foldLetters } from "../../core/plain-text.ts";
import { remembering, SOME_TEXTS } from "../../core/remembering.ts";
import { CHAT_SPELLING } from "./chat-spelling.ts";
import { legibleText } from "./legible-text.ts";

/** A WhatsApp text has at most 4,096 characters; a longer one is no customer's question. */
const MAX_READ = 4_096;

/**
 * The shape in which rules read a message: lower case, no accents, no emoji, repeated letters once
 * (`holaaa`, `direccion` → `direcion`; `ll` and `rr` stay, they are other letters), WhatsApp
 * spelling undone. Words stand one space apart. `?` is a word of its own, and `,` stands for every
 * other pause, so a pattern of words does not run from one clause into the next.
 */
export const foldText = remembering((text) => fold(text, CHAT_SPELLING), SOME_TEXTS);

const inOtherSpelling = new WeakMap<ReadonlyMap<string, string>, (text: string) => string>();

/** The same with the chat spelling of another language. */
export function foldSpelling(text: string, spelling: ReadonlyMap<string, string>): string {
  if (spelling === CHAT_SPELLING) return foldText(text);
  const known = inOtherSpelling.get(spelling) ?? remembering((one) => fold(one, spelling), SOME_TEXTS);
  inOtherSpelling.set(spelling, known);
  return known(text);
}

function fold(text: string, spelling: ReadonlyMap<string, string>): string {
  const plain = foldLetters(legibleText(text.slice(0, MAX_READ)).slice(0, MAX_READ))
    .replace(/(\d)[.,](?=\d{3}(?!\d))/g, "$1")
    .replace(/\?+/g, " ? ")
    .replace(/[.,;:!¡()…\n\r]+/g, " , ")
    .replace(/[^a-z0-9?, ]+/g, " ")
    .replace(/([a-z])\1{2,}/g, "$1")
    .replace(/([a-km-qs-z])\1/g, "$1");
  const words: string[] = [];
  for (const word of plain.split(" ")) {
    if (word === "" || (word === "," && words.length === 0) || (word === words.at(-1) && /[,?]/.test(word))) continue;
    words.push(spelling.get(word) ?? word);
  }
  while (words.at(-1) === ",") words.pop();
  return words.join(" ").replace(ME, "me").replace(WITHOUT_R, "$1 $2r");
}

/** "M llamo", "m interesa"; "m b casa 3" is a block of houses. */
const ME = /\bm\b(?= [a-z]{2})/g;

/** "Quiero comprá", "pa dormí": on the coast the last letter is not said, and not written. */
const WITHOUT_R =
  /\b(quiero|quisiera|deseo|necesito|voy a|vengo a|puedo|para|hace|a) (compra|pedi|lleva|encarga|ordena|adquiri|dormi)(?= (?:la|el|las|los|un|una|uno|dos|tres|\d|es[aeo]s?|pa|para|y|bien|mejor|porfa|toda)\b|$)/g;
