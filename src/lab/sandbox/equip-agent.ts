import type { Agent } from "../../core/agent/agent.ts";
import type { SandboxEngine } from "../../core/answers/lab/sandbox.ts";
import type { SandboxModelCall } from "../../core/answers/lab/sandbox-turn.ts";
import type { WorkspaceId } from "../../core/ids.ts";
import { inWorkspace, type KnowledgeSource } from "../../core/knowledge/knowledge-source.ts";
import type { PriceOf } from "../../core/model/cost-caps.ts";
import type { Principal } from "../../core/operations/principal.ts";
import type { SandboxPlace } from "../../core/ports/lab/sandbox-places.ts";
import type { Model, ModelFailure } from "../../core/ports/model/model.ts";
import { MODEL_PURPOSES, type ModelPurpose } from "../../core/ports/model/turn-model.ts";
import type { ToolCall, Tools, ToolTraits } from "../../core/ports/tools.ts";
import type { MemoryDependencies } from "../memory/memory-dependencies.ts";
import { executeInMemory, judgeInMemory } from "../memory/memory-tools.ts";
import { type AskedQuestion, createSandboxModel, type SandboxModel } from "../memory/sandbox-model.ts";
import type { SandboxToolResult } from "../memory/turn-how.ts";
import type { LiveCrm } from "./live-crm.ts";

/** What sandboxes and replays share of this process. */
export interface SandboxDependencies {
  readonly tools: Tools;
  /** Null when there is no language model to ask. */
  readonly model: Model | null;
  readonly models: Readonly<Record<ModelPurpose, string>>;
  readonly tokenLimit: number;
  readonly priceOf: PriceOf;
  readonly newId: () => string;
  /** What shops have written. Absent: what the definitions of their agents hold. */
  readonly knowledge?: KnowledgeSource;
}

/** What is true outside while a turn is thought. */
export interface SandboxConditions {
  /** True when the workspace lets its agents use the CRM. */
  readonly crmAgentsEnabled: boolean;
  /**
   * The tools write into the shop's own CRM, in the name of the person who tries the agent; null
   * when they write nothing.
   */
  readonly live: LiveConditions | null;
}

export interface LiveConditions {
  readonly crm: LiveCrm;
  readonly place: SandboxPlace;
  readonly by: Principal;
}

export interface AgentSettings {
  /** The conditions of this moment. */
  readonly conditions: () => SandboxConditions;
  readonly engine: SandboxEngine;
  readonly isModelDown?: boolean;
  readonly used?: Readonly<Record<string, number>>;
  /** Asked for every purpose, in place of the configured models. */
  readonly modelName?: string | undefined;
}

/**
 * An agent's model and tools in memory: the same as in production, and nothing of theirs is carried
 * out outside.
 */
export interface EquippedAgent {
  readonly dependencies: MemoryDependencies;
  /** Tokens by session. */
  used(): Readonly<Record<string, number>>;
  /** What was asked since it was last taken. */
  takeCalls(): SandboxModelCall[];
  /** Calls of an engine that died in the same turn. */
  hadAsked(before: readonly SandboxModelCall[]): void;
}

/** The same parts, with what this workspace has written. */
export function inTheirWords(parts: SandboxDependencies, workspace: WorkspaceId): SandboxDependencies {
  return parts.knowledge === undefined ? parts : { ...parts, knowledge: inWorkspace(parts.knowledge, workspace) };
}

export function equipAgent(agent: Agent, parts: SandboxDependencies, settings: AgentSettings): EquippedAgent {
  const calls: SandboxModelCall[] = [];
  const tools = sandboxTools(parts.tools, agent, settings.conditions);
  const model = openModel(parts, tools, settings, (asked) => calls.push(describeCall(asked, parts.priceOf)));
  return {
    dependencies: {
      explains: true,
      model,
      tools,
      ...(parts.knowledge === undefined ? {} : { knowledge: parts.knowledge }),
      async onAnswer({ liveRunId }, answer) {
        const { live } = settings.conditions();
        return liveRunId === undefined || live === null ? answer : live.crm.decide(liveRunId, answer, live.by);
      },
    },
    used: () => model?.used() ?? settings.used ?? {},
    takeCalls: () => calls.splice(0),
    hadAsked: (before) => calls.unshift(...before),
  };
}

function openModel(
  { model, models, tokenLimit }: SandboxDependencies,
  tools: Tools,
  { engine, isModelDown = false, used = {}, modelName }: AgentSettings,
  onAsked: (asked: AskedQuestion) => void,
): SandboxModel | null {
  const named =
    modelName === undefined ? models : Object.fromEntries(MODEL_PURPOSES.map((purpose) => [purpose, modelName]));
  const common = { models: named, tokenLimit, used, onAsked, tools };
  if (isModelDown) return createSandboxModel({ ...common, model: DOWN });
  return engine === "local" || model === null ? null : createSandboxModel({ ...common, model });
}

const NO_ANSWER: ModelFailure = {
  kind: "retry_later",
  code: "model_down",
  httpStatus: null,
  retryAfterMs: null,
  usage: null,
};

/** A model that does not answer. */
const DOWN: Model = {
  complete: async () => ({ kind: "failed", failure: NO_ANSWER }),
  capabilities: () => ({ images: false, documents: false, structuredOutput: true, contextTokens: null }),
};

function describeCall({ purpose, prompt, model, asked }: AskedQuestion, priceOf: PriceOf): SandboxModelCall {
  const usage = asked.kind === "answered" ? asked.answer.usage : asked.kind === "failed" ? asked.failure.usage : null;
  const name = asked.kind === "answered" ? asked.answer.model : model;
  return {
    purpose,
    prompt: `${prompt.id}@${prompt.version}`,
    model: name,
    inputTokens: usage === null ? 0 : usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens,
    outputTokens: usage?.outputTokens ?? 0,
    microUsd: usage === null ? 0 : (priceOf(model, usage)?.microUsd ?? null),
    fault: asked.kind === "answered" ? null : asked.kind === "failed" ? asked.failure.code : asked.reason,
  };
}

const DENIED_TRAITS: ToolTraits = { kind: "read", timeoutMs: 1_000 };

/**
 * The process's tools, in memory. Live, what the agent may do is then done in the shop's own CRM,
 * once.
 */
function sandboxTools(tools: Tools, agent: Agent, conditions: () => SandboxConditions): Tools {
  return {
    kindOf: (tool) => tools.kindOf(tool) ?? DENIED_TRAITS,
    judge: (given) => judgeInMemory(tools, inConditions(given, conditions())),
    async execute(given): Promise<SandboxToolResult> {
      const traits = tools.kindOf(given.tool);
      if (traits === null) return { kind: "denied", reason: `no tool is named "${given.tool}"` };
      const now = conditions();
      const call = inConditions(given, now);
      const result = await executeInMemory(tools, traits, call);
      const { live } = now;
      if (live === null || given.isTrial === true || result.kind !== "ok" || !writesCrm(traits)) return result;
      const done = await live.crm.call(call, { ...live, agent });
      // What it has written stands in the CRM; the conversation in memory knows of it as well.
      return done.kind === "ok" ? { ...done, effect: result.effect ?? null } : done;
    },
  };
}

function inConditions(call: ToolCall, { crmAgentsEnabled, live }: SandboxConditions): ToolCall {
  const scope = { ...call.scope, crmAgentsEnabled };
  if (live === null) return { ...call, scope };
  const { workspaceId } = live.by;
  return { ...call, scope: { ...scope, workspaceId, ...live.place, crm: live.crm.read(workspaceId) } };
}

/** Nothing is sent from a sandbox, live or not. */
function writesCrm({ kind, module }: ToolTraits): boolean {
  return kind === "transactional" && (module === "crm" || module === "system");
}
