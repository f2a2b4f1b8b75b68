import { errorText } from "../core/errors.ts";
import { judgeStanding } from "../core/operations/standing-troubles.ts";
import type { AlertPost, AlertWebhook, DueAlert } from "../core/ports/desk/alert-post.ts";
import type { Alerts } from "../core/ports/desk/alerts.ts";
import type { Logger } from "../core/ports/logger.ts";
import { createPulse } from "./worker/pulse.ts";

export interface AlertNotifierDependencies {
  readonly post: AlertPost;
  /** null when alerts go only to the log. */
  readonly webhook: AlertWebhook | null;
  readonly alerts: Pick<Alerts, "raise" | "clear">;
  readonly newId: () => string;
  readonly logger: Logger;
}

export interface AlertNotifier {
  start(): void;
  /** Breaks off the post on its way. The next notifier posts it again. */
  stop(): Promise<void>;
}

const POLL_MS = 1_000;
const WATCH_MS = 30_000;
const AT_ONCE = 8;
/** Longer than one post may take, because all posts of a round leave at once. */
const LEASE_MS = 10_000;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 600_000;

/**
 * Reports each alert to the log and to the operator's address, at least once: processes may die and
 * posts may fail.
 */
export function createAlertNotifier({
  post,
  webhook,
  alerts: board,
  newId,
  logger,
}: AlertNotifierDependencies): AlertNotifier {
  const stopping = new AbortController();

  const tell = async (alert: DueAlert) => {
    const { id, kind, workspaceId, severity, count } = alert;
    const fields = { kind, severity, alert: id, workspace: workspaceId, subject: masked(alert.subject), count };
    if (alert.failures === 0) logger.warn(fields, "alert");
    const failure = (await webhook?.(alert, stopping.signal)) ?? null;
    if (failure === null) return post.settle(alert, { kind: "told" });
    // Our own stop broke the post off, which proves nothing about the other side.
    const delayMs = stopping.signal.aborted ? 0 : retryDelayMs(alert.failures);
    await post.settle(alert, { kind: "retry", delayMs, detail: failure });
    logger.warn({ ...fields, detail: failure, retry_ms: delayMs }, "the alert webhook did not take an alert");
  };

  const telling = createPulse(POLL_MS, logger, async () => {
    const { alerts, nextDueInMs } = await post.claim(AT_ONCE, LEASE_MS);
    const told = await Promise.allSettled(alerts.map(tell));
    for (const one of told) {
      if (one.status === "rejected") {
        logger.error({ error: errorText(one.reason) }, "an alert could not be settled; its lease will run out");
      }
    }
    return alerts.length === AT_ONCE ? 0 : nextDueInMs;
  });

  // Two processes that see the same event at once count it twice, in one alert.
  const watching = createPulse(WATCH_MS, logger, async () => {
    const judged = (await post.standing()).map(judgeStanding);
    const news = judged.flatMap(({ raise }) => raise);
    await board.raise(news, newId);
    await board.clear(judged.flatMap(({ clear }) => clear));
    if (news.length > 0) telling.wake();
    return null;
  });

  return {
    start() {
      telling.start();
      watching.start();
    },
    async stop() {
      stopping.abort();
      await Promise.all([telling.stop(), watching.stop()]);
    },
  };
}

function retryDelayMs(failures: number): number {
  return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures, 20));
}

/** The subject may be a phone. The last characters are enough to tell two apart. */
function masked(subject: string): string {
  return subject.length > 4 ? `…${subject.slice(-4)}` : "";
}
