import { expect, test } from "vitest";
import { openDoor, signed, textWebhook, WEBHOOK } from "./open-door.ts";

const DOWN = async () => {
  throw new Error("connect ECONNREFUSED 10.0.0.1:5432");
};

test("the process is alive whether or not the database is", async () => {
  const { app, double } = openDoor();
  double.database = DOWN;
  const response = await app.request("/healthz");
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: "ok" });
});

test("it is ready when the database answers and every check is well", async () => {
  const { app } = openDoor({ parts: { readinessChecks: { migrations: async () => null } } });
  const response = await app.request("/readyz");
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: "ready", checks: ["database", "migrations"] });
});

test("it is not ready without the database, and does not say where that is", async () => {
  const { app, double } = openDoor();
  double.database = DOWN;
  const response = await app.request("/readyz");
  expect(response.status).toBe(503);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ code: "not_ready", errors: [{ field: "database" }] });
  expect(text).not.toMatch(/10\.0\.0\.1/);
});

test("a database that is silent makes it not ready within a second", async () => {
  const { app, double } = openDoor();
  double.database = () => new Promise(() => {});
  const startedMs = performance.now();
  expect((await app.request("/readyz")).status).toBe(503);
  expect(performance.now() - startedMs).toBeLessThan(1_000);
});

test("a missing migration is named", async () => {
  const { app } = openDoor({ parts: { readinessChecks: { migrations: async () => "lacks 0002_more" } } });
  expect(await (await app.request("/readyz")).json()).toMatchObject({
    errors: [{ field: "migrations", message: "lacks 0002_more" }],
  });
});

test("the metrics count what came in and what the ledger holds", async () => {
  const { app } = openDoor();
  await app.request(WEBHOOK, signed(textWebhook("hola")));
  await app.request(WEBHOOK, signed(textWebhook("hola")));
  await app.request(WEBHOOK, { method: "POST", body: "x" });
  const response = await app.request("/metrics");
  expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await response.text();
  expect(text).toContain('recado_inbound_items_total{result="accepted"} 1');
  expect(text).toContain('recado_inbound_items_total{result="duplicate"} 1');
  expect(text).toContain('recado_webhook_ack_seconds_count{status="200"} 2');
  expect(text).toContain('recado_webhook_ack_seconds_count{status="401"} 1');
  expect(text).toContain('recado_runs{status="completed"} 7');
  expect(text).toContain("recado_dead_letters 2");
  expect(text).toContain("recado_quarantined_items 3");
  expect(text).toContain("recado_oldest_due_seconds 1.5");
  expect(text).toContain("recado_database_up 1");
  expect(text).toContain("process_cpu_seconds_total");
});

test("with the database down the metrics of the process are there, and old counts are not", async () => {
  const { app, double } = openDoor();
  await app.request("/metrics");
  double.database = DOWN;
  const text = await (await app.request("/metrics")).text();
  expect(text).toContain("recado_database_up 0");
  expect(text).not.toMatch(/^recado_(runs|dead_letters|quarantined_items|oldest_due_seconds)[ {]/m);
  expect(text).toContain("process_cpu_seconds_total");
});
