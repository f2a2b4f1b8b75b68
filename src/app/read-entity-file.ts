import * as z from "zod";
import { errorText, RecadoError } from "../core/errors.ts";
import { readMarks } from "../nlu/entities/marked-text.ts";
import { ASKED } from "../nlu/entities/token-features.ts";
import type { MarkedText } from "../nlu/entities/train-entities.ts";
import { FIELD_KINDS } from "../nlu/extract/field-kinds.ts";
import { readLines } from "./read-labelled-file.ts";

const lineSchema = z.strictObject({
  hand: z.string().min(1),
  asked: z.enum(ASKED),
  known: z.partialRecord(z.enum(FIELD_KINDS), z.string()),
  text: z.string().min(1),
});

/**
 * Marked texts, a JSON object a line: `{"hand":"ana","asked":"data","known":{"city":"Tunja"},"text":"soy <n>Luz</n> <a>Mora</a>"}`.
 * A line that is none is refused, with its place.
 */
export function readEntityFile(path: string): MarkedText[] {
  const lines = readLines(path);
  if (lines.length === 0) throw new RecadoError("bad_training_data", `${path} is empty; a line is a marked text`);
  return lines.map(({ line, place }) => readLine(line, place));
}

function readLine(line: string, place: string): MarkedText {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (thrown) {
    throw new RecadoError("bad_training_data", `${place} is no JSON: ${errorText(thrown)}`);
  }
  const parsed = lineSchema.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new RecadoError("bad_training_data", `${place}: ${issue?.path.join(".")}: ${issue?.message}`);
  }
  const { hand: origin, asked, known, text: marked } = parsed.data;
  try {
    readMarks(marked);
  } catch (thrown) {
    throw new RecadoError("bad_training_data", `${place}: ${errorText(thrown)}`);
  }
  return { origin, asked, known, marked };
}
