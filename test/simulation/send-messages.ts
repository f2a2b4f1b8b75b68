import { type OutboxMessage, opaqueKey, type SendOutcome } from "../../src/core/outbound/outbox.ts";
import { REFUSALS } from "../../src/core/outbound/refusal.ts";
import { nextSendStep, SEND_TIMES, settlementOf } from "../../src/core/outbound/send-policy.ts";
import { isWindowOpen } from "../../src/core/outbound/service-window.ts";
import type { Settlement } from "../../src/core/ports/outbox.ts";
import type { Host, Process } from "./host.ts";
import { judgeSend } from "./oracle.ts";
import {
  claimSend,
  isBarred,
  type Marked,
  markInFlight,
  offerToProvider,
  outboxUuid,
  postpone,
  sendClaim,
  settle,
  triesOf,
} from "./outbox.ts";
import { Fate, Point, type Steps } from "./points.ts";
import type { OutboxRow } from "./tables.ts";
import type { World } from "./world.ts";

/** The sender of src/runtime/worker/sender.ts: its policy is the real one. */

/** The same as `WRITE_TRIES` of a turn. */
const SETTLE_TRIES = 6;

export function* sendMessages(world: World, process: Process): Steps {
  const { host } = process;
  for (;;) {
    const fate = yield Point.claimSend;
    const claimed = fate === Fate.refused ? null : claimSend(world, host.worker);
    if (fate === Fate.done) host.isBarred = isBarred(world);
    const row = fate === Fate.done ? (claimed?.head ?? null) : null;
    if (row === null) yield Point.idleOutbox;
    else yield* handle(world, host, row);
  }
}

function* handle(world: World, host: Host, row: OutboxRow): Generator<number, void, number> {
  const { attempt, status } = row;
  const step =
    world.mutant === "doubt_never_decided" && status === "in_doubt"
      ? ({ kind: "wait", delayMs: 30_000 } as const)
      : nextSendStep(sendClaim(world, row), SEND_TIMES);
  switch (step.kind) {
    case "settle":
      return yield* settlePersistently(world, { row, attempt, status, markedMs: 0 }, step.settlement, step.outcome);
    case "wait": {
      const fate = yield Point.postpone;
      if (fate !== Fate.refused) postpone(world, host.worker, row.conversation, step.delayMs);
      return;
    }
    case "send": {
      const markedMs = world.monotonicMs;
      if (world.mutant === "no_mark_before_socket") return yield* sendUnmarked(world, host.worker, row);
      const fate = yield Point.mark;
      const marked = fate === Fate.refused ? null : markInFlight(world, host.worker, row, attempt);
      if (fate !== Fate.done) return;
      if (marked !== null) {
        return yield* sendMarked(world, host, { row, attempt: marked, status: "in_flight", markedMs });
      }
      // Something has come in between: what to do now says the next look.
      const postponed = yield Point.postpone;
      if (postponed !== Fate.refused) postpone(world, host.worker, row.conversation, 0);
    }
  }
}

export function* sendMarked(world: World, host: Host, marked: Marked): Generator<number, void, number> {
  yield Point.socket;
  const outcome = mayStillLeave(world, marked)
    ? yield* goToWire(world, marked)
    : ({ kind: "not_sent", detail: "the process was paused before the socket" } as const);
  if (outcome.kind === "refused" && REFUSALS[outcome.refusal].circuit !== null) host.isBarred = true;
  const isBlind = outcome.kind === "in_doubt" && world.mutant === "blind_resend";
  const settlement: Settlement = isBlind
    ? { kind: "retry", delayMs: 0, detail: outcome.detail }
    : settlementOf(outcome, { tries: triesOf(world, marked.row) }, SEND_TIMES, world.random.fraction());
  yield* settlePersistently(world, marked, settlement, outcome);
}

/** Marked in its turn's commit it has met no policy yet, and its turn may have slept through the end of the window. */
function mayStillLeave(world: World, { row, markedMs }: Marked): boolean {
  const isLate = world.monotonicMs - markedMs > SEND_TIMES.socketDeadlineMs;
  if (isLate && world.mutant !== "no_deadline_at_socket") return false;
  if (row.isTemplate || world.mutant === "window_unchecked") return true;
  return isWindowOpen(new Date(row.conversation.lastCustomerAt), new Date(row.inFlightAt));
}

/** Between the last check and the first byte lies a pause that nobody can close; everything else is judged here. */
function* goToWire(world: World, marked: Marked): Generator<number, SendOutcome, number> {
  const { row, attempt, markedMs } = marked;
  judgeSend(world, row, { attempt, lateMs: world.monotonicMs - markedMs - SEND_TIMES.socketDeadlineMs });
  yield Point.wire;
  const takenBefore = row.takenInAll;
  const opaque = opaqueKey(outboxUuid(row.id) as OutboxMessage["id"], attempt);
  const outcome = offerToProvider(world, row, attempt, opaque);
  if (row.takenInAll > takenBefore) world.taken = row;
  if (world.trace !== null) world.note(`message ${row.id}, attempt ${attempt}: ${outcome.kind}`);
  return outcome;
}

function* sendUnmarked(world: World, worker: number, row: OutboxRow): Generator<number, void, number> {
  const attempt = row.attempt;
  yield Point.wire;
  const opaque = opaqueKey(outboxUuid(row.id) as OutboxMessage["id"], attempt + 1);
  const outcome = offerToProvider(world, row, attempt + 1, opaque);
  world.taken = row;
  yield Point.mark;
  const marked = markInFlight(world, worker, row, attempt);
  if (marked === null) return;
  const settlement = settlementOf(outcome, { tries: {} }, SEND_TIMES, world.random.fraction());
  yield* settlePersistently(world, { row, attempt: marked, status: "in_flight", markedMs: 0 }, settlement, outcome);
}

function* settlePersistently(
  world: World,
  marked: Marked,
  settlement: Settlement,
  outcome: SendOutcome | null,
): Generator<number, void, number> {
  for (let tries = 0; tries < SETTLE_TRIES; tries += 1) {
    const fate = yield Point.settle;
    if (fate === Fate.refused) continue;
    settle(world, marked, settlement, outcome);
    if (fate === Fate.done) return;
  }
}
