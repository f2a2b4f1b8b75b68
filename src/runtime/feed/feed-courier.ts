import { errorText } from "../../core/errors.ts";
import { deviceFateOf, fateOf } from "../../core/feed/feed-policy.ts";
import type { Alerts } from "../../core/ports/desk/alerts.ts";
import type { DueEvent, FeedPost, PostEvent } from "../../core/ports/feed/event-feed.ts";
import type { Logger } from "../../core/ports/logger.ts";
import { createPulse } from "../worker/pulse.ts";

export interface FeedCourierDependencies {
  readonly post: FeedPost;
  readonly send: PostEvent;
  readonly alerts: Pick<Alerts, "raise">;
  readonly newId: () => string;
  readonly logger: Logger;
}

export interface FeedCourier {
  start(): void;
  /** Breaks off the posts under way. The next courier makes them again. */
  stop(): Promise<void>;
}

const POLL_MS = 1_000;
const AT_ONCE = 32;
/** Longer than one post may take, because all posts of a round leave at once. */
const LEASE_MS = 20_000;

/** Posts the events of the feed, each at least once: processes may die and posts may fail. */
export function createFeedCourier({ post, send, alerts, newId, logger }: FeedCourierDependencies): FeedCourier {
  const stopping = new AbortController();

  const deliver = async (event: DueEvent) => {
    const outcome = await send(event, stopping.signal);
    // Our own stop broke the post off, which proves nothing about the receiver.
    const isOurs = outcome.kind === "failed" && stopping.signal.aborted;
    if (isOurs) return post.settle(event, { kind: "retry", delayMs: 0, restMs: 0, detail: "the process stopped" });
    const fate = (event.push === null ? fateOf : deviceFateOf)(outcome, event.failures, event.endpointFailures);
    await post.settle(event, fate);
    if (fate.kind === "delivered") return;
    const { workspaceId, endpointId, id, kind } = event;
    logger.warn(
      { workspace: workspaceId, endpoint: endpointId, event: id, kind, fate: fate.kind, detail: fate.detail },
      "an event of the feed was not taken",
    );
    if (fate.kind !== "parked" || event.push !== null) return;
    const alert = { kind: "feed_parked", subject: endpointId, severity: "warning", phoneNumberId: null } as const;
    await alerts.raise([{ ...alert, workspaceId, detail: { event: id, kind, detail: fate.detail } }], newId);
  };

  const round = createPulse(POLL_MS, logger, async () => {
    const events = await post.claim(AT_ONCE, LEASE_MS);
    for (const one of await Promise.allSettled(events.map(deliver))) {
      if (one.status === "rejected") {
        logger.error(
          { error: errorText(one.reason) },
          "an event of the feed could not be settled; its lease will run out",
        );
      }
    }
    // The next event of a conversation is due when the one before it is settled.
    return events.length > 0 ? 0 : null;
  });

  return {
    start: round.start,
    async stop() {
      stopping.abort();
      await round.stop();
    },
  };
}
