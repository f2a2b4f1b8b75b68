import * as z from "zod";

export { id } from "../core/answers/json-values.ts";

/** An instant in a JSON row that one of our SQL functions made. */
export const instant = z.string().transform((text) => new Date(text));

export function readList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** `next_due_ms` of a claim; null when nothing is due later. */
export function readMs(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}
