import { describe, expect, test } from "vitest";
import type { OutboundContent } from "../../../src/core/outbound/outbound-content.ts";
import { doubtClassOf, type OutboxMessage, type SendOutcome } from "../../../src/core/outbound/outbox.ts";
import type { RefusalKind } from "../../../src/core/outbound/refusal.ts";
import { circuitOf, nextSendStep, SEND_TIMES, settlementOf } from "../../../src/core/outbound/send-policy.ts";
import type { SendClaim } from "../../../src/core/ports/outbox.ts";

const now = new Date("2026-11-21T12:00:00Z");
const ago = (ms: number) => new Date(now.getTime() - ms);
const ahead = (ms: number) => new Date(now.getTime() + ms);
const HOUR = 3_600_000;
const SPOKE = { lastCustomerMessageAt: new Date("2027-02-02T14:00:00Z") };

function claim(message: Partial<OutboxMessage>, rest: Partial<SendClaim> = {}): SendClaim {
  const whole = {
    status: "queued",
    attempt: 0,
    content: { type: "text", body: "hola" },
    onDoubt: "resend",
    lastCustomerMessageAt: ago(HOUR),
    isCancelled: false,
    tries: {},
    ...message,
  } as OutboxMessage;
  return {
    message: whole,
    doubtUntil: null,
    hasNewerInbound: false,
    isInterrupted: false,
    turnIsComing: false,
    leavesAt: null,
    flowProvenAt: null,
    pairAllowedAt: null,
    marketingStopped: false,
    hasOptedOut: false,
    purpose: "reply",
    template: whole.content.type === "template" ? { category: whole.content.category, variables: 0 } : null,
    usefulUntil: null,
    contactHours: { locale: "es-CO", timeZone: "America/Bogota", businessHours: null },
    proactiveHeldUntil: null,
    now,
    ...rest,
  };
}

const template = (category: "marketing" | "utility"): OutboundContent => ({
  type: "template",
  name: "aviso",
  language: "es",
  category,
  components: [],
});

/** In doubt since a while: the time of doubt with proof ended `overMs` ago. */
const doubted = (message: Partial<OutboxMessage>, rest: Partial<SendClaim> = {}, overMs = 1) =>
  claim({ status: "in_doubt", attempt: 1, tries: { in_doubt: 1 }, ...message }, { doubtUntil: ago(overMs), ...rest });

/** Webhooks flow since long before. */
const flowing = { flowProvenAt: ago(HOUR) };
/** None came, and the long wait is over: 120 s in all. */
const LONG_OVER = 90_001;

const dropped = (reason: string) => ({
  kind: "settle",
  settlement: { kind: "dropped", reason: expect.stringContaining(reason) },
  outcome: null,
});
const held = (detail: string) => ({
  kind: "settle",
  settlement: { kind: "failed", isHeld: true, detail: expect.stringContaining(detail) },
  outcome: null,
});

describe("the message at the head of an outbox", () => {
  test.each<[string, SendClaim, unknown]>([
    ["is sent", claim({}), { kind: "send" }],
    ["is not sent after the window", claim({ lastCustomerMessageAt: ago(24 * HOUR) }), dropped("24-hour window")],
    ["is not sent when a person took the conversation over", claim({ isCancelled: true }), dropped("was stopped here")],
    [
      "as a template leaves outside the window",
      claim({ content: template("utility"), lastCustomerMessageAt: ago(48 * HOUR) }),
      { kind: "send" },
    ],
    [
      "as a marketing template does not reach a customer who stopped marketing",
      claim({ content: template("marketing") }, { marketingStopped: true }),
      dropped("stopped marketing"),
    ],
    [
      "no template leaves to whom has told us to stop, of whatever kind",
      claim({ content: template("utility") }, { marketingStopped: true, hasOptedOut: true }),
      dropped("the customer wants no more messages"),
    ],
    [
      "what nobody asked for leaves within the hours of contact",
      claim(SPOKE, { purpose: "commercial", now: new Date("2027-02-02T15:00:00Z") }),
      { kind: "send" },
    ],
    [
      "at night it waits",
      claim(SPOKE, { purpose: "commercial", now: new Date("2027-02-03T03:00:00Z") }),
      { kind: "wait", delayMs: 30_000 },
    ],
    [
      "and gives way to an answer",
      claim(SPOKE, { purpose: "commercial", now: new Date("2027-02-03T03:00:00Z"), hasNewerInbound: true }),
      dropped("hours of contact"),
    ],
    [
      "what they asked for at that hour leaves",
      claim(SPOKE, { purpose: "requested", now: new Date("2027-02-03T03:00:00Z") }),
      { kind: "send" },
    ],
    [
      "what is of no use any more does not",
      claim({}, { purpose: "requested", usefulUntil: ago(1) }),
      dropped("no use"),
    ],
    [
      "nor anything of it to whom has opted out",
      claim({}, { purpose: "requested", marketingStopped: true }),
      dropped("did not ask for"),
    ],
    ["an answer to them does", claim({}, { marketingStopped: true, hasOptedOut: true }), { kind: "send" }],
    ["as another template does", claim({ content: template("utility") }, { marketingStopped: true }), { kind: "send" }],
    [
      "as a template waits while nothing that nobody asked for may leave",
      claim({ content: template("utility") }, { proactiveHeldUntil: ahead(5_000) }),
      { kind: "wait", delayMs: 5_000 },
    ],
    [
      "as one that waits for a day is looked at again soon, because answers stand behind it",
      claim({ content: template("utility") }, { proactiveHeldUntil: ahead(24 * HOUR) }),
      { kind: "wait", delayMs: 30_000 },
    ],
    [
      "as one that waits gives way when the customer has written since",
      claim({ content: template("utility") }, { proactiveHeldUntil: ahead(24 * HOUR), hasNewerInbound: true }),
      dropped("the customer has written since"),
    ],
    ["as an answer does not wait for that", claim({}, { proactiveHeldUntil: ahead(5_000) }), { kind: "send" }],
    [
      "waits exactly until its customer may be written to again",
      claim({}, { pairAllowedAt: ahead(1_234) }),
      { kind: "wait", delayMs: 1_234 },
    ],
    [
      "found in flight is in doubt",
      claim({ status: "in_flight", attempt: 1 }),
      { kind: "settle", settlement: { kind: "in_doubt", doubtMs: 30_000 }, outcome: { kind: "in_doubt" } },
    ],
    [
      "found in flight when a person took over is not sent again; that it may have gone out is written down",
      claim({ status: "in_flight", attempt: 1, isCancelled: true }),
      { kind: "settle", settlement: { kind: "dropped" }, outcome: { kind: "in_doubt" } },
    ],
    ["in doubt waits for proof", doubted({}, flowing, -10), { kind: "wait", delayMs: 10 }],
    [
      "in doubt waits its time from the first proof that webhooks flow",
      doubted({}, { flowProvenAt: ago(10_000) }),
      { kind: "wait", delayMs: 20_000 },
    ],
    [
      "in doubt looks again soon while no webhook comes at all",
      doubted({}, {}, 30_000),
      { kind: "wait", delayMs: 30_000 },
    ],
    ["in doubt is decided in the end when none comes", doubted({}, {}, LONG_OVER), { kind: "send" }],
    [
      "in doubt waits for the backlog when the first webhook comes late",
      doubted({}, { flowProvenAt: ago(1) }, LONG_OVER),
      { kind: "wait", delayMs: 29_999 },
    ],
    [
      "in doubt without proof, with webhooks about others, was not sent: it is sent now",
      doubted({}, { ...flowing, hasNewerInbound: true }),
      { kind: "send" },
    ],
    [
      "in doubt without any webhook is dropped once the customer has gone on",
      doubted({}, { hasNewerInbound: true }, LONG_OVER),
      dropped("written since"),
    ],
    [
      "in doubt for the second time is a person's to decide: nobody gets it for ever",
      doubted({ attempt: 2, tries: { in_doubt: 2 } }, flowing),
      held("2 times"),
    ],
    [
      "in doubt for the first time after other tries is sent once more",
      doubted({ attempt: 9, tries: { in_doubt: 1, throttled: 8 } }, flowing),
      { kind: "send" },
    ],
    [
      "in doubt and to be held is never sent again, whatever speaks for it",
      doubted({ onDoubt: "hold" }, flowing),
      held("a person decides"),
    ],
    ["in doubt and to be dropped is", doubted({ onDoubt: "drop" }, flowing), dropped("not to be sent twice")],
    [
      "in doubt is not sent again after the window",
      doubted({ lastCustomerMessageAt: ago(24 * HOUR) }, flowing),
      dropped("24-hour window"),
    ],
  ])("%s", (_name, given, expected) => {
    expect(nextSendStep(given, SEND_TIMES)).toMatchObject(expected as object);
  });
});

test("what costs money is held in doubt; a reaction may be repeated; a reply is worth a rare duplicate", () => {
  expect(doubtClassOf(template("utility"))).toBe("hold");
  expect(doubtClassOf({ type: "reaction", targetWamid: "wamid.1", emoji: "👍" })).toBe("resend");
  expect(doubtClassOf({ type: "text", body: "hola" })).toBe("resend");
});

describe("what came of an attempt", () => {
  const settle = (outcome: SendOutcome, tries: Record<string, number> = {}, random = 0) =>
    settlementOf(outcome, { tries }, SEND_TIMES, random);
  const refused = (refusal: RefusalKind, rest: { code?: number | null; retryAfterMs?: number | null } = {}) =>
    ({ kind: "refused", refusal, code: 1, detail: "no", retryAfterMs: null, ...rest }) as const;
  const delays = (outcome: SendOutcome, kind: string, tries: number, random = 0.999_999) =>
    Array.from({ length: tries }, (_, before) => {
      const settlement = settle(outcome, { [kind]: before }, random);
      return settlement.kind === "retry" ? settlement.delayMs : settlement.kind;
    });

  test("no byte left: again, later each time, for as long as it may leave", () => {
    expect(delays({ kind: "not_sent", detail: "ECONNREFUSED" }, "not_sent", 8, 0)).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ]);
  });

  test("one customer's limit: after 1, 4, 16, 64 seconds, and never given up", () => {
    expect(delays(refused("pair_limit"), "pair_limit", 6)).toEqual([1_000, 4_000, 16_000, 64_000, 64_000, 64_000]);
  });

  test("a throttle: full jitter under a ceiling that doubles to a minute, and never sooner than it asks", () => {
    expect(delays(refused("throttled"), "throttled", 8)).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000,
    ]);
    expect(delays(refused("throttled"), "throttled", 3, 0)).toEqual([0, 0, 0]);
    expect(settle(refused("throttled", { retryAfterMs: 90_000 }))).toMatchObject({ kind: "retry", delayMs: 90_000 });
  });

  test("maintenance: every 20 seconds, at least five times", () => {
    expect(delays(refused("maintenance"), "maintenance", 6)).toEqual(Array.from({ length: 6 }, () => 20_000));
  });

  test("a hiccup: three tries of its own, whatever else came before", () => {
    expect(delays(refused("hiccup"), "hiccup", 3)).toEqual([1_000, 3_000, "failed"]);
    expect(settle(refused("hiccup"), { throttled: 20, not_sent: 5 })).toMatchObject({ kind: "retry" });
    expect(settle(refused("hiccup", { code: 131000 }), { hiccup: 2 })).toMatchObject({
      code: 131000,
      detail: "no (after 3 attempts)",
    });
  });

  test("an expired token keeps the message and its place, however often it is asked: the shop will have a new one", () => {
    expect(settle(refused("credential"), { credential: 50 })).toEqual({ kind: "retry", delayMs: 0, detail: "no" });
  });

  test("a refusal for good keeps its code; doubt is doubt", () => {
    expect(settle(refused("unreachable", { code: 131026 }))).toEqual({ kind: "failed", code: 131026, detail: "no" });
    expect(settle({ kind: "in_doubt", detail: "timeout" })).toMatchObject({ kind: "in_doubt" });
  });
});

test("a throttle closes its number for as long as it lasts, a broken token and a spam limit until somebody mends them", () => {
  expect(circuitOf("throttled", 2_500)).toMatchObject({ scope: "number", holdMs: 2_500 });
  expect(circuitOf("credential", 0)).toMatchObject({ scope: "credential", holdMs: 60_000 });
  expect(circuitOf("number", 0)).toMatchObject({ scope: "number", holdMs: 60_000 });
  expect(circuitOf("spam_limit", 0)).toMatchObject({ scope: "proactive", holdMs: 24 * HOUR });
  expect(circuitOf("pair_limit", 64_000)).toBeNull();
});

describe("a later message of a block", () => {
  const interrupted = {
    kind: "settle",
    settlement: { kind: "dropped", code: "interrupted", reason: expect.stringContaining("spoke") },
    outcome: null,
  };

  test("waits until it has been typed, and not a moment longer", () => {
    expect(nextSendStep(claim({}, { leavesAt: ahead(3_000) }), SEND_TIMES)).toEqual({ kind: "wait", delayMs: 3_000 });
    expect(nextSendStep(claim({}, { leavesAt: now }), SEND_TIMES)).toEqual({ kind: "send" });
    const paced = claim({}, { leavesAt: ahead(3_000), pairAllowedAt: ahead(5_000) });
    expect(nextSendStep(paced, SEND_TIMES)).toEqual({ kind: "wait", delayMs: 5_000 });
  });

  test("that is interrupted is left to the turn that reads it as unsaid, and dropped where none will come", () => {
    const waits = claim({}, { isInterrupted: true, turnIsComing: true });
    expect(nextSendStep(waits, SEND_TIMES)).toMatchObject({ kind: "wait" });
    expect(nextSendStep(claim({}, { isInterrupted: true }), SEND_TIMES)).toEqual(interrupted);
  });

  test("that surely did not go out is not sent again after an interruption, also before a turn", () => {
    const again = doubted({}, { ...flowing, isInterrupted: true, turnIsComing: true });
    expect(nextSendStep(again, SEND_TIMES)).toEqual(interrupted);
  });
});
