import { customers } from "../support/database-work.js";
import { drainWaves } from "../support/drain.js";
import { processorMsOf } from "../support/processor-time.js";
import { measureFirstReplies } from "../support/reply-times.js";
import { onStage, SETUPS } from "../support/stage.js";

export const title = "What a turn costs";
export const how =
  "Everything between the webhook and the recorded answer of the provider, background work and three delivery reports a reply too: statements by pg_stat_statements, commits by pg_stat_database, write-ahead log by its position, CPU by /proc. After 3,000 messages of others, when the compiler has come to rest. Backlog: without the enqueue.";

/**
 * A process runs for days. V8 compiles nine hundred functions of ours well in the first minutes, which are 1.4 ms a message of the
 * first thousand, and each connection plans each statement once.
 */
const WARM_UP = 3_000;

export async function run({ server, isQuick }) {
  const rows = [];
  const turns = isQuick ? 100 : 1_000;
  for (const setup of isQuick ? ["start"] : ["start", "serve + worker"]) {
    await onStage(server, { commands: SETUPS[setup] }, async (stage) => {
      const warmUp = isQuick ? 100 : WARM_UP;
      await measureFirstReplies(stage, { rate: isQuick ? 50 : 100, writers: customers(90_000, warmUp), body: "hola" });
      const meter = await openMeter(server, stage);
      await measureFirstReplies(stage, { rate: 100, writers: customers(0, turns), body: "hola" });
      rows.push({ setup: `${setup}, 100 messages/s`, ...(await meter.perTurn(turns)) });
    });
  }
  await onStage(server, { commands: ["worker"] }, async (stage) => {
    const conversations = isQuick ? 100 : 1_000;
    let meter = null;
    let row = null;
    await drainWaves(stage, {
      conversations,
      waves: 2,
      async betweenWaves(moment) {
        if (moment === "queued") meter = await openMeter(server, stage);
        else if (meter !== null) row = { setup: "worker, backlog", ...(await meter.perTurn(conversations)) };
      },
    });
    rows.push(row);
  });
  return {
    columns: ["load", "statements", "commits", "WAL bytes", "Node CPU ms", "PostgreSQL CPU ms"],
    rows: rows.map((one) => [one.setup, one.statements, one.commits, one.walBytes, one.nodeMs, one.postgresMs]),
    raw: rows,
  };
}

/** The server publishes its counters with some delay. */
const SETTLES_MS = 1_200;

async function openMeter(server, { database, processes }) {
  const read = async () => {
    await new Promise((resolve) => setTimeout(resolve, SETTLES_MS));
    const nodeMs = processes.reduce((sum, { pid }) => sum + (processorMsOf(pid) ?? Number.NaN), 0);
    return { ...(await server.usage(database)), nodeMs };
  };
  const before = await read();
  return {
    async perTurn(turns) {
      const after = await read();
      const each = (name) => (after[name] === null ? null : (after[name] - before[name]) / turns);
      return {
        turns,
        statements: each("statements"),
        commits: each("commits"),
        walBytes: each("walBytes"),
        nodeMs: each("nodeMs"),
        postgresMs: each("cpuMs"),
      };
    },
  };
}
