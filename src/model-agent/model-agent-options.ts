import * as z from "zod";
import type { AgentTexts } from "../core/agent/agent.ts";
import { UNDERSTANDABLE, type Understandable } from "../core/inbound/understanding.ts";
import { toolNameFaults } from "../core/tool-calls/tool-names.ts";
import { MOST_OFFERED_TOOLS, offerName, type ToolOffer } from "../core/tool-calls/tool-offer.ts";

/** One of the two models of an agent: the one that reads, or the one that speaks and acts. */
export interface ModelPart {
  /** Named as its provider names it. Absent: the model of the configuration. */
  readonly model?: string;
  /** The author's own instructions, in any language. The contract of the runtime stands beside them. */
  readonly systemPrompt: string;
  /** For one answer, thinking included: at least 1,024. */
  readonly maxTokens?: number;
}

/** Whole percent. From `act` the agent acts; from `lookAgain` it reads again with more context; from `ask` it asks; below, a person. */
export interface ConfidenceThresholds {
  readonly act: number;
  readonly lookAgain: number;
  readonly ask: number;
}

export interface ModelAgentTexts extends AgentTexts {
  /** The customer is asked to say it in other words. */
  readonly clarify: string;
  /** A person goes on. */
  readonly person: string;
  /** A call waits for the yes of a person of the shop, and the answer with it. */
  readonly waiting: string;
  /** There is no model to ask, so a person goes on. */
  readonly unavailable: string;
}

/** An agent with a language model (requirement B4). */
export interface ModelAgentOptions<State extends string = string> {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly version?: string;
  readonly detector: ModelPart;
  readonly orchestrator: ModelPart;
  /** What customers want, by name, each with its meaning. Absent: the detector names it freely. */
  readonly intents?: Readonly<Record<string, string>>;
  /** Names (`crm.note.create`), or what the author changes of a tool. */
  readonly tools: readonly ToolOffer[];
  readonly states: readonly State[];
  readonly initialState: State;
  /** The states that each state leads to. A state that is left out leads nowhere. */
  readonly validTransitions: Partial<Readonly<Record<State, readonly State[]>>>;
  readonly confidenceThresholds?: ConfidenceThresholds;
  readonly texts: ModelAgentTexts;
  /** Facts, one a line: what the agent may say beside its prompt and the answers of tools. */
  readonly knowledge?: readonly string[];
  readonly understands?: readonly Understandable[];
}

/** Requirement B5. */
export const STANDARD_THRESHOLDS: ConfidenceThresholds = { act: 85, lookAgain: 60, ask: 40 };

/** Beside the tools of the agent's own engine. */
const MOST_TOOLS = MOST_OFFERED_TOOLS - 2;

const word = z.string().trim().min(1);
const percent = z.number().min(0).max(100);
const part = z.strictObject({
  model: word.exactOptional(),
  systemPrompt: word,
  maxTokens: z.int().min(1_024, "must be at least 1024: thinking counts in it").exactOptional(),
} satisfies Record<keyof ModelPart, z.ZodType>);
const offer = z.union([
  word,
  z.strictObject({
    name: word,
    description: word.exactOptional(),
    inputs: z.array(z.strictObject({ name: word, description: word })).exactOptional(),
    fixed: z.record(z.string(), z.unknown()).exactOptional(),
  }),
]);
const SHAPE = z.strictObject({
  id: word.regex(/^[a-z][a-z0-9_-]*$/, 'must be small letters, digits, "-" and "_", such as "concierge"'),
  name: word,
  description: word,
  version: word.exactOptional(),
  detector: part,
  orchestrator: part,
  intents: z.record(word, word).exactOptional(),
  tools: z.array(offer),
  states: z.array(word).min(1),
  initialState: word,
  validTransitions: z.record(z.string(), z.array(z.string())),
  confidenceThresholds: z.strictObject({ act: percent, lookAgain: percent, ask: percent }).exactOptional(),
  texts: z.looseObject({
    ...{ fallback: word, sticker: word, richInput: word, unsupported: word },
    ...{ clarify: word, person: word, waiting: word, unavailable: word },
  }),
  knowledge: z.array(word).exactOptional(),
  understands: z.array(z.enum(UNDERSTANDABLE)).exactOptional(),
} satisfies Record<keyof ModelAgentOptions, z.ZodType>);

/** Why such an agent cannot work, one sentence each; empty when it can. */
export function optionFaults(options: ModelAgentOptions, ownTools: readonly string[]): string[] {
  const shape = SHAPE.safeParse(options);
  if (!shape.success) {
    return shape.error.issues.map(({ path, message }) => `"${path.join(".") || "the agent"}": ${message}`);
  }
  const { states, initialState, validTransitions, confidenceThresholds = STANDARD_THRESHOLDS, tools } = options;
  const known = new Set(states);
  const { act, lookAgain, ask } = confidenceThresholds;
  const names = tools.map(offerName);
  return [
    ...(known.size === states.length ? [] : ['"states" names one of them twice']),
    ...(known.has(initialState) ? [] : [`"initialState" is "${initialState}", which is none of its states`]),
    ...Object.entries(validTransitions).flatMap(([from, to]) =>
      [from, ...(to ?? [])]
        .filter((state) => !known.has(state))
        .map((state) => `"validTransitions" names "${state}", which is none of its states`),
    ),
    ...(ask <= lookAgain && lookAgain <= act
      ? []
      : ['"confidenceThresholds" must go up: ask, then lookAgain, then act']),
    ...(names.length > MOST_TOOLS ? [`"tools" are ${names.length}: a model is offered at most ${MOST_TOOLS}`] : []),
    ...toolNameFaults([...ownTools, ...names]).map((fault) => `"tools": ${fault}`),
  ];
}
