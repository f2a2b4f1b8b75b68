import type { OfferedTool, ToolOffer } from "../../tool-calls/tool-offer.ts";
import type { ToolResult } from "../tools.ts";
import type { ModelAnswer, ModelFailure, ModelRequest } from "./model.ts";

/**
 * What a model is asked for. Each purpose has its model and its limits in the configuration: `detector` reads, `orchestrator`
 * speaks and acts, `writer` words anew what is said already (paraphrase, gist, summary).
 */
export const MODEL_PURPOSES = ["detector", "orchestrator", "writer"] as const;
export type ModelPurpose = (typeof MODEL_PURPOSES)[number];

/** A prompt file and the version of it: what a run journals, so that an answer can be explained for ever. */
export interface PromptRef {
  readonly id: string;
  readonly version: string;
}

export interface Question extends Omit<ModelRequest, "model" | "timeoutMs"> {
  /** Names the step in the run's journal, unique in the turn: `detector`, `detector.repair`, `orchestrator.2`. */
  readonly key: string;
  readonly purpose: ModelPurpose;
  readonly prompt: PromptRef;
  /** The model of this agent, by its provider's name. Absent: the model of the purpose in the configuration. */
  readonly model?: string;
}

/**
 * Why no model was asked. `budget`: of the conversation; `cost`: of the workspace's day; `circuit`:
 * the provider is down.
 */
export type NotAsked = "no_model" | "budget" | "cost" | "circuit" | "deadline";

export type Asked =
  | { readonly kind: "answered"; readonly answer: ModelAnswer }
  | { readonly kind: "failed"; readonly failure: ModelFailure }
  | { readonly kind: "not_asked"; readonly reason: NotAsked };

/** Where a conversation stands with its tokens (requirement B8). */
export interface TokenBudget {
  readonly limit: number;
  readonly used: number;
  /** `near`: from 80 % on, or when the shop's money for models is nearly gone; `spent`: the next call does not fit. */
  readonly state: "free" | "near" | "spent";
}

/**
 * The model as one turn may ask it: within the budget of its conversation and the cost guards of its workspace, within the
 * turn's deadline, journaled, and after a crash answered from the journal without a call. With it an agent decides as purely as
 * without: the same input and the same answers, the same decision.
 */
export interface TurnModel {
  ask(question: Question): Promise<Asked>;
  /** The tools of these offers, as a model sees them: name, description, JSON Schema. */
  toolsFor(offers: readonly ToolOffer[]): readonly OfferedTool[];
  /**
   * Tells a model what a tool says to a call. A read is carried out. A tool that writes or reaches
   * outside is judged, and is carried out only if the decision holds the call (its `effect` is null
   * here). The result goes back to the model, errors included, and each call stands in the ledger.
   */
  tryTool(call: { readonly callId: string; readonly tool: string; readonly input: unknown }): Promise<ToolResult>;
  budget(): Promise<TokenBudget>;
  /** What was said before the last turns, in a few sentences; null where nothing has been summed up. */
  summary(): Promise<string | null>;
}
