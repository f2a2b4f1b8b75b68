/** E-mail addresses as they are said: "lucía punto pérez arroba gmail punto com", "nata guion bajo ruiz arroba hotmail.com". */
import { foldLetters, plainText } from "../../core/plain-text.ts";
import { NOT_IN_A_NAME } from "../words/data-words.ts";

const AT = /\s(?:arroba|aroba|@)\s/iu;
const HOST =
  /^\s{0,2}([\p{L}\d-]{2,40})((?:(?:\s{1,2}punto\s{1,2}|\s?\.\s?)[\p{L}]{2,6}){1,3}|\s(?:com|es|co))(?![\p{L}\d])/iu;
/** Signs of a mailbox's name and the words for them, the longest first. */
const SIGNS: readonly (readonly [said: string, sign: string])[] = [
  ["raya al piso", "_"],
  ["guion bajo", "_"],
  ["guion medio", "-"],
  ["underscore", "_"],
  ["guion", "-"],
  ["raya", "-"],
  ["punto", "."],
];
/** Words that stand before a mailbox and are no part of it. */
const ENDS = /^(?:correo|electronico|email|e mail|mail|es|seria|y)$/;
/** Words of one clause before the sign that can be the name of a mailbox. */
const MOST_WORDS = 12;

export interface Rewritten {
  readonly text: string;
  /** The words of a part of the text as they were said. */
  readonly restore: (part: string) => string;
}

/** The text with the first spoken address written out. */
export function writeSpokenEmail(text: string): Rewritten {
  const unchanged: Rewritten = { text, restore: (part) => part };
  const at = AT.exec(text);
  if (at === null) return unchanged;
  const host = HOST.exec(text.slice(at.index + at[0].length));
  if (host === null) return unchanged;
  const clause = /[^,;:\n]{0,120}$/u.exec(text.slice(0, at.index))?.[0] ?? "";
  const mailbox = mailboxAtEnd(clause);
  if (mailbox === null) return unchanged;
  const said = text.slice(at.index - mailbox.saidLength, at.index + at[0].length + host[0].length);
  const domain = `${host[1]}${(host[2] ?? "").replace(/\s*punto\s*|\s*\.\s*|\s+/giu, ".")}`;
  const address = foldLetters(`${mailbox.name}@${domain}`);
  return { text: text.replace(said, () => address), restore: (part) => part.replace(address, () => said) };
}

/**
 * The words before "arroba" that name the mailbox: all behind "correo es", else the last one with
 * its dots and dashes. null when it is unclear: "pedro gómez arroba …" may be two words or one.
 */
function mailboxAtEnd(clause: string): { readonly name: string; readonly saidLength: number } | null {
  const words = [...clause.matchAll(/\S+/g)].slice(-MOST_WORDS).map(({ 0: word, index }) => ({ word, index }));
  const parts: { readonly name: string; readonly index: number }[] = [];
  for (let end = words.length; end > 0; ) {
    const part = partAtEnd(words.slice(0, end));
    const isName = /^[\p{L}\d._+-]{1,64}$/u.test(part.name) && !ENDS.test(plainText(part.name));
    if (!isName || NOT_IN_A_NAME.has(plainText(part.name))) break;
    parts.unshift({ name: part.name, index: part.index });
    end = part.from;
  }
  const last = parts.at(-1);
  if (last === undefined) return null;
  const isLabelled = ENDS.test(plainText(clause.slice(0, parts[0]?.index).trim().split(/\s+/).at(-1) ?? ""));
  const isWhole = parts.length === 1 || (parts.length <= 4 && (isLabelled || /^\d+$/.test(last.name)));
  if (!isWhole && !/[\d._-]/.test(last.name)) return null;
  const kept = isWhole ? parts : [last];
  return { name: kept.map(({ name }) => name).join(""), saidLength: clause.length - (kept[0]?.index ?? 0) };
}

interface Word {
  readonly word: string;
  readonly index: number;
}

/** "nata guion bajo ruiz" → `nata_ruiz`; `from` is its first word. */
function partAtEnd(words: readonly Word[]): { readonly name: string; readonly index: number; readonly from: number } {
  let from = words.length - 1;
  let name = words[from]?.word ?? "";
  for (;;) {
    const before = words.slice(Math.max(0, from - 3), from).map(({ word }) => plainText(word));
    const sign = SIGNS.find(([said]) => {
      const length = said.split(" ").length;
      return from > length && before.slice(-length).join(" ") === said;
    });
    if (sign === undefined) return { name, index: words[from]?.index ?? 0, from };
    from -= sign[0].split(" ").length + 1;
    name = `${words[from]?.word ?? ""}${sign[1]}${name}`;
  }
}
