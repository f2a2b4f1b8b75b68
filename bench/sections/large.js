import { passNight } from "../support/after-a-night.js";
import { customers } from "../support/database-work.js";
import { drainWaves } from "../support/drain.js";
import { fillDatabase } from "../support/large-database.js";
import { median } from "../support/percentiles.js";
import { tell } from "../support/progress.js";
import { measureFirstReplies } from "../support/reply-times.js";
import { onStage } from "../support/stage.js";
import { customer } from "../support/webhooks.js";

export const title = "A large database beside an empty one";
export const how =
  "100,000 conversations with 1,000,000 turns in the record, a fifth of them with something to do in ten days; and one conversation with 1,000 turns. The same as after a night: each conversation had a session and a timer, all are closed, retention has run, and PostgreSQL has looked at the tables since. The same loads as above on both and on an empty database, in turns; small / large for turns/s, large / small for times and processor time.";

const TALKER = customer(77_777);
const KINDS = ["small", "large", "night"];

export async function run({ server, isQuick }) {
  const size = isQuick ? { conversations: 5_000, turnsEach: 10 } : { conversations: 100_000, turnsEach: 10 };
  tell(`${size.conversations.toLocaleString("en-US")} conversations are written`);
  const large = await server.createDatabase();
  await fillDatabase(large, { ...size, talker: TALKER });
  tell("a night passes");
  const night = await server.createDatabase(large);
  const { rows: forgotten } = await passNight(night);
  const from = { small: undefined, large, night };
  const found = { small: [], large: [], night: [] };
  for (let round = 0; round < (isQuick ? 1 : 2); round += 1) {
    for (const kind of round % 2 === 0 ? KINDS : KINDS.toReversed()) {
      await server.checkpoint();
      tell(kind);
      found[kind].push(await measure(server, from[kind], isQuick));
    }
  }
  await server.dropDatabase(large);
  await server.dropDatabase(night);
  const of = (kind, what) => median(found[kind].map(what));
  const row = (name, what, isTime) => {
    const [small, ...others] = KINDS.map((kind) => of(kind, what));
    return [name, small, ...others.flatMap((big) => [big, isTime ? big / small : small / big])];
  };
  return {
    columns: ["measure", "small", "large", "times slower", "after a night", "times slower"],
    rows: [
      row("backlog, 1 worker, turns/s", (one) => one.turnsPerSecond, false),
      row("backlog, PostgreSQL CPU ms a turn", (one) => one.postgresMs, true),
      row("first reply p50 ms, 50/s", (one) => one.reply.p50, true),
      row("first reply p95 ms, 50/s", (one) => one.reply.p95, true),
      row("reply p50 ms, one customer (large: 1,000 turns in the record)", (one) => one.talker.p50, true),
    ],
    raw: { ...found, forgotten },
  };
}

async function measure(server, from, isQuick) {
  const backlog = await onStage(server, { commands: ["worker"], from }, async (stage) => {
    const conversations = isQuick ? 200 : 1_500;
    let cpuMs = 0;
    let beganMs = 0;
    const { rates } = await drainWaves(stage, {
      conversations,
      waves: isQuick ? 2 : 3,
      async betweenWaves(moment) {
        const now = (await server.usage(stage.database)).cpuMs;
        if (moment === "queued") beganMs = now;
        else cpuMs = now - beganMs;
      },
    });
    // The waves before the last warm the process, the plans and the pages: of a small table more is to be learnt, since it grows.
    return { turnsPerSecond: rates.at(-1), postgresMs: cpuMs / conversations };
  });
  return onStage(server, { commands: ["start"], from }, async (stage) => {
    const warmUp = isQuick ? { rate: 50, count: 100 } : { rate: 100, count: 600 };
    await measureFirstReplies(stage, { rate: warmUp.rate, writers: customers(90_000, warmUp.count), body: "hola" });
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
    return { ...backlog, reply, talker: { p50: median(tooks), count: tooks.length } };
  });
}
