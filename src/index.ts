/**
 * The door for those who build an agent: `import { createRuntime, defineFlowAgent } from "recado"`. What stands here and in
 * `src/doors` is kept; everything else may change (`test/library/public-door.test.ts` holds the list).
 */
import type { RunningRuntime, RunningWorker, RuntimeOptions } from "./app/create-runtime.ts";
import type { Serverless, ServerlessOptions } from "./app/create-serverless.ts";

export { definePlanner, withArtifacts } from "./agents/requests/with-requests.ts";
export type { RunningRuntime, RunningWorker, RuntimeOptions, RuntimeRole } from "./app/create-runtime.ts";
export type { Serverless, ServerlessOptions } from "./app/create-serverless.ts";
export type {
  Agent,
  AgentInput,
  AgentTexts,
  DecidedMessage,
  DecidedToolCall,
  Decision,
  IntentInfo,
} from "./core/agent/agent.ts";
export type { ChatLine, Session } from "./core/agent/session.ts";
export type { Artifact } from "./core/artifacts/artifact.ts";
export type { RequestedArtifact, RequestSource } from "./core/artifacts/envelope.ts";
export type { ArtifactSettings } from "./core/artifacts/settings.ts";
export type { OutboundContent } from "./core/outbound/outbound-content.ts";
export type { DecidedReminder } from "./core/outbound/reminder.ts";
export type { ModelAnswer, ModelFailure } from "./core/ports/model/model.ts";
export type { Asked, Question, TokenBudget, TurnModel } from "./core/ports/model/turn-model.ts";
export type { TimerPlan, TimerSignal } from "./core/time/timer-policy.ts";
export type { NamedOffer, OfferedTool, ToolOffer } from "./core/tool-calls/tool-offer.ts";
export type { ReadError, ReadResult, TurnReads } from "./core/tool-calls/turn-reads.ts";
// Each group is a door of its own as well: "recado/engines", "recado/flow", "recado/language", "recado/tools".
export * from "./doors/engines.ts";
export * from "./doors/flow.ts";
export * from "./doors/language.ts";
export * from "./doors/tools.ts";
export { defineAgent } from "./model-agent/define-agent.ts";
export type {
  ConfidenceThresholds,
  ModelAgentOptions,
  ModelAgentTexts,
  ModelPart,
} from "./model-agent/model-agent-options.ts";
export type { PlannerOptions, PlannerTexts } from "./planner/planner-options.ts";

/**
 * `recado start` as a function, with agents of your own: server, worker and, without DATABASE_URL, the database. What it needs is
 * loaded when it is called, so that a file that only defines an agent loads nothing of it.
 */
export async function createRuntime(
  options: RuntimeOptions & { readonly role?: "all" | "serve" },
): Promise<RunningRuntime>;
/** `recado worker` as a function. */
export async function createRuntime(options: RuntimeOptions & { readonly role: "worker" }): Promise<RunningWorker>;
/** `recado start`, `serve` or `worker`, as the program decides while it runs. */
export async function createRuntime(options: RuntimeOptions): Promise<RunningRuntime | RunningWorker>;
export async function createRuntime(options: RuntimeOptions): Promise<RunningRuntime | RunningWorker> {
  return (await import("./app/create-runtime.ts")).createRuntime(options);
}

/** Recado as functions (door, work, sweep), for a host without processes of its own: docs/engines/functions.md. */
export async function createServerless(options: ServerlessOptions): Promise<Serverless> {
  return (await import("./app/create-serverless.ts")).createServerless(options);
}
