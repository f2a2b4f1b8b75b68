import type { AgentInput } from "../core/agent/agent.ts";
import type { IntentInfo } from "../core/agent/intent.ts";
import { weaknessIn } from "../core/outbound/guardrails.ts";
import type { TurnModel } from "../core/ports/model/turn-model.ts";
import { registryTool, type TurnCalls } from "../core/tool-calls/registry-tool.ts";
import { type LoopEnd, runToolLoop } from "../core/tool-calls/run-tool-loop.ts";
import { promptVersion } from "./contract.ts";
import { earlierLines, earlierSummary, newMessages } from "./conversation-text.ts";
import { type EngineTools, openEngineTools } from "./engine-tools.ts";
import type { ModelAgentOptions } from "./model-agent-options.ts";
import { spokenTextFault } from "./spoken-text.ts";

const MOST = { rounds: 6, calls: 4 } as const;
const MAX_TOKENS = 4_096;
const LINES = { all: 20, short: 4 } as const;

/** Words, and what the model has asked for on the way to them. */
export interface Answered {
  readonly end: LoopEnd;
  readonly engine: EngineTools;
}

/** The second model of an agent: it speaks and calls tools, within the limits of the loop. */
export async function answerWithTools(
  options: ModelAgentOptions,
  system: string,
  { input, intent, model }: { readonly input: AgentInput; readonly intent: IntentInfo; readonly model: TurnModel },
): Promise<Answered> {
  const { orchestrator, validTransitions, knowledge = [] } = options;
  const state = input.session.mode;
  const next = validTransitions[state] ?? [];
  const engine = openEngineTools(state, next);
  const calls: TurnCalls = {
    read: (name, given) => input.tools.read(name, given),
    tryTool: (call) => model.tryTool(call),
  };
  const own = model.toolsFor(options.tools).map((offered) => registryTool(offered, calls));
  const tools = [...engine.tools, ...own];
  const lines = (await model.budget()).state === "free" ? LINES.all : LINES.short;
  const text = [
    `Now: ${input.now.toISOString()}`,
    `State: ${state}; it leads to: ${next.join(", ") || "(nowhere)"}`,
    `What the customer seems to want: ${intent.intent} (${intent.confidence})`,
    `Before: ${earlierSummary(await model.summary())}`,
    `Said before, oldest first:\n${earlierLines(input, lines)}`,
    `New messages of the customer:\n${newMessages(input)}`,
  ].join("\n\n");
  const facts = [orchestrator.systemPrompt, ...knowledge].join("\n");
  const said = [...input.history.map(({ content }) => content), input.message, input.now.toISOString()].join("\n");
  const end = await runToolLoop({
    question: {
      key: "orchestrator.1",
      purpose: "orchestrator",
      prompt: { id: `${options.id}.orchestrator`, version: promptVersion(system) },
      ...(orchestrator.model === undefined ? {} : { model: orchestrator.model }),
      system: [{ text: system, cached: true }],
      messages: [{ role: "user", content: [{ type: "text", text }] }],
      tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
      maxTokens: orchestrator.maxTokens ?? MAX_TOKENS,
      effort: "medium",
    },
    tools,
    most: MOST,
    ask: (question) => model.ask(question),
    faultIn: (words, { calls, told }) =>
      spokenTextFault(words, {
        facts: [facts, ...told].join("\n"),
        said,
        hasRead: told.length > 0,
        hasCall: calls.length > 0,
      }),
    weaknessIn: (words, { told }) => weaknessIn(words, { facts: [facts, ...told].join("\n"), said: input.message }),
    correct: (fault) => `That message cannot be sent: ${fault}. Write it again, only with what is known.`,
  });
  return { end, engine };
}
