import type { EnqueuedItem, InboundItem } from "../../core/inbound/event.ts";
import type { LeaseOffer } from "../../core/ports/mailbox.ts";
import type { ClaimedTurn } from "../../core/turn/turn.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import { gatherRequests, type StoreItems } from "./gather-requests.ts";

/** How the doors of one process store what comes in. What may wait for the rest of a burst and what may not goes apart. */
export function createEnqueue(parts: ServerDependencies): StoreItems {
  const waits = parts.settings.coalesceMs > 0;
  return gatherRequests(
    (items) => enqueueItems(parts, items),
    (items) => (waits && !startsAtOnce(items) ? "with the burst" : "at once"),
  );
}

const startsAtOnce = (items: readonly InboundItem[]) => items.every(({ content }) => content.type === "button");

/**
 * Commits inbound items in one statement, and passes on the turns whose lease was taken in it. The turns are begun
 * even when whoever asked has stopped waiting: their lease is held from the commit on.
 */
export async function enqueueItems(parts: ServerDependencies, items: readonly InboundItem[]): Promise<EnqueuedItem[]> {
  const { store, settings, runtime, metrics } = parts;
  const offer = runtime.leaseOffer(items.length);
  const coalesceMs = startsAtOnce(items) ? 0 : settings.coalesceMs;
  const { defaultAgentId, areCustomersReal } = settings;
  let enqueued: Awaited<ReturnType<typeof store.mailbox.enqueue>> = { items: [], turns: [] };
  try {
    enqueued = await store.mailbox.enqueue({
      items,
      offer,
      coalesceMs,
      defaultAgentId,
      areCustomersReal,
      newId: parts.newId,
    });
  } finally {
    // Also when nothing was stored: the offer holds slots until it comes back.
    if (offer !== null) runtime.acceptTurns(enqueued.turns, offer);
  }

  const duplicates = enqueued.items.filter(({ duplicate }) => duplicate).length;
  metrics.inboundItems("accepted", enqueued.items.length - duplicates);
  metrics.inboundItems("duplicate", duplicates);
  if (offer !== null && leavesWork(enqueued.items, enqueued.turns, offer, coalesceMs)) runtime.wake();
  return enqueued.items;
}

/**
 * True when this process should look for work that it has no lease of: a burst that waits, or more conversations than
 * it had slots for. Otherwise a conversation without a lease is somebody's already, who goes on with it by himself;
 * a claim for it would come back empty (engine.md: two empty claims a turn doubled the statements at low load).
 */
function leavesWork(items: EnqueuedItem[], turns: ClaimedTurn[], offer: LeaseOffer, coalesceMs: number): boolean {
  const leased = new Set(turns.map(({ lease }) => lease.conversationId));
  const waiting = new Set(
    items.filter((item) => !item.duplicate && !leased.has(item.conversationId)).map((item) => item.conversationId),
  );
  return waiting.size > 0 && (coalesceMs > 0 || leased.size >= offer.freeSlots);
}
