import { loadConfig } from "../../../app/load-config.ts";
import type { JudgedFile, JudgedScenario } from "../../../lab/scenarios/judge-scenario.ts";
import type { ScenarioBatch } from "../gather-scenarios.ts";
import { openFullStage } from "./open-full-stage.ts";

/** All scenarios of an agent together, through the whole stack: on the server of DATABASE_URL, else on an embedded one. */
export async function* playBatchesInFull(batches: readonly ScenarioBatch[]): AsyncGenerator<JudgedFile> {
  const show = openProgress(batches.reduce((sum, { scenarios }) => sum + scenarios.length, 0));
  const { databaseUrl } = loadConfig();
  for (const cast of new Set(batches.map((batch) => batch.cast))) {
    const own = batches.filter((batch) => batch.cast === cast);
    const stage = await openFullStage(cast, databaseUrl);
    let judged: JudgedScenario[];
    try {
      judged = await stage.play(
        own.flatMap(({ scenarios }) => scenarios),
        show,
      );
    } finally {
      await stage.close();
    }
    for (const { file, scenarios } of own) {
      yield { file, judged: judged.filter(({ located }) => scenarios.includes(located)) };
    }
  }
}

/** At a terminal: how many are done. */
function openProgress(total: number): () => void {
  let done = 0;
  return () => {
    done += 1;
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${total}${done === total ? "\r\u001b[K" : ""}`);
  };
}
