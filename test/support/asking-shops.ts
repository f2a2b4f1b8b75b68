import { afterAll, beforeAll, beforeEach } from "vitest";
import type { AgentInput, Decision } from "../../src/core/agent/agent.ts";
import type { Model, ModelFailure, ModelOutcome } from "../../src/core/ports/model/model.ts";
import type { Asked, TurnModel } from "../../src/core/ports/model/turn-model.ts";
import type { RuntimeDependencies } from "../../src/runtime/dependencies.ts";
import type { ModelGate } from "../../src/runtime/model-gate.ts";
import { countedModel } from "./model-gate.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, type Shop, testAgent } from "./shop.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

interface Heard {
  readonly phone?: string;
  readonly parts?: Partial<RuntimeDependencies>;
}

/** Shops on one database, whose agents ask a model; stopped after each test, with the costs and alerts of it gone. */
export function askingShops() {
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

  let people = 0;
  const somebody = () => `57305${String(++people).padStart(7, "0")}`;

  /** The run of "hola" in a shop whose agent decides with what `think` has asked. */
  async function hears(
    modelGate: ModelGate,
    think: (model: TurnModel, input: AgentInput) => Promise<Partial<Decision> | undefined>,
    { phone = somebody(), parts = {} }: Heard = {},
  ) {
    const { channel, texts } = recordingChannel();
    const agent = testAgent(async (input) => {
      if (input.model == null) throw new Error("no model was given");
      return decision("listo", await think(input.model, input));
    });
    const retry = { maxAttempts: 2, baseDelayMs: 1, maxDelayMs: 1 };
    const shop = openShop(database.store, { channel, agents: registryOf(agent), modelGate, ...parts }, { retry });
    shops.push(shop);
    shop.worker.start();
    const { runId, conversationId } = await shop.says("hola", { phone });
    await eventually("the run ends", async () => {
      const [run] = await database.rows("select status from agent_runs where id = $1", [runId]);
      return ["completed", "dead_letter"].includes(String(run?.["status"]));
    });
    return { runId, conversationId, phone, texts };
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

  return {
    get database() {
      return database;
    },
    /** Stopped after the test. */
    keep(shop: Shop): Shop {
      shops.push(shop);
      shop.worker.start();
      return shop;
    },
    somebody,
    hears,
    callsOf,
    usedBy,
  };
}

/** Fails so often, each time as it is told; then it answers. */
export function failing(...failures: Partial<ModelFailure>[]): Model & { readonly asked: string[] } {
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

export const isAnswered = (asked: Asked | undefined) => asked?.kind === "answered";

/** A clock whose time for deadlines a test moves. */
export function movedClock() {
  let movedMs = 0;
  return {
    now: () => new Date(),
    monotonicMs: () => movedMs,
    move(ms: number) {
      movedMs += ms;
    },
  };
}
