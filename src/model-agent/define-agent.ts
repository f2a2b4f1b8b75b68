import type { Agent } from "../core/agent/agent.ts";
import { defineAgent as checkAgent } from "../core/agent/define-agent.ts";
import type { PromptParts } from "../core/agent/own-prompts.ts";
import { RecadoError } from "../core/errors.ts";
import { offerName } from "../core/tool-calls/tool-offer.ts";
import { systemPrompts } from "./contract.ts";
import { decideWithModels } from "./decide-with-models.ts";
import { ENGINE_TOOLS } from "./engine-tools.ts";
import { type ModelAgentOptions, optionFaults } from "./model-agent-options.ts";

/**
 * An agent whose `decide` is code of your own (checked and returned as it is), or one with language
 * models: a detector that reads, and an orchestrator that speaks and calls tools.
 *
 * @throws RecadoError `agent_invalid`, with a sentence for each fault.
 */
export function defineAgent<Own extends Agent>(agent: Own): Own;
export function defineAgent<const State extends string>(options: ModelAgentOptions<State>): Agent;
export function defineAgent(given: Agent | ModelAgentOptions): Agent {
  return hasModels(given) ? modelAgent(given) : checkAgent(given);
}

function hasModels(given: Agent | ModelAgentOptions): given is ModelAgentOptions {
  return !("decide" in given) && ("detector" in given || "orchestrator" in given);
}

function modelAgent(options: ModelAgentOptions): Agent {
  const faults = optionFaults(options, ENGINE_TOOLS);
  if (faults.length > 0) {
    throw new RecadoError("agent_invalid", `The agent cannot work:\n${faults.map((fault) => `- ${fault}`).join("\n")}`);
  }
  const { id, name, description, version = "1", initialState, texts, tools, understands } = options;
  const models = [options.detector, options.orchestrator].flatMap(({ model }) => model ?? []);
  const prompts = systemPrompts(options);
  const parts = { detector: options.detector.systemPrompt, orchestrator: options.orchestrator.systemPrompt };
  return {
    ...{ id, name, description, version, texts },
    initialMode: initialState,
    tools: tools.map(offerName),
    offers: tools,
    ...(models.length === 0 ? {} : { models: [...new Set(models)] }),
    ...(understands === undefined ? {} : { understands }),
    prompts: parts,
    decide(input) {
      if (input.prompts === undefined) return decideWithModels(options, prompts, input);
      const own = withPrompts(options, input.prompts);
      return decideWithModels(own, systemPrompts(own), input);
    },
  };
}

/** The contract, the states and the facts stay, whatever people write in place of the author's words. */
function withPrompts(options: ModelAgentOptions, { detector, orchestrator }: PromptParts): ModelAgentOptions {
  return {
    ...options,
    detector: { ...options.detector, systemPrompt: detector ?? options.detector.systemPrompt },
    orchestrator: { ...options.orchestrator, systemPrompt: orchestrator ?? options.orchestrator.systemPrompt },
  };
}
