import { isPlainLetter, isSign, plainCode } from "./plain-code.ts";

/** In the words of a pattern: no letter stands before what follows, or behind what went before. */
export const BEGINS = "\u0001";
export const ENDS = "\u0002";
/** The text begins with what follows, or ends with what went before. */
export const OPENS = "\u0003";
export const CLOSES = "\u0004";

/** Stands for what is no letter beside the two letters at the border of a word, and for what is not there at those of a text. */
const BORDER = 1;
const NO_TEXT = 2;
/** Stands behind two letters that are looked for alone. */
const ALONE = 3;

/** Bits of a text's table. A message of 200 letters sets one in ten. */
const BITS = 8_192;

/** So many grams there are. */
export const GRAMS = BITS;

/** The grams of a text, each once, and a bit for each that it holds. */
export interface Grams {
  readonly bits: Int32Array;
  readonly list: readonly number[];
}

export function holds({ bits }: Grams, gram: number): boolean {
  return ((bits[gram >> 5] as number) & (1 << (gram & 31))) !== 0;
}

/** The gram of three plain codes. */
function gramOf(first: number, second: number, third: number): number {
  const mixed = (first * 961 + second) * 31 + third;
  return (mixed ^ (mixed >> 7)) & (BITS - 1);
}

/** The grams of a text: three letters or two, those at the borders of its words and of itself, and its signs. */
export function gramsOf(text: string): Grams {
  const bits = new Int32Array(BITS / 32);
  const list: number[] = [];
  const add = (first: number, second: number, third: number): void => {
    const gram = gramOf(first, second, third);
    const before = bits[gram >> 5] as number;
    const bit = 1 << (gram & 31);
    if ((before & bit) !== 0) return;
    bits[gram >> 5] = before | bit;
    list.push(gram);
  };
  let before = NO_TEXT;
  let isBorderBefore = true;
  let code = text.length === 0 ? NO_TEXT : plainCode(text.charCodeAt(0));
  for (let at = 0; at < text.length; at += 1) {
    const isLast = at + 1 === text.length;
    const next = isLast ? NO_TEXT : text.charCodeAt(at + 1);
    const isBorderBehind = !isPlainLetter(next);
    const behind = isLast ? NO_TEXT : plainCode(next);
    add(before, code, behind);
    if (isSign(code)) add(code, ALONE, ALONE);
    if (!isLast) add(code, behind, ALONE);
    if (isBorderBefore) add(BORDER, code, behind);
    if (isBorderBehind) add(before, code, BORDER);
    if (isBorderBefore && isBorderBehind) add(BORDER, code, BORDER);
    before = code;
    isBorderBefore = !isPlainLetter(text.charCodeAt(at));
    code = behind;
  }
  return { bits, list };
}

/** What a text holds that holds these words of a pattern; the rarest first. */
export function gramsIn(words: string): readonly number[] {
  const letters: Letter[] = [];
  let [begins, opens] = [false, false];
  for (const sign of words) {
    const last = letters.at(-1);
    if (sign === BEGINS) begins = true;
    else if (sign === OPENS) opens = true;
    else if (sign === ENDS || sign === CLOSES) {
      if (last !== undefined) last[sign === ENDS ? "ends" : "closes"] = true;
    } else {
      const isPlain = /[a-z0]/.test(sign);
      const code = plainCode(sign.charCodeAt(0));
      letters.push({ code, begins: begins && isPlain, opens, ends: false, closes: false, isPlain });
      [begins, opens] = [false, false];
    }
  }
  const found = new Map<number, number>();
  const add = (first: number, second: number, third: number): void => {
    found.set(gramOf(first, second, third), rarityOf(first) + rarityOf(second) + rarityOf(third));
  };
  for (const [at, letter] of letters.entries()) {
    const { code } = letter;
    const before = letter.opens ? NO_TEXT : letters[at - 1]?.code;
    const behind = letter.closes ? NO_TEXT : letters[at + 1]?.code;
    const ends = letter.ends && letter.isPlain;
    if (before !== undefined && behind !== undefined) add(before, code, behind);
    if (letter.begins && behind !== undefined) add(BORDER, code, behind);
    if (ends && before !== undefined) add(before, code, BORDER);
    if (letter.begins && ends) add(BORDER, code, BORDER);
    if (isSign(code)) add(code, ALONE, ALONE);
  }
  const [first, second] = letters;
  if (found.size === 0 && first !== undefined && second !== undefined) add(first.code, second.code, ALONE);
  return [...found].sort(([, one], [, other]) => other - one).map(([gram]) => gram);
}

interface Letter {
  readonly code: number;
  readonly begins: boolean;
  readonly opens: boolean;
  readonly isPlain: boolean;
  ends: boolean;
  closes: boolean;
}

/** A gram with a rare letter stands in fewer texts than one of the most frequent letters, or of a border. A "q" comes with its "ue". */
const FREQUENT = " qeaosnrildtucmp";

function rarityOf(code: number): number {
  const place = code <= ALONE ? 0 : FREQUENT.indexOf(String.fromCharCode(code));
  return place < 0 ? FREQUENT.length : place;
}
