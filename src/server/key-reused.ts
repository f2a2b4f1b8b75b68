import { RecadoError } from "../core/errors.ts";

/** Every door's answer to a key that stands for another request. */
export function keyReused(key: string): RecadoError {
  return new RecadoError(
    "key_reused",
    `The key ${JSON.stringify(key)} stands for another request. Repeat that request as it was, or use a new key.`,
  );
}
