import type { ClaimedTurn } from "../core/turn/turn.ts";

/**
 * True when an earlier attempt has journaled a tool call. Effects of its decision may have
 * happened, so the decision stands.
 */
export function hasActed(turn: ClaimedTurn): boolean {
  return turn.journal.some((step) => step.phase === "act" && step.name !== step.phase);
}
