import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { askWhileBusy } from "../../studio/src/api/ask-while-busy.ts";

let asked = 0;
beforeEach(() => {
  asked = 0;
  // No second passes but the ones that a test lets pass.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
});

/** A server that answers its first `times` requests with 503 and this `retry-after`. */
const busyFor = (times: number, retryAfter?: string) => async () => {
  asked += 1;
  const headers: Record<string, string> = retryAfter === undefined ? {} : { "retry-after": retryAfter };
  return new Response(null, { status: asked <= times ? 503 : 204, headers });
};

test.each([
  ["the seconds that it names", "2", 2_000],
  ["a second where it names none", undefined, 1_000],
  ["a second where it names a date", "Wed, 21 Oct 2026 07:28:00 GMT", 1_000],
  ["five seconds where it names many", "3600", 5_000],
])("a busy server is asked again after %s", async (_, retryAfter, ms) => {
  const answer = askWhileBusy("GET", undefined, busyFor(1, retryAfter));
  await vi.advanceTimersByTimeAsync(ms - 1);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect((await answer).status).toBe(204);
  expect(asked).toBe(2);
});

test("a server that stays busy is asked four times in all", async () => {
  const answer = askWhileBusy("GET", undefined, busyFor(9, "1"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await answer).status).toBe(503);
  expect(asked).toBe(4);
});

test("a command is sent once: whether it was done is the person's to see", async () => {
  const answer = askWhileBusy("POST", undefined, busyFor(9, "1"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await answer).status).toBe(503);
  expect(asked).toBe(1);
});

test("a read that is called off ends at once, and asks no more", async () => {
  const left = new AbortController();
  const ended = expect(askWhileBusy("GET", left.signal, busyFor(9, "1"))).rejects.toMatchObject({ name: "AbortError" });
  await vi.advanceTimersByTimeAsync(10);
  left.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
  await ended;
  expect(asked).toBe(1);
}, 5_000);
