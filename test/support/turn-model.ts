import type { Agent, Decision } from "../../src/core/agent/agent.ts";
import type { Asked, Question, TokenBudget, TurnModel } from "../../src/core/ports/model/turn-model.ts";
import type { ToolResult } from "../../src/core/ports/tools.ts";
import { offeredTools } from "../../src/core/tool-calls/tool-offer.ts";
import { createScriptedModel, type ScriptedReply } from "../../src/models/scripted-model.ts";
import { SHOP_TOOLS } from "../../src/tools/shop-tools.ts";

export interface TestModel extends TurnModel {
  readonly questions: readonly Question[];
}

interface Surroundings {
  readonly state?: TokenBudget["state"];
  readonly summary?: string | null;
  readonly tryTool?: (tool: string, input: unknown) => ToolResult | Promise<ToolResult>;
}

/** What `reply` says to each question, as a turn would get it; null: nobody was asked. */
export function turnModel(
  reply: (question: Question) => ScriptedReply | null,
  { state = "free", summary = null, tryTool = denied }: Surroundings = {},
): TestModel {
  const questions: Question[] = [];
  return {
    questions,
    async ask(question): Promise<Asked> {
      questions.push(question);
      if (state === "spent") return { kind: "not_asked", reason: "budget" };
      const said = reply(question);
      if (said === null) return { kind: "not_asked", reason: "circuit" };
      return createScriptedModel([said]).complete({ ...question, model: "scripted", timeoutMs: 1_000 });
    },
    tryTool: async ({ tool, input }) => tryTool(tool, input),
    toolsFor: (offers) => offeredTools((name) => SHOP_TOOLS.kindOf(name), offers),
    budget: async () => ({ limit: 50_000, used: 0, state }),
    summary: async () => summary,
  };
}

/** The agent as it decides with a model at hand. */
export function withModel<A extends Agent>(agent: A, model: TurnModel): A {
  return { ...agent, decide: (input) => agent.decide({ ...input, model }) };
}

function denied(tool: string): ToolResult {
  return { kind: "denied", reason: `no tool is named "${tool}"` };
}

/** All that a question shows of this turn and of what was said. */
export function turnText({ messages }: Question): string {
  return messages.flatMap(({ content }) => content.map((part) => (part.type === "text" ? part.text : ""))).join("\n");
}

/** An answer of the detector. */
export function detected(intent: string, confidence: number, more: Readonly<Record<string, unknown>> = {}) {
  return { json: { intent, confidence, alternatives: [], reasoning: "", messages: [], ...more } };
}

/** The calls of a decision, but for the note of a message that was not understood. */
export function deedsOf({ tools }: Pick<Decision, "tools">): Decision["tools"] {
  return tools.filter(({ tool }) => tool !== "log_disambiguation");
}
