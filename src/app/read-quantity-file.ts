import * as z from "zod";
import { RecadoError } from "../core/errors.ts";
import { ASKED } from "../nlu/entities/token-features.ts";
import { type CountedText, withoutMarks } from "../nlu/quantities/train-quantities.ts";
import { readJsonLines } from "./read-json-lines.ts";

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
  return readJsonLines(path, { schema: lineSchema, of: "a marked message", read: readCounted });
}

function readCounted({ hand: origin, asked, units, text: marked }: z.infer<typeof lineSchema>): CountedText {
  const text = withoutMarks(marked);
  if (/\[\[|\]\]/.test(text)) throw new RecadoError("bad_training_data", "a mark is not closed; a mark is [[dos]]");
  if ((units === null) !== (text === marked))
    throw new RecadoError("bad_training_data", "a message has units where words are marked, and null elsewhere");
  return { origin, asked, units, marked };
}
