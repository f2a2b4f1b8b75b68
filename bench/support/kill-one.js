import { customers, openDatabase, QUESTIONS } from "./database-work.js";

/**
 * Stops the worker that holds most turns of a backlog, kills it, and answers how many ms it took until others had taken
 * the last of them; null when it held nothing at that moment.
 */
export async function killOne({ database, processes, engine }) {
  const work = await openDatabase(database);
  try {
    await work.queue(customers(0, 600), QUESTIONS[0]);
    await work.release();
    await engine?.tell(work.mailbox);
    await new Promise((resolve) => setTimeout(resolve, 150));
    const [most] = await work.rows(
      `select w.id, w.description from workers w join conversations c on c.leased_by = w.id
       group by w.id, w.description order by count(*) desc limit 1`,
    );
    const victim = processes.find(({ pid }) => most?.description.endsWith(`pid ${pid}`));
    if (victim === undefined) return null;
    victim.signal("SIGSTOP");
    // What it had sent before may still be carried out.
    await new Promise((resolve) => setTimeout(resolve, 100));
    const held = "select count(*)::int as n from conversations where leased_by = $1";
    if ((await work.rows(held, [most.id]))[0].n === 0) return null;
    const killedMs = performance.now();
    victim.signal("SIGKILL");
    for (;;) {
      if ((await work.rows(held, [most.id]))[0].n === 0) return performance.now() - killedMs;
      if (performance.now() - killedMs > 60_000) throw new Error("nobody took the conversations over in a minute");
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  } finally {
    await work.close();
  }
}
