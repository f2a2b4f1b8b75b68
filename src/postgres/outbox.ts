import type { Outbox } from "../core/ports/store.ts";
import { claimSends, markInFlight, postponeSend } from "./claim-sends.ts";
import type { Database } from "./database.ts";
import { recordStatuses } from "./record-statuses.ts";
import { settleMessage } from "./settle-message.ts";

/**
 * The outbound side of the store. Every statement that touches a message and its conversation takes the message first:
 * two that meet wait for each other in one order.
 */
export function createOutbox(database: Database): Outbox {
  return {
    claim: (worker, limit, sendLeaseMs) => claimSends(database, worker, limit, sendLeaseMs),
    markInFlight: (worker, message, sendLeaseMs) => markInFlight(database, worker, message, sendLeaseMs),
    postpone: (worker, message, delayMs) => postponeSend(database, worker, message, delayMs),
    settle: (message, settlement) => settleMessage(database, message, settlement),
    recordStatuses: (reports) => recordStatuses(database, reports),
  };
}
