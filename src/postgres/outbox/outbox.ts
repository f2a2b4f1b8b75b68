import type { Outbox } from "../../core/ports/outbox.ts";
import type { Database } from "../database.ts";
import { listCircuits } from "./circuits.ts";
import { createClaimForCalls } from "./claim-for-calls.ts";
import { claimSends, postponeSend } from "./claim-sends.ts";
import { createMarkInFlight } from "./mark-in-flight.ts";
import { createRecordStatuses } from "./record-statuses.ts";
import { createSettle } from "./settle-message.ts";

/**
 * The outbound side of the store. Every statement that touches a message and its conversation takes the message first:
 * two that meet wait for each other in one order.
 *
 * @param credential a short hash of the access token that this process sends with: circuits of tokens are known by it
 */
export function createOutbox(database: Database, credential: string): Outbox {
  const claimForCall = createClaimForCalls(database, credential);
  return {
    claim: (worker, limit, sendLeaseMs, conversation) =>
      conversation === undefined
        ? claimSends(database, { worker, limit, sendLeaseMs, credential })
        : claimForCall(worker, { conversation, sendLeaseMs }),
    markInFlight: createMarkInFlight(database),
    postpone: (worker, message, delayMs) => postponeSend(database, worker, message, delayMs),
    settle: createSettle(database, credential),
    recordStatuses: createRecordStatuses(database, credential),
    openCircuits: () => listCircuits(database),
  };
}
