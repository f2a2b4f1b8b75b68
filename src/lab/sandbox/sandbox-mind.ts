import type { Agent, DecidedToolCall } from "../../core/agent/agent.ts";
import type { SandboxEngine, SandboxModelCall } from "../../core/agent/sandbox-view.ts";
import type { OrderId } from "../../core/ids.ts";
import { toolRequestsIn } from "../../core/inbound/tool-request.ts";
import type { PriceOf } from "../../core/model/model-cost.ts";
import type { Principal } from "../../core/operations/principal.ts";
import type { Model, ModelFailure } from "../../core/ports/model.ts";
import type { SandboxPlace } from "../../core/ports/sandbox-places.ts";
import type { ToolScope, Tools, ToolTraits } from "../../core/ports/tools.ts";
import { MODEL_PURPOSES, type ModelPurpose } from "../../core/ports/turn-model.ts";
import { STANDARD_HOURS } from "../../core/time/contact-hours.ts";
import type { KnownOrder } from "../../core/turn/effects.ts";
import type { SandboxOrder } from "../memory/sandbox-effects.ts";
import { type AskedQuestion, createSandboxModel, type SandboxModel } from "../memory/sandbox-model.ts";
import type { AskingTurn, SandboxSurroundings } from "../memory/sandbox-surroundings.ts";
import type { SandboxToolResult } from "../memory/turn-how.ts";
import type { LiveBooks } from "./live-books.ts";
import { SANDBOX_BOOKS, SANDBOX_CONTACT } from "./sandbox-books.ts";

/** What sandboxes and replays share of this process. */
export interface SandboxParts {
  readonly tools: Tools;
  /** Null: there is no language model to ask. */
  readonly model: Model | null;
  readonly models: Readonly<Record<ModelPurpose, string>>;
  readonly tokenLimit: number;
  readonly priceOf: PriceOf;
  readonly newId: () => string;
}

/** What is true outside while a turn is thought. */
export interface Around {
  /** The workspace lets its agents use the books. */
  readonly crmAgentsEnabled: boolean;
  /** Its tools write into the books, in the name of whoever tries it; null: they write nothing. */
  readonly live: { readonly books: LiveBooks; readonly place: SandboxPlace; readonly by: Principal } | null;
}

export interface MindSettings {
  /** As it is now. */
  readonly around: () => Around;
  readonly engine: SandboxEngine;
  readonly isModelDown?: boolean;
  readonly used?: Readonly<Record<string, number>>;
  /** Asked for every purpose, in the place of those of the configuration. */
  readonly modelName?: string | undefined;
}

/** The agent's surroundings in memory: the same tools and models as in production, nothing of which is carried out. */
export function openMind(agent: Agent, parts: SandboxParts, settings: MindSettings) {
  const calls: SandboxModelCall[] = [];
  const model = openModel(parts, settings, (asked) => calls.push(describeCall(asked, parts.priceOf)));
  const surroundings: SandboxSurroundings = {
    explains: true,
    model,
    askTool: (call, asking) => askTool(parts, agent, { ...asking, call, around: settings.around() }),
    async onAnswer({ liveRunId }, answer) {
      const { live } = settings.around();
      return liveRunId === undefined || live === null ? answer : live.books.decide(liveRunId, answer, live.by);
    },
  };
  return {
    surroundings,
    /** Tokens by session. */
    used: () => model?.used() ?? settings.used ?? {},
    /** What was asked since it was last taken. */
    takeCalls: () => calls.splice(0),
    /** Of an engine before this one, in the same turn. */
    hadAsked: (before: readonly SandboxModelCall[]) => calls.unshift(...before),
  };
}

function openModel(
  { model, models, tokenLimit }: SandboxParts,
  { engine, isModelDown = false, used = {}, modelName }: MindSettings,
  onAsked: (asked: AskedQuestion) => void,
): SandboxModel | null {
  const named =
    modelName === undefined ? models : Object.fromEntries(MODEL_PURPOSES.map((purpose) => [purpose, modelName]));
  const common = { models: named, tokenLimit, used, onAsked };
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

/** A model that nobody reaches. */
const DOWN: Model = {
  complete: async () => ({ kind: "failed", failure: NO_ANSWER }),
  stream: async () => ({ kind: "failed", failure: NO_ANSWER }),
  countTokens: async () => null,
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

interface Asking extends AskingTurn {
  readonly call: DecidedToolCall;
  readonly around: Around;
}

/**
 * What the tool says to the agent. One of our own books is only asked; one that reaches outside is not called at all. What the agent
 * may do, and the books are live, is then done in them.
 */
async function askTool(parts: SandboxParts, agent: Agent, asking: Asking): Promise<SandboxToolResult> {
  const { call, input, around } = asking;
  const traits = parts.tools.kindOf(call.tool);
  const result = await askAsAgent(parts, agent, asking, traits);
  if (around.live === null || result.kind !== "ok" || !isOfTheBooks(traits)) return result;
  const { books, place, by } = around.live;
  return books.call(call, { by, place, agent, input });
}

/** Nothing is sent from a sandbox, live or not. */
function isOfTheBooks(traits: ToolTraits | null): boolean {
  return traits?.kind === "transactional" && (traits.module === "crm" || traits.module === "system");
}

/** What policy and tool say to a call of the agent's own; nothing is carried out. */
export async function askAsAgent(
  { tools, newId }: Pick<SandboxParts, "tools" | "newId">,
  agent: Agent,
  { call, input, orders, isApproved, around }: Asking,
  traits: ToolTraits | null,
): Promise<SandboxToolResult> {
  if (traits === null) return { kind: "denied", reason: `no tool is named "${call.tool}"` };
  if (traits.kind === "external")
    return { kind: "ok", output: { dryRun: true }, allowedBy: "a sandbox calls nobody outside" };
  const { live, crmAgentsEnabled } = around;
  const scope: ToolScope = {
    ...(live === null
      ? { workspaceId: "sandbox", conversationId: input.session.id, contactId: SANDBOX_CONTACT.id, crm: SANDBOX_BOOKS }
      : { workspaceId: live.by.workspaceId, ...live.place, crm: live.books.read(live.by.workspaceId) }),
    ...{ agentId: agent.id, agentVersion: agent.version, granted: agent.tools ?? [], isDryRun: true },
    approval: isApproved ? { confirmationId: "sandbox" } : null,
    actor: { kind: "agent", name: agent.id, role: null },
    crmAgentsEnabled,
    requests: input.inputClass === "TEXT_TOOL_INTENT" ? toolRequestsIn(input.message) : [],
    now: input.now,
    lastCustomerMessageAt: input.now,
    hasOptedOut: false,
    contactHours: STANDARD_HOURS,
    catalogue: agent.catalogue ?? null,
    sessionId: input.session.id,
    orders: orders.map(knownOrder),
    cause: input.dueTimer == null ? "customer" : "timer",
    newId,
  };
  const idempotencyKey = `${input.session.id}:${input.turnNumber}:${call.callId}`;
  const { tool, input: given } = call;
  return tools.execute({ tool, input: given, idempotencyKey, scope, signal: AbortSignal.timeout(traits.timeoutMs) });
}

/** An order in memory goes by its purchase. */
function knownOrder({ purchaseKey, status, pack, total }: SandboxOrder): KnownOrder {
  return {
    id: purchaseKey as OrderId,
    purchaseKey,
    status: status === "confirmed" ? "confirmed" : "pending",
    pack,
    total,
  };
}
