import { RecadoError } from "../core/errors.ts";

/** What every door says to a key that stands for something else already. */
export function keyReused(key: string): RecadoError {
  return new RecadoError(
    "key_reused",
    `The key ${JSON.stringify(key)} stands for another request: send that one again as it was, or take a new key.`,
  );
}
