import { RecadoError } from "../errors.ts";
import { MAX_OPEN_REMINDERS } from "../outbound/reminder.ts";
import type { ClaimedTurn } from "./turn.ts";

/** A turn sets one reminder more than a customer may have open. */
export function remindersFull(turn: Pick<ClaimedTurn, "run">): RecadoError {
  return new RecadoError(
    "reminders_full",
    `Run ${turn.run.id} sets more than ${MAX_OPEN_REMINDERS} open reminders for one customer: nothing of the turn was written. Use the same key to move a reminder, and cancel what no longer holds.`,
  );
}
