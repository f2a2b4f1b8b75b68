import { killOne } from "../support/kill-one.js";
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
