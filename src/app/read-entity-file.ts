import * as z from "zod";
import { readMarks } from "../nlu/entities/marked-text.ts";
import { ASKED } from "../nlu/entities/token-features.ts";
import type { MarkedText } from "../nlu/entities/train-entities.ts";
import { FIELD_KINDS } from "../nlu/extract/field-kinds.ts";
import { readJsonLines } from "./read-json-lines.ts";

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
  return readJsonLines(path, {
    schema: lineSchema,
    of: "a marked text",
    read: ({ hand: origin, asked, known, text: marked }) => {
      readMarks(marked);
      return { origin, asked, known, marked };
    },
  });
}
