import type { Journal } from "./journal.ts";

/**
 * The same journal for answers that may hold what must not be kept: it redacts every text in a
 * step's output.
 */
export function redactJournal(journal: Journal, redact: (text: string) => string): Journal {
  return { ...journal, record: (step) => journal.record({ ...step, output: redactTexts(step.output, redact) }) };
}

function redactTexts(value: unknown, redact: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => redactTexts(one, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === "text" && typeof inner === "string" ? redact(inner) : redactTexts(inner, redact),
    ]),
  );
}
