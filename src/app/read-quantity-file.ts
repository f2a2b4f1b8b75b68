import * as z from "zod";
import { errorText, RecadoError } from "../core/errors.ts";
import { ASKED } from "../nlu/entities/token-features.ts";
import { type CountedText, withoutMarks } from "../nlu/quantities/train-quantities.ts";
import { readLines } from "./read-labelled-file.ts";

const lineSchema = z.strictObject({
  hand: z.string().min(1),
  asked: z.enum(ASKED),
  units: z.number().int().positive().nullable(),
  text: z.string().min(1),
});

/**
 * Messages with the words marked that count what is wanted, a JSON object a line:
 * `{"hand":"ana","asked":"talk","units":2,"text":"mándeme [[dos]] frascos"}`. A line that is none is refused, with its place.
 */
export function readQuantityFile(path: string): CountedText[] {
  const lines = readLines(path);
  if (lines.length === 0) throw new RecadoError("bad_training_data", `${path} is empty; a line is a marked message`);
  return lines.map(({ line, place }) => readLine(line, place));
}

function readLine(line: string, place: string): CountedText {
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
  const { hand: origin, asked, units, text: marked } = parsed.data;
  if (/\[\[|\]\]/.test(withoutMarks(marked)))
    throw new RecadoError("bad_training_data", `${place}: a mark is not closed; a mark is [[dos]]`);
  if ((units === null) !== (withoutMarks(marked) === marked))
    throw new RecadoError(
      "bad_training_data",
      `${place}: a message has units where words are marked, and null elsewhere`,
    );
  return { origin, asked, units, marked };
}
