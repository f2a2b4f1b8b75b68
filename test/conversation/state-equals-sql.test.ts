import fc from "fast-check";
import { afterAll, beforeAll, test } from "vitest";
import type { Agent, DecidedToolCall, Decision } from "../../src/core/agent/agent.ts";
import type { OrderId, OutboxId, TaskId } from "../../src/core/ids.ts";
import type { DecidedReminder } from "../../src/core/outbound/reminder.ts";
import type { ToolResult, Tools } from "../../src/core/ports/tools.ts";
import type { SessionEnd } from "../../src/core/time/session-end.ts";
import type { OrderTerms } from "../../src/core/turn/effects.ts";
import { readAcknowledgement } from "../../src/nlu/clauses/acknowledgement.ts";
import type { TurnDependencies } from "../../src/runtime/dependencies.ts";
import { systemClock } from "../../src/runtime/system-clock.ts";
import { newId } from "../support/inbound.ts";
import { playedToday } from "../support/share-of-the-day.ts";
import { decision, registryOf, testAgent } from "../support/shop.ts";
import { silentLogger } from "../support/silent-logger.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { setClock } from "./stored-books.ts";
import { TwoBooks } from "./two-books.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/**
 * `npm test` plays one half of the same 50 conversations, the other half on the next day. `RECADO_PARITY_RUNS` sets how many
 * conversations are drawn, others each time. `RECADO_PARITY_SEED` draws those of a seed again.
 */
const HALF = 25;
const HALVES = playedToday("halves of the conversations in memory and in PostgreSQL", [0, HALF], {
  oneIn: 2,
  file: "test/conversation/state-equals-sql.test.ts",
});
const RUNS = Number(process.env["RECADO_PARITY_RUNS"] ?? HALVES.length * HALF);
const SEED = process.env["RECADO_PARITY_SEED"];
const IS_DRAWN = process.env["RECADO_PARITY_RUNS"] !== undefined;
const FIXED = { seed: 20_261_123, path: String(HALVES[0] ?? 0), endOnFailure: true };
const DRAW = SEED !== undefined ? { seed: Number(SEED) } : IS_DRAWN ? {} : FIXED;

const BEGIN = new Date(Date.UTC(2026, 2, 2, 15));

/** Tools that leave each kind of effect, ask each kind of person, and fail. */
const tools: Tools = {
  kindOf: (tool) => (tool === "unknown" ? null : { kind: "transactional", timeoutMs: 1_000, riskLevel: "low" }),
  async execute({ tool, input, scope, idempotencyKey }): Promise<ToolResult> {
    const asked = { rule: "test", reason: "it is asked", question: `¿Seguro de ${tool}?` };
    const isAsked = scope.approval === null;
    switch (tool) {
      case "ask_customer":
        return isAsked ? { kind: "confirm", audience: "customer", ...asked } : { kind: "ok", output: 1, effect: null };
      case "ask_operator":
        return isAsked ? { kind: "confirm", audience: "operator", ...asked } : { kind: "ok", output: 1, effect: null };
      case "fails":
        return { kind: "error", code: "broken", message: "it is broken", retryable: false };
      case "create_order": {
        const id = scope.newId() as OrderId;
        const purchaseKey = `${scope.sessionId}:${String(input)}`;
        const known = scope.orders.find((one) => one.purchaseKey === purchaseKey);
        const effect =
          known === undefined
            ? ({ kind: "create_order", id, purchaseKey, ...terms(79_900) } as const)
            : ({
                kind: "update_order",
                id: known.id,
                purchaseKey,
                ...terms(known.total + 1 + (scope.made?.length ?? 0)),
              } as const);
        return { kind: "ok", output: 1, effect };
      }
      case "create_task": {
        const task = { kind: "create_task", id: scope.newId() as TaskId, title: "Llamar", priority: "low" } as const;
        return { kind: "ok", output: 1, effect: { ...task, note: null, mode: null, data: {}, pack: null } };
      }
      default: {
        const message = { kind: "send_message", id: scope.newId() as OutboxId, callId: idempotencyKey } as const;
        return { kind: "ok", output: 1, effect: { ...message, content: { type: "text", body: "de la herramienta" } } };
      }
    }
  },
};

function terms(total: number): OrderTerms {
  return {
    ...{ source: "customer", status: "confirmed", stage: "nuevo", pack: "1x", products: [], total },
    ...{ shippingAddress: "Calle 1", note: null, data: {}, tags: ["venta"] },
  } as OrderTerms;
}

const name = fc.constantFrom("a", "b", "c");
const message = fc.record({
  text: fc.constantFrom("uno", "dos", "tres"),
  templateId: fc.constantFrom(null, "t.1", "t.2"),
  claimsNothing: fc.boolean(),
});

/** A reminder whose time counts from its turn. */
const reminder = fc.oneof(
  fc.record({ key: name, inSeconds: fc.constantFrom(-60, 600, 9_000, 50_000), text: fc.constantFrom("uno", "dos") }),
  fc.record({
    key: name,
    inSeconds: fc.constantFrom(600, 50_000),
    text: fc.constantFrom("a su hora"),
    isRequested: fc.constant(true as const),
  }),
  fc.record({
    key: name,
    inSeconds: fc.constantFrom(600, 9_000),
    text: fc.constantFrom("cada tanto"),
    rule: fc.constantFrom("FREQ=HOURLY;INTERVAL=5", "FREQ=DAILY;BYHOUR=8,20"),
  }),
  fc.record({
    key: name,
    inSeconds: fc.constantFrom(600, 60_000, 300_000),
    text: fc.constantFrom(undefined, "tres"),
    template: fc.constant({
      ...{ type: "template" as const, name: "cita", language: "es", category: "utility" as const },
      components: [],
    }),
  }),
  fc.record({ key: name, cancel: fc.constant(true as const) }),
);
type DrawnReminder = typeof reminder extends fc.Arbitrary<infer Value> ? Value : never;

function isFirstOfItsKey({ key }: { key: string }, index: number, all: readonly { key: string }[]): boolean {
  return all.findIndex((one) => one.key === key) === index;
}

const TOOLS = ["create_order", "create_task", "send", "ask_customer", "ask_operator", "fails", "unknown"] as const;
const call = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TOOLS.slice(0, 3)) },
  { weight: 3, arbitrary: fc.constantFrom(...TOOLS.slice(3, 5)) },
  { weight: 1, arbitrary: fc.constantFrom(...TOOLS.slice(5)) },
);

const sessionEnd = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  fc.constantFrom<SessionEnd>({ nightHour: null, quietHours: 20 }, { nightHour: 22, quietHours: 1 }),
);

/** A decision; when its run goes on and when its reminders speak counts from the turn. */
interface Drawn {
  readonly decision: Decision;
  readonly reminders: readonly DrawnReminder[];
  readonly goesOn?: { readonly key: string; readonly afterSeconds: number | null; readonly state: unknown };
}
const decided: fc.Arbitrary<Drawn> = fc
  .record({
    messages: fc.array(message, { maxLength: 4 }),
    calls: fc.oneof({ weight: 2, arbitrary: fc.array(call, { maxLength: 0 }) }, fc.array(call, { maxLength: 3 })),
    key: fc.constantFrom("x", "y"),
    mode: fc.option(fc.constantFrom("bienvenida", "venta"), { nil: undefined }),
    data: fc.dictionary(name, fc.constantFrom("1", "2"), { maxKeys: 2 }),
    cleared: fc.array(name, { maxLength: 1 }),
    signals: fc.array(fc.constantFrom("start", "reevaluate", "cancel"), { maxLength: 2 }),
    reminders: fc.array(reminder, { maxLength: 2 }).map((all) => all.filter(isFirstOfItsKey)),
    level: fc.option(fc.constantFrom("L1", "L2", "never"), { nil: null }),
    goesOn: fc.oneof(
      { weight: 3, arbitrary: fc.constant(undefined) },
      fc.record({
        key: name,
        afterSeconds: fc.constantFrom(null, 0, 4, 800, 70_000),
        state: fc.constantFrom(null, { n: 1 }),
      }),
    ),
    ends: fc.oneof(
      { weight: 12, arbitrary: fc.constant("goes_on") },
      fc.constantFrom("closes", "hands_off", "starts_anew"),
    ),
  })
  .map(({ messages, calls, key, mode, data, cleared, signals, level, reminders, goesOn, ends }): Drawn => {
    if (ends === "starts_anew")
      return { decision: decision(null, { intentInfo: null, startsAnew: true }), reminders: [] };
    const tools = calls.map((tool, index): DecidedToolCall => ({ callId: `c${index}`, tool, input: key }));
    const said =
      ends === "hands_off" && messages.length === 0 ? [{ text: "Ya le atienden.", templateId: null }] : messages;
    const made = decision(null, {
      messages: said,
      tools,
      stateUpdates: {
        ...(mode === undefined ? {} : { newMode: mode, newIntentsVistos: [mode] }),
        newTemplatesEnviados: said.flatMap(({ templateId }) => templateId ?? []),
        newDatosCapturados: data,
        clearedDatos: cleared,
        newPackSeleccionado: tools.length > 1 ? "2x" : null,
        newPendientes: cleared,
      },
      timerSignals: signals.map((type) => ({ type })),
      timer:
        level === null
          ? null
          : { level, seconds: { real: level === "never" ? 400_000 : 600, rapido: 60, instantaneo: 1 } },
      handoff: ends === "hands_off" ? { reason: "lo pidió" } : null,
      closesSession: ends === "closes",
    });
    return { decision: made, reminders, ...(ends === "hands_off" || goesOn === undefined ? {} : { goesOn }) };
  });

const words = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom("hola", "quiero uno", "cuánto vale?", "recuérdame mañana") },
  { weight: 3, arbitrary: fc.constantFrom("sí", "no", "ok") },
  { weight: 1, arbitrary: fc.constantFrom("STOP", "ALTA") },
  { weight: 1, arbitrary: fc.constant("/cancel") },
);
const happening = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("says" as const),
      texts: fc.array(words, { minLength: 1, maxLength: 3 }),
      sentBefore: fc.constantFrom(0, 1, 2, 9),
      meanwhile: fc.oneof({ weight: 9, arbitrary: fc.constant("nothing" as const) }, fc.constant("takeover" as const)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("waits" as const),
      seconds: fc.constantFrom(5, 700, 9_000, 60_000, 100_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("answers" as const),
      decision: fc.constantFrom("approve" as const, "deny" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("switches" as const), enabled: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("switches" as const), enabled: fc.constant(true) }) },
  { weight: 1, arbitrary: fc.constant({ kind: "echo" as const }) },
);

test("after each commit a conversation as a value is what PostgreSQL holds (A3)", async () => {
  const clock = { now: BEGIN };
  let customers = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { minLength: 3, maxLength: 12 }),
      fc.array(decided, { minLength: 40, maxLength: 40 }),
      sessionEnd,
      async (happenings, decisions, end) => {
        clock.now = BEGIN;
        await setClock(database, BEGIN);
        customers += 1;
        const books = new TwoBooks(
          database,
          dependenciesOf(scriptedAgent(decisions, end)),
          clock,
          `5730${String(10_000_000 + customers)}`,
        );
        try {
          for (const one of happenings) await happen(books, one);
        } finally {
          await books.close();
        }
      },
    ),
    { numRuns: RUNS, ...DRAW },
  );
}, 600_000);

type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

async function happen(books: TwoBooks, one: Happening): Promise<void> {
  switch (one.kind) {
    case "says":
      return books.says(one, one.meanwhile);
    case "waits":
      return books.wait(one.seconds);
    case "answers":
      return books.answer(one.decision);
    case "switches":
      return books.switchBot(one.enabled);
    case "echo":
      return books.echo("Buenas, le atiende Ana.");
  }
}

/** Decides as it was drawn; in a session that begins with the turn nothing starts anew. */
function scriptedAgent(decisions: readonly Drawn[], end: SessionEnd | null): Agent {
  let next = 0;
  const own = end === null ? {} : { sessionEnd: end };
  return testAgent(({ session, segment, now }) => {
    const drawn = decisions[next++ % decisions.length] as Drawn;
    const mayStartAnew = session.version > 0 && segment === null;
    if (drawn.decision.startsAnew === true && !mayStartAnew) return decision("de nuevo");
    const reminders = drawn.reminders.map((one) => decidedAt(one, now));
    const decided = { ...drawn.decision, ...(reminders.length === 0 ? {} : { reminders }) };
    if (drawn.goesOn === undefined) return decided;
    const { key, afterSeconds, state } = drawn.goesOn;
    const at = afterSeconds === null ? null : new Date(now.getTime() + afterSeconds * 1_000);
    return { ...decided, next: { key, at, state } };
  }, own);
}

function decidedAt(drawn: DrawnReminder, now: Date): DecidedReminder {
  if ("cancel" in drawn) return drawn;
  const { inSeconds, text, ...rest } = drawn;
  const at = new Date(now.getTime() + inSeconds * 1_000);
  return { ...rest, at, ...(text === undefined ? {} : { text }) } as DecidedReminder;
}

function dependenciesOf(agent: Agent): TurnDependencies {
  return {
    store: database.store,
    agents: registryOf(agent),
    tools,
    readYesNo: readAcknowledgement,
    clock: systemClock,
    logger: silentLogger,
    metrics: { phaseFinished() {}, toolCalled() {}, understood() {}, memoryRead() {} },
    newId,
    responseSpeed: 0,
    timerPreset: "real",
  };
}
