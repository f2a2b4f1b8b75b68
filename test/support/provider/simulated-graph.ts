import { serve } from "@hono/node-server";
import { onTestFinished } from "vitest";
import type { SimulatedAccount } from "../../../src/simulator/account.ts";
import { createSimulator } from "../../../src/simulator/create-simulator.ts";

export const TOKEN = "EAAsimulated";
export const SECRET = "the-app-secret";

/** The simulator's account at Meta, at an address of its own until the test is over. */
export async function openSimulatedGraph(account: Partial<SimulatedAccount>): Promise<string> {
  const simulator = createSimulator({
    clock: { now: () => new Date(), monotonicMs: () => 0 },
    random: () => 0.5,
    newId: () => crypto.randomUUID(),
    secrets: { appSecret: SECRET, accessToken: TOKEN },
    webhookUrl: "http://127.0.0.1:9/",
    mountPath: "",
    account,
  });
  const port = await new Promise<number>((resolve) => {
    const server = serve({ fetch: simulator.app.fetch, port: 0, hostname: "127.0.0.1" }, (info) => resolve(info.port));
    onTestFinished(async () => {
      await simulator.close();
      server.close();
    });
  });
  return `http://127.0.0.1:${port}/v26.0`;
}
