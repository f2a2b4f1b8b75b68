import { describe, expect, test } from "vitest";
import { createMetrics } from "../../../src/server/metrics/metrics.ts";
import { askingShops } from "../../support/asking-shops.ts";
import { countedModel, openModelGate, question } from "../../support/model-gate.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../../support/shop.ts";

const at = askingShops();
const TOKENS = 1_500;

describe("a tool that a model tries", () => {
  const order = (sessionId: string, total = 79_900) => ({
    purchaseKey: `${sessionId}:purchase:1`,
    source: "customer",
    status: "confirmed",
    pack: "1x",
    products: [{ name: "Frasco", qty: 1, unitPrice: 79_900 }],
    total,
    shippingAddress: "Calle 1",
    note: null,
    data: {},
    tags: [],
    stage: "NUEVO PEDIDO",
  });

  test("is judged and changes nothing; the decision's own call makes the very row that was promised", async () => {
    const catalogue = {
      packs: [{ id: "1x", name: "Frasco", price: 79_900 }],
      placeholderPack: "1x",
      unconfirmedOrderValue: "pack_price",
    } as const;
    const tried: unknown[] = [];
    const agent = testAgent(
      async ({ model, session }) => {
        const call = { callId: "pedido", tool: "create_order", input: order(session.id) };
        tried.push(await model?.tryTool({ ...call, input: order(session.id, 1) }));
        tried.push(await model?.tryTool({ callId: "otro", tool: "send_money", input: {} }));
        tried.push(await model?.tryTool(call));
        tried.push(await at.database.rows("select from orders"));
        return decision("listo", { tools: [call] });
      },
      { catalogue },
    );
    await at.hears(openModelGate(at.database.store, countedModel()), async () => undefined, {
      // Typed, so that the turn is let go after it was thought over and committed by somebody who asks no agent.
      parts: { agents: registryOf(agent), responseSpeed: 0.1 },
    });
    const [row] = await at.database.rows("select id::text from orders");
    expect(tried).toEqual([
      { kind: "denied", reason: expect.stringContaining("79900, not 1"), rule: "create_order itself" },
      { kind: "denied", reason: 'no tool is named "send_money"' },
      // Null, not absent: a flow's orchestrator puts into its decision what would write, and only tells what was read.
      { kind: "ok", output: { orderId: row?.["id"] }, effect: null, allowedBy: expect.stringContaining("consent") },
      [],
    ]);
    expect(
      await at.database.rows('select call_id, status, is_dry_run from agent_tool_calls order by call_id collate "C"'),
    ).toEqual([
      { call_id: "otro:trial", status: "blocked", is_dry_run: false },
      { call_id: "pedido", status: "ok", is_dry_run: false },
      { call_id: "pedido:trial", status: "blocked", is_dry_run: true },
      { call_id: "pedido:trial.2", status: "ok", is_dry_run: true },
    ]);
  });

  test("in a thought that is thrown away stands in the ledger as discarded, beside what was tried when it was thought anew", async () => {
    const tools = {
      kindOf: () => ({ kind: "read" as const, timeoutMs: 1_000 }),
      execute: async ({ input }: { input: unknown }) => ({ kind: "ok" as const, output: input }),
    };
    const { channel, texts } = recordingChannel();
    const phone = at.somebody();
    const thoughts: string[] = [];
    const agent = testAgent(async ({ model, message }) => {
      thoughts.push(message);
      await model?.ask(question("orchestrator"));
      await model?.tryTool({ callId: "mira", tool: "look", input: message });
      // While it is thought over, the customer writes on.
      if (thoughts.length === 1) await shop.says("y otra cosa", { phone });
      return decision("listo");
    });
    const metrics = createMetrics();
    const modelGate = openModelGate(at.database.store, countedModel(), { tools, metrics });
    const shop = at.keep(
      openShop(at.database.store, { channel, agents: registryOf(agent), modelGate, tools, metrics }),
    );
    const { conversationId } = await shop.says("hola", { phone });
    await eventually("it is answered", () => texts().length === 1);
    expect(thoughts).toEqual(["hola", "hola\ny otra cosa"]);
    expect(
      await at.database.rows(
        `select t.call_id, t.status, t.input, r.outcome from agent_tool_calls t join agent_runs r on r.id = t.run_id
         where r.conversation_id = $1 order by t.call_id`,
        [conversationId],
      ),
    ).toEqual([
      { call_id: "mira:trial", status: "discarded", input: "hola", outcome: "answered" },
      { call_id: "mira:trial.2", status: "ok", input: "hola\ny otra cosa", outcome: "answered" },
    ]);
    // Both runs have cost something: the one that went into the newer one, too.
    const lines = (await metrics.render(null)).text.split("\n");
    expect(lines).toContain("recado_run_cost_usd_count 2");
    expect(lines).toContain(`recado_run_cost_usd_sum ${(2 * TOKENS) / 1e6}`);
  });

  test("of others is denied, one that reads is carried out, and one that fails says so to the model", async () => {
    const tools = {
      kindOf: (tool: string) => ({ kind: tool === "pay" ? ("external" as const) : ("read" as const), timeoutMs: 20 }),
      execute: async ({ tool }: { tool: string }) => {
        if (tool === "slow") return new Promise<never>(() => {});
        if (tool === "broken") throw new Error("no");
        return { kind: "ok" as const, output: `${tool} read` };
      },
    };
    const tried: unknown[] = [];
    await at.hears(openModelGate(at.database.store, countedModel(), { tools }), async (model) => {
      for (const tool of ["pay", "stock", "slow", "broken"]) {
        tried.push(await model.tryTool({ callId: tool, tool, input: {} }));
      }
      return undefined;
    });
    expect(tried).toMatchObject([
      { kind: "denied" },
      { kind: "ok", output: "stock read" },
      { kind: "error", code: "tool_timeout" },
      { kind: "error", code: "tool_failed" },
    ]);
  });
});
