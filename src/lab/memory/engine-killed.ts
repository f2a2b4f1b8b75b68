import type { Asked } from "../../core/ports/turn-model.ts";

/** The engine of a sandbox died in the middle of a turn. What it had journaled outlives it; all else of the turn is lost. */
export class EngineKilled extends Error {
  /** What models had answered: the next attempt asks none of it again. */
  readonly answers: Map<string, Asked>;
  readonly tools: readonly string[];

  constructor(answers: Map<string, Asked>, tools: readonly string[]) {
    super("the engine was killed in the middle of a turn");
    this.answers = answers;
    this.tools = tools;
  }
}
