import type * as z from "zod";
import { RecadoError } from "../../core/errors.ts";
import { sha256 } from "../../core/sha256.ts";

/** The model as the text of a file: its format, the hash of its content, and the content. The same content gives the same bytes. */
export function sealModel(format: string, body: object): string {
  return `${JSON.stringify({ format, hash: sha256(JSON.stringify(body)), ...body })}\n`;
}

export interface ModelFile<Body> {
  /** A version that reads texts differently gets another. */
  readonly format: string;
  readonly schema: z.ZodType<Body>;
  /** What it is a model of, as in `recado nlu train-answers`. */
  readonly of: "answers" | "danger" | "entities" | "quantities" | "requests";
}

/** The content of a file's parsed JSON; `bad_model_file` for anything that is not a whole model of this version. */
export function openModel<Body>(json: unknown, { format: ours, schema, of }: ModelFile<Body>): Body {
  const { format, hash, ...body } = Object(json) as { format?: unknown; hash?: unknown };
  if (format !== ours) throw badModel(of, `its format is "${String(format)}", and this version reads "${ours}"`);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw badModel(of, `its field "${parsed.error.issues[0]?.path.join(".")}" cannot be read`);
  if (sha256(JSON.stringify(body)) !== hash) throw badModel(of, "its content does not have the hash that it names");
  return parsed.data;
}

export function badModel(of: ModelFile<unknown>["of"], what: string): RecadoError {
  return new RecadoError(
    "bad_model_file",
    `this is no model of ${of} that can be used: ${what}. Train it anew: recado nlu train-${of}`,
  );
}
