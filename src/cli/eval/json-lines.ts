import { readFileSync } from "node:fs";
import type * as z from "zod";
import { errorText, RecadoError } from "../../core/errors.ts";

/** What a line is, for the sentence that refuses one. */
interface LineName {
  readonly what: string;
  readonly shape: string;
}

/** Reads a file of JSON lines. Empty lines are skipped; any other line that does not fit is refused with its number. */
export function readJsonLines<Line>(path: string, schema: z.ZodType<Line>, name: LineName): Line[] {
  return contentOf(path)
    .replace(/^\uFEFF/u, "")
    .split(/\r?\n/u)
    .flatMap((line, at) => (line.trim() === "" ? [] : [readLine(line, schema, name, `${path}:${at + 1}`)]));
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (thrown) {
    throw new RecadoError("request_invalid", `${path} cannot be read: ${errorText(thrown)}`);
  }
}

function readLine<Line>(line: string, schema: z.ZodType<Line>, { what, shape }: LineName, place: string): Line {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (thrown) {
    throw new RecadoError("request_invalid", `${place} is no JSON (${errorText(thrown)}); a line is ${shape}`);
  }
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  const faults = read.error.issues.map(({ path, message }) => `${path.join(".") || "the line"}: ${message}`);
  throw new RecadoError("request_invalid", `${place} is no ${what}: ${faults.join("; ")}`);
}
