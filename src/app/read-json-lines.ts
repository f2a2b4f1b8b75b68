import type * as z from "zod";
import { errorText, RecadoError } from "../core/errors.ts";
import { readLines } from "./read-labelled-file.ts";

export interface JsonLines<Line, Row> {
  readonly schema: z.ZodType<Line>;
  /** What a line is, as the error for an empty file says it: "a marked text". */
  readonly of: string;
  /** Throws where the line is no such row; its place is added. */
  readonly read: (line: Line) => Row;
}

/**
 * The rows of a file with a JSON object a line.
 *
 * @throws RecadoError `bad_training_data` for an empty file, and for a line that is none, with its place.
 */
export function readJsonLines<Line, Row>(path: string, { schema, of, read }: JsonLines<Line, Row>): Row[] {
  const lines = readLines(path);
  if (lines.length === 0) throw new RecadoError("bad_training_data", `${path} is empty; a line is ${of}`);
  return lines.map(({ line, place }) => {
    let json: unknown;
    try {
      json = JSON.parse(line);
    } catch (thrown) {
      throw new RecadoError("bad_training_data", `${place} is no JSON: ${errorText(thrown)}`);
    }
    const parsed = schema.safeParse(json);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new RecadoError("bad_training_data", `${place}: ${issue?.path.join(".")}: ${issue?.message}`);
    }
    try {
      return read(parsed.data);
    } catch (thrown) {
      throw new RecadoError("bad_training_data", `${place}: ${errorText(thrown)}`);
    }
  });
}
