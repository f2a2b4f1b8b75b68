import type { Draw } from "../draw.ts";
import { plain } from "../people.ts";

const NEIGHBOURS: Readonly<Record<string, string>> = {
  a: "sq",
  b: "vn",
  c: "xv",
  d: "sf",
  e: "wr",
  i: "uo",
  l: "kñ",
  m: "n",
  n: "bm",
  o: "ip",
  r: "et",
  s: "ad",
  t: "ry",
  u: "yi",
};
const LONG_ENOUGH = 5;

/** A slip in about every fourth long word: a letter beside the right one, left out, doubled or swapped. */
export function mistyped(draw: Draw, text: string): string {
  return text
    .split(" ")
    .map((word) =>
      word.length >= LONG_ENOUGH && /^\p{L}+$/u.test(word) && draw.chance(0.25) ? slipIn(draw, word) : word,
    )
    .join(" ");
}

function slipIn(draw: Draw, word: string): string {
  const at = draw.between(1, word.length - 2);
  const [letter = "", next = ""] = [word[at], word[at + 1]];
  const wrong = NEIGHBOURS[letter];
  return draw.one([
    `${word.slice(0, at)}${word.slice(at + 1)}`,
    `${word.slice(0, at)}${letter}${letter}${word.slice(at + 1)}`,
    `${word.slice(0, at)}${next}${letter}${word.slice(at + 2)}`,
    wrong === undefined ? word : `${word.slice(0, at)}${draw.one([...wrong])}${word.slice(at + 1)}`,
  ]);
}

/** What sounds alike is written alike: "kiero", "bale", "yega", "asta", "grasias". */
const ALIKE: readonly (readonly [heard: RegExp, written: string])[] = [
  [/qu(?=[eiéí])/g, "k"],
  [/c(?=[aouáóú])/g, "k"],
  [/(?<![pc])h(?=[aeiouáéíóú])/g, ""],
  [/ll/g, "y"],
  [/z|c(?=[eiéí])/g, "s"],
  [/v/g, "b"],
];

/** A text by a customer who writes as they speak, each sound in its own spelling or not. */
export function byEar(draw: Draw, text: string): string {
  const heard = ALIKE.filter(() => draw.chance(0.5));
  return heard.reduce((written, [sound, spelled]) => written.replace(sound, spelled), plain(text.toLowerCase()));
}
