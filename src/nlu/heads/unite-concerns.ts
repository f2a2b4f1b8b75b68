import { CONCERNS, type Concern, type FoundConcern } from "../../core/ports/flow-reader.ts";

/** Names that trained heads have for several concerns with one answer. */
const MEANS: Readonly<Record<string, Concern>> = { health: "medicine" };

export interface Heard {
  readonly bySigns: readonly FoundConcern[];
  readonly trained: ReadonlySet<string>;
  /** Concerns that the words state of this sale, when one of the other two has found them. */
  readonly stated: ReadonlySet<Concern>;
}

/**
 * What signs or trained heads have found, each once, the gravest first. Either is enough: neither
 * can take back what the other has heard.
 */
export function uniteConcerns({ bySigns, trained, stated }: Heard): FoundConcern[] {
  const byHeads = [...trained].flatMap((name): FoundConcern[] => {
    const concern = MEANS[name] ?? CONCERNS.find((one) => one === name);
    return concern === undefined ? [] : [{ concern, sign: `the trained head "${name}"` }];
  });
  const found = [...bySigns, ...byHeads];
  return CONCERNS.flatMap((concern) => {
    const one = found.find((each) => each.concern === concern);
    return one === undefined ? [] : [stated.has(concern) ? { ...one, isStated: true } : one];
  });
}
