import type { ClaimedTurn } from "../core/turn/turn.ts";

/** True when a former attempt has journaled a tool call: what followed from its decision may have happened, so it stands. */
export function hasActed(turn: ClaimedTurn): boolean {
  return turn.journal.some((step) => step.phase === "act" && step.name !== step.phase);
}
