import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type ContactId,
  type ConversationId,
  DEFAULT_WORKSPACE,
  type DisambiguationId,
  type OrderId,
  type TaskId,
} from "../../src/core/ids.ts";
import type { Store } from "../../src/core/ports/store.ts";
import type { ToolCallRecord } from "../../src/core/tool-calls/tool-call.ts";
import type { CreateOrder, CreateTask, UpdateOrder } from "../../src/core/turn/effects.ts";
import type { ClaimedTurn, TurnCommit } from "../../src/core/turn/turn.ts";
import { enqueueRequest, inbound, leaseOffer, newId, newWorkerId } from "../support/inbound.ts";
import { reply, sessionOf, silence } from "../support/turn-commits.ts";

export interface SaleUnderTest {
  readonly store: Store;
  tagsOf(contact: ContactId): Promise<string[]>;
  /** The tool calls of a run as `tool_executions` shows them, by the names of its columns. */
  executions(run: string): Promise<Record<string, unknown>[]>;
  /** What could not be made out in a run, by the names of the columns. */
  disambiguations(run: string): Promise<Record<string, unknown>[]>;
  advance(ms: number): Promise<void>;
  audit(): Promise<string[]>;
  close(): Promise<void>;
}

/** Each test has phones of its own: nothing is shared but the database. */
let people = 0;
const newPhone = () => `57302${String(++people).padStart(7, "0")}`;

export const anOrder = (purchaseKey: string, overrides: Partial<CreateOrder> = {}): CreateOrder => ({
  kind: "create_order",
  id: newId() as OrderId,
  purchaseKey,
  source: "customer",
  status: "confirmed",
  stage: "NUEVO PEDIDO",
  pack: "2x",
  products: [{ name: "Somnio 90 Caps x2", qty: 1, unitPrice: 109_900 }],
  total: 109_900,
  shippingAddress: "Calle 45 # 12-30, Medellín, Antioquia",
  note: null,
  data: { nombre: "Marta" },
  tags: ["somnio-lead"],
  ...overrides,
});

/** What an adapter must do with what a turn sells, asks of people and calls: all of it with the turn, once. */
export function saleContract(name: string, open: () => Promise<SaleUnderTest>): void {
  describe(`sales on ${name}`, () => {
    let under: SaleUnderTest;
    let store: Store;
    let phone: string;
    const worker = newWorkerId();

    beforeAll(async () => {
      under = await open();
      store = under.store;
    });
    afterAll(() => under?.close());
    beforeEach(() => {
      phone = newPhone();
    });
    afterEach(async () => {
      expect(await under.audit()).toEqual([]);
    });

    const hears = async (body = "sí, confirmo", by = worker): Promise<ClaimedTurn> => {
      const { turns } = await store.mailbox.enqueue(enqueueRequest([inbound(body, { phone })], leaseOffer(by)));
      return turns[0] as ClaimedTurn;
    };
    const sells = (turn: ClaimedTurn, effects: TurnCommit["effects"], overrides: Partial<TurnCommit> = {}) =>
      store.mailbox.commit(turn, silence({ session: sessionOf(turn), effects, ...overrides }));
    const ordersOf = async (id: ConversationId) => (await store.conversations.get(DEFAULT_WORKSPACE, id))?.orders ?? [];

    test("an order commits with its turn, the customer bears its tags, and the next turn of the session knows it", async () => {
      const turn = await hears();
      const one = anOrder(`${turn.run.id}:purchase:1`, { tags: ["somnio-lead", "vip", "vip"] });
      const answer = reply("¡Gracias! Su pedido quedó confirmado.", { session: sessionOf(turn), effects: [one] });
      expect((await store.mailbox.commit(turn, answer)).kind).toBe("committed");
      const { id, status, source, pack, total } = one;
      expect(await ordersOf(turn.lease.conversationId)).toMatchObject([{ id, status, source, pack, total }]);
      expect(await under.tagsOf(turn.contact.id)).toEqual(["somnio-lead", "vip"]);
      const next = await hears("¿cuándo llega?");
      expect(next.orders).toEqual([{ id, purchaseKey: one.purchaseKey, status, pack, total }]);
      // Another purchase of the same customer tags nobody twice.
      await sells(next, [anOrder(`${next.run.id}:purchase:2`)]);
      expect(await under.tagsOf(turn.contact.id)).toEqual(["somnio-lead", "vip"]);
    });

    test("a purchase is one order, whoever asks how often: the first one stands", async () => {
      const turn = await hears();
      const key = `${turn.run.id}:purchase:1`;
      const first = anOrder(key);
      await sells(turn, [first]);
      const again = await hears("sí");
      const second = anOrder(key, { pack: "3x", total: 139_900, tags: ["otra"] });
      expect((await sells(again, [second])).kind).toBe("committed");
      expect(await ordersOf(turn.lease.conversationId)).toMatchObject([{ id: first.id, pack: "2x", total: 109_900 }]);
      expect(await under.tagsOf(turn.contact.id)).toEqual(["somnio-lead"]);
    });

    test("a turn that is committed twice, by itself and by whoever took it over, is one order", async () => {
      const turn = await hears();
      const key = `${turn.run.id}:purchase:1`;
      await under.advance(31_000);
      const { turns } = await store.mailbox.claim(leaseOffer(newWorkerId(), { freeSlots: 100 }));
      const heir = turns.find((one) => one.run.id === turn.run.id) as ClaimedTurn;
      const answer = (of: ClaimedTurn) => reply("listo", { session: sessionOf(of), effects: [anOrder(key)] });
      const answers = await Promise.all([
        store.mailbox.commit(turn, answer(turn)),
        store.mailbox.commit(heir, answer(heir)),
      ]);
      expect(answers.map(({ kind }) => kind)).toEqual(["fenced", "committed"]);
      expect(await ordersOf(turn.lease.conversationId)).toHaveLength(1);
    });

    test("a commit whose answer was lost sells once, also when nothing is said", async () => {
      const turn = await hears();
      const silent = silence({ session: sessionOf(turn), effects: [anOrder(`${turn.run.id}:purchase:1`)] });
      expect((await store.mailbox.commit(turn, silent)).kind).toBe("committed");
      expect((await store.mailbox.commit(turn, silent)).kind).toBe("fenced");
      expect(await ordersOf(turn.lease.conversationId)).toHaveLength(1);
    });

    test("a commit that is refused leaves no order", async () => {
      const turn = await hears();
      await store.conversations.setBotEnabled(DEFAULT_WORKSPACE, turn.lease.conversationId, {
        enabled: false,
        actor: "ana",
        note: null,
      });
      const task = aTask();
      expect((await sells(turn, [anOrder(`${turn.run.id}:purchase:1`), task], { toolCalls: [aCall()] })).kind).toBe(
        "conflict",
      );
      expect(await ordersOf(turn.lease.conversationId)).toEqual([]);
      expect(await under.executions(turn.run.id)).toEqual([]);
    });

    test("an order is changed in place", async () => {
      const turn = await hears();
      const key = `${turn.run.id}:purchase:1`;
      const first = anOrder(key, { source: "timer_sinpack", status: "pending", pack: null, total: 0 });
      await sells(turn, [first]);
      const next = await hears("¡ay sí, el de 2!");
      const change: UpdateOrder = { ...anOrder(key), kind: "update_order", id: next.orders[0]?.id as OrderId };
      expect((await sells(next, [change])).kind).toBe("committed");
      expect(await ordersOf(turn.lease.conversationId)).toMatchObject([
        { id: first.id, status: "confirmed", source: "customer", pack: "2x", total: 109_900 },
      ]);
    });

    test("two changes of one order in one turn are one change, and the later one stands", async () => {
      const turn = await hears();
      const first = anOrder(`${turn.run.id}:purchase:1`);
      await sells(turn, [first]);
      const next = await hears("no, mejor a otra dirección, y con una nota");
      const change: UpdateOrder = { ...first, kind: "update_order", total: 99_900 };
      expect((await sells(next, [change, { ...change, total: 89_900 }])).kind).toBe("committed");
      expect(await ordersOf(turn.lease.conversationId)).toMatchObject([{ id: first.id, total: 89_900 }]);
    });

    test("to change an order that is not there fails, and nothing of the turn is written", async () => {
      const turn = await hears();
      const change: UpdateOrder = { ...anOrder(`${turn.run.id}:purchase:1`), kind: "update_order" };
      const answer = reply("Su pedido quedó cambiado.", { session: sessionOf(turn), effects: [change] });
      await expect(store.mailbox.commit(turn, answer)).rejects.toMatchObject({ code: "order_unknown", retry: "never" });
      const run = await store.runs.get(DEFAULT_WORKSPACE, turn.run.id);
      expect(run).toMatchObject({ status: "running", outcome: null });
      const view = await store.conversations.get(DEFAULT_WORKSPACE, turn.lease.conversationId);
      expect(view).toMatchObject({ orders: [], turns: [], messages: [], session: null });
      expect((await sells(turn, [])).kind).toBe("committed");
    });

    test("an order of somebody else is not there", async () => {
      const turn = await hears();
      const theirs = anOrder(`${turn.run.id}:purchase:1`);
      await sells(turn, [theirs]);
      phone = newPhone();
      const other = await hears();
      await expect(sells(other, [{ ...theirs, kind: "update_order", total: 1 }])).rejects.toMatchObject({
        code: "order_unknown",
      });
      expect(await ordersOf(turn.lease.conversationId)).toMatchObject([{ total: 109_900 }]);
      await sells(other, []);
    });

    const aTask = (): CreateTask => ({
      kind: "create_task",
      id: newId() as TaskId,
      title: "Somnio: queja",
      priority: "high",
      note: null,
      mode: "resumen",
      data: { nombre: "Marta" },
      pack: "2x",
    });
    const aCall = (overrides: Partial<ToolCallRecord> = {}): ToolCallRecord => ({
      callId: "create_order",
      toolName: "create_order",
      riskLevel: "medium",
      input: { pack: "2x" },
      output: { id: "1" },
      status: "ok",
      error: null,
      startedAt: new Date("2026-03-02T15:00:00.000Z"),
      endedAt: new Date("2026-03-02T15:00:00.250Z"),
      policyDecision: "allow",
      policyReason: "the customer confirmed the summary",
      ...overrides,
    });

    test("a task of a handoff stands open for the conversation", async () => {
      const turn = await hears("quiero hablar con una persona");
      const task = aTask();
      await sells(turn, [task], { turnsBotOff: true, session: sessionOf(turn, { status: "handed_off" }) });
      const view = await store.conversations.get(DEFAULT_WORKSPACE, turn.lease.conversationId);
      expect(view?.tasks).toMatchObject([{ id: task.id, title: task.title, priority: "high", status: "open" }]);
    });

    test("what was not made out is kept with what was guessed", async () => {
      const turn = await hears("asdfgh plim");
      const intent = {
        intent: "precio",
        confidence: 31,
        alternatives: [{ intent: "envio", confidence: 12 }],
        reasoning: "no rule fits",
      };
      await sells(turn, [
        {
          kind: "log_disambiguation",
          id: newId() as DisambiguationId,
          message: "asdfgh plim",
          mode: "conversacion",
          intent,
        },
      ]);
      expect(await under.disambiguations(turn.run.id)).toMatchObject([{ message: "asdfgh plim", ...intent }]);
    });

    test("tool calls stand with what the policy said and what came of them (D14)", async () => {
      const turn = await hears();
      const calls = [
        aCall(),
        aCall({
          callId: "web_search",
          toolName: "web_search",
          riskLevel: "low",
          output: undefined,
          status: "blocked",
          error: "no such tool",
          policyDecision: "deny",
          policyReason: null,
        }),
      ];
      await sells(turn, [], { toolCalls: calls });
      expect(await under.executions(turn.run.id)).toMatchObject([
        {
          tool_name: "create_order",
          input: { pack: "2x" },
          output: { id: "1" },
          status: "success",
          error: null,
          duration_ms: 250,
          context: "agent",
          user_id: turn.contact.id,
          conversation_id: turn.lease.conversationId,
        },
        { tool_name: "web_search", output: null, status: "error", error: "no such tool" },
      ]);
    });

    test("the session keeps how the capture stands and what is still to be said (A17)", async () => {
      const turn = await hears();
      const ingestStatus = {
        active: true,
        startedAt: "2026-03-02T15:00:00.000Z",
        firstDataAt: null,
        fieldsAccumulated: ["nombre"],
        timerType: "partial" as const,
        lastClassification: "datos",
        timeline: [
          {
            message: "Marta",
            classification: "datos",
            confidence: 90,
            fieldsExtracted: ["nombre"],
            timestamp: "2026-03-02T15:00:00.000Z",
          },
        ],
      };
      await sells(turn, [], { session: sessionOf(turn, { ingestStatus, pendientes: ["envio-2"] }) });
      expect((await hears("otra")).session).toMatchObject({ ingestStatus, pendientes: ["envio-2"] });
    });

    test("of the sessions that are over, the newest that knew anything is told; what was sold in them is their own", async () => {
      const first = await hears();
      await sells(first, [anOrder(`${first.run.id}:purchase:1`)], {
        session: sessionOf(first, { status: "closed", datosCapturados: { nombre: "Marta", ciudad: "Cali" } }),
      });
      const second = await hears("hola");
      expect(second).toMatchObject({ session: null, orders: [], knownData: { nombre: "Marta", ciudad: "Cali" } });
      await sells(second, [], {
        session: sessionOf(second, { status: "closed", datosCapturados: { ciudad: "Pasto" } }),
      });
      const third = await hears("hola");
      expect(third.knownData).toEqual({ ciudad: "Pasto" });
      await sells(third, [], { session: sessionOf(third, { status: "closed" }) });
      const fourth = await hears("buenas");
      expect(fourth.knownData).toEqual({ ciudad: "Pasto" });
      expect(await ordersOf(first.lease.conversationId)).toHaveLength(1);
    });
  });
}
