/**
 * The text of a name that the server sent, or null: an agent of a shop's own, or a later server, may use names that have no
 * text here.
 */
export function knownText(texts: object, name: string): string | null {
  const text: unknown = Object.hasOwn(texts, name) ? Reflect.get(texts, name) : null;
  return typeof text === "string" ? text : null;
}
