import { customers } from "../support/database-work.js";
import { measureFirstReplies } from "../support/reply-times.js";
import { onStage, SETUPS } from "../support/stage.js";

export const title = "From the webhook to the first reply on the wire";
export const how =
  "New customers say hola to the shipped agent (offline rules, no typing delay); from the scheduled start of the POST to the moment at which the provider has the whole send request. The provider reports sent, delivered and read of each message, in a webhook each; a refused webhook is one without a 200. After 1,000 messages of others.";

/** A process runs for days: the compiler has come to rest when it is measured. */
const WARM_UP = 1_000;

export async function run({ server, isQuick }) {
  const seconds = isQuick ? 2 : 10;
  const rates = isQuick ? [20] : [10, 50, 150];
  const rows = [];
  for (const setup of ["start", "serve + worker"]) {
    await onStage(server, { commands: SETUPS[setup] }, async (stage) => {
      const warmUp = isQuick ? { rate: 50, count: 100 } : { rate: 100, count: WARM_UP };
      await measureFirstReplies(stage, { rate: warmUp.rate, writers: customers(90_000, warmUp.count), body: "hola" });
      let next = 0;
      for (const rate of rates) {
        const writers = customers(next, rate * seconds);
        next += writers.length;
        rows.push({ setup, ...(await measureFirstReplies(stage, { rate, writers, body: "hola" })) });
      }
    });
  }
  return {
    columns: ["processes", "messages/s", "unanswered", "refused webhooks", "p50 ms", "p95 ms", "p99 ms"],
    rows: rows.map(({ setup, rate, unanswered, refused, webhooks, p50, p95, p99 }) => [
      setup,
      rate,
      unanswered,
      `${refused}/${webhooks}`,
      p50,
      p95,
      p99,
    ]),
    raw: rows,
  };
}
