/** `recado/test`: a conversation with an agent in memory, for the tests of the agent's author. */
import type { Agent } from "../core/agent/agent.ts";
import type { Model } from "../core/ports/model/model.ts";
import type { Tools } from "../core/ports/tools.ts";
import { toolsInMemory } from "../lab/memory/memory-tools.ts";
import { playInMemory } from "../lab/memory/play-in-memory.ts";
import { createSandboxModel } from "../lab/memory/sandbox-model.ts";
import type { ScenarioMedia, ScenarioStep } from "../lab/memory/scenario.ts";
import type { Observation, SandboxOrder } from "../lab/memory/scenario-player.ts";
import type { StartingPoint } from "../lab/memory/starting-point.ts";
import {
  createScriptedModel,
  type ModelScript,
  type ScriptedModel,
  type ScriptedReply,
} from "../models/scripted-model.ts";
import type { Tool, ToolAnswer } from "../tools/define-tool.ts";
import type { PolicyRule } from "../tools/policy.ts";
import { POLICY_RULES } from "../tools/policy-rules.ts";
import { createShopTools } from "../tools/shop-tools.ts";

export interface ConversationOptions {
  /** Read once, for the time at which the conversation begins. From then on only `waits` moves time. */
  readonly clock?: { now(): Date };
  /** The zone of the workspace, such as "America/Manaus"; absent: that of the agent's locale. */
  readonly timeZone?: string;
  /**
   * Your own tools. The policy judges those with the effect `external`, and they are not called unless
   * `answers` names them; the others run.
   */
  readonly tools?: readonly Tool[];
  /**
   * What your tools answer here, by name, in place of the systems that they call. The policy judges
   * the call first. The input is the one that the agent gave, after the tool's own check.
   */
  readonly answers?: Readonly<Record<string, (input: unknown) => ToolAnswer | Promise<ToolAnswer>>>;
  /** Rules of your own, asked before the standard ones. */
  readonly policy?: readonly PolicyRule[];
  /** Where the conversation stands when it begins, as `from` in a scenario file. */
  readonly from?: StartingPoint;
  /** The language model that the agent may ask, such as `scriptedModel([…])`. Absent: there is none. */
  readonly model?: Model;
}

export type { ModelScript, ScenarioMedia, ScriptedModel, ScriptedReply };

/**
 * A model that answers what it is told to, for tests: a text, `{ json }`, `{ calls }` or `{ fails }`
 * for each question, in order, or a function of the request. `requests` holds what it was asked. It
 * refuses a request that a provider would refuse, and fails when its list has come to its end.
 */
export function scriptedModel(script: ModelScript): ScriptedModel {
  return createScriptedModel(script);
}

export type ConversationState = Pick<Observation, "session" | "timer" | "reminders" | "tasks" | "isBotOn">;

export interface Conversation {
  /** Sends one message, or several that arrive together. Returns what the customer hears to them. */
  says(...texts: readonly [string, ...string[]]): Promise<readonly string[]>;
  /** Sends a photo, voice note, video or file. Returns what the customer hears to it. */
  sends(media: ScenarioMedia): Promise<readonly string[]>;
  /** Lets time pass (`"90s"`, `"6m"`, `"30h"`, `"2d"`) and fires timers. Returns what the customer hears. */
  waits(duration: string): Promise<readonly string[]>;
  /** All that the customer heard since the beginning, oldest first. */
  heard(): readonly string[];
  /** Where the conversation stands now. Throws before the first `says`, `sends` or `waits`. */
  state(): ConversationState;
  orders(): readonly SandboxOrder[];
}

/** Opens a conversation with an agent in memory, without a database or a network. */
export function openConversation(
  agent: Agent,
  { clock, timeZone, tools = [], answers = {}, policy = [], from = {}, model }: ConversationOptions = {},
): Conversation {
  const inMemory = answeredTools(tools, answers, policy);
  const player = playInMemory(agent, from, {
    tools: inMemory,
    ...(model === undefined ? {} : { model: createSandboxModel({ model, tools: inMemory }) }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(clock === undefined ? {} : { startMs: clock.now().getTime() }),
  });
  const said: string[] = [];
  let latest: Observation | null = null;
  const play = async (step: ScenarioStep): Promise<readonly string[]> => {
    latest = await player.play(step);
    const heard = latest.turns.flatMap((turn) => turn.heard);
    said.push(...heard);
    return heard;
  };
  return {
    says: (...texts) => play({ says: texts }),
    sends: (media) => play({ media }),
    waits: (duration) => play({ wait: duration }),
    heard: () => [...said],
    state() {
      if (latest === null) throw new Error("This conversation has not begun: call `says`, `sends` or `waits` first.");
      const { session, timer, reminders, tasks, isBotOn } = latest;
      return { session, timer, reminders, tasks, isBotOn };
    },
    orders: () => latest?.orders ?? [],
  };
}

/** The tools in memory; those that the author answers for are carried out with that answer. */
function answeredTools(
  tools: readonly Tool[],
  answers: NonNullable<ConversationOptions["answers"]>,
  policy: readonly PolicyRule[],
): Tools {
  const unknown = Object.keys(answers).find((name) => !tools.some((tool) => tool.name === name));
  if (unknown !== undefined) throw new Error(`\`answers\` names "${unknown}", and no tool in \`tools\` has that name.`);
  const registry = createShopTools({
    tools: tools.map((tool) => withAnswer(tool, answers[tool.name])),
    rules: [...policy, ...POLICY_RULES],
  });
  const inMemory = toolsInMemory(registry);
  return { ...inMemory, execute: (call) => (call.tool in answers ? registry : inMemory).execute(call) };
}

function withAnswer(tool: Tool, answer: ((input: unknown) => ToolAnswer | Promise<ToolAnswer>) | undefined): Tool {
  if (answer === undefined) return tool;
  return {
    ...tool,
    prepare(input, scope) {
      const prepared = tool.prepare(input, scope);
      if (prepared.kind === "invalid") return prepared;
      return { ...prepared, value: { ...prepared.value, run: async () => answer(input) } };
    },
  };
}
