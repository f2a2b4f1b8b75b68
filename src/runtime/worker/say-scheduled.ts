import { judgeScheduled } from "../../core/outbound/scheduled-message.ts";
import type { RuntimeDependencies } from "../dependencies.ts";

/**
 * Longer than judging takes, which calls no outside system. A worker that dies with a claim delays
 * the message only this long.
 */
const CLAIM_MS = 5_000;

/**
 * At most this many a second and process: after an outage months of messages may be due at once
 * (L-39).
 */
const AT_ONCE = 20;
const BETWEEN_ROUNDS_MS = 1_000;

/**
 * A claim was given back: its conversation had new work, which is then passed over, or was locked
 * by a statement that is about to end.
 */
const GIVEN_BACK_MS = 50;

/** More than this is no ordinary minute: a person should see it before it is said. */
const BACKLOG = 100;

/**
 * Judges due reminders and follow-ups, and hands those that may be said to the turn loop. Resolves
 * to when to look again.
 */
export async function sayScheduled(
  { store, logger, newId }: Pick<RuntimeDependencies, "store" | "logger" | "newId">,
  wakeMailbox: () => void,
): Promise<number | null> {
  await store.scheduled.conclude();
  const { due, backlog, nextDueInMs } = await store.scheduled.claim({ limit: AT_ONCE, leaseMs: CLAIM_MS });
  if (backlog.overdue > BACKLOG) {
    const { overdue, tooLate: too_late, oldest } = backlog;
    const counts = { overdue, too_late, oldest, at_once: AT_ONCE };
    logger.warn(counts, "many reminders and follow-ups are due: they go out little by little");
    const alert = { kind: "scheduled_backlog", subject: "", severity: "warning", phoneNumberId: null } as const;
    await store.alerts.raise([{ ...alert, detail: { ...backlog, aSecond: AT_ONCE } }], newId);
  }
  const judged = due.map((one) => ({ due: one, verdict: judgeScheduled(one) }));
  const fired = await store.scheduled.settle(judged, newId);
  if (fired > 0) wakeMailbox();
  for (const { due: one, verdict } of judged) {
    if (verdict.kind === "say") continue;
    logger.info(
      { scheduled_id: one.message.id, conversation_id: one.message.conversationId, outcome: verdict.reason },
      verdict.kind === "wait" ? "a message of ours waits" : "a message of ours is not said",
    );
  }
  if (due.length === AT_ONCE) return BETWEEN_ROUNDS_MS;
  const sayable = judged.filter(({ verdict }) => verdict.kind === "say").length;
  return fired < sayable ? GIVEN_BACK_MS : nextDueInMs;
}
