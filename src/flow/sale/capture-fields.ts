import { because, type Draft } from "../draft/draft.ts";

/**
 * New values replace old ones (requirement A14). An empty one erases nothing, and `cleared` goes
 * only if another value took its place. A repeated value counts as told.
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
  const isPlaceTold = draft.onlyAsked.some((name) => captured.includes(name));
  return because(
    {
      ...draft,
      data: Object.fromEntries([...kept, ...told]),
      captured: [...draft.captured, ...captured],
      onlyAsked: isPlaceTold ? [] : draft.onlyAsked,
    },
    `captured ${captured.join(", ") || "nothing"}${gone.length === 0 ? "" : `, took back ${gone.join(", ")}`}`,
  );
}
