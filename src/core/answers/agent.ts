import * as z from "zod";
import { LOCALES } from "../locale/locale.ts";
import { EFFECT_KINDS, TOOL_MODULES } from "../ports/tools.ts";
import { RISK_LEVELS } from "../tool-calls/tool-call.ts";
import { CurrencyAnswer } from "./currency.ts";

const ToolOfAgent = z.object({
  name: z.string(),
  module: z.enum(TOOL_MODULES),
  description: z.string(),
  kind: z.enum(EFFECT_KINDS),
  risk: z.enum(RISK_LEVELS),
});

const Confidence = z.number().meta({ description: "0 to 100." });

const FlowDescription = z.object({
  modes: z.array(
    z.object({
      name: z.string(),
      stage: z.string(),
      gates: z.array(z.string()).readonly().meta({ description: "What must be true before the mode is entered." }),
      next: z.array(z.string()),
    }),
  ),
  intents: z.array(
    z.object({
      name: z.string(),
      effect: z.string(),
      pack: z.string().nullable(),
      label: z.string().nullable(),
      actFrom: z
        .number()
        .nullable()
        .meta({ description: "Confidence from which the agent acts. Null means the agent's thresholds." }),
      examples: z.array(z.string()),
      trainedOn: z.number().int().meta({ description: "Number of phrases that its classifier was trained on." }),
      templates: z.array(
        z.object({
          id: z.string(),
          visit: z.string(),
          order: z.number().int(),
          priority: z.string(),
          text: z.string(),
        }),
      ),
    }),
  ),
  fields: z.array(z.object({ name: z.string(), label: z.string(), isCritical: z.boolean() })),
  packs: z.array(z.object({ id: z.string(), name: z.string(), price: z.number() })),
  timers: z.array(z.object({ level: z.string(), action: z.string(), seconds: z.record(z.string(), z.number()) })),
  thresholds: z.object({
    act: Confidence,
    reanalyse: Confidence,
    clarify: Confidence,
    lowConfidenceHandoff: Confidence.nullable(),
  }),
  engine: z.string().meta({ example: "cascade" }),
  hasOrchestrator: z
    .boolean()
    .meta({ description: "A strong model answers what the templates do not, when one is configured." }),
});
export type FlowDescription = z.output<typeof FlowDescription>;

/** What an agent is, for people who look at it. Nothing is decided by it. */
export const AgentDescription = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    version: z.string().meta({ description: "The newest version. It decides new runs." }),
    versions: z
      .array(z.string())
      .readonly()
      .meta({ description: "All versions, newest first. A run that has begun keeps its own." }),
    initialMode: z.string(),
    locale: z
      .enum(LOCALES)
      .nullable()
      .meta({ description: "Language and country that it reads and speaks in. Null means the workspace's." }),
    currency: CurrencyAnswer.nullable().meta({
      description: "The currency of its prices. Null means the workspace's.",
    }),
    understands: z
      .array(z.string())
      .readonly()
      .meta({ description: "Kinds of files that it wants transcribed or described." }),
    prompts: z.record(z.string(), z.string()).meta({
      description:
        "Its own prompts by part, which the shop's people may replace. Empty when it has none that they may.",
    }),
    localModel: z
      .string()
      .nullable()
      .meta({ description: "Hash of the agent's trained model. Null when it has none." }),
    tools: z.array(
      ToolOfAgent.extend({
        rules: z
          .array(z.string())
          .meta({ description: "Names of the policy rules that judge a call. The first that fits decides." }),
      }),
    ),
    withheld: z.array(ToolOfAgent.extend({ why: z.enum(["not_granted", "of_nobody"]) })).meta({
      description:
        "Tools of this process that the agent may not call: it was not granted them, or the policy denies them to every agent.",
    }),
    catalogue: z
      .object({
        packs: z.array(z.object({ id: z.string(), name: z.string(), price: z.number() })).readonly(),
        extras: z.array(z.object({ name: z.string(), price: z.number() })).readonly(),
      })
      .nullable()
      .meta({
        description:
          "What it sells, in the smallest unit of its currency. Each order is checked against it; its files alone set it. Null when it sells nothing.",
      }),
    flow: FlowDescription.nullable().meta({ description: "Null when the agent decides by code of its own." }),
  })
  .meta({ id: "Agent" });
export type AgentDescription = z.output<typeof AgentDescription>;

export const AgentSummary = AgentDescription.pick({
  id: true,
  name: true,
  description: true,
  version: true,
  versions: true,
})
  .extend({
    modes: z.number().int(),
    intents: z.number().int(),
    templates: z.number().int(),
    tools: z.number().int(),
    promptParts: z
      .array(z.string())
      .meta({ description: "The parts of its prompts that the shop's people may replace." }),
  })
  .meta({ id: "AgentSummary" });
export type AgentSummary = z.output<typeof AgentSummary>;
