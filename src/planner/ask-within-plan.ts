import { totalTokens } from "../core/model/token-budget.ts";
import type { Asked, Question, TurnModel } from "../core/ports/model/turn-model.ts";

/** Counts what a segment asks, so that the caps of a plan hold over all its segments. */
export interface Meter {
  ask(question: Question): Promise<Asked>;
  spent(): { readonly calls: number; readonly tokens: number };
  /** No model can be asked: the rest of the plan would fail the same way. */
  isUnavailable(): boolean;
}

export function openMeter(model: TurnModel): Meter {
  let calls = 0;
  let tokens = 0;
  let isUnavailable = false;
  return {
    async ask(question) {
      const asked = await model.ask(question);
      if (asked.kind === "not_asked") {
        // The time of one turn may be over while the plan has time left.
        isUnavailable ||= asked.reason !== "deadline";
        return asked;
      }
      calls += 1;
      const usage = asked.kind === "answered" ? asked.answer.usage : asked.failure.usage;
      tokens += usage === null ? 0 : totalTokens(usage);
      return asked;
    },
    spent: () => ({ calls, tokens }),
    isUnavailable: () => isUnavailable,
  };
}
