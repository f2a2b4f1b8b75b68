import { RecadoError } from "../../core/errors.ts";

/**
 * What a token can be. In data each stands as a mark around its words: `<n>Luz Dary</n> <a>Mora</a>, <c>Tunja</c>`.
 *
 * | mark | what it is |
 * | --- | --- |
 * | n, a | given names and surnames of who receives the parcel |
 * | x | any other person |
 * | c, p | the town of the parcel, and its department |
 * | y | any other place |
 * | b | the neighbourhood, vereda or corregimiento |
 * | d, i, t | the street address, a note for the courier, the phone |
 *
 * The first, "o", is every other word, and no mark.
 */
export const ENTITY_LABELS = ["o", "n", "a", "x", "b", "c", "p", "y", "d", "i", "t"] as const;
export type EntityLabel = (typeof ENTITY_LABELS)[number];

/** A run of characters of one label. */
export interface Span {
  readonly label: EntityLabel;
  readonly start: number;
  readonly end: number;
  /** How sure a model is of its least sure word, 0–1; 1 where a person marked it. */
  readonly chance: number;
}

const MARK = /<(\/?)([a-z])>/g;

/**
 * The text without its marks, and what they mark.
 *
 * @throws RecadoError `bad_training_data` for an unknown mark, one that is not closed, and one inside another.
 */
export function readMarks(marked: string): { readonly text: string; readonly spans: readonly Span[] } {
  const spans: Span[] = [];
  let text = "";
  let from = 0;
  let open: { readonly label: EntityLabel; readonly start: number } | null = null;
  for (const { 0: mark, 1: slash, 2: letter, index } of marked.matchAll(MARK)) {
    text += marked.slice(from, index);
    from = index + mark.length;
    const label = ENTITY_LABELS.find((one) => one === letter && one !== "o");
    if (label === undefined) throw badMark(marked, `${mark} is no mark`);
    if (slash === "") {
      if (open !== null) throw badMark(marked, `${mark} begins inside <${open.label}>`);
      open = { label, start: text.length };
    } else {
      if (open?.label !== label) throw badMark(marked, `${mark} ends nothing`);
      spans.push({ ...open, end: text.length, chance: 1 });
      open = null;
    }
  }
  if (open !== null) throw badMark(marked, `<${open.label}> is not closed`);
  return { text: text + marked.slice(from), spans };
}

function badMark(marked: string, what: string): RecadoError {
  return new RecadoError(
    "bad_training_data",
    `${what}, in "${marked}". The marks are ${ENTITY_LABELS.slice(1).join(", ")}`,
  );
}
