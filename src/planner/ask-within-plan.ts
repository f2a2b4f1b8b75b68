import { totalTokens } from "../core/model/token-budget.ts";
import type { Asked, NotAsked, Question, TurnModel } from "../core/ports/model/turn-model.ts";

type PlanHalt = "model_unavailable" | "budget_spent";

/** Counts what a segment asks, so that the caps of a plan hold over all its segments. */
export interface Meter {
  ask(question: Question): Promise<Asked>;
  spent(): { readonly calls: number; readonly tokens: number };
  /** Why no question can be asked any more: the rest of the plan would fail the same way. null: one can. */
  halt(): PlanHalt | null;
}

export function openMeter(model: TurnModel): Meter {
  let calls = 0;
  let tokens = 0;
  let halt: PlanHalt | null = null;
  return {
    async ask(question) {
      const asked = await model.ask(question);
      if (asked.kind === "not_asked") {
        // The time of one turn may be over while the plan has time left.
        if (asked.reason !== "deadline") halt ??= haltOf(asked.reason);
        return asked;
      }
      calls += 1;
      const usage = asked.kind === "answered" ? asked.answer.usage : asked.failure.usage;
      tokens += usage === null ? 0 : totalTokens(usage);
      return asked;
    },
    spent: () => ({ calls, tokens }),
    halt: () => halt,
  };
}

/** A budget of ours that is spent is told as such; anything else is a model that is not there. */
function haltOf(reason: NotAsked): PlanHalt {
  return reason === "budget" || reason === "cost" ? "budget_spent" : "model_unavailable";
}
