import { RecadoError } from "../core/errors.ts";

/** The answer of every door to a key that stands for another request. */
export function keyReused(key: string): RecadoError {
  return new RecadoError(
    "key_reused",
    `The key ${JSON.stringify(key)} stands for another request. Repeat that request as it was, or use a new key.`,
  );
}
