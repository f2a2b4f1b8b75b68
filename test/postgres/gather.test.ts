import { setImmediate as endOfRound } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { RecadoError } from "../../src/core/errors.ts";
import { gather } from "../../src/postgres/gather.ts";

/** Begins with a statement that waits, so that all others meet in the next. */
async function together(run: (items: readonly string[]) => Promise<readonly string[]>, items: readonly string[]) {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const one = gather(
    async (group: readonly string[]) => {
      if (group[0] === "first") await opened;
      return run(group);
    },
    (item) => item,
  );
  const first = one("first");
  await endOfRound();
  const others = items.map(one);
  open();
  await first.catch(() => {});
  return Promise.allSettled(others);
}

const late = (what: string) => new RecadoError("overloaded", `${what} took too long`);
const kinds = (results: readonly PromiseSettledResult<string>[]) => results.map(({ status }) => status);

test("one that waits for a row which somebody holds for ever is told so; the others end", async () => {
  const results = await together(
    async (group) => {
      if (group.includes("held")) throw late(group.join());
      return group;
    },
    ["a", "held", "b"],
  );
  expect(kinds(results)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

test("alone, nobody waits behind another", async () => {
  const begun: string[] = [];
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const results = together(
    async (group) => {
      if (group.length > 1) throw late("the group");
      const item = group[0] as string;
      begun.push(item);
      if (item === "slow") await ended;
      if (item === "last") end();
      return group;
    },
    ["slow", "last"],
  );
  expect(kinds(await results)).toEqual(["fulfilled", "fulfilled"]);
  expect(begun).toContain("last");
});

test("a server that is away is told to all of them, and asked once", async () => {
  let asked = 0;
  const results = await together(
    async (group) => {
      if (group[0] === "first") return group;
      asked += 1;
      throw new RecadoError("database_unreachable", "away");
    },
    ["a", "b", "c"],
  );
  expect(kinds(results)).toEqual(["rejected", "rejected", "rejected"]);
  expect(asked).toBe(1);
});

test("what one round of the event loop brings is one statement, and a crowd does not wait for the end of it", async () => {
  const groups: string[] = [];
  const one = gather(
    async (group: readonly string[]) => {
      groups.push(group.join(""));
      return group;
    },
    (item) => item,
  );
  await Promise.all(["a", "b", "c"].map(one));
  expect(groups).toEqual(["abc"]);
  const crowd = [..."abcdefghij"].map(one);
  expect(groups.slice(1)).toEqual(["abcdefgh"]);
  await Promise.all(crowd);
  expect(groups.slice(1)).toEqual(["abcdefgh", "ij"]);
});

test("in a rush the first waits for others, also while a statement is under way; without one it waits for none", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    const groups: string[] = [];
    const ends: (() => void)[] = [];
    let isRush = true;
    const one = gather(
      async (group: readonly string[]) => {
        groups.push(group.join(""));
        await new Promise<void>((resolve) => ends.push(resolve));
        return group;
      },
      (item) => item,
      { rushMs: 5, isRush: () => isRush },
    );
    const answers = [one("a")];
    await endOfRound();
    answers.push(one("b"));
    expect(groups).toEqual([]);
    vi.runAllTimers();
    expect(groups).toEqual(["ab"]);
    answers.push(one("c"));
    ends.shift()?.();
    await endOfRound();
    expect(groups).toEqual(["ab"]);
    answers.push(one("d"));
    vi.runAllTimers();
    expect(groups).toEqual(["ab", "cd"]);
    ends.shift()?.();
    await Promise.all(answers);
    isRush = false;
    answers.push(one("e"));
    await endOfRound();
    expect(groups).toEqual(["ab", "cd", "e"]);
    ends.shift()?.();
    await Promise.all(answers);
  } finally {
    vi.useRealTimers();
  }
});
