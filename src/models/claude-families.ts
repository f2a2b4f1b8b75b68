import type { ModelCapabilities } from "../core/ports/model/model.ts";

/** The differences between the models of one API. */
interface Family {
  readonly names: RegExp;
  /** Thinks unless told otherwise; the thinking counts in `max_tokens`. */
  readonly thinks: boolean;
  /** Understands `output_config.effort`; others answer 400 to it. */
  readonly hasEffort: boolean;
  /** Cites documents in blocks of its own. */
  readonly cites: boolean;
  readonly capabilities: ModelCapabilities;
}

/** 200,000 is what all of them take at least. */
const CLAUDE = { images: true, documents: true, structuredOutput: true, contextTokens: 200_000 };

const FAMILIES: readonly Family[] = [
  {
    names: /^claude-(haiku|sonnet|opus|fable|mythos)-5(-|$)/,
    thinks: true,
    hasEffort: true,
    cites: true,
    capabilities: CLAUDE,
  },
  {
    names: /^claude-(opus-4-[5-8]|sonnet-4-6)(-|$)/,
    thinks: false,
    hasEffort: true,
    cites: true,
    capabilities: CLAUDE,
  },
  { names: /^claude-(haiku|sonnet)-4-5(-|$)/, thinks: false, hasEffort: false, cites: true, capabilities: CLAUDE },
];

/** A server of one's own may serve any model: it gets nothing but text and tools, and the shape of an answer in words. */
const UNKNOWN: Omit<Family, "names"> = {
  thinks: true,
  hasEffort: false,
  cites: false,
  capabilities: { images: false, documents: false, structuredOutput: false, contextTokens: null },
};

export function familyOf(model: string): Omit<Family, "names"> {
  return FAMILIES.find(({ names }) => names.test(model)) ?? UNKNOWN;
}
