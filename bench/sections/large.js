import { customers } from "../support/database-work.js";
import { drainWaves } from "../support/drain.js";
import { fillDatabase } from "../support/large-database.js";
import { median } from "../support/percentiles.js";
import { measureFirstReplies } from "../support/reply-times.js";
import { onStage } from "../support/stage.js";
import { customer } from "../support/webhooks.js";

export const title = "A large database beside an empty one";
export const how =
  "100,000 conversations with 1,000,000 turns in the record, a fifth of them with something to do in ten days; and one conversation with 1,000 turns. The same loads as above on it and on an empty database, in turns; small / large for turns/s, large / small for times.";

const TALKER = customer(77_777);

export async function run({ server, isQuick }) {
  const size = isQuick ? { conversations: 5_000, turnsEach: 10 } : { conversations: 100_000, turnsEach: 10 };
  const large = await server.createDatabase();
  await fillDatabase(large, { ...size, talker: TALKER });
  const found = { small: [], large: [] };
  for (let round = 0; round < (isQuick ? 1 : 2); round += 1) {
    for (const kind of round % 2 === 0 ? ["small", "large"] : ["large", "small"]) {
      await server.checkpoint();
      found[kind].push(await measure(server, kind === "large" ? large : undefined, isQuick));
    }
  }
  await server.dropDatabase(large);
  const of = (kind, what) => median(found[kind].map(what));
  const row = (name, what, isTime) => {
    const [small, big] = [of("small", what), of("large", what)];
    return [name, small, big, isTime ? big / small : small / big];
  };
  return {
    columns: ["measure", "small", "large", "times slower"],
    rows: [
      row("backlog, 1 worker, turns/s", (one) => one.turnsPerSecond, false),
      row("first reply p50 ms, 50/s", (one) => one.reply.p50, true),
      row("first reply p95 ms, 50/s", (one) => one.reply.p95, true),
      row("reply p50 ms, one customer (large: 1,000 turns in the record)", (one) => one.talker.p50, true),
    ],
    raw: found,
  };
}

async function measure(server, from, isQuick) {
  const turnsPerSecond = await onStage(server, { commands: ["worker"], from }, async (stage) => {
    const { rates } = await drainWaves(stage, { conversations: isQuick ? 200 : 1_500, waves: 2 });
    return rates.at(-1); // The first wave warms the plans and the pages.
  });
  return onStage(server, { commands: ["start"], from }, async (stage) => {
    await measureFirstReplies(stage, { rate: 50, writers: customers(90_000, 100), body: "hola" });
    const reply = await measureFirstReplies(stage, {
      rate: 50,
      writers: customers(0, isQuick ? 50 : 400),
      body: "hola",
    });
    const tooks = [];
    for (let n = 0; n < (isQuick ? 5 : 20); n += 1) {
      const { p50 } = await measureFirstReplies(stage, {
        rate: 20,
        writers: [TALKER],
        body: n % 2 === 0 ? "cuánto vale?" : "qué contiene?",
      });
      if (p50 !== null) tooks.push(p50);
    }
    return { turnsPerSecond, reply, talker: { p50: median(tooks), count: tooks.length } };
  });
}
