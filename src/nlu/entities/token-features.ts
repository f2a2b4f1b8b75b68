import { plainText } from "../../core/plain-text.ts";
import { MANY_WORDS, remembering } from "../../core/remembering.ts";
import { findDepartment, LONGEST_PLACE, placeAtStart } from "../places/find-place.ts";
import { isCommonWord } from "../words/common-words.ts";
import { NOT_IN_A_NAME } from "../words/data-words.ts";
import { isCommonFirstName, isFirstName, soundsLikeFirstName } from "../words/first-names.ts";
import { isRelative } from "../words/relatives.ts";
import { isSurname } from "../words/surnames.ts";
import type { Token } from "./tokens.ts";

/** What we asked last: for data, how many, for the yes to a summary, or nothing of these. */
export const ASKED = ["data", "offer", "summary", "talk"] as const;
export type Asked = (typeof ASKED)[number];

/** What stands around a text. It changes what a bare name or town means. */
export interface TokenContext {
  readonly asked: Asked;
  /** The name, the town and the neighbourhood that are known; null where they are not. */
  readonly name: string | null;
  readonly town: string | null;
  readonly neighbourhood: string | null;
  /** For each token what the rules have read there (`markRules`). */
  readonly marks: readonly string[];
}

/** What the lists say of a word, a letter each. */
const listed = remembering((plain): string => {
  const name = isCommonFirstName(plain) ? "F" : isFirstName(plain) ? "f" : soundsLikeFirstName(plain) ? "y" : "";
  const word = NOT_IN_A_NAME.has(plain) ? "N" : isCommonWord(plain) ? "c" : "";
  return [
    name,
    isSurname(plain) ? "S" : "",
    findDepartment(plain) === null ? "" : "D",
    isRelative(plain) ? "R" : "",
    word,
    PARTICLE.test(plain) ? "p" : "",
  ].join("");
}, MANY_WORDS);

/** Whether a list knows the word as a name, or as what begins a place's name. */
export function isListed(plain: string): boolean {
  return /[FfySD]/.test(listed(plain)) || placeAtStart([plain]) !== null;
}

const PARTICLE = /^(?:de|del|la|las|los|el|y|san|santa|da|van|von)$/;

/** How a token is written: a number by its length, a word by its capitals, a sign as it is. */
function shapeOf({ text }: Token): string {
  if (/^\d/.test(text)) return text.length === 10 && text.startsWith("3") ? "phone" : `d${Math.min(text.length, 5)}`;
  if (text === "\n") return "nl";
  if (!/^\p{L}/u.test(text)) return text.charCodeAt(0) < 128 ? text : "sign";
  if (text.length > 1 && text === text.toUpperCase()) return "UP";
  return /^\p{Lu}/u.test(text) ? "Up" : "lo";
}

/** Where a municipality's name begins (B, a big city's G), where it goes on (I), and the department behind it (P). */
function placesIn(tokens: readonly Token[]): string[] {
  const marks = tokens.map(() => "");
  const words = tokens.map(({ plain }) => plain);
  for (let at = 0; at < tokens.length; at += 1) {
    const found = placeAtStart(words.slice(at, at + LONGEST_PLACE));
    if (found === null) continue;
    const department = found.department === null ? 0 : wordsOfDepartment(words.slice(at, at + found.length));
    for (let step = 0; step < found.length; step += 1)
      marks[at + step] = step >= found.length - department ? "P" : step > 0 ? "I" : found.place.isBig ? "G" : "B";
    at += found.length - 1;
  }
  return marks;
}

function wordsOfDepartment(words: readonly string[]): number {
  const lengths = [4, 3, 2].filter((length) => length < words.length);
  return lengths.find((length) => findDepartment(words.slice(-length).join(" ")) !== null) ?? 1;
}

interface Seen {
  readonly word: string;
  readonly shape: string;
  readonly lists: string;
  readonly mark: string;
}

const EDGE: Seen = { word: "^", shape: "^", lists: "^", mark: "^" };

const MAY_BE_NAMED = /[FfySDBGIP]/;

/** The words farther off, in whatever order: "… y el que paga soy yo, …". */
function around(seen: readonly Seen[], at: number): string[] {
  return [
    ...seen.slice(Math.max(0, at - 7), Math.max(0, at - 2)).map(({ word }) => `b=${word}`),
    ...seen.slice(at + 3, at + 7).map(({ word }) => `f=${word}`),
  ];
}

function wordsOf(value: string | null): ReadonlySet<string> {
  return new Set(plainText(value ?? "").split(" "));
}

/** Each token's features. A model knows those that its training has often seen. */
export function describeTokens(
  tokens: readonly Token[],
  { asked, name, town, neighbourhood, marks }: TokenContext,
): string[][] {
  const places = placesIn(tokens);
  const open = `${asked}${name === null ? "n" : ""}${town === null ? "t" : ""}`;
  const [names, towns, hoods] = [wordsOf(name), wordsOf(town), wordsOf(neighbourhood)];
  const seen = tokens.map((token, at): Seen => {
    const isWord = /^\p{L}/u.test(token.plain);
    return {
      word: token.text === "\n" ? "nl" : /^\d/.test(token.plain) ? "#" : token.plain,
      shape: shapeOf(token),
      lists: `${isWord ? listed(token.plain) : ""}${places[at]}`,
      mark: marks[at] ?? "",
    };
  });
  let namesSoFar = 0;
  const namesBefore = seen.map(({ lists }) => (/[Ff]/.test(lists) ? namesSoFar++ : namesSoFar));
  return seen.map(({ word, shape, lists, mark }, at) => {
    const before = seen[at - 1] ?? EDGE;
    const after = seen[at + 1] ?? EDGE;
    const twoBefore = seen[at - 2] ?? EDGE;
    const twoAfter = seen[at + 2] ?? EDGE;
    const known = `${names.has(word) ? "n" : ""}${towns.has(word) ? "t" : ""}${hoods.has(word) ? "h" : ""}`;
    return [
      "1",
      `w=${word}`,
      `w-=${before.word}`,
      `w+=${after.word}`,
      `w--=${twoBefore.word}`,
      `w++=${twoAfter.word}`,
      `ww=${twoBefore.word}|${before.word}`,
      `wwl=${twoBefore.word}|${before.word}|${lists}`,
      `s=${shape}`,
      `s-=${before.shape}`,
      `s+=${after.shape}`,
      `l=${lists}`,
      `l-=${before.lists}`,
      `l+=${after.lists}`,
      `ll-=${before.lists}|${lists}`,
      `ll+=${lists}|${after.lists}`,
      `lll=${before.lists}|${lists}|${after.lists}`,
      `wl=${before.word}|${lists}`,
      `lw=${lists}|${after.word}`,
      `al=${open}|${lists}`,
      `as=${open}|${at === 0 ? "^" : ""}${shape}`,
      `m=${mark}`,
      `ml=${mark}|${lists}`,
      `mw=${mark}|${word}`,
      `mm-=${before.mark}|${mark}`,
      `mm+=${mark}|${after.mark}`,
      `mmm=${before.mark}|${mark}|${after.mark}`,
      `wm=${before.word}|${mark}`,
      `am=${asked}|${mark}`,
      ...(MAY_BE_NAMED.test(lists) || mark !== "" ? around(seen, at) : []),
      `nb=${Math.min(2, namesBefore[at] ?? 0)}|${lists}`,
      ...(shape === "lo" || shape === "Up" || shape === "UP"
        ? [`p=${word.slice(0, 3)}`, `e=${word.slice(-3)}`, `ee=${word.slice(-2)}`]
        : []),
      ...(known === "" ? [] : [`k=${known}`, `ak=${asked}|${known}`]),
    ];
  });
}
