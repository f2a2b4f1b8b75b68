import { errorText } from "../../core/errors.ts";
import type { NewOutboxMessage, OutboxMessage } from "../../core/outbound/outbox.ts";
import type { Mailbox, TurnFailure } from "../../core/ports/mailbox.ts";
import { deadLetter } from "../../core/turn/dead-letter-commit.ts";
import { orderUnknown } from "../../core/turn/order-unknown.ts";
import { remindersFull } from "../../core/turn/reminders-full.ts";
import type { ClaimedTurn, CommitResult, TurnCommit } from "../../core/turn/turn.ts";
import { type Database, sqlStateOf } from "../database.ts";
import { gather } from "../gather.ts";
import { sql } from "../sql.ts";
import { reloadTurn } from "./claim-turns.ts";
import { commitTurns } from "./commit-turns.ts";
import type { Ending } from "./ending.ts";
import { crmTargetMissing } from "./write-effects.ts";

/**
 * `recado_conflict`, and the unique index that allows one active session: another transaction wrote
 * between read and commit.
 */
const CONFLICT_STATES = new Set(["RC001", "23505"]);

/** `recado_order_unknown` */
const ORDER_UNKNOWN = "RC003";

/** `recado_reminders_full` */
const REMINDERS_FULL = "RC006";

/** `refuse_crm_change` */
const CRM_TARGET_MISSING = "RC005";

/**
 * Ends a turn that was answered. What ends while another ending is under way goes together, in one statement and one commit
 * (`gather.ts`); what becomes of each is its own.
 */
export function createCommitTurn(database: Database, sendLeaseMs: number): Mailbox["commit"] {
  const endTogether = gather(
    async (endings: readonly Ending[]) => {
      const { rows } = await database.run(commitTurns(endings, sendLeaseMs));
      const ended = new Map(rows.map((row) => [Number(row["turn"]), row]));
      return endings.map((_, index) => ended.get(index) ?? null);
    },
    ({ turn }) => turn.lease.conversationId,
  );
  return async (turn, commit) => {
    try {
      const status = commit.asks != null ? "waiting_confirmation" : commit.goesOn != null ? "queued" : "completed";
      const row = await endTogether({ turn, commit, status, eventStatus: "done", failure: null });
      if (row === null) return await explainRefusal(database, turn, commit);
      return {
        kind: "committed",
        hasMore: row["has_more"] === true,
        hasDue: row["has_due"] === true,
        toSend: row["sends_first"] === true ? firstMessage(turn, commit, row) : null,
      };
    } catch (error) {
      if (CONFLICT_STATES.has(sqlStateOf(error) ?? "")) return { kind: "conflict" };
      if (sqlStateOf(error) === ORDER_UNKNOWN) throw orderUnknown(turn, commit);
      if (sqlStateOf(error) === REMINDERS_FULL) throw remindersFull(turn);
      if (sqlStateOf(error) === CRM_TARGET_MISSING) throw crmTargetMissing(turn, errorText(error));
      throw error;
    }
  };
}

/**
 * The run is over without an answer: dead letter, one fallback to the customer, and the
 * conversation goes on. When the conversation has changed since it was read, it is read anew first:
 * the fallback must not speak where a person has taken over.
 */
export async function buryTurn(
  database: Database,
  turn: ClaimedTurn,
  failure: TurnFailure,
  fallback: NewOutboxMessage | null,
): Promise<boolean> {
  let [current, words] = [turn, fallback];
  for (;;) {
    const commit = deadLetter(failure, words);
    const ending: Ending = { turn: current, commit, status: "dead_letter", eventStatus: "failed", failure };
    const { rows } = await database.run(commitTurns([ending], 0));
    if (rows.length === 1) return true;
    const anew = await reloadTurn(database, turn.lease);
    if (anew === null || anew.run.id !== turn.run.id || anew.version === current.version) return false;
    current = anew;
    if (!anew.gate.botEnabled || !anew.gate.workspaceEnabled || anew.gate.stopTagged) words = null;
  }
}

/**
 * Zero rows: which of the conditions was it? Read once more, on this rare path only. When the answer to a former try of
 * this very commit was lost, the run has ended with our own messages: that is a success, told late.
 */
async function explainRefusal(database: Database, turn: ClaimedTurn, commit: TurnCommit): Promise<CommitResult> {
  const first = commit.outbox[0]?.id ?? null;
  const { rows } = await database.run(sql`
    select c.version, c.queued_run_id, recado_now() as now,
      coalesce(c.leased_by = ${turn.lease.worker}::uuid and c.fence = ${turn.lease.fence}::bigint
        and c.active_run_id = ${turn.run.id}::uuid, false) as is_held,
      o.id is not null as is_ours,
      -- Marked by the commit itself: later, this worker's own sender may have taken it out of the outbox and be sending it.
      coalesce(o.status = 'in_flight' and o.attempt = 1 and o.in_flight_at = o.created_at
        and c.sender = ${turn.lease.worker}::uuid, false) as is_to_send
    from conversations c
    left join outbox_messages o on o.workspace_id = c.workspace_id and o.id = ${first}::uuid
    where c.workspace_id = ${turn.lease.workspaceId} and c.id = ${turn.lease.conversationId}::uuid`);
  const row = rows[0];
  if (row?.["is_ours"] === true) {
    return {
      kind: "committed",
      hasMore: row["queued_run_id"] !== null,
      // The statement does not say, and looking costs little.
      hasDue: true,
      toSend: row["is_to_send"] === true ? firstMessage(turn, commit, row) : null,
    };
  }
  if (row?.["is_held"] !== true) return { kind: "fenced" };
  if (Number(row["version"]) !== turn.version) return { kind: "conflict" };
  if (commit.refuseIfNewer && row["queued_run_id"] !== null) return { kind: "newer" };
  throw new Error(`the commit of run ${turn.run.id} was refused although its fence, version and mailbox hold`);
}

function firstMessage(turn: ClaimedTurn, commit: TurnCommit, row: Record<string, unknown>): OutboxMessage {
  const [first] = commit.outbox;
  if (first === undefined || !(row["now"] instanceof Date)) {
    throw new Error(`run ${turn.run.id} committed a message in flight that it did not have`);
  }
  return {
    id: first.id,
    workspaceId: turn.lease.workspaceId,
    conversationId: turn.lease.conversationId,
    contactId: turn.contact.id,
    runId: turn.run.id,
    phoneNumberId: turn.phoneNumberId,
    recipient: { phone: turn.contact.phone, bsuid: turn.contact.bsuid },
    content: first.content,
    status: "in_flight",
    attempt: 1,
    onDoubt: first.onDoubt,
    replyToMessageId: first.replyToMessageId,
    createdAt: row["now"],
    inFlightAt: row["now"],
    lastCustomerMessageAt: turn.lastCustomerMessageAt,
    isCancelled: false,
    tries: {},
  };
}
