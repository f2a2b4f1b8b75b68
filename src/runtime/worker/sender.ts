import { errorText } from "../../core/errors.ts";
import type { PhoneNumberId, WorkerId } from "../../core/ids.ts";
import { type OutboxMessage, opaqueKey, type SendOutcome } from "../../core/outbound/outbox.ts";
import { REFUSALS } from "../../core/outbound/refusal.ts";
import { circuitsClosedNews, heldAlert, refusalAlert } from "../../core/outbound/refusal-alert.ts";
import { mayLeaveAtOnce, nextSendStep, type SendTimes, settlementOf } from "../../core/outbound/send-policy.ts";
import type { ConversationKey } from "../../core/ports/mailbox.ts";
import type { Barred, SendClaim, Settled, Settlement } from "../../core/ports/outbox.ts";
import type { RuntimeDependencies } from "../dependencies.ts";
import { createNumberPace, type NumberPace } from "./number-pace.ts";

export interface SenderOptions {
  readonly worker: WorkerId;
  /** How many messages may be on their way at once. */
  readonly slots: number;
  readonly sendTimes: SendTimes;
  /** Messages a second from one business number, by this process; null when there is no limit. */
  readonly messagesPerSecond: number | null;
}

/** A reserved send slot. Call `send` or `giveUp` once; later calls do nothing. */
export interface SendPlace {
  /**
   * Sends a message that this process marked in flight in its turn's commit. `markedMs`: monotonic,
   * taken before.
   */
  send(message: OutboxMessage, markedMs: number, after: Promise<void>, accepted: () => void): void;
  giveUp(): void;
}

export interface Sender {
  /**
   * A place for a message that a commit is about to mark in flight; null when all are taken or the
   * number is closed, and the outbox then keeps it.
   */
  reserve(phoneNumberId: PhoneNumberId): SendPlace | null;
  /**
   * Takes due messages from the outbox, or those of one conversation; resolves to when the next falls
   * due. When full, it asks for more as a send ends.
   */
  sendDue(conversation?: ConversationKey): Promise<number | null>;
  /** Waits for the sends under way. */
  drain(): Promise<void>;
}

/** Delivers replies in order, one at a time in a conversation. */
export function createSender(
  dependencies: RuntimeDependencies,
  options: SenderOptions,
  onMore: () => void,
  pace: NumberPace = createNumberPace(dependencies.clock, options.messagesPerSecond),
): Sender {
  const { store, channel, clock, logger, metrics, random, newId } = dependencies;
  const active = new Set<Promise<void>>();
  const { sendTimes } = options;
  let reserved = 0;
  /** Accepted messages whose record is not written yet: they need no place to leave from. */
  let unrecorded = 0;
  let wasFull = false;
  /** The closed circuits of the last claim, and the refusals of this process since. */
  let barred: Barred = [];
  // At most as many wait for their record as may be on their way: a slow database stops the sender, and a kill leaves a bounded
  // number of messages in doubt.
  const free = () => options.slots - reserved - (active.size - Math.min(unrecorded, options.slots));

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

  const settle = async (message: OutboxMessage, settlement: Settlement, outcome: SendOutcome | null) => {
    metrics.sendFinished(settlement.kind);
    const names = { outbox_id: message.id, conversation_id: message.conversationId, run_id: message.runId };
    if (settlement.kind !== "accepted") {
      const refusal = outcome?.kind === "refused" ? { refusal: outcome.refusal } : {};
      logger.warn(
        { ...names, outcome: settlement.kind, ...refusal, ...reasonOf(settlement) },
        "a message was not accepted",
      );
    }
    if (settlement.kind === "failed" && settlement.isHeld === true) metrics.messageHeld();
    // This process knows it before the database does: no turn of this process sends past it.
    if (outcome?.kind === "refused") bar(message.phoneNumberId, REFUSALS[outcome.refusal].circuit);
    const settled = await store.outbox.settle(message, settlement, outcome);
    tell(message, settled, outcome);
    await alert(message, settlement, settled, outcome);
    if (settled.hasMore || settled.closed.length > 0) onMore();
  };

  const bar = (phoneNumberId: PhoneNumberId, circuit: Settled["opened"]) => {
    if (circuit === "credential") barred = "everything";
    else if (circuit === "number" && barred !== "everything") barred = [...barred, phoneNumberId];
  };

  const tell = (message: OutboxMessage, { isDuplicate, opened, closed }: Settled, outcome: SendOutcome | null) => {
    const number = { phone_number_id: message.phoneNumberId };
    if (isDuplicate) {
      metrics.sendDuplicated();
      logger.error(
        { outbox_id: message.id, conversation_id: message.conversationId },
        "a message went out twice: two attempts were accepted",
      );
    }
    if (opened !== null && outcome?.kind === "refused") {
      const fields = { ...number, scope: opened, refusal: outcome.refusal, code: outcome.code };
      const says = `sending is held back: ${REFUSALS[outcome.refusal].meaning} ${REFUSALS[outcome.refusal].wayOut}`;
      if (REFUSALS[outcome.refusal].alerts) logger.error(fields, says);
      else logger.warn(fields, says);
    }
    for (const scope of closed) logger.info({ ...number, scope }, "it is open again: what was held back goes out");
  };

  /**
   * Tells a person what to do about it. The message is settled; a failed alert must not undo that.
   */
  const alert = async (
    message: OutboxMessage,
    settlement: Settlement,
    { closed }: Settled,
    outcome: SendOutcome | null,
  ) => {
    const { phoneNumberId } = message;
    const refused =
      outcome?.kind === "refused"
        ? refusalAlert({ phoneNumberId, refusal: outcome.refusal, code: outcome.code })
        : null;
    const held = settlement.kind === "failed" && settlement.isHeld === true ? heldAlert(message) : null;
    const alarms = [refused, held].filter((one) => one !== null);
    try {
      if (alarms.length > 0) await store.alerts.raise(alarms, newId);
      await store.alerts.clear(circuitsClosedNews(phoneNumberId, closed));
    } catch (thrown) {
      logger.error({ phone_number_id: phoneNumberId, error: errorText(thrown) }, "an alert could not be kept");
    }
  };

  const deliver = async (message: OutboxMessage, markedMs: number, accepted: () => void = () => {}) => {
    const outcome = await channel.send({
      phoneNumberId: message.phoneNumberId,
      recipient: message.recipient,
      content: message.content,
      replyTo: message.replyToMessageId,
      opaque: opaqueKey(message.id, message.attempt),
      mayStillLeave: () => clock.monotonicMs() - markedMs <= sendTimes.socketDeadlineMs,
    });
    const settlement = settlementOf(outcome, message, sendTimes, random());
    if (outcome.kind !== "accepted") return settle(message, settlement, outcome);
    accepted();
    unrecorded += 1;
    hasRoomAgain();
    return settle(message, settlement, outcome).finally(() => {
      unrecorded -= 1;
    });
  };

  const handle = async (claim: SendClaim) => {
    const step = nextSendStep(claim, sendTimes);
    switch (step.kind) {
      case "settle":
        return settle(claim.message, step.settlement, step.outcome);
      case "wait":
        await store.outbox.postpone(options.worker, claim.message, step.delayMs);
        // The next claim says when it is due.
        return onMore();
      case "send": {
        await pace.takePlace(claim.message.phoneNumberId);
        const markedMs = clock.monotonicMs();
        const marked = await store.outbox.markInFlight(options.worker, claim.message, sendTimes.sendLeaseMs);
        if (marked !== null) return deliver(marked, markedMs);
        // Something changed in between. The next look decides what to do.
        await store.outbox.postpone(options.worker, claim.message, 0);
        return onMore();
      }
    }
  };

  return {
    reserve(phoneNumberId) {
      if (free() <= 0 || barred === "everything" || barred.includes(phoneNumberId)) return null;
      reserved += 1;
      let isHeld = true;
      const release = () => {
        if (isHeld) reserved -= 1;
        isHeld = false;
      };
      return {
        send(message, markedMs, after, accepted) {
          release();
          if (!mayLeaveAtOnce(message)) {
            const outcome: SendOutcome = {
              kind: "not_sent",
              detail: "its window closed before its turn was committed",
            };
            return track(settle(message, settlementOf(outcome, message, sendTimes, random()), outcome));
          }
          const placed = pace.takePlace(message.phoneNumberId);
          track(Promise.all([after, placed]).then(() => deliver(message, markedMs, accepted)));
        },
        giveUp() {
          release();
          hasRoomAgain();
        },
      };
    },
    async sendDue(conversation) {
      if (free() <= 0) {
        wasFull = true;
        return null;
      }
      // Half of the room: turns that end during the claim need places for their replies.
      const limit = Math.ceil(free() / 2);
      reserved += limit;
      try {
        const claimed = await store.outbox.claim(options.worker, limit, sendTimes.sendLeaseMs, conversation);
        barred = claimed.barred;
        for (const claim of claimed.claims) track(handle(claim));
        return claimed.claims.length >= limit ? 0 : claimed.nextDueInMs;
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

/** Our own words may be logged. The provider's may quote the customer, so only their code is. */
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
