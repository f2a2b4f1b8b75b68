import * as z from "zod";

/** What the values of a JSON row that one of our SQL functions made are in our own types. */
export const instant = z.string().transform((text) => new Date(text));

export const id = <Id extends string>() => z.string().transform((text) => text as Id);

export function readList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** `next_due_ms` of a claim: null when nothing is due later. */
export function readMs(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}
