import { expect, test } from "vitest";
import { freePort, startRecado } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { createTestDatabase } from "../support/test-database.ts";

test("a worker without a server shows its metrics where it is told to, and nothing else", async () => {
  const database = await createTestDatabase();
  const port = await freePort();
  const worker = await startRecado("worker", {
    ...{ databaseUrl: database.url, graphUrl: "http://127.0.0.1:9" },
    env: { RECADO_METRICS_PORT: String(port) },
  });
  try {
    const url = `http://127.0.0.1:${port}`;
    await eventually("it lives", async () => (await fetch(`${url}/healthz`).catch(() => null))?.ok === true, 60_000);
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(text).toContain("recado_database_up 1");
    expect(text).toContain("recado_sla_route_decision_seconds_count");
    expect((await fetch(`${url}/internal/agent/runs`)).status).toBe(404);
  } finally {
    await worker.stop();
    await database.drop();
  }
  expect(await worker.ended).toBe(0);
});
