import { because, type Draft } from "./draft.ts";

/**
 * New values over old ones (requirement A14): an empty one erases nothing, and `cleared` goes only where something else took
 * its place. A value that is told again counts as told.
 */
export function captureFields(
  draft: Draft,
  fields: Readonly<Record<string, string>>,
  cleared: readonly string[],
): Draft {
  const told = Object.entries(fields).filter(([, value]) => value.trim() !== "");
  const gone = cleared.filter((name) => draft.data[name] !== undefined && fields[name] === undefined);
  if (told.length === 0 && gone.length === 0) return draft;
  const kept = Object.entries(draft.data).filter(([name]) => !gone.includes(name));
  const captured = told.map(([name]) => name);
  return because(
    { ...draft, data: Object.fromEntries([...kept, ...told]), captured: [...draft.captured, ...captured] },
    `captured ${captured.join(", ") || "nothing"}${gone.length === 0 ? "" : `, took back ${gone.join(", ")}`}`,
  );
}
