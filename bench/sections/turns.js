import { customers, QUESTIONS } from "../support/database-work.js";
import { drainWaves } from "../support/drain.js";
import { median } from "../support/percentiles.js";
import { openDoor } from "../support/posting.js";
import { onStage } from "../support/stage.js";
import { webhookRequest } from "../support/webhooks.js";

export const title = "Turns a second, eight phases journaled, replies sent over HTTP";
export const how =
  "2,000 conversations × 5 messages. Backlog: all conversations of a message fall due at once, until the last turn is committed; median of the five. Steady: over HTTP, 64 customers at a time, each writes again when the provider has the reply; three delivery reports a reply.";

export async function run({ server, isQuick }) {
  const conversations = isQuick ? 200 : 2_000;
  const waves = isQuick ? 2 : 5;
  const rows = [];
  for (const workers of isQuick ? [1] : [1, 2, 4]) {
    const commands = Array.from({ length: workers }, () => "worker");
    const drained = await onStage(server, { commands }, (stage) => drainWaves(stage, { conversations, waves }));
    rows.push({ kind: "backlog", setup: `${workers} × worker`, turnsPerSecond: median(drained.rates), ...drained });
  }
  for (const setup of isQuick ? [["start"]] : [["start"], ["serve", "worker"], ["serve", "worker", "worker"]]) {
    const steady = await onStage(server, { commands: setup }, (stage) => writeSteadily(stage, isQuick ? 150 : 500));
    rows.push({ kind: "steady", setup: setup.join(" + "), ...steady });
  }
  return {
    columns: ["load", "processes", "turns/s", "note"],
    rows: rows.map(({ kind, setup, turnsPerSecond, outcomes, unanswered, refusedReports }) => [
      kind,
      setup,
      turnsPerSecond,
      kind === "backlog"
        ? Object.entries(outcomes)
            .map(([name, n]) => `${name} ${n}`)
            .join(", ")
        : `${unanswered} unanswered, ${refusedReports} reports refused`,
    ]),
    raw: rows,
  };
}

const AT_ONCE = 64;
const PATIENCE_MS = 5_000;

/** `count` customers have a conversation of five messages, 64 customers at a time. */
async function writeSteadily({ port, provider }, count) {
  const door = openDoor(port);
  provider.reportTo(door);
  const scripts = customers(0, count).map((one) => ({
    one,
    requests: QUESTIONS.map((text) => webhookRequest(one, text)),
  }));
  const heard = new Map();
  provider.listen((phone) => heard.get(phone)?.());
  let next = 0;
  let unanswered = 0;
  const talk = async () => {
    while (next < scripts.length) {
      const { one, requests } = scripts[next];
      next += 1;
      for (const request of requests) {
        const reply = new Promise((resolve) => {
          const tooLate = setTimeout(() => {
            unanswered += 1;
            resolve();
          }, PATIENCE_MS);
          heard.set(one.phone, () => {
            clearTimeout(tooLate);
            resolve();
          });
        });
        await door.post(request);
        await reply;
      }
    }
  };
  const startMs = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, talk));
  const turns = scripts.length * QUESTIONS.length;
  provider.listen(null);
  return {
    turnsPerSecond: (turns / (performance.now() - startMs)) * 1000,
    turns,
    unanswered,
    refusedReports: provider.reported().refused,
  };
}
