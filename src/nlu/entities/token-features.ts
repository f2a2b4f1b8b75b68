import { plainText } from "../../core/plain-text.ts";
import { MANY_WORDS, remembering } from "../../core/remembering.ts";
import { beginsPlace, findDepartment, LONGEST_PLACE, placeAtStart } from "../places/find-place.ts";
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
function listsOf(plain: string): string {
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
}

const PARTICLE = /^(?:de|del|la|las|los|el|y|san|santa|da|van|von)$/;

/** How a token is written: a number by its length, a word by its capitals, a sign as it is. */
function shapeOf(text: string): string {
  if (/^\d/.test(text)) return text.length === 10 && text.startsWith("3") ? "phone" : `d${Math.min(text.length, 5)}`;
  if (text === "\n") return "nl";
  if (!/^\p{L}/u.test(text)) return text.charCodeAt(0) < 128 ? signOf(text) : "sign";
  if (text.length > 1 && text === text.toUpperCase()) return "UP";
  return /^\p{Lu}/u.test(text) ? "Up" : "lo";
}

/** A bar stands between the symbols of a feature. */
function signOf(text: string): string {
  return text === "|" ? "¦" : text;
}

/** What is seen of a word, a number or a sign wherever it stands. Customers write mostly the same ones. */
interface Look {
  readonly word: string;
  readonly shape: string;
  /** Its first three letters, its last three and two; null of a number and a sign. */
  readonly begin: string | null;
  readonly end: string | null;
  readonly ending: string | null;
  readonly lists: string;
  readonly isFirstName: boolean;
  readonly mayBeNamed: boolean;
}

export const lookAt = remembering((text): Look => {
  const plain = plainText(text) || text;
  const word = text === "\n" ? "nl" : /^\d/.test(plain) ? "#" : signOf(plain);
  const lists = /^\p{L}/u.test(plain) ? listsOf(plain) : "";
  const cut = (from: number, to?: number): string | null => (/^\p{L}/u.test(text) ? word.slice(from, to) : null);
  return {
    ...{ word, shape: shapeOf(text), lists },
    ...{ begin: cut(0, 3), end: cut(-3), ending: cut(-2) },
    ...{ isFirstName: /[Ff]/.test(lists), mayBeNamed: /[FfySD]/.test(lists) },
  };
}, MANY_WORDS);

/** Whether a list knows the word as a name, or as what begins a place's name. */
export function isListed({ text, plain }: Token): boolean {
  return lookAt(text).mayBeNamed || placeAtStart([plain]) !== null;
}

/** Where a municipality's name begins (B, a big city's G), where it goes on (I), and the department behind it (P). */
function placesIn(tokens: readonly Token[]): string[] {
  const marks = tokens.map(() => "");
  const words = tokens.map(({ plain }) => plain);
  for (let at = 0; at < tokens.length; at += 1) {
    if (!beginsPlace(words[at] ?? "")) continue;
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

/** What is seen of a token, a symbol each: first what is seen of it wherever it stands. */
export const SEEN = [
  ...(["word", "shape", "begin", "end", "ending"] as const),
  // What the lists say, and of which place it is; what was asked; that, and what is not known; the shape, and whether it is the first.
  ...(["lists", "mark", "asked", "open", "opening"] as const),
  // How many first names stand before it; which known datum it is a word of.
  ...(["names", "known"] as const),
];
export type SeenPart = (typeof SEEN)[number];

/** In the order of `SEEN`. null: there is none. */
export type Symbols = readonly (string | null)[];

/** Seen beyond the first and the last token. */
const EDGE = "^";
export const BEYOND: Symbols = SEEN.map((part) => (["word", "shape", "lists", "mark"].includes(part) ? EDGE : null));

/** A text as the features see it. */
export interface SeenTokens {
  /** What each token says. */
  readonly rows: readonly Symbols[];
  /** For each token whether it may be of a name: then the words farther off matter. */
  readonly mayBeNamed: readonly boolean[];
}

export function seeTokens(
  tokens: readonly Token[],
  { asked, name, town, neighbourhood, marks }: TokenContext,
): SeenTokens {
  const places = placesIn(tokens);
  const open = `${asked}${name === null ? "n" : ""}${town === null ? "t" : ""}`;
  const [names, towns, hoods] = [wordsOf(name), wordsOf(town), wordsOf(neighbourhood)];
  const mayBeNamed: boolean[] = [];
  let firstNames = 0;
  const rows = tokens.map(({ text }, at): Symbols => {
    const look = lookAt(text);
    const { word, shape } = look;
    const place = places[at] ?? "";
    const mark = marks[at] ?? "";
    const known = `${names.has(word) ? "n" : ""}${towns.has(word) ? "t" : ""}${hoods.has(word) ? "h" : ""}`;
    const opening = at === 0 ? EDGE + shape : shape;
    const before = FEW[Math.min(2, firstNames)] ?? null;
    if (look.isFirstName) firstNames += 1;
    mayBeNamed.push(look.mayBeNamed || place !== "" || mark !== "");
    // biome-ignore format: a line each of what is seen of it anywhere, and here
    return [
      word, shape, look.begin, look.end, look.ending,
      look.lists + place, mark, asked, open, opening, before, known === "" ? null : known,
    ];
  });
  return { rows, mayBeNamed };
}

const FEW = ["0", "1", "2"];

function wordsOf(value: string | null): ReadonlySet<string> {
  return value === null ? NO_WORDS : new Set(plainText(value).split(" "));
}

const NO_WORDS: ReadonlySet<string> = new Set();
