import { runEngine } from "../support/engine.js";
import { median } from "../support/percentiles.js";

export const title = "Beside the floor of plain SQL";
export const how =
  "The same driver, the same number of turns at once, in turns in the same run. Floor: insert a row with the message, commit; update it with eight steps and the reply, commit. Recado: enqueue, turn of eight phases with the shipped agent, commit, record of the send; the channel accepts at once, no HTTP. The floor decides nothing: how much of Recado's Node time is the agent's decision stands beside it (the same questions once more, alone, in the same process). 2,000 customers write in turn: new ones first, then the same again.";

export async function run({ server, isQuick }) {
  const durationMs = isQuick ? 1_500 : 5_000;
  const rounds = isQuick ? 1 : 3;
  const levels = isQuick ? [16] : [1, 16, 64];
  const rows = [];
  for (const atOnce of levels) {
    const found = { floor: [], product: [] };
    for (let round = 0; round < rounds; round += 1) {
      for (const kind of round % 2 === 0 ? ["floor", "product"] : ["product", "floor"]) {
        const database = kind === "floor" ? await server.createBareDatabase() : await server.createDatabase();
        const job = { kind, url: database.url, durationMs, warmUpMs: durationMs / 2, atOnce };
        let before = null;
        const result = await runEngine(job, async () => {
          before = await server.usage(database);
        });
        const after = await server.usage(database);
        const each = (name) => (after[name] === null ? null : (after[name] - before[name]) / result.turns);
        found[kind].push({
          turnsPerSecond: (result.turns / result.elapsedMs) * 1000,
          nodeMs: result.nodeMs / result.turns,
          postgresMs: each("cpuMs"),
          walBytes: each("walBytes"),
          decisionMs: result.decisionMs,
        });
        await server.dropDatabase(database);
      }
    }
    const of = (kind, what) => median(found[kind].map((one) => one[what]));
    const [floor, product] = [of("floor", "turnsPerSecond"), of("product", "turnsPerSecond")];
    rows.push({
      atOnce,
      floor,
      product,
      ratio: product / floor,
      floorCpu: [of("floor", "nodeMs"), of("floor", "postgresMs")],
      decisionCpu: of("product", "decisionMs"),
      productCpu: [of("product", "nodeMs"), of("product", "postgresMs")],
      wal: [of("floor", "walBytes"), of("product", "walBytes")],
      rounds: found,
    });
  }
  const cpu = ([node, postgres]) => `${node.toFixed(2)} + ${postgres?.toFixed(2) ?? "?"}`;
  return {
    columns: [
      "turns at once",
      "floor turns/s",
      "Recado turns/s",
      "Recado / floor",
      "floor CPU ms (Node + PostgreSQL)",
      "Recado CPU ms",
      "of it the decision",
      "floor WAL bytes",
      "Recado WAL bytes",
    ],
    rows: rows.map((row) => [
      row.atOnce,
      row.floor,
      row.product,
      row.ratio,
      cpu(row.floorCpu),
      cpu(row.productCpu),
      row.decisionCpu,
      ...row.wal,
    ]),
    raw: rows,
  };
}
