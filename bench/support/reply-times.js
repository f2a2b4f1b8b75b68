import { summarise } from "./percentiles.js";
import { openDoor, openLoop } from "./posting.js";
import { tell } from "./progress.js";
import { webhookRequest } from "./webhooks.js";

const PATIENCE_MS = 10_000;

/** A load of a few customers is over before it could be read about. */
const TOLD_FROM = 40;

/** Each customer writes once, at `rate` a second; how long until the provider receives the first reply to each. */
export async function measureFirstReplies({ port, provider }, { rate, writers, body }) {
  const door = openDoor(port);
  if (writers.length >= TOLD_FROM) tell(`${writers.length} customers at ${rate}/s`);
  provider.reportTo(door);
  const before = { ...provider.reported() };
  let refused = 0;
  const requests = writers.map((one) => webhookRequest(one, body));
  const waiting = new Map();
  provider.listen((phone, atMs) => {
    waiting.get(phone)?.(atMs);
    waiting.delete(phone);
  });
  const took = await openLoop(rate, writers.length, async (n, dueMs) => {
    const replied = new Promise((resolve) => {
      waiting.set(writers[n].phone, resolve);
      setTimeout(resolve, PATIENCE_MS, null).unref();
    });
    const { status } = await door.post(requests[n]);
    if (status !== 200) refused += 1;
    const atMs = await replied;
    return atMs === null ? null : atMs - dueMs;
  });
  provider.listen(null);
  const answered = took.filter((ms) => ms !== null);
  const { ok: reports, refused: refusedReports } = provider.reported();
  return {
    rate,
    unanswered: took.length - answered.length,
    refused: refused + refusedReports - before.refused,
    webhooks: writers.length + reports - before.ok + refusedReports - before.refused,
    ...summarise(answered),
  };
}
