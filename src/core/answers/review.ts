import * as z from "zod";
import { Instant } from "./instant.ts";

/** One judgement of a run, from 0 to 1. */
export const RunScore = z
  .object({
    name: z.string().meta({ example: "understood" }),
    value: z.number(),
    source: z.enum(["system", "user", "llm_judge", "human"]).meta({
      description: "`system`: the ledger itself; `user`: the customer's reaction; `human`: a person of the shop.",
    }),
    comment: z.string().nullable(),
    correct: z.string().nullable().meta({ description: "What should have been said, in a person's words." }),
    by: z.string().nullable(),
    at: Instant.nullable(),
  })
  .meta({ id: "RunScore" });
export type RunScore = z.output<typeof RunScore>;

/** A report or a note that the shop's people, or their agent, have kept. */
export const Paper = z
  .object({
    id: z.string(),
    kind: z.enum(["report", "note"]),
    title: z.string(),
    text: z.string(),
    by: z.string(),
    at: Instant,
  })
  .meta({ id: "Paper" });
export type Paper = z.output<typeof Paper>;

/** How an agent did on a dataset. */
export const Evaluation = z
  .object({
    id: z.string(),
    agentId: z.string(),
    agentVersion: z.string(),
    model: z.string().nullable().meta({ description: "Null when the agent answered without a model." }),
    dataset: z.string(),
    examples: z.number().int(),
    passed: z.number().int(),
    byKind: z.record(z.string(), z.object({ examples: z.number().int(), passed: z.number().int() })),
    guardrails: z.record(z.string(), z.number().int()),
    failures: z.array(z.object({ id: z.string(), kind: z.string() })),
    by: z.string(),
    at: Instant,
  })
  .meta({ id: "Evaluation" });
export type Evaluation = z.output<typeof Evaluation>;

/** A judged run as an example of a dataset. */
export const ScoredExample = z
  .object({
    runId: z.string(),
    kind: z.enum(["golden", "failure", "correction"]),
    before: z.array(z.string()),
    input: z.array(z.string()),
    output: z.array(z.string()),
    correct: z.string().nullable(),
    intent: z.string().nullable(),
  })
  .meta({ id: "ScoredExample" });
export type ScoredExample = z.output<typeof ScoredExample>;
