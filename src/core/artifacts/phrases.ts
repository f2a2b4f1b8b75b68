import { plainText } from "../plain-text.ts";

/** Phrases in plain letters. A star at the end stands for the rest of the word. */
export interface Phrases {
  readonly all: readonly string[];
}

/** One phrase a line or between commas. */
export function phrases(list: string): Phrases {
  return {
    all: list
      .split(/[\n,]/u)
      .map((phrase) => (phrase.trim().endsWith("*") ? ` ${plainText(phrase)}` : ` ${plainText(phrase)} `))
      .filter((phrase) => phrase.trim() !== ""),
  };
}

let last = { text: "", padded: "  " };

/** One text is looked through for many lists, one after the other. */
function paddedOf(text: string): string {
  if (last.text !== text) last = { text, padded: ` ${plainText(text)} ` };
  return last.padded;
}

/** The phrases that a text holds, in the order of the list. */
export function matches(text: string, { all }: Phrases): string[] {
  const padded = paddedOf(text);
  return all.filter((phrase) => padded.includes(phrase)).map((phrase) => phrase.trim());
}

export function hasAny(text: string, list: Phrases): boolean {
  return matches(text, list).length > 0;
}
