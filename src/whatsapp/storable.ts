/**
 * PostgreSQL's `text` and `jsonb` hold neither U+0000 nor half a surrogate pair, and a customer can
 * send both. Each becomes U+FFFD and the rest stays, so such a message is kept and answered instead
 * of failing its batch.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: U+0000 is what we look for
const NOT_STORABLE = /[\u0000\p{Surrogate}]/gu;

export function storableText(text: string): string {
  return text.replace(NOT_STORABLE, "\ufffd");
}

/** Whether a string or key in a JSON value holds what PostgreSQL cannot. */
export function isStorable(value: unknown): boolean {
  if (typeof value === "string") return value === storableText(value);
  if (Array.isArray(value)) return value.every(isStorable);
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner));
  }
  return true;
}

/**
 * A copy of a JSON value with every string and key storable. It is recursive: the value must not be
 * deeper than `readJson` allows. `Object.fromEntries` defines own properties, so a key `__proto__`
 * stays a plain key.
 */
export function storable(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [storableText(key), storable(inner)]));
  }
  return value;
}
