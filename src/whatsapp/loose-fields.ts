/**
 * Fields as Meta really sends them: numbers where the page says strings, `""` for absent, whole
 * objects missing. An unreadable field is null and never fails its item. Absent is the most common
 * case: text, ids, stamps and lists are read by hand, because a caught failure costs zod ten times as
 * much as a value.
 */
import * as z from "zod";

/** Text, kept to the letter, `""` included. */
export const text = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === "string" ? value : null));

/**
 * An id, trimmed; null when it is empty or longer than `maxLength` characters. Ids stand in unique indexes, and a row
 * of an index holds 2704 bytes: one absurd id must not fail the statement that stores its whole batch.
 */
function readIdUpTo(maxLength: number) {
  return (value: unknown): string | null => {
    const isWritten = typeof value === "string" || (typeof value === "number" && Number.isSafeInteger(value));
    const written = isWritten ? String(value).trim() : "";
    return written.length >= 1 && written.length <= maxLength ? written : null;
  };
}

/** A message, a person, a group, a medium. Real ones stay under 140. */
export const readId = readIdUpTo(256);
export const id = z.unknown().optional().transform(readId);

/** A business number, a status, a type: a word of Meta's. */
export const readShortId = readIdUpTo(64);
export const shortId = z.unknown().optional().transform(readShortId);

/** Our own value, which Meta gives back. */
export const readOpaqueText = readIdUpTo(512);

/** Degrees, as a number or in a string. */
export const degrees = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d{1,3}(\.\d{1,20})?$/)
      .transform(Number),
  ])
  .nullable()
  .catch(null);

/** A quantity, a price, an error's number: as a number or in a string. */
export const amount = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d{1,15}(\.\d{1,10})?$/)
      .transform(Number),
  ])
  .nullable()
  .catch(null);

/** The last second that a JavaScript date can hold. */
const LAST_SECOND = 8.64e12;

/** Seconds since 1970, as a string or a number. Zero says nothing. */
export function readInstant(value: unknown): Date | null {
  const isWritten = typeof value === "number" || (typeof value === "string" && /^\d{1,13}$/.test(value));
  const seconds = isWritten ? Number(value) : Number.NaN;
  return seconds > 0 && seconds <= LAST_SECOND ? new Date(Math.floor(seconds * 1000)) : null;
}
export const instant = z.unknown().optional().transform(readInstant);

/** A list. Any other value counts as an empty one. */
export const list = z
  .unknown()
  .optional()
  .transform((value): unknown[] => (Array.isArray(value) ? value : []));

/**
 * An own property of any value, or undefined. Inherited ones (`constructor`, `toString`) do not
 * count.
 */
export function field(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
