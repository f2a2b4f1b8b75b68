import { loadConfig } from "../app/load-config.ts";
import { RecadoError } from "../core/errors.ts";
import { checkMeta } from "./check-meta.ts";
import { checkModels } from "./check-models.ts";
import {
  type Check,
  checkAgents,
  checkChannel,
  checkDatabase,
  checkDataDir,
  checkNode,
  checkPort,
  checkSecrets,
  checkTranscription,
} from "./doctor-checks.ts";
import { printResult } from "./print.ts";

/** `recado doctor`: what would keep Recado from running here. Starts nothing that stays and changes no data. */
export async function doctor({ json }: { json?: true }): Promise<void> {
  const checks = await examine();
  const ok = checks.every((check) => check.ok);
  printResult(json, { ok, checks }, () =>
    checks.map((check) => `${check.ok ? "✓" : "✗"} ${check.name.padEnd(12)} ${check.detail}`),
  );
  if (!ok) process.exitCode = 1;
}

async function examine(): Promise<Check[]> {
  const node = checkNode();
  try {
    const config = loadConfig();
    const agents = await checkAgents(config);
    return [
      node,
      { name: "environment", ok: true, detail: "every value can be used" },
      agents.check,
      checkDataDir(config),
      await checkDatabase(config),
      await checkPort(config),
      checkSecrets(config),
      checkChannel(config),
      ...(await checkMeta(config)),
      ...(await checkModels(config, agents.models)),
      await checkTranscription(config),
    ];
  } catch (thrown) {
    // Without an environment there is nothing else to look at.
    if (thrown instanceof RecadoError && thrown.code === "bad_environment") {
      return [node, { name: "environment", ok: false, detail: thrown.message }];
    }
    throw thrown;
  }
}
