import { expect, test } from "vitest";
import { withinTime, withinTimeOrAborted } from "../../src/runtime/within-time.ts";

const never = new Promise<never>(() => {});

test("work that is done in time is heard, and so is what it throws", async () => {
  expect(await withinTime(60_000, () => 7)).toEqual({ kind: "done", value: 7 });
  await expect(
    withinTime(60_000, () => {
      throw new Error("roto");
    }),
  ).rejects.toThrow("roto");
});

test("work that ignores its signal is left behind", async () => {
  let signal: AbortSignal | undefined;
  const late = await withinTimeOrAborted(1, (given) => {
    signal = given;
    return never;
  });
  expect(late).toEqual({ kind: "late" });
  expect(signal?.aborted).toBe(true);
});

test("late work without a signal is left behind too", async () => {
  expect(await withinTime(1, () => never)).toEqual({ kind: "late" });
});

test("work that ends with its signal is late all the same", async () => {
  const obedient = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  expect(await withinTimeOrAborted(1, obedient)).toEqual({ kind: "late" });
});
