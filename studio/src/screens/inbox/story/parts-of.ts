/** What a message holds, read from JSON of a kind that this version may not know. */
export type Content = Readonly<Record<string, unknown>> | null;
export type Fields = Readonly<Record<string, unknown>>;

/** A text that says something; null for all else. */
export function words(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}
