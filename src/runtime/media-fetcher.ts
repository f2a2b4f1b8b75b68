import { errorText } from "../core/errors.ts";
import { type MediaItem, mediaSettlementOf } from "../core/inbound/media.ts";
import type { Logger } from "../core/ports/logger.ts";
import type { MediaSource } from "../core/ports/media-source.ts";
import type { Store } from "../core/ports/store.ts";
import { createPulse } from "./worker/pulse.ts";

export interface MediaFetcherDependencies {
  readonly store: Pick<Store, "media">;
  readonly source: MediaSource;
  readonly logger: Logger;
  readonly metrics: { mediaSettled(outcome: string): void };
}

export interface MediaFetcher {
  start(): void;
  /** A turn waits for a file. */
  wake(): void;
  /** Breaks off the fetches under way and returns once they are written as due again. */
  stop(): Promise<void>;
}

/** Files fetched at once. Each may be held in memory whole. */
const AT_ONCE = 3;
/** Longer than one fetch may take. */
const LEASE_MS = 90_000;
const POLL_MS = 1_000;

/** Fetches customers' files soon after they arrive, beside the turns and never in their way. */
export function createMediaFetcher({ store, source, logger, metrics }: MediaFetcherDependencies): MediaFetcher {
  const stopping = new AbortController();
  const active = new Set<Promise<void>>();

  const fetchOne = async (item: MediaItem) => {
    const { phoneNumberId, reference } = item;
    const outcome = await source.fetch({ phoneNumberId, reference, signal: stopping.signal });
    const settlement = mediaSettlementOf(outcome, item);
    await store.media.settle(item, settlement);
    metrics.mediaSettled(settlement.kind);
    if (settlement.kind === "fetched") return;
    const fields = {
      media: item.id,
      conversation_id: item.conversationId,
      attempt: item.attempt,
      detail: settlement.detail,
    };
    logger.warn(fields, settlement.kind === "retry" ? "a file could not be fetched yet" : "a file could not be kept");
  };

  const begin = (item: MediaItem) => {
    const work = fetchOne(item)
      .catch((error: unknown) =>
        logger.error(
          { media: item.id, error: errorText(error) },
          "a file could not be settled; its lease will run out",
        ),
      )
      .finally(() => {
        active.delete(work);
        fetching.wake();
      });
    active.add(work);
  };

  const fetching = createPulse(POLL_MS, logger, async () => {
    const free = AT_ONCE - active.size;
    if (free === 0) return null; // // A finished fetch wakes the loop.
    const { items, nextDueInMs } = await store.media.claim(free, LEASE_MS);
    for (const item of items) begin(item);
    return items.length === free ? 0 : nextDueInMs;
  });

  return {
    start: fetching.start,
    wake: fetching.wake,
    async stop() {
      await fetching.stop();
      stopping.abort();
      await Promise.all(active);
    },
  };
}
