import { describe, expect, test } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE, type RunId, type SessionId } from "../../src/core/ids.ts";
import type { ModelCall } from "../../src/core/ports/model/model-ledger.ts";
import type { Asked } from "../../src/core/ports/model/turn-model.ts";
import { askingShops, failing, isAnswered } from "../support/asking-shops.ts";
import { countedModel, openModelGate, question, USAGE } from "../support/model-gate.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../support/shop.ts";

const at = askingShops();
const TOKENS = 1_500;

describe("a question", () => {
  test("is answered once, and stands in the ledger, the budget, the costs of the day and the chat record to the token", async () => {
    const { conversationId, runId } = await at.hears(
      openModelGate(at.database.store, countedModel()),
      async (model) => {
        await model.ask(question("detector"));
        return { totalTokens: 3 };
      },
    );
    expect(await at.callsOf(conversationId)).toEqual([
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
    expect(await at.usedBy(conversationId)).toEqual([TOKENS]);
    expect(await at.database.store.models.costs(DEFAULT_WORKSPACE, 1)).toMatchObject([
      { purpose: "detector", model: "cheap", calls: 1, failures: 0, ...USAGE, microUsd: TOKENS, unpricedTokens: 0 },
    ]);
    const turns = await at.database.rows(
      "select role, tokens_used from agent_turns where conversation_id = $1 order by turn_number",
      [conversationId],
    );
    expect(turns).toEqual([
      { role: "user", tokens_used: TOKENS },
      { role: "assistant", tokens_used: 0 },
    ]);
    const [step] = await at.database.rows(
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
    const { conversationId, runId } = await at.hears(openModelGate(at.database.store, model), async (turnModel) => {
      const asked = await turnModel.ask(question("detector"));
      attempts += 1;
      if (attempts === 1) throw new Error("the attempt fails after its question");
      return { why: [asked.kind === "answered" ? asked.answer.text : asked.kind] };
    });
    expect(attempts).toBe(2);
    expect(model.asked).toEqual(["cheap"]);
    expect(await at.callsOf(conversationId)).toHaveLength(1);
    const view = await at.database.store.runs.get(DEFAULT_WORKSPACE, runId as RunId);
    expect(view?.steps.find(({ name }) => name === "model.detector")).toMatchObject({
      phase: "plan",
      status: "ok",
      model: {
        purpose: "detector",
        prompt: { id: "prueba", version: "3" },
        model: "cheap",
        tokens: TOKENS,
        costUsd: TOKENS / 1e6,
        calls: 1,
        replayed: true,
        fault: null,
      },
    });
    expect(view?.steps.filter(({ model = null }) => model !== null)).toHaveLength(1);
    const conversation = await at.database.store.conversations.get(DEFAULT_WORKSPACE, conversationId as ConversationId);
    expect(conversation?.usedTokens).toBe(TOKENS);
    const [row] = await at.database.rows(
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
    const modelGate = openModelGate(at.database.store, model);
    const shop = openShop(at.database.store, { channel, agents: registryOf(agent), modelGate, responseSpeed: 1 });
    at.keep(shop);
    const { runId } = await shop.says("hola", { phone: at.somebody() });
    const run = () => at.database.store.runs.get(DEFAULT_WORKSPACE, runId as RunId);
    await eventually("the reply is being typed", async () => {
      const view = await run();
      return view?.status === "queued" && view.steps.some(({ name }) => name === "respond");
    });
    await at.database.advance(30_000);
    shop.worker.wake("mailbox");
    await eventually("it is said", () => texts().length === 1);
    await eventually("the run ends", async () => (await run())?.status === "completed");
    expect(model.asked).toEqual(["cheap"]);
    expect((await run())?.steps.filter(({ name }) => name === "model.detector")).toMatchObject([
      { status: "ok", model: { tokens: TOKENS, replayed: false } },
    ]);
    const [turn] = await at.database.rows("select sum(tokens_used)::int as tokens from agent_turns where run_id = $1", [
      runId,
    ]);
    expect(turn).toEqual({ tokens: TOKENS });
  });

  test("is asked anew where the conversation has changed between two attempts", async () => {
    const model = countedModel();
    let attempts = 0;
    const { conversationId } = await at.hears(openModelGate(at.database.store, model), async (turnModel) => {
      await turnModel.ask(question("detector"));
      attempts += 1;
      if (attempts > 1) return undefined;
      await at.database.rows("update conversations set version = version + 1 where active_run_id is not null");
      return undefined;
    });
    expect(model.asked).toEqual(["cheap", "cheap"]);
    expect(await at.usedBy(conversationId)).toEqual([2 * TOKENS]);
  });

  test("that fails is charged for what is known of it, and is asked again by the next attempt", async () => {
    const model = failing({ kind: "truncated", code: "max_tokens", usage: USAGE });
    const kinds: string[] = [];
    const { conversationId } = await at.hears(openModelGate(at.database.store, model), async (turnModel) => {
      const asked = await turnModel.ask(question("detector"));
      kinds.push(asked.kind);
      if (asked.kind === "failed") throw new Error("try again");
      return undefined;
    });
    expect(kinds).toEqual(["failed", "answered"]);
    expect(await at.callsOf(conversationId)).toMatchObject([
      { outcome: "truncated", failure_code: "max_tokens", input_tokens: 1_000 },
      { outcome: "answered" },
    ]);
    expect(await at.usedBy(conversationId)).toEqual([2 * TOKENS]);
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
    const first = await at.database.store.models.record(call, null);
    expect(first).toEqual({ usedTokens: TOKENS, dayMicroUsd: 7, monthMicroUsd: 7, isHeld: true });
    expect(await at.database.store.models.record(call, null)).toEqual(first);
    expect(await at.usedBy(conversationId)).toEqual([TOKENS]);
  });

  test("keeps its answer when the ledger cannot be written, and the answer is journaled with the turn", async () => {
    const models = {
      ...at.database.store.models,
      record: async () => {
        throw new Error("the ledger is closed");
      },
    };
    const modelGate = openModelGate(at.database.store, countedModel(), { ledger: models });
    let asked: Asked | undefined;
    const { runId } = await at.hears(modelGate, async (model) => {
      asked = await model.ask(question("detector"));
      expect((await model.budget()).used).toBe(TOKENS);
      return undefined;
    });
    expect(isAnswered(asked)).toBe(true);
    expect(
      await at.database.rows("select status from agent_steps where run_id = $1 and name = 'model.detector'", [runId]),
    ).toEqual([{ status: "ok" }]);
  });
});

test("a turn that asks nothing reads nothing of models, and writes nothing", async () => {
  const unused = async () => {
    throw new Error("nobody has asked");
  };
  const modelGate = openModelGate(at.database.store, countedModel(), { ledger: { standing: unused, record: unused } });
  const { texts } = await at.hears(modelGate, async () => undefined);
  // The reply leaves a moment after its run has ended.
  await expect.poll(texts).toEqual(["listo"]);
});

describe("the budget of a session (B8)", () => {
  const spend = (conversationId: string, sessionId: string, tokens: number) =>
    at.database.rows(
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
    await at.hears(openModelGate(at.database.store, model), async (turnModel, { session }) => {
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
    const modelGate = openModelGate(at.database.store, model, { settings: { tokenLimit: 5_000 } });
    const { conversationId } = await at.hears(modelGate, async (turnModel) => {
      for (const key of ["1", "2", "3", "4"]) kinds.push((await turnModel.ask(question(key))).kind);
      return undefined;
    });
    expect(kinds).toEqual(["answered", "answered", "answered", "not_asked"]);
    expect(await at.usedBy(conversationId)).toEqual([3 * TOKENS]);
  });

  test("holds back what questions at the same time may take", async () => {
    const model = countedModel();
    const modelGate = openModelGate(at.database.store, model, { settings: { tokenLimit: 5_000 } });
    let asked: Asked[] = [];
    await at.hears(modelGate, async (turnModel) => {
      asked = await Promise.all(["1", "2", "3"].map((key) => turnModel.ask(question(key))));
      return undefined;
    });
    expect(asked.filter(isAnswered)).toHaveLength(2);
  });

  test("begins anew with a new session, and a question in the background is paid by the session that is active", async () => {
    const model = countedModel();
    const modelGate = openModelGate(at.database.store, model);
    const phone = at.somebody();
    const first = await at.hears(
      modelGate,
      async (turnModel) => {
        await turnModel.ask(question("detector"));
        return { closesSession: true };
      },
      { phone },
    );
    const budgets: number[] = [];
    const { conversationId } = await at.hears(
      modelGate,
      async (turnModel) => {
        budgets.push((await turnModel.budget()).used);
        return undefined;
      },
      { phone },
    );
    expect(conversationId).toBe(first.conversationId);
    expect(budgets).toEqual([0]);
    const of = { workspaceId: DEFAULT_WORKSPACE, conversationId: conversationId as ConversationId };
    expect((await modelGate.askInBackground({ ...of, question: question("job") })).kind).toBe("answered");
    expect((await at.usedBy(conversationId)).sort()).toEqual([TOKENS, TOKENS]);
  });
});
