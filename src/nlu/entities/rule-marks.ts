import { plainText } from "../../core/plain-text.ts";
import type { Extraction } from "../extract/extract-fields.ts";
import { FIELD_KINDS, type FieldKind } from "../extract/field-kinds.ts";
import { isSaid, type Token } from "./tokens.ts";

const MARKS: Readonly<Record<FieldKind, string>> = {
  given_name: "n",
  surname: "a",
  phone: "t",
  address: "d",
  neighbourhood: "b",
  city: "c",
  department: "p",
  email: "e",
  id_number: "u",
  directions: "i",
};

/** A place that only a question names. */
const HINTED = "h";

/** The rules write these as the parcel's label shows them; the others stand in the text as the raw words. */
const IN_THE_TEXT: readonly FieldKind[] = ["given_name", "surname", "neighbourhood"];

/** For each token the kinds of data that the rules have read there, a letter each; "" where they read nothing. */
export function markRules(
  tokens: readonly Token[],
  { fields, raw, hints }: Pick<Extraction, "fields" | "raw" | "hints">,
): string[] {
  const marks = tokens.map(() => "");
  const spoken = tokens.flatMap((token, at) => (isSaid(token) ? [at] : []));
  const put = (words: string | undefined, mark: string): boolean => {
    const places = placesOf(tokens, spoken, words ?? "");
    for (const at of places) marks[at] = `${marks[at]}${mark}`;
    return places.length > 0;
  };
  for (const kind of FIELD_KINDS) {
    const value = fields[kind];
    if (value === undefined) continue;
    const isPut = !IN_THE_TEXT.includes(kind) && put(raw[kind], MARKS[kind]);
    if (!isPut) put(value, MARKS[kind]);
  }
  for (const value of Object.values(hints)) put(value, HINTED);
  return marks;
}

/** Where the words stand among the spoken tokens, one behind the other but for signs; empty when they do not. */
function placesOf(tokens: readonly Token[], spoken: readonly number[], words: string): number[] {
  const wanted = plainText(words).split(" ");
  if (wanted[0] === "") return [];
  const start = spoken.findIndex((_, from) =>
    wanted.every((word, step) => tokens[spoken[from + step] ?? -1]?.plain === word),
  );
  return start < 0 ? [] : spoken.slice(start, start + wanted.length);
}
