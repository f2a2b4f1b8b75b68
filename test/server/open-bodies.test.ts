import { describe, expect, test } from "vitest";
import type { RecadoError } from "../../src/core/errors.ts";
import { OpenBodies, type OpenBody } from "../../src/server/open-bodies.ts";

const KB = 1_024;
const MB = 1_024 * KB;

/** A door with a clock of its own. */
function room({ budgetBytes = 32 * MB, deadlineMs = 5_000 } = {}) {
  let nowMs = 0;
  const bodies = new OpenBodies({ budgetBytes, deadlineMs }, () => nowMs);
  const cut: string[] = [];
  const open = (address = "stranger"): OpenBody =>
    bodies.open(address, (why: RecadoError) => cut.push(`${address}: ${why.code}`));
  /** Seconds pass, and every body of `trickling` brings so many bytes in each of them. */
  const pass = (seconds: number, trickling: readonly OpenBody[] = [], bytes = 0) => {
    for (let second = 0; second < seconds; second += 1) {
      nowMs += 1_000;
      if (cut.length === 0) for (const body of trickling) body.add(bytes);
      bodies.sweep();
    }
  };
  return { bodies, open, cut, pass };
}

describe("bodies that never end", () => {
  test("a one-byte body is cut off in its second second", () => {
    const { open, cut, pass } = room();
    open().add(1);
    pass(1);
    expect(cut).toEqual([]);
    pass(1);
    expect(cut).toEqual(["stranger: body_too_slow"]);
  });

  test("a large one that has stopped is cut off at the deadline, and its bytes come back", () => {
    const { open, cut, pass } = room({ budgetBytes: 4 * MB });
    open().add(2.9 * MB);
    pass(4);
    expect(cut).toEqual([]);
    pass(1);
    expect(cut).toEqual(["stranger: body_too_slow"]);
    open("shop").add(3 * MB);
    expect(cut).toHaveLength(1);
  });

  test("a slow line that goes on ends well", () => {
    const { open, cut, pass } = room({ deadlineMs: 30_000 });
    const body = open();
    pass(20, [body], 4 * KB);
    body.complete();
    pass(60);
    expect(cut).toEqual([]);
    body.release();
  });

  test("one address keeps a few slow ones, and loses the oldest of more; another address loses none", () => {
    const { open, cut, pass } = room({ deadlineMs: 30_000 });
    const many = Array.from({ length: 40 }, () => open());
    many.push(open("shop"));
    pass(1, many, 2 * KB);
    expect(cut).toEqual(Array(8).fill("stranger: body_too_slow"));
  });
});

describe("a budget that is spent by bodies that have not come", () => {
  test("makes room for a whole one: the largest goes", () => {
    const { bodies, open, cut } = room();
    for (let n = 0; n < 11; n += 1) open().add(2.9 * MB);
    const webhook = open("meta");
    webhook.add(20 * KB);
    webhook.complete();
    expect(cut).toEqual(["stranger: overloaded"]);
    expect(bodies.isRefusing).toBe(false);
  });

  test("refuses the one that is the largest itself, and says so for a while", () => {
    const { bodies, open, pass } = room({ budgetBytes: 4 * MB });
    const first = open();
    first.add(2 * MB);
    first.complete();
    const second = open();
    second.add(1 * MB);
    expect(() => second.add(2 * MB)).toThrow(expect.objectContaining({ code: "overloaded" }));
    expect(bodies.isRefusing).toBe(true);
    pass(5);
    expect(bodies.isRefusing).toBe(false);
  });

  test("makes room for one that is larger than a slow one", () => {
    const { open, cut, pass } = room({ budgetBytes: 4 * MB });
    open().add(1.5 * MB);
    pass(1);
    open("meta").add(3 * MB);
    expect(cut).toEqual(["stranger: overloaded"]);
  });

  test("refuses where all have come whole: what is being stored is never cut off", () => {
    const { open, cut } = room({ budgetBytes: 4 * MB });
    const stored = open();
    stored.add(3.5 * MB);
    stored.complete();
    const next = open();
    expect(() => next.add(1 * MB)).toThrow(expect.objectContaining({ code: "overloaded" }));
    expect(cut).toEqual([]);
    next.release();
    stored.release();
    open().add(3 * MB);
  });
});
