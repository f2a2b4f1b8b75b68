import type { ModelCapabilities } from "../core/ports/model/model.ts";

/** The differences between the models behind one API, told by their names. */
interface ChatFamily {
  readonly names: RegExp;
  /** Understands `reasoning_effort`; others answer 400 to it. */
  readonly hasEffort: boolean;
  /** Follows `response_format` so well that the shape need not be told in words too. */
  readonly keepsSchema: boolean;
  readonly capabilities: ModelCapabilities;
}

const BLIND = { images: false, documents: false, structuredOutput: true, contextTokens: null };
const OPENAI = { images: true, documents: true, structuredOutput: true, contextTokens: 128_000 };
const GEMINI = { images: true, documents: false, structuredOutput: true, contextTokens: 1_000_000 };

/** A router's name has its vendor before a slash: `openai/gpt-5`. */
const FAMILIES: readonly ChatFamily[] = [
  { names: /^(.*\/)?gpt-oss\b/, hasEffort: true, keepsSchema: false, capabilities: BLIND },
  { names: /^(.*\/)?gpt-(4o|4\.1|\d.*-chat)/, hasEffort: false, keepsSchema: true, capabilities: OPENAI },
  { names: /^(.*\/)?(gpt-[5-9]|o\d)/, hasEffort: true, keepsSchema: true, capabilities: OPENAI },
  { names: /^(.*\/)?gemini-(2\.5|[3-9])/, hasEffort: true, keepsSchema: true, capabilities: GEMINI },
  {
    names: /^(.*\/)?deepseek-(chat|reasoner)/,
    hasEffort: false,
    keepsSchema: false,
    capabilities: { ...BLIND, structuredOutput: false },
  },
  {
    names: /(^|[-/:._\d])(vl|vision|llava|pixtral)([-/:._\d]|$)/i,
    hasEffort: false,
    keepsSchema: false,
    capabilities: { ...BLIND, images: true },
  },
];

const UNKNOWN = { hasEffort: false, keepsSchema: false, capabilities: BLIND };

export function chatFamilyOf(model: string): Omit<ChatFamily, "names"> {
  return FAMILIES.find(({ names }) => names.test(model)) ?? UNKNOWN;
}
