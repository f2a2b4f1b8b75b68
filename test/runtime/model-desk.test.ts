import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AgentInput, Decision } from "../../src/core/agent.ts";
import { type ConversationId, DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import type { Model, ModelFailure, ModelOutcome } from "../../src/core/ports/model.ts";
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
    const [row] = await database.rows(
      `select (select output_snapshot -> 'decision' from agent_steps where run_id = $1 and name = 'plan') as decision,
         (select output_snapshot -> 'replayed' from agent_steps where run_id = $1 and name = 'plan') as replayed`,
      [runId],
    );
    expect(row).toMatchObject({ decision: { why: ["sí"], totalTokens: TOKENS }, replayed: ["model.detector"] });
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
