import { summarise } from "../support/percentiles.js";
import { openDoor, openLoop } from "../support/posting.js";
import { tell } from "../support/progress.js";
import { onStage, SETUPS } from "../support/stage.js";
import { customer, webhookRequest } from "../support/webhooks.js";

export const title = "Acknowledgement of a webhook";
export const how =
  "Poisson arrivals over keep-alive sockets from another process, bodies signed beforehand, 2,000 customers, after 1,000 webhooks of others and all that followed from them; from the scheduled arrival to the whole answer, which follows the commit. Waiting for a free connection counts.";

const CUSTOMERS = 2_000;

/** A door runs for days: what is measured is not its first second, and not the turns of its warm-up. */
const WARM_UP = { rate: 150, count: 1_000 };
const SHORT_WARM_UP = { rate: 150, count: 300 };

export async function run({ server, isQuick }) {
  const seconds = isQuick ? 2 : 6;
  const setups = isQuick ? ["serve alone", "start"] : Object.keys(SETUPS);
  const rates = isQuick ? [300] : [100, 300, 1_000];
  const rows = [];
  for (const setup of setups) {
    for (const rate of rates) {
      tell(`${rate} webhooks/s`);
      rows.push(await measure(server, { setup, rate, seconds, warmUp: isQuick ? SHORT_WARM_UP : WARM_UP }));
    }
  }
  return {
    columns: ["processes", "webhooks/s", "answered 200", "refused reports", "p50 ms", "p95 ms", "p99 ms", "max ms"],
    rows: rows.map(({ setup, rate, ok, count, refusedReports, p50, p95, p99, max }) => [
      setup,
      rate,
      `${ok}/${count}`,
      refusedReports,
      p50,
      p95,
      p99,
      max,
    ]),
    raw: rows,
  };
}

function measure(server, { setup, rate, seconds, warmUp }) {
  return onStage(server, { commands: SETUPS[setup] }, async ({ port, provider }) => {
    const door = openDoor(port);
    // Where replies are sent, their reports come in at the same door, three each.
    provider.reportTo(door);
    const earlier = Array.from({ length: warmUp.count }, (_, n) => webhookRequest(customer(50_000 + n), "hola"));
    await openLoop(warmUp.rate, earlier.length, (n) => door.post(earlier[n]));
    await provider.untilQuiet();
    const requests = Array.from({ length: rate * seconds }, (_, n) =>
      webhookRequest(customer(n % CUSTOMERS), "cuánto vale?"),
    );
    const answers = await openLoop(rate, requests.length, async (n, dueMs) => {
      const { status, atMs } = await door.post(requests[n]);
      return { status, tookMs: atMs - dueMs };
    });
    const ok = answers.filter(({ status }) => status === 200).length;
    const { refused } = provider.reported();
    return { setup, rate, ok, refusedReports: refused, ...summarise(answers.map(({ tookMs }) => tookMs)) };
  });
}
