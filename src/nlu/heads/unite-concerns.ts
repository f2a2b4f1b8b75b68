import { CONCERNS, type Concern, type FoundConcern } from "../../core/ports/flow-reader.ts";

/** Names that trained heads have for several concerns with one answer. */
const MEANS: Readonly<Record<string, Concern>> = { health: "medicine" };

/**
 * What signs or trained heads have found, each once, the gravest first. Either is enough: neither
 * can take back what the other has heard.
 */
export function uniteConcerns(bySigns: readonly FoundConcern[], trained: ReadonlySet<string>): FoundConcern[] {
  const byHeads = [...trained].flatMap((name): FoundConcern[] => {
    const concern = MEANS[name] ?? CONCERNS.find((one) => one === name);
    return concern === undefined ? [] : [{ concern, sign: `the trained head "${name}"` }];
  });
  const found = [...bySigns, ...byHeads];
  return CONCERNS.flatMap((concern) => found.find((one) => one.concern === concern) ?? []);
}
