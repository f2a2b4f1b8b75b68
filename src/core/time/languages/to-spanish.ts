import type { LocalePack } from "../../locale/locale-pack.ts";
import { foldLetters } from "../../plain-text.ts";
import type { Dictionary } from "./dictionary.ts";
import { ENGLISH } from "./english.ts";
import { PORTUGUESE } from "./portuguese.ts";

/** A word that says nothing about a time, in a shape that the Spanish grammar knows no word of. */
const OTHER_WORD = "zz";

interface Compiled {
  readonly numbers: Dictionary["numbers"];
  readonly unread: Dictionary["unread"];
  readonly entries: readonly (readonly [RegExp, string])[];
}

function compile({ numbers, unread, entries }: Dictionary): Compiled {
  return {
    numbers,
    unread,
    entries: entries.map(([phrase, spanish]) => [new RegExp(`(?:${phrase})(?![a-z0-9])`, "uy"), spanish]),
  };
}

const COMPILED = { portuguese: compile(PORTUGUESE), english: compile(ENGLISH) };

/**
 * A text whose words of time are Spanish, so that one grammar reads all languages. Every other word is a placeholder; null when
 * a word of time is left that no entry knows: what would be read is not what was said.
 */
export function toSpanish(text: string, language: Exclude<LocalePack["language"], "spanish">): string | null {
  const { numbers, unread, entries } = COMPILED[language];
  const folded = foldLetters(text)
    .replace(/[’'`]/gu, "")
    .replace(/[^a-z0-9:.,/\- ]/gu, " , ")
    .replace(/([.,])(?=\s|$)/gu, " $1 ")
    .replace(/[a-z]+/gu, (word) => (Object.hasOwn(numbers, word) ? String(numbers[word]) : word))
    .replace(/\b([2-5]0)[ -](?:e )?([1-9])\b(?! ?(?:am|pm))/gu, (_, tens, unit) => String(Number(tens) + Number(unit)))
    .replace(/\s+/gu, " ")
    .trim();
  const found: string[] = [];
  let at = 0;
  while (at < folded.length) {
    if (folded[at] === " ") {
      at += 1;
      continue;
    }
    const entry = entries.flatMap(([pattern, spanish]) => match(folded, at, pattern, spanish) ?? [])[0];
    if (entry !== undefined) {
      found.push(entry.spanish);
      at += entry.length;
      continue;
    }
    const [token = " "] = /^\S+/u.exec(folded.slice(at)) ?? [];
    if (unread.has(token)) return null;
    found.push(/^[a-z-]+$/u.test(token) ? OTHER_WORD : token);
    at += token.length;
  }
  return found.join(" ");
}

function match(text: string, at: number, pattern: RegExp, spanish: string): { spanish: string; length: number } | null {
  pattern.lastIndex = at;
  const groups = pattern.exec(text);
  if (groups === null) return null;
  return { spanish: spanish.replace(/\$(\d)/gu, (_, group) => groups[Number(group)] ?? ""), length: groups[0].length };
}
