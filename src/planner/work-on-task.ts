import type { AgentInput } from "../core/agent/agent.ts";
import { fetchedAddress } from "../core/agent/artifact-sources.ts";
import { weaknessIn } from "../core/outbound/guardrails.ts";
import type { ModelContent, ModelMessage } from "../core/ports/model/model.ts";
import type { Question, TurnModel } from "../core/ports/model/turn-model.ts";
import { registryTool, type TurnCalls } from "../core/tool-calls/registry-tool.ts";
import { type LoopEnd, type LoopTool, runToolLoop } from "../core/tool-calls/run-tool-loop.ts";
import type { OfferedTool } from "../core/tool-calls/tool-offer.ts";
import { promptVersion } from "../model-agent/contract.ts";
import { spokenTextFault } from "../model-agent/spoken-text.ts";
import type { Meter } from "./ask-within-plan.ts";
import { PLAN_CAPS, PLAN_TEXT, type Plan, type PlanTask } from "./plan.ts";
import type { PlannerOptions } from "./planner-options.ts";
import { assignmentText, workerPrompt } from "./prompts.ts";
import { type CategorisedTool, openWorkerTools, TOOL_CATEGORIES } from "./worker-tools.ts";

const MAX_TOKENS = 4_096;
const CALLS_AT_ONCE = 4;
/** Answers of tools that a worker reads in full; of older ones it sees the beginning (requirement Q7). */
const WHOLE_RESULTS = 2;
const CLEARED_CHARACTERS = 300;
const LAST_ROUND =
  "This is your last answer. No tool can be called any more: write what you found and what is missing.";
const FAILED = /^\W{0,3}FAILED\b/i;

export type SaidEnd = Extract<LoopEnd, { kind: "said" }>;
export type Worked =
  | { readonly kind: "done"; readonly end: SaidEnd; readonly pages: readonly string[] }
  | { readonly kind: "failed"; readonly reason: string; readonly notes: readonly string[] };

/** One task: a worker with its own prompt and tools, from the assignment to words or to a reason. */
export async function workOnTask(
  options: PlannerOptions,
  { plan, task }: { readonly plan: Plan; readonly task: PlanTask },
  { input, model, meter }: { readonly input: AgentInput; readonly model: TurnModel; readonly meter: Meter },
): Promise<Worked> {
  const system = workerPrompt(options, task.worker);
  const assignment = assignmentText(plan, task, input.now);
  const refused: string[] = [];
  const pages: string[] = [];
  const kit = openWorkerTools(task.worker, categorised(options, { input, model, refused, pages }));
  const rounds = Math.max(1, Math.min(PLAN_CAPS.rounds, PLAN_CAPS.calls - 1 - plan.calls));
  const before = plan.tasks.flatMap(({ id, result }) => (task.dependsOn.includes(id) ? (result ?? []) : []));
  const facts = [options.systemPrompt, ...(options.knowledge ?? []), ...before].join("\n");
  const said = [plan.goal, ...plan.said, input.now.toISOString()].join("\n");
  const end = await runToolLoop({
    question: {
      key: "worker",
      purpose: "orchestrator",
      prompt: { id: `${options.id}.worker.${task.worker}`, version: promptVersion(system) },
      ...(options.model === undefined ? {} : { model: options.model }),
      system: [{ text: system, cached: true }],
      messages: [{ role: "user", content: [{ type: "text", text: assignment }] }],
      maxTokens: options.maxTokens ?? MAX_TOKENS,
      effort: "medium",
    },
    tools: kit.tools,
    most: { rounds, calls: CALLS_AT_ONCE },
    ask: (question) => meter.ask(question),
    show(question, round): Question {
      const isLast = round === rounds;
      if (isLast) kit.close();
      const messages = withoutOldResults(question.messages);
      return { ...question, tools: kit.offered(), messages: isLast ? withLastWord(messages) : messages };
    },
    faultIn: (words, { calls, told }) =>
      spokenTextFault(words, {
        facts: [facts, ...told].join("\n"),
        ...{ said, hasRead: told.length > 0, hasCall: calls.length > 0 },
      }),
    // The one worker of a plan of one task speaks to the customer itself.
    weaknessIn: (words, { told }) =>
      plan.tasks.length === 1 ? weaknessIn(words, { facts: [facts, ...told].join("\n"), said: plan.goal }) : null,
    correct: (fault) => `That result cannot be used: ${fault}. Write it again, only with what is known.`,
  });
  if (end.kind === "stopped") return { kind: "failed", reason: `${end.reason}: ${end.detail}`, notes: end.notes };
  // A worker that gave up has done nothing: its calls are not carried out.
  if (FAILED.test(end.text)) return { kind: "failed", reason: end.text, notes: end.notes };
  // Words that follow a refused call are no proof that the task is done, whatever they say.
  const [first] = refused;
  if (first !== undefined && end.calls.length === 0) return { kind: "failed", reason: first, notes: end.notes };
  return { kind: "done", end, pages };
}

interface Calling {
  readonly input: AgentInput;
  readonly model: TurnModel;
  /** Filled with the refusals of calls that write. */
  readonly refused: string[];
  /** Filled with the addresses of the pages that were read. */
  readonly pages: string[];
}

function categorised({ tools }: PlannerOptions, { input, model, refused, pages }: Calling): readonly CategorisedTool[] {
  const calls: TurnCalls = {
    async read(name, given) {
      const result = await input.tools.read(name, given);
      const address = fetchedAddress(name, result);
      if (address !== null && address.length <= PLAN_TEXT.address) pages.push(address);
      return result;
    },
    tryTool: (call) => model.tryTool(call),
  };
  const watched = (offered: OfferedTool): LoopTool => {
    const tool = registryTool(offered, calls);
    if (offered.effect === "read") return tool;
    return {
      ...tool,
      async carryOut(given, callId) {
        const result = await tool.carryOut(given, callId);
        if (result.isError) refused.push(`${offered.tool}: ${result.output}`);
        return result;
      },
    };
  };
  return TOOL_CATEGORIES.flatMap((category) =>
    model
      .toolsFor(tools[category] ?? [])
      .map((offered) => ({ category, effect: offered.effect, tool: watched(offered) })),
  );
}

function withoutOldResults(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const results = messages.flatMap(({ content }) => content.filter(({ type }) => type === "tool_result"));
  const whole = new Set<ModelContent>(results.slice(-WHOLE_RESULTS));
  return messages.map((message) => ({
    ...message,
    content: message.content.map((part) =>
      part.type !== "tool_result" || whole.has(part) || part.output.length <= CLEARED_CHARACTERS
        ? part
        : { ...part, output: `${part.output.slice(0, CLEARED_CHARACTERS)}… (the rest was cleared)` },
    ),
  }));
}

function withLastWord(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const last = messages.at(-1);
  if (last === undefined) return messages;
  return [...messages.slice(0, -1), { ...last, content: [...last.content, { type: "text", text: LAST_ROUND }] }];
}
