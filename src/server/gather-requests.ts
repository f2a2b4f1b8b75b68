import { RecadoError } from "../core/errors.ts";
import type { EnqueuedItem, InboundItem } from "../core/event.ts";

/** Stores items in one statement; answers one result for each, in their order. */
export type StoreItems = (items: readonly InboundItem[]) => Promise<EnqueuedItem[]>;

/** Two: while the server works on one statement, the next is already on its way. More make the groups smaller. */
const UNDER_WAY_AT_ONCE = 2;

/** Items of one statement: it stays short for those who are in it. */
const GROUP_LIMIT = 64;

interface Waiting {
  readonly items: readonly InboundItem[];
  readonly resolve: (stored: EnqueuedItem[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Requests that come while others are being stored wait and go together, in one statement and one commit: beginning a
 * statement of ours costs five times what a message more in it does (measured: 1.2 ms of the server's processor alone,
 * 0.2 ms each in sixteen). At low load nobody waits. Each request is answered after the commit that holds it.
 *
 * One person's requests never share a statement: they are stored one after the other, in their order. A request that
 * cannot be stored harms nobody else: its group is stored again, each alone.
 */
export function gatherRequests(store: StoreItems): StoreItems {
  const waiting: Waiting[] = [];
  let underWay = 0;

  const begin = () => {
    while (underWay < UNDER_WAY_AT_ONCE && waiting.length > 0) {
      underWay += 1;
      void storeGroup(takeGroup(waiting), store).finally(() => {
        underWay -= 1;
        begin();
      });
    }
  };
  return (items) =>
    new Promise((resolve, reject) => {
      waiting.push({ items, resolve, reject });
      begin();
    });
}

function takeGroup(waiting: Waiting[]): Waiting[] {
  const group: Waiting[] = [];
  const left: Waiting[] = [];
  const people = new Set<string>();
  let size = 0;
  for (const request of waiting) {
    const names = request.items
      .flatMap(({ identity }) => [identity.bsuid, identity.phone])
      .filter((name) => name !== null);
    const fits = group.length === 0 || size + request.items.length <= GROUP_LIMIT;
    if (fits && !names.some((name) => people.has(name))) {
      group.push(request);
      size += request.items.length;
    } else left.push(request);
    // Also of one that stays: what the same person sent after it must not overtake it.
    for (const name of names) people.add(name);
  }
  waiting.splice(0, waiting.length, ...left);
  return group;
}

async function storeGroup(group: readonly Waiting[], store: StoreItems): Promise<void> {
  try {
    const stored = await store(group.flatMap(({ items }) => items));
    let from = 0;
    for (const { items, resolve } of group) {
      resolve(stored.slice(from, from + items.length));
      from += items.length;
    }
  } catch (error) {
    const isAway = error instanceof RecadoError && error.retry === "later";
    if (group.length === 1 || isAway) for (const { reject } of group) reject(error);
    else for (const request of group) await storeGroup([request], store);
  }
}
