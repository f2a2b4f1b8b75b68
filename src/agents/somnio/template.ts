import type { Template } from "../../flow/definition/flow-definition.ts";

/** Rows of one intent, in order; the id says which: `somnio.precio.primera_vez.1`. */
export function templatesOf(
  intent: string,
  visitType: Template["visitType"],
  rows: readonly (readonly [priority: Template["priority"], gist: string, text: string, asks?: Template["asks"]])[],
): Template[] {
  return rows.map(([priority, gist, text, asks], index) => ({
    id: `somnio.${intent}.${visitType}.${index + 1}`,
    intent,
    visitType,
    order: index + 1,
    priority,
    gist,
    text,
    ...(asks === undefined ? {} : { asks }),
  }));
}
