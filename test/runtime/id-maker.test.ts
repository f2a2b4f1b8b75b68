import { expect, test } from "vitest";
import { isUuid } from "../../src/core/ids.ts";
import { createIdMaker } from "../../src/runtime/id-maker.ts";

test("ids never go back, within a millisecond and when the clock is set back", () => {
  const times = [...Array.from({ length: 10_000 }, () => 1_000), 2_000, 500, 500, 3_000];
  let next = 0;
  const newId = createIdMaker(() => times[next++] ?? 3_000);
  const ids = times.map(() => newId());
  expect(ids.every(isUuid)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
});
