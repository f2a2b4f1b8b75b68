import { describe, expect, test } from "vitest";
import type { OutboxMessage, SendOutcome } from "../../src/core/outbox.ts";
import type { SendClaim } from "../../src/core/ports/store.ts";
import { nextSendStep, settlementOf } from "../../src/core/send-policy.ts";

const now = new Date("2026-11-21T12:00:00Z");
const ago = (ms: number) => new Date(now.getTime() - ms);
const HOUR = 3_600_000;

function claim(message: Partial<OutboxMessage>, rest: Partial<SendClaim> = {}): SendClaim {
  const whole = {
    status: "queued",
    attempt: 0,
    onDoubt: "resend",
    lastCustomerMessageAt: ago(HOUR),
    isCancelled: false,
    ...message,
  } as OutboxMessage;
  return { message: whole, doubtUntil: null, hasNewerInbound: false, reportsFlow: false, now, ...rest };
}

describe("the message at the head of an outbox", () => {
  test.each<[string, SendClaim, unknown]>([
    ["is sent", claim({}), { kind: "send" }],
    [
      "is not sent after the window",
      claim({ lastCustomerMessageAt: ago(24 * HOUR) }),
      { kind: "settle", settlement: { kind: "dropped" } },
    ],
    [
      "is not sent when a person took the conversation over",
      claim({ isCancelled: true }),
      { kind: "settle", settlement: { kind: "dropped", reason: expect.stringContaining("was stopped here") } },
    ],
    [
      "found in flight is in doubt",
      claim({ status: "in_flight", attempt: 1 }),
      { kind: "settle", settlement: { kind: "in_doubt", doubtMs: 30_000 } },
    ],
    [
      "in doubt waits for proof",
      claim({ status: "in_doubt" }, { doubtUntil: new Date(now.getTime() + 10) }),
      { kind: "wait", delayMs: 10 },
    ],
    [
      "in doubt without proof, with reports about others, was not sent: it is sent now",
      claim({ status: "in_doubt" }, { doubtUntil: ago(1), reportsFlow: true, hasNewerInbound: true }),
      { kind: "send" },
    ],
    [
      "in doubt without any report is sent again while it is the last word",
      claim({ status: "in_doubt" }, { doubtUntil: ago(1) }),
      { kind: "send" },
    ],
    [
      "in doubt without any report is dropped once the customer has gone on",
      claim({ status: "in_doubt" }, { doubtUntil: ago(1), hasNewerInbound: true }),
      { kind: "settle", settlement: { kind: "dropped" } },
    ],
    [
      "in doubt for the second time is a person's to decide: nobody gets it for ever",
      claim({ status: "in_doubt", attempt: 2 }, { doubtUntil: ago(1), reportsFlow: true }),
      { kind: "settle", settlement: { kind: "failed", detail: expect.stringContaining("2 attempts") } },
    ],
    [
      "in doubt and to be held is never sent again, whatever speaks for it",
      claim({ status: "in_doubt", onDoubt: "hold" }, { doubtUntil: ago(1), reportsFlow: true }),
      { kind: "settle", settlement: { kind: "failed" } },
    ],
  ])("%s", (_name, given, expected) => {
    expect(nextSendStep(given)).toMatchObject(expected as object);
  });
});

describe("what came of an attempt", () => {
  const settle = (outcome: SendOutcome, attempt = 1) => settlementOf(outcome, attempt, now, 0);

  test("no byte left, or a throttle: again, later each time, and not for ever", () => {
    const waits = [1, 2, 3].map((attempt) => settle({ kind: "not_sent", detail: "ECONNREFUSED" }, attempt));
    expect(waits.map((one) => one.kind === "retry" && one.delayMs)).toEqual([500, 1_000, 2_000]);
    expect(settle({ kind: "refused", code: 130429, detail: "throttled", again: "soon" }).kind).toBe("retry");
    expect(settle({ kind: "not_sent", detail: "ECONNREFUSED" }, 8)).toMatchObject({
      kind: "failed",
      detail: expect.stringContaining("8 attempts"),
    });
  });

  test("an expired token keeps the message, however often it is asked: the shop will have a new one", () => {
    expect(settle({ kind: "refused", code: 190, detail: "expired", again: "once_mended" }, 50)).toEqual({
      kind: "retry",
      delayMs: 60_000,
      detail: "expired",
    });
  });

  test("a refusal for good keeps its code; doubt is doubt", () => {
    expect(settle({ kind: "refused", code: 131026, detail: "undeliverable", again: "never" })).toEqual({
      kind: "failed",
      code: 131026,
      detail: "undeliverable",
    });
    expect(settle({ kind: "in_doubt", detail: "timeout" })).toMatchObject({ kind: "in_doubt" });
  });
});
