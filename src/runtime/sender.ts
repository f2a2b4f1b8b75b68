import { errorText } from "../core/errors.ts";
import type { WorkerId } from "../core/ids.ts";
import { type OutboxMessage, opaqueKey } from "../core/outbox.ts";
import type { SendClaim, Settlement } from "../core/ports/store.ts";
import { nextSendStep, settlementOf } from "../core/send-policy.ts";
import type { RuntimeDependencies } from "./dependencies.ts";

export interface SenderOptions {
  readonly worker: WorkerId;
  /** How many messages may be on their way at once. */
  readonly slots: number;
  readonly sendLeaseMs: number;
}

/**
 * A process that slept longer than this between the mark and the socket does not send: somebody else may have decided
 * about the message meanwhile. Far below the send lease, so that nobody has.
 */
const SOCKET_DEADLINE_MS = 10_000;

/** One of the `slots`, held until it is used or given up; the second of the two does nothing. */
export interface SendPlace {
  /** Sends a message that this process has marked in flight in its turn's commit. `markedMs`: monotonic, taken before. */
  send(message: OutboxMessage, markedMs: number, after: Promise<void>, accepted: () => void): void;
  giveUp(): void;
}

export interface Sender {
  /** A place for a message that a commit is about to mark in flight; null when all are taken: the outbox keeps it. */
  reserve(): SendPlace | null;
  /** Takes due messages from the outbox; resolves to when the next falls due. Full, it asks for more when a send ends. */
  sendDue(): Promise<number | null>;
  /** Waits for what is on its way. */
  drain(): Promise<void>;
}

/** Delivers replies, one at a time in a conversation, in order. */
export function createSender(dependencies: RuntimeDependencies, options: SenderOptions, onMore: () => void): Sender {
  const { store, channel, clock, logger, metrics, random } = dependencies;
  const active = new Set<Promise<void>>();
  let reserved = 0;
  let wasFull = false;
  const free = () => options.slots - active.size - reserved;

  const hasRoomAgain = () => {
    if (!wasFull || free() <= 0) return;
    wasFull = false;
    onMore();
  };

  const track = (work: Promise<void>) => {
    const tracked = work
      .catch((error: unknown) =>
        logger.error({ error: errorText(error) }, "a message could not be settled; its lease will run out"),
      )
      .finally(() => {
        active.delete(tracked);
        hasRoomAgain();
      });
    active.add(tracked);
  };

  const settle = async (message: OutboxMessage, settlement: Settlement) => {
    metrics.sendFinished(settlement.kind);
    if (settlement.kind !== "accepted") {
      logger.warn(
        {
          outbox_id: message.id,
          conversation_id: message.conversationId,
          run_id: message.runId,
          outcome: settlement.kind,
          ...reasonOf(settlement),
        },
        "a message was not accepted",
      );
    }
    const { hasMore } = await store.outbox.settle(message, settlement);
    if (hasMore) onMore();
  };

  const deliver = async (message: OutboxMessage, markedMs: number, accepted: () => void = () => {}) => {
    if (clock.monotonicMs() - markedMs > SOCKET_DEADLINE_MS) {
      return settle(message, { kind: "retry", delayMs: 0, detail: "the process was paused before the socket" });
    }
    const outcome = await channel.send({
      phoneNumberId: message.phoneNumberId,
      recipient: message.recipient,
      content: message.content,
      replyTo: message.replyToMessageId,
      opaque: opaqueKey(message.id, message.attempt),
    });
    if (outcome.kind === "accepted") accepted();
    return settle(message, settlementOf(outcome, message.attempt, clock.now(), random()));
  };

  const handle = async (claim: SendClaim) => {
    const step = nextSendStep(claim);
    switch (step.kind) {
      case "settle":
        return settle(claim.message, step.settlement);
      case "wait":
        return store.outbox.postpone(options.worker, claim.message, step.delayMs);
      case "send": {
        const markedMs = clock.monotonicMs();
        const marked = await store.outbox.markInFlight(options.worker, claim.message, options.sendLeaseMs);
        return marked === null ? undefined : deliver(marked, markedMs);
      }
    }
  };

  return {
    reserve() {
      if (free() <= 0) return null;
      reserved += 1;
      let isHeld = true;
      const release = () => {
        if (isHeld) reserved -= 1;
        isHeld = false;
      };
      return {
        send(message, markedMs, after, accepted) {
          release();
          track(after.then(() => deliver(message, markedMs, accepted)));
        },
        giveUp() {
          release();
          hasRoomAgain();
        },
      };
    },
    async sendDue() {
      if (free() <= 0) {
        wasFull = true;
        return null;
      }
      // Half of the room: turns that end during the claim find places for their replies.
      const limit = Math.ceil(free() / 2);
      reserved += limit;
      try {
        const { claims, nextDueInMs } = await store.outbox.claim(options.worker, limit, options.sendLeaseMs);
        for (const claim of claims) track(handle(claim));
        return claims.length === limit ? 0 : nextDueInMs;
      } finally {
        reserved -= limit;
        hasRoomAgain();
      }
    },
    async drain() {
      while (active.size > 0) await Promise.all(active);
    },
  };
}

/** Our own words may stand in a log. The provider's may quote the customer: of those only the code. */
function reasonOf(settlement: Settlement): { detail?: string; code?: number | null } {
  switch (settlement.kind) {
    case "accepted":
      return {};
    case "dropped":
      return { detail: settlement.reason };
    case "failed":
      return { code: settlement.code };
    case "retry":
      return { detail: /^(\d+):/.exec(settlement.detail)?.[1] ?? settlement.detail };
    case "in_doubt":
      return { detail: settlement.detail };
  }
}
