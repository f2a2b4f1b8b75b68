import { RecadoError } from "../core/errors.ts";

/** A caller may have sent any text as an id: the answer repeats the first 64 characters of it. */
export function notFound(what: string, id: string): RecadoError {
  return new RecadoError("not_found", `There is no ${what} ${JSON.stringify(id.slice(0, 64))}.`);
}
