import { RecadoError } from "../../core/errors.ts";
import type { EnqueuedItem, InboundItem } from "../../core/inbound/event.ts";
import { NumberAway } from "../../core/inbound/number-away.ts";
import { type IsRush, watchForRush } from "../../core/rush.ts";

/** Stores items in one statement and returns one result for each, in order. */
export type StoreItems = (items: readonly InboundItem[]) => Promise<EnqueuedItem[]>;

/**
 * One statement is on its way while PostgreSQL works on another. More than two make the groups
 * smaller.
 */
const UNDER_WAY_AT_ONCE = 2;

/** In a rush the first request waits at most this long for others. */
const RUSH_WAIT_MS = 25;

/** So many have company enough. */
const CROWD = 16;

/** In a rush so few have: what comes after them is the company of the next. */
const COMPANY = 5;

/** One statement has at most this many items, so that it stays short for all callers in it. */
const GROUP_LIMIT = 64;

interface Waiting {
  readonly items: readonly InboundItem[];
  readonly resolve: (stored: EnqueuedItem[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Requests of different lanes never share a statement. */
type LaneOf = (items: readonly InboundItem[]) => string;

/**
 * Requests that come while others are being stored wait and go together, in one statement and one
 * commit. Starting a statement costs five times as much as one more message in it (measured: 1.2 ms
 * of the server's processor alone, 0.2 ms each in sixteen). At low load no request waits; in a rush the
 * first waits a moment for a few others. Each request is answered after the commit that holds it.
 *
 * One customer's requests are stored in order: each waits for the end of the one before it, in any
 * lane. A request that cannot be stored harms no other: its group is stored again, each request
 * alone, one after the other: at once, they would overtake each other.
 *
 * `gather` (src/postgres) does without that order, and so begins the next group without a look at those under way.
 */
export function gatherRequests(
  store: StoreItems,
  laneOf: LaneOf = () => "",
  isRush: IsRush = watchForRush(),
): StoreItems {
  const waiting: Waiting[] = [];
  const underWay = new Set<readonly Waiting[]>();
  let isRoundOpen = false;
  let enough = CROWD;

  const begin = () => {
    while (underWay.size < UNDER_WAY_AT_ONCE && (!isRoundOpen || waiting.length >= enough)) {
      const group = takeGroup(waiting, underWay, laneOf);
      if (group.length === 0) return;
      underWay.add(group);
      void storeGroup(group, store).finally(() => {
        underWay.delete(group);
        begin();
      });
    }
  };
  return (items) =>
    new Promise((resolve, reject) => {
      waiting.push({ items, resolve, reject });
      const lingers = isRush();
      if (isRoundOpen) {
        if (waiting.length >= enough) begin();
        return;
      }
      enough = lingers ? COMPANY : CROWD;
      // Requests of one round of the event loop go together. Otherwise the first would be a
      // statement of its own.
      isRoundOpen = true;
      const endRound = () => {
        isRoundOpen = false;
        begin();
      };
      if (lingers) setTimeout(endRound, RUSH_WAIT_MS);
      else setImmediate(endRound);
    });
}

/**
 * Takes the requests that may begin now. Takes none when all waiting customers have one under way.
 */
function takeGroup(waiting: Waiting[], underWay: Iterable<readonly Waiting[]>, laneOf: LaneOf): Waiting[] {
  const group: Waiting[] = [];
  const left: Waiting[] = [];
  const people = new Set([...underWay].flat().flatMap(namesIn));
  let size = 0;
  let lane = "";
  for (const request of waiting) {
    const names = namesIn(request);
    const ownLane = laneOf(request.items);
    const fits = group.length === 0 || (ownLane === lane && size + request.items.length <= GROUP_LIMIT);
    if (fits && !names.some((name) => people.has(name))) {
      group.push(request);
      size += request.items.length;
      lane = ownLane;
    } else left.push(request);
    // A request that stays counts too: the same customer's next request must not overtake it.
    for (const name of names) people.add(name);
  }
  waiting.splice(0, waiting.length, ...left);
  return group;
}

function namesIn({ items }: Waiting): string[] {
  return items.flatMap(({ identity }) => [identity.bsuid, identity.phone]).filter((name) => name !== null);
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
    const isAway = error instanceof RecadoError && error.retry === "later" && !(error instanceof NumberAway);
    if (group.length === 1 || isAway) for (const { reject } of group) reject(error);
    else for (const request of group) await storeGroup([request], store);
  }
}
