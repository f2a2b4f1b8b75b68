import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AgentInput, Decision } from "../../src/core/agent.ts";
import { type ConversationId, DEFAULT_WORKSPACE, type RunId, type SessionId } from "../../src/core/ids.ts";
import type { Model, ModelFailure, ModelOutcome } from "../../src/core/ports/model.ts";
import type { ModelCall } from "../../src/core/ports/model-ledger.ts";
import type { Asked, TurnModel } from "../../src/core/ports/turn-model.ts";
import type { RuntimeDependencies } from "../../src/runtime/dependencies.ts";
import { countedModel, openDesk, question, USAGE } from "../support/desk.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, type Shop, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
let shops: Shop[];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  shops = [];
  await database.rows("delete from model_costs");
  await database.rows("delete from alerts");
  return async () => {
    await Promise.all(shops.map((shop) => shop.worker.stop(500)));
  };
});

const TOKENS = 1_500;

let people = 0;
const somebody = () => `57305${String(++people).padStart(7, "0")}`;

interface Heard {
  readonly phone?: string;
  readonly parts?: Partial<RuntimeDependencies>;
}

/** The run of "hola" in a shop whose agent decides with what `think` has asked. */
async function hears(
  desk: ReturnType<typeof openDesk>,
  think: (model: TurnModel, input: AgentInput) => Promise<Partial<Decision> | undefined>,
  { phone = somebody(), parts = {} }: Heard = {},
) {
  const { channel, texts } = recordingChannel();
  const agent = testAgent(async (input) => {
    if (input.model == null) throw new Error("no model was given");
    return decision("listo", await think(input.model, input));
  });
  const retry = { maxAttempts: 2, baseDelayMs: 1, maxDelayMs: 1 };
  const shop = openShop(database.store, { channel, agents: registryOf(agent), desk, ...parts }, { retry });
  shops.push(shop);
  shop.worker.start();
  const { runId, conversationId } = await shop.says("hola", { phone });
  await eventually("the run ends", async () => {
    const [run] = await database.rows("select status from agent_runs where id = $1", [runId]);
    return ["completed", "dead_letter"].includes(String(run?.["status"]));
  });
  return { runId, conversationId, phone, texts: texts() };
}

const callsOf = (conversationId: string) =>
  database.rows(
    `select purpose, key, model, prompt_id, prompt_version, outcome, failure_code, input_tokens, output_tokens,
       cache_read_tokens, cache_write_tokens, cost_micro_usd::int, price_date::text, run_id is not null as of_a_run
     from model_calls where conversation_id = $1 order by id`,
    [conversationId],
  );

const usedBy = async (conversationId: string) =>
  (
    await database.rows("select used_tokens::int as used from token_budgets where conversation_id = $1", [
      conversationId,
    ])
  ).map(({ used }) => used);

function failing(...failures: Partial<ModelFailure>[]): Model & { readonly asked: string[] } {
  const model = countedModel();
  return {
    ...model,
    async complete(request): Promise<ModelOutcome> {
      const failure = failures.shift();
      if (failure === undefined) return model.complete(request);
      model.asked.push(request.model);
      return {
        kind: "failed",
        failure: { kind: "retry_later", code: "test", httpStatus: null, retryAfterMs: null, usage: null, ...failure },
      };
    },
  };
}

const isAnswered = (asked: Asked | undefined) => asked?.kind === "answered";

describe("a question", () => {
  test("is answered once, and stands in the ledger, the budget, the costs of the day and the chat record to the token", async () => {
    const { conversationId, runId } = await hears(openDesk(database.store, countedModel()), async (model) => {
      await model.ask(question("detector"));
      return { totalTokens: 3 };
    });
    expect(await callsOf(conversationId)).toEqual([
      {
        purpose: "detector",
        key: "detector",
        model: "cheap",
        prompt_id: "prueba",
        prompt_version: "3",
        outcome: "answered",
        failure_code: null,
        input_tokens: 1_000,
        output_tokens: 50,
        cache_read_tokens: 400,
        cache_write_tokens: 50,
        cost_micro_usd: TOKENS,
        price_date: "2026-11-01",
        of_a_run: true,
      },
    ]);
    expect(await usedBy(conversationId)).toEqual([TOKENS]);
    expect(await database.store.models.costs(DEFAULT_WORKSPACE, 1)).toMatchObject([
      { purpose: "detector", model: "cheap", calls: 1, failures: 0, usage: USAGE, microUsd: TOKENS, unpricedTokens: 0 },
    ]);
    const turns = await database.rows(
      "select role, tokens_used from agent_turns where conversation_id = $1 order by turn_number",
      [conversationId],
    );
    expect(turns).toEqual([
      { role: "user", tokens_used: TOKENS },
      { role: "assistant", tokens_used: 0 },
    ]);
    const [step] = await database.rows(
      "select node, status, output_snapshot as output from agent_steps where run_id = $1 and name = 'model.detector'",
      [runId],
    );
    expect(step).toMatchObject({
      node: "plan",
      status: "ok",
      output: { prompt: { id: "prueba", version: "3" }, model: "cheap", tokens: TOKENS, microUsd: TOKENS, calls: 1 },
    });
  });

  test("is not asked again by the next attempt of its run: the journal answers, and the tokens count once", async () => {
    const model = countedModel();
    let attempts = 0;
    const { conversationId, runId } = await hears(openDesk(database.store, model), async (turnModel) => {
      const asked = await turnModel.ask(question("detector"));
      attempts += 1;
      if (attempts === 1) throw new Error("the attempt fails after its question");
      return { why: [asked.kind === "answered" ? asked.answer.text : asked.kind] };
    });
    expect(attempts).toBe(2);
    expect(model.asked).toEqual(["cheap"]);
    expect(await callsOf(conversationId)).toHaveLength(1);
    const view = await database.store.ledger.getRun(DEFAULT_WORKSPACE, runId as RunId);
    expect(view?.steps.find(({ name }) => name === "model.detector")).toMatchObject({
      phase: "plan",
      status: "ok",
      model: {
        purpose: "detector",
        prompt: { id: "prueba", version: "3" },
        model: "cheap",
        tokens: TOKENS,
        microUsd: TOKENS,
        calls: 1,
        isReplayed: true,
        fault: null,
      },
    });
    expect(view?.steps.filter(({ model = null }) => model !== null)).toHaveLength(1);
    const conversation = await database.store.ledger.getConversation(
      DEFAULT_WORKSPACE,
      conversationId as ConversationId,
    );
    expect(conversation?.usedTokens).toBe(TOKENS);
    const [row] = await database.rows(
      `select (select output_snapshot -> 'decision' from agent_steps where run_id = $1 and name = 'plan') as decision,
         (select output_snapshot -> 'replayed' from agent_steps where run_id = $1 and name = 'plan') as replayed`,
      [runId],
    );
    expect(row).toMatchObject({ decision: { why: ["sí"], totalTokens: TOKENS }, replayed: ["model.detector"] });
  });

  test("is not asked again when the reply has been typed, and stands in the run all the same", async () => {
    const model = countedModel();
    const { channel, texts } = recordingChannel();
    const agent = testAgent(async (input) => {
      await input.model?.ask(question("detector"));
      return decision("una respuesta que se escribe despacio");
    });
    const desk = openDesk(database.store, model);
    const shop = openShop(database.store, { channel, agents: registryOf(agent), desk, responseSpeed: 1 });
    shops.push(shop);
    shop.worker.start();
    const { runId } = await shop.says("hola", { phone: somebody() });
    const run = () => database.store.ledger.getRun(DEFAULT_WORKSPACE, runId as RunId);
    await eventually("the reply is being typed", async () => {
      const view = await run();
      return view?.status === "queued" && view.steps.some(({ name }) => name === "respond");
    });
    await database.advance(30_000);
    shop.worker.wake("mailbox");
    await eventually("it is said", () => texts().length === 1);
    await eventually("the run ends", async () => (await run())?.status === "completed");
    expect(model.asked).toEqual(["cheap"]);
    expect((await run())?.steps.filter(({ name }) => name === "model.detector")).toMatchObject([
      { status: "ok", model: { tokens: TOKENS, isReplayed: false } },
    ]);
    const [turn] = await database.rows("select sum(tokens_used)::int as tokens from agent_turns where run_id = $1", [
      runId,
    ]);
    expect(turn).toEqual({ tokens: TOKENS });
  });

  test("is asked anew where the conversation has changed between two attempts", async () => {
    const model = countedModel();
    let attempts = 0;
    const { conversationId } = await hears(openDesk(database.store, model), async (turnModel) => {
      await turnModel.ask(question("detector"));
      attempts += 1;
      if (attempts > 1) return undefined;
      await database.rows("update conversations set version = version + 1 where active_run_id is not null");
      return undefined;
    });
    expect(model.asked).toEqual(["cheap", "cheap"]);
    expect(await usedBy(conversationId)).toEqual([2 * TOKENS]);
  });

  test("that fails is charged for what is known of it, and is asked again by the next attempt", async () => {
    const model = failing({ kind: "truncated", code: "max_tokens", usage: USAGE });
    const kinds: string[] = [];
    const { conversationId } = await hears(openDesk(database.store, model), async (turnModel) => {
      const asked = await turnModel.ask(question("detector"));
      kinds.push(asked.kind);
      if (asked.kind === "failed") throw new Error("try again");
      return undefined;
    });
    expect(kinds).toEqual(["failed", "answered"]);
    expect(await callsOf(conversationId)).toMatchObject([
      { outcome: "truncated", failure_code: "max_tokens", input_tokens: 1_000 },
      { outcome: "answered" },
    ]);
    expect(await usedBy(conversationId)).toEqual([2 * TOKENS]);
  });

  test("counts once, however often its line is written", async () => {
    const conversationId = crypto.randomUUID();
    const call: ModelCall = {
      workspaceId: DEFAULT_WORKSPACE,
      conversationId: conversationId as ConversationId,
      sessionId: crypto.randomUUID() as SessionId,
      id: crypto.randomUUID(),
      runId: null,
      purpose: "writer",
      key: "job",
      model: "cheap",
      prompt: { id: "prueba", version: "1" },
      outcome: "answered",
      failureCode: null,
      usage: USAGE,
      cost: { microUsd: 7, priceDate: "2026-11-01" },
      latencyMs: 1,
    };
    const first = await database.store.models.record(call, null);
    expect(first).toEqual({ usedTokens: TOKENS, dayMicroUsd: 7, monthMicroUsd: 7, isHeld: true });
    expect(await database.store.models.record(call, null)).toEqual(first);
    expect(await usedBy(conversationId)).toEqual([TOKENS]);
  });

  test("keeps its answer when the ledger cannot be written, and the answer is journaled with the turn", async () => {
    const models = {
      ...database.store.models,
      record: async () => {
        throw new Error("the ledger is closed");
      },
    };
    const desk = openDesk(database.store, countedModel(), { ledger: models });
    let asked: Asked | undefined;
    const { runId } = await hears(desk, async (model) => {
      asked = await model.ask(question("detector"));
      expect((await model.budget()).used).toBe(TOKENS);
      return undefined;
    });
    expect(isAnswered(asked)).toBe(true);
    expect(
      await database.rows("select status from agent_steps where run_id = $1 and name = 'model.detector'", [runId]),
    ).toEqual([{ status: "ok" }]);
  });
});

describe("the budget of a session (B8)", () => {
  const spend = (conversationId: string, sessionId: string, tokens: number) =>
    database.rows(
      `insert into token_budgets values ('default', $2, $1, $3, now())
       on conflict (workspace_id, session_id) do update set used_tokens = $3`,
      [conversationId, sessionId, tokens],
    );

  test.each([
    [49_500, "spent", "not_asked"],
    [40_000, "near", "answered"],
    [39_999, "free", "answered"],
  ])("with %i of 50,000 used it is %s, and a question is %s", async (used, state, kind) => {
    const model = countedModel();
    let seen: unknown[] = [];
    await hears(openDesk(database.store, model), async (turnModel, { session }) => {
      await spend("00000000-0000-7000-8000-000000000001", session.id, used);
      const budget = await turnModel.budget();
      const asked = await turnModel.ask(question("detector"));
      seen = [budget, asked];
      return undefined;
    });
    expect(seen).toMatchObject([
      { used, limit: 50_000, state },
      kind === "answered" ? { kind } : { kind, reason: "budget" },
    ]);
    expect(model.asked).toHaveLength(kind === "answered" ? 1 : 0);
  });

  test("is checked before each call of a turn, and an answer that would not fit whole is not begun", async () => {
    const model = countedModel();
    const kinds: string[] = [];
    const desk = openDesk(database.store, model, { settings: { tokenLimit: 5_000 } });
    const { conversationId } = await hears(desk, async (turnModel) => {
      for (const key of ["1", "2", "3", "4"]) kinds.push((await turnModel.ask(question(key))).kind);
      return undefined;
    });
    expect(kinds).toEqual(["answered", "answered", "answered", "not_asked"]);
    expect(await usedBy(conversationId)).toEqual([3 * TOKENS]);
  });

  test("holds back what questions at the same time may take", async () => {
    const model = countedModel();
    const desk = openDesk(database.store, model, { settings: { tokenLimit: 5_000 } });
    let asked: Asked[] = [];
    await hears(desk, async (turnModel) => {
      asked = await Promise.all(["1", "2", "3"].map((key) => turnModel.ask(question(key))));
      return undefined;
    });
    expect(asked.filter(isAnswered)).toHaveLength(2);
  });

  test("begins anew with a new session, and a question in the background is paid by the session that is active", async () => {
    const model = countedModel();
    const desk = openDesk(database.store, model);
    const phone = somebody();
    const first = await hears(
      desk,
      async (turnModel) => {
        await turnModel.ask(question("detector"));
        return { closesSession: true };
      },
      { phone },
    );
    const budgets: number[] = [];
    const { conversationId } = await hears(
      desk,
      async (turnModel) => {
        budgets.push((await turnModel.budget()).used);
        return undefined;
      },
      { phone },
    );
    expect(conversationId).toBe(first.conversationId);
    expect(budgets).toEqual([0]);
    const of = { workspaceId: DEFAULT_WORKSPACE, conversationId: conversationId as ConversationId };
    expect((await desk.askInBackground({ ...of, question: question("job") })).kind).toBe("answered");
    expect((await usedBy(conversationId)).sort()).toEqual([TOKENS, TOKENS]);
  });
});

describe("money (R10)", () => {
  const spentToday = (microUsd: number) =>
    database.rows(
      `insert into model_costs values (
         'default', (recado_now() at time zone 'America/Bogota')::date, 'other', 'writer', 1, 0, 0, 0, 0, 0, $1, 0)`,
      [microUsd],
    );
  const openAlerts = () =>
    database.rows("select kind, subject, severity from alerts where resolved_at is null order by kind, subject");
  const caps = { dayMicroUsd: 10_000, monthMicroUsd: 300_000, areExplicit: false };

  test("a cap of the day keeps back what would pass it, also when others have spent it, and a person is told", async () => {
    await spentToday(9_000);
    const model = countedModel();
    let asked: Asked | undefined;
    await hears(openDesk(database.store, model, { settings: { caps } }), async (turnModel) => {
      asked = await turnModel.ask(question("detector"));
      return undefined;
    });
    expect(asked).toEqual({ kind: "not_asked", reason: "cost" });
    expect(model.asked).toEqual([]);
    await eventually("somebody is told", async () => (await openAlerts()).length > 0);
    expect(await openAlerts()).toEqual([{ kind: "model_cost_of_the_day", subject: "", severity: "critical" }]);
  });

  test("at 80 % a person is warned, and on a day with less the warning is taken back", async () => {
    await spentToday(7_000);
    const desk = openDesk(database.store, countedModel(), { settings: { caps } });
    const asks = async (model: TurnModel) => {
      await model.ask(question("detector"));
      return undefined;
    };
    await hears(desk, asks);
    await eventually("somebody is warned", async () => (await openAlerts()).length > 0);
    expect(await openAlerts()).toEqual([{ kind: "model_cost_of_the_day", subject: "", severity: "warning" }]);
    await database.rows("update model_costs set day = day - 1");
    await hears(desk, asks);
    await eventually("the warning is over", async () => (await openAlerts()).length === 0);
  });

  test("turns at the same time pass a cap by one call each at most", async () => {
    const model = countedModel();
    const turns = 6;
    let arrived = 0;
    let open = () => {};
    const allHere = new Promise<void>((resolve) => {
      open = resolve;
    });
    const desk = openDesk(database.store, model, { settings: { caps: { ...caps, dayMicroUsd: 4_000 } } });
    await Promise.all(
      Array.from({ length: turns }, () =>
        hears(desk, async (turnModel) => {
          await turnModel.budget();
          arrived += 1;
          if (arrived === turns) open();
          await allHere;
          for (const key of ["1", "2", "3"]) await turnModel.ask(question(key));
          return undefined;
        }),
      ),
    );
    const [row] = await database.rows("select sum(micro_usd)::int as spent, sum(calls)::int as calls from model_costs");
    expect(row).toEqual({ spent: model.asked.length * TOKENS, calls: model.asked.length });
    expect(model.asked.length).toBeLessThanOrEqual(Math.floor(4_000 / TOKENS) + turns);
  });

  test("a model without a price is asked under our own caps, and its tokens stand apart", async () => {
    let asked: Asked | undefined;
    const desk = openDesk(database.store, countedModel(), { settings: { caps }, priceOf: () => null });
    await hears(desk, async (model) => {
      asked = await model.ask(question("detector"));
      return undefined;
    });
    expect(isAnswered(asked)).toBe(true);
    expect(await database.store.models.costs(DEFAULT_WORKSPACE, 1)).toMatchObject([
      { microUsd: 0, unpricedTokens: TOKENS },
    ]);
  });

  test("where somebody has set a cap, a model without a price is not asked, and a person is told why", async () => {
    const model = countedModel();
    let asked: Asked | undefined;
    const settings = { caps: { ...caps, areExplicit: true } };
    await hears(openDesk(database.store, model, { settings, priceOf: () => null }), async (turnModel) => {
      asked = await turnModel.ask(question("detector"));
      return undefined;
    });
    expect(asked).toEqual({ kind: "not_asked", reason: "cost" });
    expect(model.asked).toEqual([]);
    await eventually("somebody is told", async () => (await openAlerts()).length > 0);
    expect(await openAlerts()).toEqual([{ kind: "model_price_unknown", subject: "cheap", severity: "warning" }]);
  });

  test.each([
    [{ kind: "never", httpStatus: 401 } as const, "model_key_refused"],
    [{ kind: "spend", httpStatus: 429 } as const, "model_credit_spent"],
    [{ kind: "never", httpStatus: 404 } as const, "model_unknown"],
  ])("%o is a person's to mend: an alert says so until the model answers again", async (failure, kind) => {
    const clock = movedClock();
    const model = failing(failure);
    const desk = openDesk(database.store, model, { clock });
    const ask = () =>
      desk.askInBackground({ workspaceId: DEFAULT_WORKSPACE, conversationId: null, question: question("job") });
    expect((await ask()).kind).toBe("failed");
    await eventually("somebody is told", async () => (await openAlerts()).length > 0);
    expect(await openAlerts()).toEqual([{ kind, subject: "cheap", severity: "critical" }]);
    expect(await ask()).toEqual({ kind: "not_asked", reason: "circuit" });
    clock.move(30_000);
    expect((await ask()).kind).toBe("answered");
    await eventually("the alert is over", async () => (await openAlerts()).length === 0);
  });
});

/** A clock whose time for deadlines a test moves. */
function movedClock() {
  let movedMs = 0;
  return {
    now: () => new Date(),
    monotonicMs: () => movedMs,
    move(ms: number) {
      movedMs += ms;
    },
  };
}

describe("a model that is down (L-19)", () => {
  const background = (desk: ReturnType<typeof openDesk>) => () =>
    desk.askInBackground({ workspaceId: DEFAULT_WORKSPACE, conversationId: null, question: question("job") });

  test("is asked once more; after three failures nobody waits for it for half a minute, then one call tries it", async () => {
    const clock = movedClock();
    const model = failing(...Array.from({ length: 4 }, () => ({ code: "overloaded_error", httpStatus: 529 })));
    const ask = background(openDesk(database.store, model, { clock }));
    expect(await ask()).toMatchObject({ kind: "failed", failure: { code: "overloaded_error" } });
    expect(model.asked).toHaveLength(2);
    expect(await ask()).toMatchObject({ kind: "failed" });
    expect(model.asked).toHaveLength(3);
    expect(await ask()).toEqual({ kind: "not_asked", reason: "circuit" });
    clock.move(29_999);
    expect(await ask()).toEqual({ kind: "not_asked", reason: "circuit" });
    clock.move(1);
    const [probe, other] = await Promise.all([ask(), ask()]);
    expect([probe.kind, other.kind].sort()).toEqual(["failed", "not_asked"]);
    expect(model.asked).toHaveLength(4);
    clock.move(30_000);
    expect((await ask()).kind).toBe("answered");
    expect((await ask()).kind).toBe("answered");
  });

  test("is stood in for by the other model, each call with a line of its own", async () => {
    const model = failing({ code: "timeout" }, { code: "overloaded_error", httpStatus: 529 });
    const settings = { fallbackModel: "other" };
    let asked: Asked | undefined;
    const { conversationId } = await hears(openDesk(database.store, model, { settings }), async (turnModel) => {
      asked = await turnModel.ask(question("detector"));
      return undefined;
    });
    expect(asked).toMatchObject({ kind: "answered", answer: { model: "other" } });
    expect(await callsOf(conversationId)).toMatchObject([
      { model: "cheap", outcome: "retry_later", failure_code: "timeout", input_tokens: 0 },
      { model: "cheap", outcome: "retry_later", failure_code: "overloaded_error" },
      { model: "other", outcome: "answered" },
    ]);
  });

  test.each([
    ["asks for minutes", { retryAfterMs: 120_000 }],
    ["says that the request is wrong", { kind: "never", httpStatus: 400 } as const],
    ["refuses", { kind: "refusal" } as const],
  ])("is not asked again by the desk when it %s", async (_, failure) => {
    const model = failing(failure);
    expect((await background(openDesk(database.store, model))()).kind).toBe("failed");
    expect(model.asked).toHaveLength(1);
  });

  test("has one time for all questions of a turn, and who comes late is not asked", async () => {
    const clock = movedClock();
    const timeouts: number[] = [];
    const inner = countedModel();
    const model: Model = {
      ...inner,
      async complete(request) {
        timeouts.push(request.timeoutMs);
        clock.move(20_000);
        return inner.complete(request);
      },
    };
    const desk = openDesk(database.store, model, { clock });
    let asked: Asked[] = [];
    await hears(desk, async (turnModel) => {
      asked = [];
      for (const key of ["1", "2", "3", "4"]) {
        asked.push(await turnModel.ask(question(key, { purpose: "orchestrator" })));
      }
      return undefined;
    });
    expect(timeouts).toEqual([30_000, 25_000, 5_000]);
    expect(asked.at(-1)).toEqual({ kind: "not_asked", reason: "deadline" });
  });

  test("that throws instead of saying what is wrong is a failure like any other", async () => {
    const model: Model = {
      ...countedModel(),
      async complete() {
        throw new Error("a bug of the adapter");
      },
    };
    expect(await background(openDesk(database.store, model))()).toMatchObject({
      kind: "failed",
      failure: { code: "adapter_threw" },
    });
  });
});

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
        tried.push(await database.rows("select from orders"));
        return decision("listo", { tools: [call] });
      },
      { catalogue },
    );
    await hears(openDesk(database.store, countedModel()), async () => undefined, {
      parts: { agents: registryOf(agent) },
    });
    const [row] = await database.rows("select id::text from orders");
    expect(tried).toEqual([
      { kind: "denied", reason: expect.stringContaining("79900, not 1") },
      { kind: "denied", reason: 'no tool is named "send_money"' },
      { kind: "ok", output: { orderId: row?.["id"] }, allowedBy: expect.stringContaining("consent") },
      [],
    ]);
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
    await hears(openDesk(database.store, countedModel(), { tools }), async (model) => {
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
