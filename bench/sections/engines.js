import { customers, openDatabase, QUESTIONS } from "../support/database-work.js";
import { killOne } from "../support/kill-one.js";
import { median, summarise } from "../support/percentiles.js";
import { openDoor } from "../support/posting.js";
import { isRestateThere, onRestate } from "../support/restate.js";
import { onStage } from "../support/stage.js";
import { webhookRequest } from "../support/webhooks.js";

export const title = "Workers woken by Restate, beside the built-in ones";
export const how =
  "Both at once on the same machine, in turns. First reply: a new customer says hola on a quiet system, one at a time, from the POST until the provider has the send. Line: 200 conversations fall due at once, five times, one worker, until the last turn is committed; median of the five. Takeover: as above, kill by kill.";

const LINE = 200;
const PATIENCE_MS = 45_000;

export async function run({ server, isQuick }) {
  if (!isRestateThere()) return { leftOut: "Restate is not here: npm install --prefix .ci/engines --ignore-scripts" };
  const replies = [];
  for (const commands of isQuick ? [["serve", "worker"]] : [["start"], ["serve", "worker"]]) {
    const took = await onBoth(server, commands, (stages) => replyInTurns(stages, isQuick ? 20 : 150));
    replies.push({ commands: commands.join(" + "), took });
  }
  const rates = await onBoth(server, ["worker"], (stages) => drainInTurns(stages, isQuick ? 2 : 5));
  const kills = await killInTurns(server, isQuick ? 1 : 6);
  const row = (what, own, restate, difference) => [what, own, restate, difference];
  const percentiles = ({ commands, took: [own, restate] }) =>
    ["p50", "p95"].map((name) => {
      const [a, b] = [summarise(own)[name], summarise(restate)[name]];
      return row(`first reply, ${commands}, ${name} ms`, a, b, `${(b - a).toFixed(1)} ms`);
    });
  const [own, restate] = rates.map(median);
  const [slow, slower] = kills.map(summarise);
  return {
    columns: ["what", "built in", "Restate", "Restate's share or cost"],
    rows: [
      ...replies.flatMap(percentiles),
      row("line, turns/s", own, restate, `${Math.round((restate / own) * 100)} %`),
      row(`takeover, ${slow.count} and ${slower.count} kills, p50 ms`, slow.p50, slower.p50, null),
      row("takeover, max ms", slow.max, slower.max, null),
    ],
    raw: { replies, rates, kills },
  };
}

/** The same processes twice, without an engine and with Restate, each with a database and a provider of its own. */
const onBoth = (server, commands, work) =>
  onRestate((engine) =>
    onStage(server, { commands }, (own) => onStage(server, { commands, engine }, (woken) => work([own, woken]))),
  );

/** Customer by customer, so that a busy moment of the machine meets both. Answers ms, for each stage. */
async function replyInTurns(stages, count) {
  const doors = stages.map(({ port }) => openDoor(port));
  const works = await Promise.all(stages.map(({ database }) => openDatabase(database)));
  const took = stages.map(() => []);
  // The first ones warm the processes up.
  for (const [n, one] of customers(0, count + 10).entries()) {
    for (const [place, { provider }] of stages.entries()) {
      const replied = new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error("a customer had no reply")), PATIENCE_MS);
        provider.listen((_phone, atMs) => {
          clearTimeout(late);
          provider.listen(null);
          resolve(atMs);
        });
      });
      const request = webhookRequest(one, "hola");
      const postedMs = performance.now();
      await doors[place].post(request);
      const ms = (await replied) - postedMs;
      if (n >= 10) took[place].push(ms);
      // The rest of its turn, and its other replies.
      await works[place].untilWorked();
      await works[place].untilSent();
    }
  }
  for (const work of works) await work.close();
  return took;
}

/** Answers turns a second of each wave, for each stage. */
async function drainInTurns(stages, waves) {
  const works = await Promise.all(stages.map(({ database }) => openDatabase(database)));
  const rates = stages.map(() => []);
  try {
    // The first one warms the processes up.
    for (let wave = 0; wave <= waves; wave += 1) {
      for (const [place, work] of works.entries()) {
        await work.queue(customers(0, LINE), QUESTIONS[wave % QUESTIONS.length]);
        const dueAtMs = await work.release();
        await stages[place].engine?.tell(work.mailbox);
        const doneAtMs = await work.untilWorked();
        await work.untilSent();
        if (wave > 0) rates[place].push((LINE / (doneAtMs - dueAtMs)) * 1000);
      }
    }
  } finally {
    for (const work of works) await work.close();
  }
  return rates;
}

/** Answers the ms of each kill, for each engine. */
async function killInTurns(server, rounds) {
  const commands = ["worker", "worker"];
  const took = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const own = await onStage(server, { commands }, killOne);
    const woken = await onRestate((engine) => onStage(server, { commands, engine }, killOne));
    for (const [place, ms] of [own, woken].entries()) if (ms !== null) took[place].push(ms);
  }
  return took;
}
