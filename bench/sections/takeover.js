import { customers, openDatabase, QUESTIONS } from "../support/database-work.js";
import { summarise } from "../support/percentiles.js";
import { onStage } from "../support/stage.js";

export const title = "Takeover after a worker is killed";
export const how =
  "Two workers drain a backlog; one of them is stopped in the middle of its turns and killed with SIGKILL. From the kill until the other has taken the last of the conversations that the dead one held.";

export async function run({ server, isQuick }) {
  const rounds = isQuick ? 1 : 8;
  const took = [];
  for (let round = 0; took.length < rounds && round < rounds * 3; round += 1) {
    const ms = await onStage(server, { commands: ["worker", "worker"] }, killOne);
    if (ms !== null) took.push(ms);
  }
  const summary = summarise(took);
  return {
    columns: ["kills", "p50 ms", "max ms"],
    rows: [[summary.count, summary.p50, summary.max]],
    raw: { took, ...summary },
  };
}

/** Null when the worker held nothing at that moment. */
async function killOne({ database, processes }) {
  const work = await openDatabase(database);
  try {
    const [victim] = processes;
    await work.queue(customers(0, 600), QUESTIONS[0]);
    await work.release();
    await new Promise((resolve) => setTimeout(resolve, 150));
    victim.signal("SIGSTOP");
    // What it had sent before may still be carried out.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const [worker] = await work.rows("select id from workers where description like '%pid ' || $1", [
      String(victim.pid),
    ]);
    const held = "select count(*)::int as n from conversations where leased_by = $1";
    if (worker === undefined || (await work.rows(held, [worker.id]))[0].n === 0) return null;
    const killedMs = performance.now();
    victim.signal("SIGKILL");
    for (;;) {
      if ((await work.rows(held, [worker.id]))[0].n === 0) return performance.now() - killedMs;
      if (performance.now() - killedMs > 60_000) throw new Error("nobody took the conversations over in a minute");
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  } finally {
    await work.close();
  }
}
