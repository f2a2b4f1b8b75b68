import type { Draft, Turn } from "../draft/draft.ts";
import { stageOf } from "../draft/draft.ts";
import { enterOffer, enterPurchase, enterSummary } from "./enter-stage.ts";
import { handOver } from "./hand-over.ts";
import { moveMode } from "./move-mode.ts";

export type Entered =
  | { readonly kind: "entered"; readonly draft: Draft }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Enters a mode for a caller that may not decide it: through the transition table, the gates and
 * the stage's own door, with its words. No caller may ask for the modes of an order: only the
 * customer's own yes leads there.
 */
export function enterMode(turn: Turn, draft: Draft, mode: string): Entered {
  const { flow } = turn;
  if (flow.modes[mode] === undefined) return refused(`there is no mode "${mode}"`);
  if (mode === draft.mode) return refused(`the session is in "${mode}" already`);
  const stage = stageOf(flow, mode);
  const move = moveMode(turn, draft, [mode]);
  if (move.kind === "held") {
    const allowed = Object.entries(flow.transitions[draft.mode] ?? {}).flatMap(([to, isAllowed]) =>
      isAllowed ? [to] : [],
    );
    return refused(
      `"${draft.mode}" does not lead to "${mode}" now (${move.by}); its arrows lead to ${allowed.join(", ") || "nowhere"}`,
    );
  }
  switch (stage) {
    case "talk":
    case "welcome":
      return { kind: "entered", draft: move.draft };
    case "collect":
      return { kind: "entered", draft: enterPurchase(turn, draft) };
    case "offer":
      return { kind: "entered", draft: enterOffer(turn, draft) };
    case "summary":
      return { kind: "entered", draft: enterSummary(turn, draft) };
    case "handoff":
      return {
        kind: "entered",
        draft: handOver(turn, draft, flow.unknownIntent, "the orchestrator asks for a person"),
      };
    case "confirmed":
    case "provisional":
      return refused("an order is placed by the customer's own yes alone");
  }
}

function refused(reason: string): Entered {
  return { kind: "refused", reason };
}
