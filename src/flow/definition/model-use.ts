import type { ToolOffer } from "../../core/tool-calls/tool-offer.ts";
import type { Calibration } from "./calibrate.ts";

/**
 * Decides what a customer means when there is a model to ask. `model`: always the model; `cascade`:
 * the model when the reader is not settled.
 */
export const FLOW_ENGINES = ["local", "cascade", "model"] as const;
export type FlowEngine = (typeof FLOW_ENGINES)[number];

/** Answers what the templates do not: a strong model with only the shop's facts. */
export interface OrchestratorDefinition {
  /** Who speaks and how, in the customers' language. */
  readonly voice: string;
  /** What it must and must not say, one sentence each. */
  readonly policies: readonly string[];
  /** Facts beside the catalogue and the templates, one sentence each. */
  readonly facts: readonly string[];
  /** Tools of the runtime, by name (`crm.note.create`) or with what the shop changes of one. */
  readonly tools: readonly ToolOffer[];
  /** The detector's own call answers as well, without tools: one call in place of two (D10). */
  readonly oneCall: boolean;
}

/** How a language model helps a shop. Without a model none of this applies. */
export interface ModelUse {
  readonly engine: FlowEngine;
  /** The model's confidence as it has turned out to be. Empty: it is used as it is. */
  readonly calibration: Calibration;
  /** A text that would be said a second time is reworded (requirement A26). */
  readonly paraphrases: boolean;
  /**
   * A text that was said in part is read whole before it is said again (requirement A28, level 3).
   */
  readonly comparesGist: boolean;
  /** null: the shop answers only with its templates. */
  readonly orchestrator: OrchestratorDefinition | null;
}
