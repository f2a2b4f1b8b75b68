import { readFileSync } from "node:fs";
import { errorText, RecadoError } from "../core/errors.ts";
import type { LabelledText } from "../nlu/linear/linear-classifier.ts";

export interface LocatedText extends LabelledText {
  /** `file:line`, for who has to mend it. */
  readonly place: string;
}

const EXPECTED = "a line is a label, a tab and a text";
const ORIGIN = "and perhaps another tab and the name of the hand that wrote it";

/** Labelled texts, one a line: `label<TAB>text`, or `label<TAB>text<TAB>origin`. Empty lines and those that begin with `#` are skipped; anything else that is not one is refused. */
export function readLabelledFile(path: string): LocatedText[] {
  const lines = readLines(path).filter(({ line }) => !line.startsWith("#"));
  const rows = lines.map(({ line, place }) => {
    const [label = "", text, origin, ...more] = line.split("\t").map((part) => part.trim());
    if (text === undefined) throw malformed(place, `has no tab; ${EXPECTED}`);
    if (more.length > 0) throw malformed(place, `has ${more.length + 2} tabs; ${EXPECTED}, ${ORIGIN}`);
    if (label === "") throw malformed(place, `has no label before its tab; ${EXPECTED}`);
    if (text === "") throw malformed(place, `has no text for the label "${label}"; ${EXPECTED}`);
    return { label, text, place, ...(origin === undefined || origin === "" ? {} : { origin }) };
  });
  if (rows.length === 0) throw new RecadoError("bad_training_data", `${path} is empty; ${EXPECTED}`);
  return rows;
}

export interface StrangeTexts {
  readonly texts: readonly string[];
  /** The label of each text that has one: which kind of stranger wrote it. */
  readonly kinds: ReadonlyMap<string, string>;
}

export const NO_STRANGERS: StrangeTexts = { texts: [], kinds: new Map() };

/** Texts about something else, one a line. A label before a tab names the kind of stranger. */
export function readStrangeTexts(path: string): StrangeTexts {
  const kinds = new Map<string, string>();
  const texts = readLines(path).map(({ line, place }) => {
    const [first = "", text, ...more] = line.split("\t").map((part) => part.trim());
    if (more.length > 0)
      throw malformed(place, `has ${more.length + 1} tabs; a line is a text, or ${EXPECTED.slice(10)}`);
    if (text === "") throw malformed(place, "has nothing after its tab");
    if (text !== undefined && first !== "") kinds.set(text, first);
    return text ?? first;
  });
  if (texts.length === 0) throw new RecadoError("bad_training_data", `${path} is empty; a line is a text`);
  return { texts, kinds };
}

/** The lines of a UTF-8 file that are not empty, each with its place. */
export function readLines(path: string): { line: string; place: string }[] {
  return readUtf8(path)
    .split(/\r\n|\n|\r/)
    .map((line, at) => ({ line: line.trimEnd() === "" ? "" : line, place: `${path}:${at + 1}` }))
    .filter(({ line }) => line !== "");
}

function readUtf8(path: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (thrown) {
    throw new RecadoError("bad_training_data", `${path} cannot be read: ${errorText(thrown)}`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new RecadoError("bad_training_data", `${path} is not UTF-8 text; save it as UTF-8`);
  }
}

function malformed(place: string, what: string): RecadoError {
  return new RecadoError("bad_training_data", `${place} ${what}`);
}
