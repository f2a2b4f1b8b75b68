import { describe, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import type { PriceOf } from "../../src/core/model/cost-caps.ts";
import type { Model } from "../../src/core/ports/model/model.ts";
import type { Asked, TurnModel } from "../../src/core/ports/model/turn-model.ts";
import { createMetrics } from "../../src/server/metrics/metrics.ts";
import { askingShops, failing, isAnswered, movedClock } from "../support/asking-shops.ts";
import { aMicroDollarAToken, countedModel, openModelGate, question } from "../support/model-gate.ts";
import { eventually } from "../support/shop.ts";

const at = askingShops();
const TOKENS = 1_500;

describe("money (R10)", () => {
  const spentToday = (microUsd: number) =>
    at.database.rows(
      `insert into model_costs values (
         'default', (recado_now() at time zone 'America/Bogota')::date, 'other', 'writer', 1, 0, 0, 0, 0, 0, $1, 0)`,
      [microUsd],
    );
  const openAlerts = () =>
    at.database.rows("select kind, subject, severity from alerts where resolved_at is null order by kind, subject");
  const caps = { dayMicroUsd: 10_000, monthMicroUsd: 300_000, conversationDayMicroUsd: 10_000, areExplicit: false };

  test("a cap of the day keeps back what would pass it, also when others have spent it, and a person is told", async () => {
    await spentToday(9_000);
    const model = countedModel();
    let asked: Asked | undefined;
    await at.hears(openModelGate(at.database.store, model, { settings: { caps } }), async (turnModel) => {
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
    const modelGate = openModelGate(at.database.store, countedModel(), { settings: { caps } });
    const asks = async (model: TurnModel) => {
      await model.ask(question("detector"));
      return undefined;
    };
    await at.hears(modelGate, asks);
    await eventually("somebody is warned", async () => (await openAlerts()).length > 0);
    expect(await openAlerts()).toEqual([{ kind: "model_cost_of_the_day", subject: "", severity: "warning" }]);
    await at.database.rows("update model_costs set day = day - 1");
    await at.hears(modelGate, asks);
    await eventually("the warning is over", async () => (await openAlerts()).length === 0);
  });

  test.each(["day", "month"] as const)(
    "in the last hundredth of the %s it is an emergency: a person is told at once, and agents leave out what is optional",
    async (of) => {
      const wide = { dayMicroUsd: 1_000_000, monthMicroUsd: 1_000_000, conversationDayMicroUsd: 10_000 };
      const narrow = of === "day" ? { dayMicroUsd: 500_000 } : { monthMicroUsd: 500_000 };
      const modelGate = openModelGate(at.database.store, countedModel(), {
        settings: { caps: { ...wide, ...narrow, areExplicit: false } },
      });
      const stateWith = async (microUsd: number) => {
        await at.database.rows("delete from model_costs");
        await spentToday(microUsd);
        let state: string | undefined;
        await at.hears(modelGate, async (model) => {
          ({ state } = await model.budget());
          await model.ask(question("detector"));
          return undefined;
        });
        return state;
      };
      expect(await stateWith(480_000)).toBe("free");
      await eventually("a person is warned", async () => (await openAlerts())[0]?.["severity"] === "warning");
      expect(await stateWith(495_000)).toBe("near");
      await eventually("it is urgent", async () => (await openAlerts())[0]?.["severity"] === "critical");
      expect(await openAlerts()).toEqual([{ kind: `model_cost_of_the_${of}`, subject: "", severity: "critical" }]);
    },
  );

  test("turns at the same time pass a cap by one call each at most", async () => {
    const model = countedModel();
    const turns = 6;
    let arrived = 0;
    let open = () => {};
    const allHere = new Promise<void>((resolve) => {
      open = resolve;
    });
    const modelGate = openModelGate(at.database.store, model, { settings: { caps: { ...caps, dayMicroUsd: 4_000 } } });
    await Promise.all(
      Array.from({ length: turns }, () =>
        at.hears(modelGate, async (turnModel) => {
          await turnModel.budget();
          arrived += 1;
          if (arrived === turns) open();
          await allHere;
          for (const key of ["1", "2", "3"]) await turnModel.ask(question(key));
          return undefined;
        }),
      ),
    );
    const [row] = await at.database.rows(
      "select sum(micro_usd)::int as spent, sum(calls)::int as calls from model_costs",
    );
    expect(row).toEqual({ spent: model.asked.length * TOKENS, calls: model.asked.length });
    expect(model.asked.length).toBeLessThanOrEqual(Math.floor(4_000 / TOKENS) + turns);
  });

  test("one customer's cap of the day ends their own questions, in a later turn too, and nobody else's", async () => {
    const modelGate = openModelGate(at.database.store, countedModel(), {
      settings: { caps: { ...caps, conversationDayMicroUsd: 2 * TOKENS + 500 } },
    });
    const asks = async (keys: readonly string[], phone: string) => {
      const asked: Asked[] = [];
      await at.hears(
        modelGate,
        async (model) => {
          for (const key of keys) asked.push(await model.ask(question(key)));
          return undefined;
        },
        { phone },
      );
      return asked.map((one) => (one.kind === "not_asked" ? one.reason : isAnswered(one)));
    };
    const [one, other] = [at.somebody(), at.somebody()];
    expect(await asks(["1", "2", "3"], one)).toEqual([true, true, "budget"]);
    await at.database.rows("delete from token_budgets");
    expect(await asks(["4"], one)).toEqual(["budget"]);
    expect(await asks(["1"], other)).toEqual([true]);
    expect(await openAlerts()).toEqual([]);
    await at.database.rows("update model_calls set created_at = created_at - interval '1 day'");
    expect(await asks(["5"], one)).toEqual([true]);
  });

  test("a model without a price is asked under our own caps, and its tokens stand apart", async () => {
    let asked: Asked | undefined;
    const modelGate = openModelGate(at.database.store, countedModel(), { settings: { caps }, priceOf: () => null });
    await at.hears(modelGate, async (model) => {
      asked = await model.ask(question("detector"));
      return undefined;
    });
    expect(isAnswered(asked)).toBe(true);
    expect(await at.database.store.models.costs(DEFAULT_WORKSPACE, 1)).toMatchObject([
      { microUsd: 0, unpricedTokens: TOKENS },
    ]);
  });

  test("what a run cost is measured, in all its attempts; where a price is not known it is not taken for nothing", async () => {
    const metrics = createMetrics();
    const parts = { metrics };
    let failures = 1;
    const asks = (priceOf: PriceOf, keys: readonly string[]) =>
      at.hears(
        openModelGate(at.database.store, countedModel(), { metrics, priceOf }),
        async (model) => {
          for (const key of keys) await model.ask(question(key));
          if (failures-- > 0) throw new Error("the first attempt fails after it has asked");
          return undefined;
        },
        { parts },
      );
    const lines = async () =>
      (await metrics.render(null)).text
        .split("\n")
        .filter((line) => /^recado_(run_cost|model_cost|model_unpriced)\S*(_sum|_count|_total)/.test(line));
    await asks(aMicroDollarAToken, ["one", "two"]);
    const paid = [
      `recado_model_cost_usd_total{purpose="detector",model="cheap"} ${(2 * TOKENS) / 1e6}`,
      `recado_run_cost_usd_sum ${(2 * TOKENS) / 1e6}`,
      "recado_run_cost_usd_count 1",
    ];
    await eventually("it is counted", async () => (await lines()).includes("recado_run_cost_usd_count 1"));
    expect(await lines()).toEqual([...paid, "recado_run_cost_unknown_total 0"]);
    // One of its two calls has no price: the run cost more than the other.
    let asked = 0; // Twice for each call: before it is made, and after.
    await asks((model, usage) => (asked++ % 4 < 2 ? aMicroDollarAToken(model, usage) : null), ["one", "two"]);
    await eventually("it is counted", async () => (await lines()).includes("recado_run_cost_unknown_total 1"));
    expect((await lines()).filter((line) => line.startsWith("recado_run_cost"))).toEqual([
      ...paid.slice(1),
      "recado_run_cost_unknown_total 1",
    ]);
    expect(await lines()).toContain(`recado_model_unpriced_tokens_total{purpose="detector",model="cheap"} ${TOKENS}`);
    await at.hears(openModelGate(at.database.store, countedModel(), { metrics }), async () => undefined, { parts });
    expect(await lines()).toContain("recado_run_cost_usd_count 1");
  });

  test("where somebody has set a cap, a model without a price is not asked, and a person is told why", async () => {
    const model = countedModel();
    let asked: Asked | undefined;
    const settings = { caps: { ...caps, areExplicit: true } };
    await at.hears(openModelGate(at.database.store, model, { settings, priceOf: () => null }), async (turnModel) => {
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
    const modelGate = openModelGate(at.database.store, model, { clock });
    const ask = () =>
      modelGate.askInBackground({ workspaceId: DEFAULT_WORKSPACE, conversationId: null, question: question("job") });
    expect((await ask()).kind).toBe("failed");
    await eventually("somebody is told", async () => (await openAlerts()).length > 0);
    expect(await openAlerts()).toEqual([{ kind, subject: "cheap", severity: "critical" }]);
    expect(await ask()).toEqual({ kind: "not_asked", reason: "circuit" });
    clock.move(30_000);
    expect((await ask()).kind).toBe("answered");
    await eventually("the alert is over", async () => (await openAlerts()).length === 0);
  });
});

describe("a model that is down (L-19)", () => {
  const background = (modelGate: ReturnType<typeof openModelGate>) => () =>
    modelGate.askInBackground({ workspaceId: DEFAULT_WORKSPACE, conversationId: null, question: question("job") });

  test("is asked once more; after three failures nobody waits for it for half a minute, then one call tries it", async () => {
    const clock = movedClock();
    const model = failing(...Array.from({ length: 4 }, () => ({ code: "overloaded_error", httpStatus: 529 })));
    const ask = background(openModelGate(at.database.store, model, { clock }));
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
    const { conversationId } = await at.hears(
      openModelGate(at.database.store, model, { settings }),
      async (turnModel) => {
        asked = await turnModel.ask(question("detector"));
        return undefined;
      },
    );
    expect(asked).toMatchObject({ kind: "answered", answer: { model: "other" } });
    const calls = await at.callsOf(conversationId);
    // Ids of one millisecond have no order here.
    expect(calls).toHaveLength(3);
    expect(calls).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ model: "cheap", outcome: "retry_later", failure_code: "timeout", input_tokens: 0 }),
        expect.objectContaining({ model: "cheap", outcome: "retry_later", failure_code: "overloaded_error" }),
        expect.objectContaining({ model: "other", outcome: "answered" }),
      ]),
    );
  });

  test.each([
    ["asks for minutes", { retryAfterMs: 120_000 }],
    ["says that the request is wrong", { kind: "never", httpStatus: 400 } as const],
    ["refuses", { kind: "refusal" } as const],
  ])("is not asked again by the modelGate when it %s", async (_, failure) => {
    const model = failing(failure);
    expect((await background(openModelGate(at.database.store, model))()).kind).toBe("failed");
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
    const modelGate = openModelGate(at.database.store, model, { clock });
    let asked: Asked[] = [];
    await at.hears(modelGate, async (turnModel) => {
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
    expect(await background(openModelGate(at.database.store, model))()).toMatchObject({
      kind: "failed",
      failure: { code: "adapter_threw" },
    });
  });
});
