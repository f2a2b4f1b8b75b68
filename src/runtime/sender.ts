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

export interface Sender {
  /** Sends a message that this process has marked in flight in its turn's commit. `markedMs`: monotonic, taken before. */
  sendMarked(message: OutboxMessage, markedMs: number, after: Promise<void>): void;
  /** Takes due messages from the outbox; resolves to when the next falls due. */
  sendDue(): Promise<number | null>;
  inFlight(): number;
  /** Waits for what is on its way. */
  drain(): Promise<void>;
}

/** Delivers replies, one at a time in a conversation, in order. */
export function createSender(dependencies: RuntimeDependencies, options: SenderOptions, onMore: () => void): Sender {
  const { store, channel, clock, logger, metrics, random } = dependencies;
  const active = new Set<Promise<void>>();

  const track = (work: Promise<void>) => {
    const tracked = work
      .catch((error: unknown) =>
        logger.error({ error: errorText(error) }, "a message could not be settled; its lease will run out"),
      )
      .finally(() => active.delete(tracked));
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

  const deliver = async (message: OutboxMessage, markedMs: number) => {
    if (clock.monotonicMs() - markedMs > SOCKET_DEADLINE_MS) {
      return settle(message, { kind: "retry", delayMs: 0, detail: "the process was paused before the socket" });
    }
    const outcome = await channel.send({
      phoneNumberId: message.phoneNumberId,
      recipient: message.recipient,
      content: message.content,
      opaque: opaqueKey(message.id, message.attempt),
    });
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
    sendMarked(message, markedMs, after) {
      track(after.then(() => deliver(message, markedMs)));
    },
    async sendDue() {
      const free = options.slots - active.size;
      if (free <= 0) return 0;
      const { claims, nextDueInMs } = await store.outbox.claim(options.worker, free, options.sendLeaseMs);
      for (const claim of claims) track(handle(claim));
      return claims.length === free ? 0 : nextDueInMs;
    },
    inFlight: () => active.size,
    async drain() {
      while (active.size > 0) await Promise.all(active);
    },
  };
}

function reasonOf(settlement: Settlement): { detail?: string; code?: number | null } {
  switch (settlement.kind) {
    case "accepted":
      return {};
    case "dropped":
      return { detail: settlement.reason };
    case "failed":
      return { detail: settlement.detail, code: settlement.code };
    default:
      return { detail: settlement.detail };
  }
}
