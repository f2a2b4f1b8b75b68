/**
 * Returns the text of a name that the server sent, or null when it has none: a shop's own agent, or
 * a later server, may use other names.
 */
export function knownText(texts: object, name: string): string | null {
  const text: unknown = Object.hasOwn(texts, name) ? Reflect.get(texts, name) : null;
  return typeof text === "string" ? text : null;
}
