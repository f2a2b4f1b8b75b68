/**
 * Dotted inside, underscored for a model, by a table: `web_search` is no `web.search` because it looks like one (requirement B7).
 */
export interface ToolNames {
  toModel(name: string): string | null;
  toInside(modelName: string): string | null;
}

export function toolNames(names: readonly string[]): ToolNames {
  const outside = new Map(names.map((name) => [name, modelName(name)]));
  const inside = new Map([...outside].map(([name, shown]) => [shown, name]));
  return {
    toModel: (name) => outside.get(name) ?? null,
    toInside: (shown) => inside.get(shown) ?? null,
  };
}

/** `crm.note.create` as a model writes it: `crm_note_create`. */
export function modelName(name: string): string {
  return name.replace(/[^A-Za-z0-9]+/g, "_");
}

/** Two tools that a model could not tell apart, each as a sentence. */
export function toolNameFaults(names: readonly string[]): string[] {
  const shown = names.map(modelName);
  return names.flatMap((name, index) =>
    shown.indexOf(modelName(name)) === index
      ? []
      : [`"${name}" looks like another tool to a model (${modelName(name)})`],
  );
}
