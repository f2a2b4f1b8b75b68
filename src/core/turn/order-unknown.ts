import { RecadoError } from "../errors.ts";
import type { ClaimedTurn, TurnCommit } from "./turn.ts";

/** A turn changes an order that its conversation does not have. */
export function orderUnknown(turn: Pick<ClaimedTurn, "run">, { effects }: Pick<TurnCommit, "effects">): RecadoError {
  const keys = effects.flatMap((effect) => (effect.kind === "update_order" ? [effect.purchaseKey] : []));
  return new RecadoError(
    "order_unknown",
    `Run ${turn.run.id} changes the order of ${keys.join(", ")}, which this conversation does not have: nothing of the turn was written.`,
  );
}
