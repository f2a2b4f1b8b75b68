import { customers, openDatabase, QUESTIONS } from "./database-work.js";
import { tell } from "./progress.js";

/**
 * Queues one message of each of `conversations` customers, lets all of them go at once, and waits until no turn is left;
 * `waves` times. Answers turns a second for each wave, from the moment at which the wave was due.
 */
export async function drainWaves({ database }, { conversations, waves, betweenWaves = async () => {}, from = 0 }) {
  const work = await openDatabase(database);
  const writers = customers(from, conversations);
  const rates = [];
  try {
    for (let wave = 0; wave < waves; wave += 1) {
      tell(`a line of ${conversations}`);
      await work.queue(writers, QUESTIONS[wave % QUESTIONS.length]);
      await betweenWaves("queued");
      const dueAtMs = await work.release();
      const doneAtMs = await work.untilWorked();
      await work.untilSent();
      await betweenWaves("sent");
      rates.push((conversations / (doneAtMs - dueAtMs)) * 1000);
    }
    const outcomes = await work.rows(
      "select outcome, count(*)::int as n from agent_runs group by outcome order by n desc",
    );
    return { rates, outcomes: Object.fromEntries(outcomes.map(({ outcome, n }) => [outcome ?? "open", n])) };
  } finally {
    await work.close();
  }
}
