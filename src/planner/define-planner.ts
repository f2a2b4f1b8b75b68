import type { Agent, AgentInput } from "../core/agent/agent.ts";
import { RecadoError } from "../core/errors.ts";
import { offerName } from "../core/tool-calls/tool-offer.ts";
import { openPlan, runSegment } from "./decide-in-plan.ts";
import { offersOf, PLANNER_TEXTS, type PlannerOptions, plannerFaults } from "./planner-options.ts";
import { MOST_OFFERED } from "./worker-tools.ts";

/** Requirement R12: what waits for a yes in the middle of a plan waits briefly, and silence is a no. */
const APPROVAL_TTL_MS = 120_000;

/**
 * An agent that takes a goal apart, works on it task by task in segments of one run, and answers
 * with what came of it (docs/planner.md).
 *
 * @throws RecadoError `agent_invalid`, with a sentence for each fault.
 */
export function definePlanner(options: PlannerOptions): Agent {
  const faults = plannerFaults(options);
  if (faults.length > 0) {
    throw new RecadoError("agent_invalid", `The agent cannot work:\n${faults.map((fault) => `- ${fault}`).join("\n")}`);
  }
  const { id, name, description, version = "1", model } = options;
  const texts = { ...PLANNER_TEXTS, ...options.texts };
  const offers = offersOf(options);
  return {
    ...{ id, name, description, version, texts },
    initialMode: "planner",
    tools: offers.map(offerName),
    ...{ offers, offersShown: MOST_OFFERED - 1 },
    ...(model === undefined ? {} : { models: [model] }),
    confirmationTtlMs: { operator: APPROVAL_TTL_MS, customer: APPROVAL_TTL_MS },
    prompts: { planner: options.systemPrompt },
    prepare: () => options.artifacts?.requests?.prepare?.(),
    decide(input: AgentInput) {
      const own = { ...options, systemPrompt: input.prompts?.["planner"] ?? options.systemPrompt };
      return input.segment == null ? openPlan(own, texts, input) : runSegment(own, texts, input, input.segment);
    },
  };
}
