/** A text of the agent, as data (requirement A25). */
export interface Template {
  readonly id: string;
  readonly intent: string;
  /** `primera_vez` answers an intent that the session has not seen; `siguientes` one that comes back. */
  readonly visitType: "primera_vez" | "siguientes";
  /** Among the templates of one intent and visit. */
  readonly order: number;
  readonly priority: "CORE" | "COMPLEMENTARIA" | "OPCIONAL";
  /** What the text says, in a few words (*minifrase*). */
  readonly gist: string;
  /** Filled with `fillText` where it holds values: a name or a price never becomes bold by itself. */
  readonly text: string;
}

/** Rows of one intent, in order; the id says which: `somnio.precio.primera_vez.1`. */
export function templatesOf(
  intent: string,
  visitType: Template["visitType"],
  rows: readonly (readonly [priority: Template["priority"], gist: string, text: string])[],
): Template[] {
  return rows.map(([priority, gist, text], index) => ({
    id: `somnio.${intent}.${visitType}.${index + 1}`,
    intent,
    visitType,
    order: index + 1,
    priority,
    gist,
    text,
  }));
}
