import { runEngine } from "../support/engine.js";
import { median } from "../support/percentiles.js";

export const title = "What a read and a segment cost";
export const how =
  "One turn after the other in one process, no HTTP, the channel accepts at once. The agent says one thing: at once, after a read of a tool that answers at once, or in a segment that follows at once. The three take turns in the same run.";

const KINDS = ["plain", "read", "segment"];

export async function run({ server, isQuick }) {
  const rounds = isQuick ? 1 : 3;
  const found = Object.fromEntries(KINDS.map((kind) => [kind, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of round % 2 === 0 ? KINDS : KINDS.toReversed()) {
      const database = await server.createDatabase();
      const before = await server.usage(database);
      const durationMs = isQuick ? 1_500 : 6_000;
      const { turns, nodeMs } = await runEngine({ kind, url: database.url, durationMs, warmUpMs: 0, atOnce: 1 });
      const after = await server.usage(database);
      const each = (name) => (after[name] === null ? null : (after[name] - before[name]) / turns);
      found[kind].push({
        statements: each("statements"),
        commits: each("commits"),
        walBytes: each("walBytes"),
        nodeMs: nodeMs / turns,
        postgresMs: each("cpuMs"),
      });
      await server.dropDatabase(database);
    }
  }
  const of = (kind, what) => median(found[kind].map((one) => one[what]));
  const cpu = (kind) => of(kind, "nodeMs") + of(kind, "postgresMs");
  return {
    columns: ["message", "statements", "commits", "WAL bytes", "Node CPU ms", "PostgreSQL CPU ms", "CPU beside plain"],
    rows: KINDS.map((kind) => [
      kind,
      ...["statements", "commits", "walBytes", "nodeMs", "postgresMs"].map((what) => of(kind, what)),
      cpu(kind) / cpu("plain"),
    ]),
    raw: found,
  };
}
