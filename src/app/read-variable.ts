import { type Environment, readVariable } from "../core/environment.ts";
import { RecadoError } from "../core/errors.ts";

/** `what` completes "… is needed", `wayOut` says what happens without the variable. */
export function badValue(name: string, value: string, what: string, wayOut: string): RecadoError {
  return new RecadoError("bad_environment", `${name} is ${JSON.stringify(value)}: ${what} is needed; ${wayOut}.`);
}

export function wholeNumber(
  env: Environment,
  name: string,
  { least, most, fallback }: { least: number; most: number; fallback: number },
): number {
  const value = readVariable(env, name);
  if (value === null) return fallback;
  const number = /^[0-9]{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw badValue(name, value, `a whole number from ${least} to ${most}`, `unset it for ${fallback}`);
}

export function oneOf<Choice extends string>(
  env: Environment,
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  const value = readVariable(env, name);
  if (value === null) return fallback;
  const choice = choices.find((candidate) => candidate === value);
  if (choice !== undefined) return choice;
  throw badValue(name, value, `one of ${choices.join(", ")}`, `unset it for ${fallback}`);
}

/** An address of one of `protocols`. Its user and password never stand in the error. */
export function address(env: Environment, name: string, protocols: readonly string[], wayOut: string): string | null {
  const value = readVariable(env, name);
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url !== null && protocols.includes(url.protocol) && url.hostname !== "") return value;
  const what = `an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`;
  throw badValue(name, withoutCredentials(value), what, wayOut);
}

/** `postgres://user:secret@host/db` → `postgres://***@host/db`, also where the rest is no valid address. */
export function withoutCredentials(text: string): string {
  return text.replace(/\/\/.*@/, "//***@").replace(/([?&][^=&]*(?:pass|secret|token|key)[^=&]*=)[^&]*/gi, "$1***");
}
