import { burstWaitMs, LONGEST_WAIT } from "../../core/inbound/burst-wait.ts";
import type { EnqueuedItem, InboundItem } from "../../core/inbound/event.ts";
import type { LeaseOffer } from "../../core/ports/mailbox.ts";
import type { ClaimedTurn } from "../../core/turn/turn.ts";
import type { ServerDependencies, ServerSettings, StorePorts } from "../server-dependencies.ts";
import { gatherRequests, type StoreItems } from "./gather-requests.ts";

type EnqueueDependencies = StorePorts<"mailbox"> &
  Pick<ServerDependencies, "runtime" | "metrics" | "newId"> & {
    readonly settings: Pick<ServerSettings, "coalesceMs" | "defaultAgentId" | "areCustomersReal">;
  };

/**
 * Stores what the doors of one process receive. Items that wait for the rest of a burst go in
 * other statements than those that do not.
 */
export function createEnqueue(dependencies: EnqueueDependencies): StoreItems {
  const { coalesceMs } = dependencies.settings;
  return gatherRequests(
    (items) => enqueueItems(dependencies, items),
    (items) => `after ${waitOf(items, coalesceMs)} ms`,
  );
}

/** The last word of several decides: it may be the end of what they say. */
function waitOf(items: readonly InboundItem[], coalesceMs: number): number {
  const last = items.at(-1);
  return coalesceMs === 0 || last === undefined ? 0 : burstWaitMs(last.content, coalesceMs);
}

/**
 * Commits inbound items in one statement and passes on the turns whose lease it took. The turns
 * begin even when the caller has stopped waiting, because their lease is held from the commit on.
 */
export async function enqueueItems(
  { store, settings, runtime, metrics, newId }: EnqueueDependencies,
  items: readonly InboundItem[],
): Promise<EnqueuedItem[]> {
  const offer = runtime.leaseOffer(items.length);
  const coalesceMs = waitOf(items, settings.coalesceMs);
  const { defaultAgentId, areCustomersReal } = settings;
  let enqueued: Awaited<ReturnType<typeof store.mailbox.enqueue>> = { items: [], turns: [] };
  try {
    enqueued = await store.mailbox.enqueue({
      items,
      offer,
      coalesceMs,
      burstMs: LONGEST_WAIT * settings.coalesceMs,
      defaultAgentId,
      areCustomersReal,
      newId,
    });
  } finally {
    // The offer goes back even when nothing was stored, because it holds slots until then.
    if (offer !== null) runtime.acceptTurns(enqueued.turns, offer);
  }

  const duplicates = enqueued.items.filter(({ duplicate }) => duplicate).length;
  metrics.inboundItems("accepted", enqueued.items.length - duplicates);
  metrics.inboundItems("duplicate", duplicates);
  if (leavesWork(enqueued.items, enqueued.turns, offer, settings.coalesceMs)) runtime.wake();
  return enqueued.items;
}

/**
 * True when this process should look for work without a lease: a burst that waits, more
 * conversations than it had slots for, or, without an offer, all of it: an engine that calls the
 * workers learns of it only so. Otherwise another worker already holds the conversation, and
 * a claim would come back empty (engine.md: two empty claims a turn doubled the statements at low
 * load).
 */
function leavesWork(
  items: EnqueuedItem[],
  turns: ClaimedTurn[],
  offer: LeaseOffer | null,
  coalesceMs: number,
): boolean {
  const leased = new Set(turns.map(({ lease }) => lease.conversationId));
  const waiting = new Set(
    items.filter((item) => !item.duplicate && !leased.has(item.conversationId)).map((item) => item.conversationId),
  );
  return waiting.size > 0 && (offer === null || coalesceMs > 0 || leased.size >= offer.freeSlots);
}
