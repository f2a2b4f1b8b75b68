import { readFileSync } from "node:fs";
import { errorText, RecadoError } from "../core/errors.ts";
import type { LabelledText } from "../nlu/linear/linear-classifier.ts";

export interface LocatedText extends LabelledText {
  /** `file:line`, for who has to mend it. */
  readonly place: string;
}

const EXPECTED = "a line is a label, a tab and a text";
const ORIGIN = "and perhaps another tab and the name of the hand that wrote it";

/** Labelled texts, one a line: `label<TAB>text`, or `label<TAB>text<TAB>origin`. Empty lines are skipped; anything else that is not one is refused. */
export function readLabelledFile(path: string): LocatedText[] {
  const rows = readLines(path).map(({ line, place }) => {
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

/** Texts, one a line, with or without a label before a tab: the label of what is out of scope says nothing. */
export function readTextFile(path: string): string[] {
  const texts = readLines(path).map(({ line, place }) => {
    const [first = "", text, ...more] = line.split("\t").map((part) => part.trim());
    if (more.length > 0)
      throw malformed(place, `has ${more.length + 1} tabs; a line is a text, or ${EXPECTED.slice(10)}`);
    if (text === "") throw malformed(place, "has nothing after its tab");
    return text ?? first;
  });
  if (texts.length === 0) throw new RecadoError("bad_training_data", `${path} is empty; a line is a text`);
  return texts;
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
