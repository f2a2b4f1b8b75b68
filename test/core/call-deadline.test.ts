import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";
import { startDeadline } from "../../src/core/call-deadline.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Resolves when the signal aborts. The listener alone holds the signal, as a request does. */
const aborted = (signal: AbortSignal) =>
  new Promise<unknown>((resolve) => signal.addEventListener("abort", () => resolve(signal.reason), { once: true }));

test("a call ends at its limit when the garbage collector came by before", { timeout: 10_000 }, async () => {
  const caller = new AbortController();
  const deadline = startDeadline({ timeoutMs: 100, signal: caller.signal });
  const reason = aborted(deadline.signal);
  for (let round = 0; round < 5; round += 1) {
    await delay(5);
    collectGarbage();
  }
  expect(await reason).toMatchObject({ name: "TimeoutError", message: "no whole answer within 100 ms" });
  expect(deadline.cut()).toBe("timeout");
});

test("a call ends with its caller, and tells that apart from its limit", async () => {
  const caller = new AbortController();
  const deadline = startDeadline({ timeoutMs: 60_000, signal: caller.signal });
  const reason = aborted(deadline.signal);
  caller.abort("the worker stops");
  expect(await reason).toBe("the worker stops");
  expect(deadline.cut()).toBe("aborted");
  deadline.end();
});

test("a call of a caller that has stopped already does not begin", () => {
  const deadline = startDeadline({ timeoutMs: 60_000, signal: AbortSignal.abort() });
  expect(deadline.signal.aborted).toBe(true);
  expect(deadline.cut()).toBe("aborted");
  deadline.end();
});

test("any number of calls share one caller, without a warning, and all end with it", () => {
  const warned = vi.spyOn(process, "emitWarning");
  const caller = new AbortController();
  const deadlines = Array.from({ length: 30 }, () => startDeadline({ timeoutMs: 60_000, signal: caller.signal }));
  caller.abort();
  expect(deadlines.map((deadline) => deadline.cut())).toEqual(deadlines.map(() => "aborted"));
  for (const deadline of deadlines) deadline.end();
  expect(warned).not.toHaveBeenCalled();
});

test("a call that has ended is cut no more", () => {
  const caller = new AbortController();
  const deadline = startDeadline({ timeoutMs: 60_000, signal: caller.signal });
  deadline.end();
  caller.abort();
  expect(deadline.signal.aborted).toBe(false);
  expect(deadline.cut()).toBeNull();
});

test("no file of ours joins a timeout with another signal, which the garbage collector may undo", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  expect(sources.length).toBeGreaterThan(500);
  const joins = /AbortSignal\.any\([^;]*\btimeout\b/iu;
  const faulty = sources.filter((file) =>
    joins.test(readFileSync(`src/${file}`, "utf8").replaceAll(/^\s*\*.*$/gmu, "")),
  );
  expect(faulty).toEqual([]);
});
