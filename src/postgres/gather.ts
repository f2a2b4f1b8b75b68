import { RecadoError } from "../core/errors.ts";
import { watchForRush } from "../core/rush.ts";

/**
 * More make the groups smaller, and each connection that a statement comes to plans it for itself.
 */
const UNDER_WAY_AT_ONCE = 2;

/** So many make a group that need not wait for the one under way. */
const CROWD = 16;

/** So many need not wait for the end of the round: the server works on them while the process thinks about the others. */
const HANDFUL = 8;

/** The largest group of one statement: it stays short for the items in it. */
export const GROUP_LIMIT = 64;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Makes one statement of what comes while another is under way: beginning one of ours costs the
 * server several times what a row more in it does. An item that comes alone is served at once,
 * alone.
 *
 * `run` answers one result an item, in their order. Each item has its own outcome. When a group
 * fails, each of its items is run again alone, and only the item that cannot be done fails, also
 * one that waits for a row which another transaction holds for ever. When the server is away, all
 * of them are told so and none is run again. Two items with the same key are never in one group: a
 * statement changes a row once. An item without a key goes with any other.
 *
 * `lingerMs`: how long the first of a group waits for others, where no person does. `rushMs`: how long it waits while items
 * come in a rush: a statement of its own for each would keep them waiting longer.
 *
 * `gatherRequests` (server/intake) is no twin. There an item is a request of several messages, a customer's requests keep
 * their order over all groups, and requests that failed together are stored again one after the other. Here no item waits for
 * the end of another: its row's fence, attempt or rank refuses what comes too late.
 */
export function gather<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  keyOf: (item: Item) => string | null,
  { lingerMs = 0, rushMs = 0, isRush = watchForRush() } = {},
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let underWay = 0;
  let isRoundOpen = false;
  let enough = HANDFUL;

  const begin = () => {
    const least = isRoundOpen ? enough : 1;
    while (underWay < UNDER_WAY_AT_ONCE && waiting.length >= (underWay === 0 ? least : Math.max(least, CROWD))) {
      underWay += 1;
      void runGroup(takeGroup(waiting, keyOf)).finally(() => {
        underWay -= 1;
        begin();
      });
    }
  };

  const runGroup = async (group: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await run(group.map(({ item }) => item));
      group.forEach(({ resolve, reject }, index) => {
        const result = results[index];
        if (result === undefined)
          reject(new Error(`a group of ${group.length} came back with ${results.length} results`));
        else resolve(result);
      });
    } catch (error) {
      const isAway = error instanceof RecadoError && error.code === "database_unreachable";
      if (group.length === 1 || isAway) for (const { reject } of group) reject(error);
      else await Promise.all(group.map((one) => runGroup([one])));
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      const waitMs = isRush() ? Math.max(lingerMs, rushMs) : lingerMs;
      if (!isRoundOpen) enough = waitMs > 0 ? GROUP_LIMIT : HANDFUL;
      if (waiting.length >= enough) return begin();
      if (isRoundOpen) return;
      isRoundOpen = true;
      const endRound = () => {
        isRoundOpen = false;
        begin();
      };
      if (waitMs > 0) setTimeout(endRound, waitMs);
      else setImmediate(endRound);
    });
}

/** The first of each key, in the order in which they came. */
function takeGroup<Item, Result>(waiting: Waiting<Item, Result>[], keyOf: (item: Item) => string | null) {
  const keys = new Set<string>();
  const group: Waiting<Item, Result>[] = [];
  const left: Waiting<Item, Result>[] = [];
  for (const one of waiting) {
    const key = keyOf(one.item);
    if (group.length < GROUP_LIMIT && (key === null || !keys.has(key))) {
      group.push(one);
      if (key !== null) keys.add(key);
    } else left.push(one);
  }
  waiting.splice(0, waiting.length, ...left);
  return group;
}
