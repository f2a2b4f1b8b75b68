import { join } from "node:path";
import type { Clock } from "../core/ports/clock.ts";
import type { Simulator } from "../simulator/create-simulator.ts";
import { type Config, serverUrl } from "./config.ts";
import type { Locks } from "./open-locks.ts";

export const GRAPH_URL = "https://graph.facebook.com/v26.0";
const SIMULATED_GRAPH_PATH = "/simulator/v26.0";

/** The simulated provider of this process. */
export async function openSimulator(
  config: Config,
  locks: Locks,
  { clock, newId, url }: { clock: Clock; newId: () => string; url: () => string | undefined },
): Promise<Simulator> {
  const { createSimulator } = await import("../simulator/create-simulator.ts");
  return createSimulator({
    clock,
    random: Math.random,
    newId,
    secrets: { appSecret: locks.appSecrets[0] ?? "", accessToken: locks.simulatorToken },
    webhookUrl: () => `${url() ?? ""}/api/whatsapp/webhook`,
    ledgerFile: join(config.dataDir, "simulator", "ledger.jsonl"),
  });
}

/** The way out. A worker without a server of its own sends to the simulator of the server at HOST and PORT. */
export function graphTarget(
  config: Config,
  locks: Locks,
  ownUrl: string | null,
): { baseUrl: string; accessToken: string | null } {
  const { channel } = config;
  switch (channel.kind) {
    case "meta":
      return { baseUrl: channel.apiUrl ?? GRAPH_URL, accessToken: channel.accessToken };
    case "fake_api":
      return { baseUrl: channel.apiUrl, accessToken: null };
    case "simulator":
      return { baseUrl: `${ownUrl ?? serverUrl(config)}${SIMULATED_GRAPH_PATH}`, accessToken: locks.simulatorToken };
  }
}
