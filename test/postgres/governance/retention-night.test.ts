import { describe, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import type { DataClass } from "../../../src/core/operations/retention.ts";
import type { ForgetRound } from "../../../src/core/ports/governance/retention.ts";
import { newWorkerId } from "../../support/inbound.ts";
import { violations } from "../../support/oracle.ts";
import { eventually, openShop, recordingChannel } from "../../support/shop.ts";
import { DAY_MS, openRetention } from "./open-retention.ts";

const scene = openRetention();
const { answered, night, untilNoonMs, removed } = scene;

describe("a night", () => {
  test("goes on where a killed worker was, takes nothing twice, and says in one line what it took", async () => {
    await answered();
    await scene.database.rows(
      `insert into quarantined_items (workspace_id, reason, raw)
       select 'default', 'no', 'raw' from generate_series(1, 1200)`,
    );
    await scene.database.advance(100 * DAY_MS);
    // Three batches of one class: a worker is killed in the middle of each of its transactions.
    const rounds: ForgetRound[] = [];
    for (let round: ForgetRound = { kind: "nothing_due" }; round.kind !== "ended"; rounds.push(round)) {
      await dies();
      round = await scene.database.store.retention.forget();
    }
    expect(rounds.filter((round) => round.kind === "forgot" && round.rows > 0)).toMatchObject([
      { class: "journals", rows: 1 },
      { class: "webhooks", rows: 500 },
      { class: "webhooks", rows: 500 },
      { class: "webhooks", rows: 200 },
    ]);
    expect(await scene.database.store.retention.forget()).toEqual({ kind: "nothing_due" });
    const lines = await scene.database.store.audit.list(DEFAULT_WORKSPACE, { limit: 50 });
    expect(lines.items.filter(({ action }) => action === "retention.night")).toMatchObject([
      { actor: "system", detail: { rows: { journals: 1, webhooks: 1_200 }, isCut: false } },
    ]);
    expect(await violations(scene.database)).toEqual([]);
  });

  /** A round whose transaction never commits, as when its process is killed. */
  async function dies(): Promise<void> {
    const { createRetention } = await import("../../../src/postgres/governance/retention.ts");
    const dying = {
      ...scene.database.database,
      transaction: <Result>(work: (run: typeof scene.database.database.run) => Promise<Result>) =>
        scene.database.database.transaction(async (run) => {
          await work(run);
          throw new Error("killed");
        }),
    };
    await expect(createRetention(dying, dying, {}).forget()).rejects.toThrow("killed");
  }

  test("has an end: what it did not get to, the next one takes", async () => {
    await scene.database.rows(
      `insert into quarantined_items (workspace_id, reason, raw)
       select 'default', 'no', 'raw' from generate_series(1, 600)`,
    );
    await scene.database.advance(40 * DAY_MS);
    // At noon, so that three hours later it is still the same night's turn.
    await scene.database.advance(await untilNoonMs());
    let round = await scene.database.store.retention.forget();
    while (round.kind === "forgot" && round.rows === 0) round = await scene.database.store.retention.forget();
    expect(round).toMatchObject({ rows: 500 });
    await scene.database.advance(3 * 3_600_000);
    expect(await night()).toMatchObject([{ kind: "ended", isCut: true, removed: { webhooks: 500 } }]);
    await scene.database.advance(DAY_MS);
    expect(removed(await night())).toEqual({ webhooks: 100 });
  });

  test("two workers beside each other never do the same batch", async () => {
    await scene.database.rows(
      "insert into quarantined_items (workspace_id, reason, raw) values ('default', 'no', 'raw')",
    );
    await scene.database.advance(40 * DAY_MS);
    const other = await scene.database.connect();
    const rounds = (
      await Promise.all([night(scene.database.store.retention.forget), night(other.store.retention.forget)])
    ).flat();
    // Whoever meets a row that is held goes home; whoever holds it goes on to the end.
    expect(rounds.filter(({ kind }) => kind === "ended")).toHaveLength(1);
    expect(removed(rounds)).toEqual({ webhooks: 1 });
  });

  test("belongs to a worker: it forgets, counts and says so without being asked", async () => {
    await scene.database.rows(
      "insert into quarantined_items (workspace_id, reason, raw) values ('default', 'no', 'raw')",
    );
    await scene.database.advance(40 * DAY_MS);
    const { channel } = recordingChannel();
    const counted: [DataClass, number][] = [];
    const told: unknown[] = [];
    const { dependencies } = openShop(scene.database.store, { channel });
    const { createWorker } = await import("../../../src/runtime/worker/worker.ts");
    const { WORKER_DEFAULTS } = await import("../../../src/runtime/worker/worker-options.ts");
    const worker = createWorker(
      {
        ...dependencies,
        metrics: { ...dependencies.metrics, forgotten: (of, rows) => counted.push([of, rows]) },
        logger: { ...dependencies.logger, info: (fields) => told.push(fields) },
      },
      { ...WORKER_DEFAULTS, worker: newWorkerId(), dayMs: 20 },
      () => ({ ready: Promise.resolve(), close: async () => {} }),
    );
    worker.start();
    try {
      await eventually("the night is over", () => told.length > 0, 12_000);
    } finally {
      await worker.stop(1_000);
    }
    expect(counted).toEqual([["webhooks", 1]]);
    expect(told).toContainEqual({ workspace: DEFAULT_WORKSPACE, rows: { webhooks: 1 } });
  });
});
