import {
  DELIVERY_RANK,
  type DeliveryStatus,
  type OutboxMessage,
  readOpaqueKey,
  type SendOutcome,
} from "../../src/core/outbound/outbox.ts";
import { allowedAtMs, nextTatMs, PAIR_RATE } from "../../src/core/outbound/pacing.ts";
import { type CircuitScope, REFUSALS, type RefusalKind } from "../../src/core/outbound/refusal.ts";
import { circuitOf, SEND_TIMES } from "../../src/core/outbound/send-policy.ts";
import type { SendClaim, Settlement } from "../../src/core/ports/outbox.ts";
import { isInterrupted } from "./mailbox.ts";
import { type Conversation, NEVER, NOBODY, type OutboxRow, type Report } from "./tables.ts";
import type { World } from "./world.ts";

/** The outbound statements of src/postgres: claim-sends.ts, settle-message.ts, record-statuses.ts. */

/** Outbox ids are UUIDs, so that the real key functions take them; the last twelve digits are the place in the list. */
const UUIDS = Array.from({ length: 1024 }, (_, n) => `00000000-0000-7000-8000-${n.toString().padStart(12, "0")}`);

export function outboxUuid(id: number): string {
  return UUIDS[id] ?? `00000000-0000-7000-8000-${id.toString().padStart(12, "0")}`;
}

function isOpen(row: OutboxRow): boolean {
  return row.status === "queued" || row.status === "in_flight" || row.status === "in_doubt";
}

/** An attempt that a process has marked in flight. */
export interface Marked {
  readonly row: OutboxRow;
  readonly attempt: number;
  /** The status that its sender has read or marked. */
  readonly status: OutboxRow["status"];
  /** Monotonic, taken before the mark. */
  readonly markedMs: number;
}

/** Takes the sender's place in the conversation that has been due for the longest; behind an open circuit one at a time. */
export function claimSend(world: World, worker: number): { conversation: Conversation; head: OutboxRow | null } | null {
  const due = isBarred(world) ? probeOf(world) : dueOutbox(world);
  if (due === null) return null;
  world.beforeUnsynced(due, null);
  world.touch(due);
  due.sender = worker;
  if (world.mutant !== "place_never_taken") due.sendAt = world.now() + SEND_TIMES.sendLeaseMs;
  return { conversation: due, head: headOf(world, due) };
}

function dueOutbox(world: World): Conversation | null {
  const now = world.now();
  let due: Conversation | null = null;
  for (const one of world.conversations) {
    if (one.sendAt <= now && (due === null || one.sendAt < due.sendAt)) due = one;
  }
  return due;
}

export function isBarred({ circuits }: World): boolean {
  return circuits.number !== null || circuits.credential !== null;
}

/** Whoever moves a circuit's time is the one who tries it, with the customer who wrote last. */
function probeOf(world: World): Conversation | null {
  const now = world.now();
  let last: Conversation | null = null;
  for (const one of world.conversations) {
    if (one.sendAt <= now && (last === null || one.lastCustomerAt > last.lastCustomerAt)) last = one;
  }
  if (last === null) return null;
  let isTried = false;
  for (const circuit of [world.circuits.number, world.circuits.credential]) {
    if (circuit === null || circuit.retryAt > now) continue;
    circuit.retryAt = now + circuit.probeEveryMs;
    isTried = true;
  }
  return isTried ? last : null;
}

function headOf(world: World, { outbox }: Conversation): OutboxRow | null {
  if (world.mutant === "no_outbox_order") return outbox.findLast(isOpen) ?? null;
  if (world.mutant === "place_never_taken") return outbox.find((row) => row.status === "queued") ?? null;
  return outbox.find(isOpen) ?? null;
}

/** How often its former attempts ended in which way. */
export function triesOf(world: World, { ends }: OutboxRow): Record<string, number> {
  const tries: Record<string, number> = {};
  if (world.mutant === "boundless_resend") return tries;
  for (const end of ends) if (end !== undefined) tries[end] = (tries[end] ?? 0) + 1;
  return tries;
}

/** A later message of a block is typed once the one before it has left. */
function typedUntil(world: World, row: OutboxRow): Date | null {
  if (row.delayMs === 0 || row.attempt > 0 || world.mutant === "typing_forgotten") return null;
  const before = row.conversation.outbox[row.seq - 2]?.settledAt ?? NOBODY;
  return new Date(Math.max(row.createdAt, before) + row.delayMs);
}

/** `read_sends`: the row as the real policy takes it. */
export function sendClaim(world: World, row: OutboxRow): SendClaim {
  const { conversation } = row;
  const now = world.now();
  const message = {
    status: row.status,
    attempt: row.attempt,
    content: row.isTemplate ? { type: "template", category: "utility", components: [] } : { type: "text", body: "" },
    onDoubt: world.mutant === "resend_of_the_held" ? "resend" : row.onDoubt,
    lastCustomerMessageAt: new Date(world.mutant === "window_unchecked" ? now : conversation.lastCustomerAt),
    isCancelled: row.seq <= conversation.cancelledThrough,
    tries: triesOf(world, row),
  } as unknown as OutboxMessage;
  let flowProvenAt = NEVER;
  if (row.status === "in_doubt") {
    for (const at of world.proofs) if (at > row.inFlightAt && at < flowProvenAt) flowProvenAt = at;
  }
  return {
    message,
    template: row.isTemplate ? { category: "utility", variables: 0 } : null,
    doubtUntil: row.doubtUntil === NOBODY ? null : new Date(row.doubtUntil),
    hasNewerInbound: conversation.lastSeq > row.inboundSeq,
    isInterrupted: isInterrupted(row) && world.mutant !== "interruption_forgotten",
    turnIsComing: conversation.runAt !== NEVER,
    leavesAt: typedUntil(world, row),
    flowProvenAt: flowProvenAt === NEVER ? null : new Date(flowProvenAt),
    pairAllowedAt: conversation.pairTat === null ? null : new Date(allowedAtMs(PAIR_RATE, conversation.pairTat)),
    marketingStopped: false,
    hasOptedOut: false,
    purpose: "reply",
    usefulUntil: null,
    contactHours: { locale: "es-CO", timeZone: "America/Bogota", businessHours: null },
    proactiveHeldUntil: null,
    now: new Date(now),
  };
}

/** Null when its turn has passed or it must not leave. */
export function markInFlight(world: World, worker: number, row: OutboxRow, attempt: number): number | null {
  const { conversation } = row;
  const isOurs =
    row.attempt === attempt &&
    (row.status === "queued" || row.status === "in_doubt") &&
    (conversation.sender === worker || world.mutant === "place_never_taken") &&
    (row.seq > conversation.cancelledThrough || world.mutant === "takeover_forgets_outbox") &&
    (!isInterrupted(row) || world.mutant === "interruption_forgotten");
  if (!isOurs) return null;
  world.touch(conversation);
  row.status = "in_flight";
  row.attempt += 1;
  row.inFlightAt = world.now();
  row.markedStep = world.step;
  row.doubtUntil = NOBODY;
  row.ends[row.attempt] = "in_flight";
  conversation.pairTat = nextTatMs(PAIR_RATE, conversation.pairTat, world.now());
  if (world.mutant !== "place_never_taken") conversation.sendAt = world.now() + SEND_TIMES.sendLeaseMs;
  world.synced();
  return row.attempt;
}

export function postpone(world: World, worker: number, conversation: Conversation, delayMs: number): void {
  if (conversation.sender !== worker) return;
  world.touch(conversation);
  conversation.sender = NOBODY;
  conversation.sendAt = world.now() + delayMs;
  world.synced();
}

/**
 * Records what came of an attempt: its line in the journal, its message, the circuits. An older attempt than the row's changes
 * nothing but its own line (the attempt is the fence here), unless it proves that the message is out.
 */
export function settle(world: World, marked: Marked, settlement: Settlement, outcome: SendOutcome | null): void {
  const { row, attempt } = marked;
  const { conversation } = row;
  if (outcome !== null) {
    endAttempt(row, attempt, outcome);
    moveCircuits(world, row, settlement, outcome);
  }
  world.synced();
  const wasOpen = isOpen(row);
  // Accepted is accepted, however late we hear it: the message is not tried once more.
  const isProved = outcome?.kind === "accepted" && row.status !== "accepted";
  if (!(wasOpen && row.attempt === attempt) && !isProved) return;
  if (isProved) overtakeOthers(row, attempt);
  world.touch(conversation);
  const now = world.now();
  let delayMs = 0;
  row.doubtUntil = NOBODY;
  switch (settlement.kind) {
    case "accepted":
      row.status = "accepted";
      if (row.wamid === "") row.wamid = settlement.wamid;
      row.delivery ??= furthestOnFile(world, row.wamid);
      break;
    case "retry":
      row.status = "queued";
      delayMs = settlement.delayMs;
      break;
    case "in_doubt":
      row.status = "in_doubt";
      row.doubtUntil = now + settlement.doubtMs;
      delayMs = settlement.doubtMs;
      break;
    case "failed":
    case "dropped":
      row.status = settlement.kind;
  }
  const hasEnded = !isOpen(row);
  if (hasEnded && row.settledAt === NOBODY) row.settledAt = now;
  if (!wasOpen) return;
  if (hasEnded) {
    conversation.unsent -= 1;
    // The next message of the block is typed from now on.
    delayMs += conversation.outbox.find((other) => other.seq > row.seq && other.status === "queued")?.delayMs ?? 0;
  }
  // A turn that runs now has read that its text was said.
  if (neverLeft(marked, settlement, outcome) && row.isNamed) conversation.version += 1;
  conversation.sender = NOBODY;
  conversation.sendAt = conversation.unsent === 0 ? NEVER : now + delayMs;
}

/** True when it is over with a message that the customer has surely not got. */
function neverLeft({ row, status }: Marked, settlement: Settlement, outcome: SendOutcome | null): boolean {
  if (settlement.kind !== "failed" && settlement.kind !== "dropped") return false;
  if (status === "in_doubt" || row.ends.includes("in_doubt")) return false;
  return status === "queued" || outcome?.kind === "refused" || outcome?.kind === "not_sent";
}

/** What a report has proved stands. */
function endAttempt(row: OutboxRow, attempt: number, outcome: SendOutcome): void {
  const end = row.ends[attempt];
  if (end !== "in_flight" && end !== "in_doubt") return;
  row.ends[attempt] = outcome.kind === "refused" ? outcome.refusal : outcome.kind;
}

const CLOSED_BY_ACCEPTANCE: readonly CircuitScope[] = ["number", "credential"];

function moveCircuits(world: World, row: OutboxRow, settlement: Settlement, outcome: SendOutcome): void {
  const { circuits } = world;
  if (outcome.kind === "accepted") {
    for (const scope of CLOSED_BY_ACCEPTANCE) {
      const circuit = circuits[scope];
      if (circuit === null || circuit.openedAt > row.inFlightAt) continue;
      circuits[scope] = null;
      world.announced |= 2;
    }
  }
  if (outcome.kind !== "refused") return;
  const order = circuitOf(outcome.refusal, settlement.kind === "retry" ? settlement.delayMs : 0);
  if (order === null) return;
  const retryAt = world.now() + order.holdMs;
  const known = circuits[order.scope];
  if (known === null) {
    circuits[order.scope] = { openedAt: world.now(), retryAt, probeEveryMs: order.probeEveryMs };
    return;
  }
  known.retryAt = Math.max(known.retryAt, retryAt);
  known.probeEveryMs = order.probeEveryMs;
}

const FURTHEST_FIRST = (Object.keys(DELIVERY_RANK) as DeliveryStatus[]).sort(
  (one, other) => DELIVERY_RANK[other] - DELIVERY_RANK[one],
);

/** Reports that came before the answer to the send have waited for it. */
function furthestOnFile(world: World, wamid: string): DeliveryStatus | null {
  return FURTHEST_FIRST.find((status) => world.reports.has(`${wamid}:${status}`)) ?? null;
}

/** Delivery reports: kept for ever, also when they name no message of ours yet, and only ever moving forward. */
export function recordReports(world: World, reports: readonly Report[]): void {
  for (const report of reports) {
    const key = `${report.wamid}:${report.status}`;
    if (!world.reports.has(key)) {
      world.reports.add(key);
      world.proofs.push(world.now());
    }
    const ours = readOpaqueKey(report.opaque);
    const meant = world.outbox[Number(ours?.id.slice(-12))];
    if (ours === null || meant === undefined) world.violate("S14", `nobody's key came back: ${report.opaque}`);
    // One of two that went out may fail: that is not the failure of the message.
    if (report.status === "failed" && meant.wamid !== "" && meant.wamid !== report.wamid) continue;
    meant.isReported = true;
    const isByWamid = world.mutant === "reports_without_our_key";
    const row = isByWamid ? world.outbox.find((one) => one.wamid === report.wamid) : meant;
    if (row === undefined) continue;
    proveAttempt(row, ours.attempt);
    moveForward(world, row, report);
  }
  world.synced();
}

/** A report names its attempt; of others that are still on their way nobody knows. */
function proveAttempt(row: OutboxRow, attempt: number): void {
  row.ends[attempt] = "accepted";
  if (isOpen(row)) overtakeOthers(row, attempt);
}

function overtakeOthers(row: OutboxRow, attempt: number): void {
  for (let other = 1; other < row.ends.length; other += 1) {
    if (other !== attempt && row.ends[other] === "in_flight") row.ends[other] = "in_doubt";
  }
}

function moveForward(world: World, row: OutboxRow, report: Report): void {
  const { conversation } = row;
  world.touch(conversation);
  const wasOpen = isOpen(row);
  row.status = "accepted";
  if (row.settledAt === NOBODY) row.settledAt = world.now();
  if (row.wamid === "") row.wamid = report.wamid;
  const rank = row.delivery === null ? 0 : DELIVERY_RANK[row.delivery];
  if (DELIVERY_RANK[report.status] > rank || world.mutant === "status_regress") row.delivery = report.status;
  if (!wasOpen) return;
  conversation.unsent -= 1;
  conversation.sender = NOBODY;
  conversation.sendAt = conversation.unsent === 0 ? NEVER : world.now();
  if (conversation.unsent > 0) world.announced |= 2;
}

const kindsOf = (again: string) =>
  (Object.keys(REFUSALS) as RefusalKind[]).filter((kind) => REFUSALS[kind].again === again);
const REFUSED_SOON = kindsOf("soon");
const REFUSED_UNTIL_MENDED = kindsOf("once_mended");
const REFUSED_FOR_GOOD = kindsOf("never").filter((kind) => REFUSALS[kind].circuit === null);

function refusedAs(refusal: RefusalKind): SendOutcome {
  return { kind: "refused", refusal, code: null, detail: refusal, retryAfterMs: null };
}

/**
 * The provider: what it takes stands in its own ledger, whatever its answer says and whether it arrives. Each message that
 * it takes is reported about, through the same door as what customers say.
 */
export function offerToProvider(world: World, row: OutboxRow, attempt: number, opaque: string): SendOutcome {
  const { random, faults } = world;
  const isFaulty = faults.wire > 0 && random.chance(faults.wire);
  const fault = isFaulty ? (faults.favouriteOfTheWire ?? random.below(7)) : -1;
  if (fault === 0) return { kind: "not_sent", detail: "refused connection" };
  if (fault === 1) return refusedAs(random.pick(REFUSED_SOON));
  if (fault === 2) return refusedAs(random.pick(REFUSED_UNTIL_MENDED));
  if (fault === 3) return refusedAs(random.pick(REFUSED_FOR_GOOD));
  if (fault === 4) return { kind: "in_doubt", detail: "500" };
  row.takenInAll += 1;
  row.taken[attempt] = (row.taken[attempt] ?? 0) + 1;
  world.accepted += 1;
  const wamid = `wamid.${world.accepted}`;
  report(world, opaque, wamid);
  if (fault >= 5) return { kind: "in_doubt", detail: "accepted, and the connection cut" };
  return { kind: "accepted", wamid, recipientPhone: null };
}

function report(world: World, opaque: string, wamid: string): void {
  const { random, faults } = world;
  const course: DeliveryStatus[] = random.chance(0.1) ? ["sent", "failed"] : ["sent", "delivered", "read"];
  for (const status of course) {
    if (random.chance(faults.missingReport)) continue;
    const inMs = random.chance(faults.lateReport) ? 20_000 + random.below(120_000) : random.below(2_000);
    const reports: Report[] = [{ opaque, wamid, status }];
    world.deliver([], reports, inMs);
    if (random.chance(faults.redelivery)) world.deliver([], reports, inMs + random.below(60_000));
  }
}
