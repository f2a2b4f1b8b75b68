import { CONCERNS, type Concern, type FoundConcern } from "../../core/ports/flow-reader.ts";

/** Names that trained heads have for several concerns with one answer. */
const MEANS: Readonly<Record<string, Concern>> = { health: "medicine" };

/** Trained heads that hear hardly anything else (0 of 1,787 messages of grown buyers): what they hear is stated. */
const STATES: ReadonlySet<string> = new Set(["minor"]);

export interface Heard {
  readonly bySigns: readonly FoundConcern[];
  readonly trained: ReadonlySet<string>;
  /** Concerns that the words state of this sale, when one of the other two has found them. */
  readonly stated: ReadonlySet<Concern>;
  /** Concerns of which the words only make mention. */
  readonly mentioned: ReadonlySet<Concern>;
}

/**
 * What signs or trained heads have found, each once, the gravest first. Either is enough: neither
 * can take back what the other has heard.
 */
export function uniteConcerns({ bySigns, trained, stated, mentioned }: Heard): FoundConcern[] {
  const byHeads = [...trained].flatMap((name): FoundConcern[] => {
    const concern = MEANS[name] ?? CONCERNS.find((one) => one === name);
    if (concern === undefined) return [];
    const isStated = STATES.has(name) && !mentioned.has(concern);
    return [{ concern, sign: `the trained head "${name}"`, ...(isStated ? { isStated } : {}) }];
  });
  return CONCERNS.flatMap((concern) => {
    const isOf = (each: FoundConcern): boolean => each.concern === concern;
    // A sign, where there is one, says more than a trained head: it tells whether this sale is meant.
    const signs = bySigns.filter(isOf);
    const one = signs.find(({ isStated }) => isStated) ?? signs[0] ?? byHeads.find(isOf);
    if (one === undefined) return [];
    const isStated = stated.has(concern) && (signs.length > 0 || !mentioned.has(concern));
    return [isStated ? { ...one, isStated } : one];
  });
}
