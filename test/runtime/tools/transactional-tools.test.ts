import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AgentInput, Decision } from "../../../src/core/agent/agent.ts";
import { type ConversationId, DEFAULT_WORKSPACE, type RunId } from "../../../src/core/ids.ts";
import type { Tools } from "../../../src/core/ports/tools.ts";
import { SHOP_TOOLS } from "../../../src/tools/shop-tools.ts";
import {
  decision,
  eventually,
  openShop,
  recordingChannel,
  registryOf,
  type Shop,
  testAgent,
} from "../../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";

let database: TestDatabase;
let shops: Shop[];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  shops = [];
  return async () => {
    await Promise.all(shops.map((shop) => shop.worker.stop(500)));
  };
});

const catalogue = {
  packs: [{ id: "1x", name: "Frasco", price: 79_900 }],
  placeholderPack: "1x",
  unconfirmedOrderValue: "pack_price",
} as const;

const orderOf = ({ session }: AgentInput, change: object = {}) => ({
  purchaseKey: `${session.id}:purchase:1`,
  source: "customer",
  status: "confirmed",
  pack: "1x",
  products: [{ name: "Frasco", qty: 1, unitPrice: 79_900 }],
  total: 79_900,
  shippingAddress: "Calle 1",
  note: null,
  data: { nombre: "Ana" },
  tags: ["lead"],
  stage: "NUEVO PEDIDO",
  ...change,
});
const calling = (tool: string, input: unknown) => ({ tools: [{ callId: tool, tool, input }] });

let people = 0;
/** A shop whose agent decides as it is told; the run of "hola", once it is over. */
async function hears(decide: (input: AgentInput) => Decision, tools: Tools = SHOP_TOOLS) {
  const { channel, texts } = recordingChannel();
  const agents = registryOf(testAgent(decide, { catalogue }));
  const retry = { maxAttempts: 1, baseDelayMs: 1, maxDelayMs: 1 };
  const shop = openShop(database.store, { channel, agents, tools }, { retry });
  shops.push(shop);
  shop.worker.start();
  people += 1;
  const phone = `57303${String(people).padStart(7, "0")}`;
  const { runId, conversationId } = await shop.says("hola", { phone });
  const run = () => database.store.runs.get(DEFAULT_WORKSPACE, runId as RunId);
  await eventually("the run ends", async () => ["completed", "dead_letter"].includes((await run())?.status ?? ""));
  await eventually("what is said is said", async () => {
    const view = await database.store.conversations.get(DEFAULT_WORKSPACE, conversationId as ConversationId);
    return (view?.messages ?? []).every(({ status }) => status === "accepted");
  });
  const calls = await database.rows(
    "select tool_name, status, risk_level, policy_decision, policy_reason, error from agent_tool_calls where run_id = $1",
    [runId],
  );
  const orders = await database.rows("select status, pack, total::int from orders where conversation_id = $1", [
    conversationId,
  ]);
  return { run: await run(), texts: texts(), calls, orders, conversationId };
}

describe("an order that an agent decides", () => {
  test("is committed with the reply that claims it, and the call is written down with whose consent it had", async () => {
    const { run, texts, calls, orders } = await hears((input) =>
      decision("listo", calling("create_order", orderOf(input))),
    );
    expect(run).toMatchObject({ status: "completed", outcome: "answered" });
    expect(texts).toEqual(["listo"]);
    expect(orders).toEqual([{ status: "confirmed", pack: "1x", total: 79_900 }]);
    expect(calls).toEqual([
      {
        tool_name: "create_order",
        status: "ok",
        risk_level: "high",
        policy_decision: "allow",
        policy_reason: expect.stringMatching(/^consent/),
        error: null,
      },
    ]);
  });

  test.each([
    [
      "at a price of its own",
      (input: AgentInput) => calling("create_order", orderOf(input, { total: 1 })),
      /79900, not 1/,
    ],
    ["with half of what it needs", () => calling("create_order", { pack: "1x" }), /not valid/],
    [
      "as a change of one that is not there",
      (input: AgentInput) => calling("update_order", orderOf(input)),
      /no order/,
    ],
    [
      "in the name of time",
      (input: AgentInput) => calling("create_order", orderOf(input, { source: "timer_sinpack" })),
      /timer_sinpack/,
    ],
  ])(
    "%s is denied: the reply does not go out, nothing is ordered, and the ledger says why",
    async (_, decided, why) => {
      const { run, texts, calls, orders } = await hears((input) => decision("su pedido quedó listo", decided(input)));
      expect(run).toMatchObject({ status: "dead_letter", error: { code: "tool_denied" } });
      expect(texts).toEqual(["FALLBACK"]);
      expect(orders).toEqual([]);
      expect(calls).toMatchObject([
        { status: "blocked", policy_decision: "deny", policy_reason: expect.stringMatching(why) },
      ]);
    },
  );

  test("is not there when its turn fails, and the ledger does not say that it was made", async () => {
    const { run, orders, calls } = await hears((input) =>
      decision("hola {{nombre}}", calling("create_order", orderOf(input))),
    );
    expect([run?.status, orders]).toEqual(["dead_letter", []]);
    expect(calls).toMatchObject([
      { status: "error", policy_decision: "allow", error: expect.stringMatching(/not committed/) },
    ]);
  });

  test("by a tool that says it is done and leaves nothing to commit is claimed by no reply (R13)", async () => {
    const liar: Tools = {
      kindOf: () => ({ kind: "transactional", timeoutMs: 1_000 }),
      execute: async () => ({ kind: "ok", output: { orderId: "7" } }),
    };
    const { run, texts } = await hears((input) => decision("listo", calling("create_order", orderOf(input))), liar);
    expect(run).toMatchObject({ status: "dead_letter", error: { code: "tool_failed" } });
    expect(texts).toEqual(["FALLBACK"]);
  });
});

describe("a turn that time sets off", () => {
  const seconds = { real: 60, rapido: 60, instantaneo: 60 };

  test("has no words: the agent is told the level, and the chat record has no line for it", async () => {
    const inputs: AgentInput[] = [];
    const { conversationId } = await hears((input) => {
      inputs.push(input);
      if (input.dueTimer != null) return decision("¿sigue ahí?", { intentInfo: null });
      return decision("eco", {
        stateUpdates: {
          newDatosCapturados: { nombre: "Ana" },
          newPendientes: ["x.envio"],
          newIngestStatus: {
            active: true,
            startedAt: null,
            firstDataAt: null,
            fieldsAccumulated: ["nombre"],
            timerType: "partial",
            lastClassification: "datos",
            timeline: [],
          },
        },
        timerSignals: [{ type: "start" }],
        timer: { level: "L1", seconds },
      });
    });
    await database.advance(66_000);
    await eventually("the timer has spoken", () => inputs.length === 2);
    expect(inputs[0]).toMatchObject({ dueTimer: null, timer: null, knownData: {}, session: { pendientes: [] } });
    expect(inputs[1]).toMatchObject({
      message: "",
      messages: [],
      dueTimer: { level: "L1" },
      timer: null,
      session: {
        datosCapturados: { nombre: "Ana" },
        pendientes: ["x.envio"],
        ingestStatus: { fieldsAccumulated: ["nombre"], timerType: "partial" },
      },
    });
    const turns = async () =>
      (await database.store.conversations.get(DEFAULT_WORKSPACE, conversationId as ConversationId))?.turns?.map(
        ({ role, content }) => `${role}: ${content}`,
      );
    await eventually("it is committed", async () => (await turns())?.length === 3);
    expect(await turns()).toEqual(["user: hola", "assistant: eco", "assistant: ¿sigue ahí?"]);
  });
});
