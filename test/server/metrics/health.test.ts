import { expect, test } from "vitest";
import type { ConversationId, OutboxId, PhoneNumberId, WorkspaceId } from "../../../src/core/ids.ts";
import { wireJson } from "../../../src/simulator/wire-json.ts";
import { timersThatRanOut } from "../../support/timers-that-ran-out.ts";
import { openDoor, signed, textWebhook, WEBHOOK } from "../open-door.ts";

function statusWebhook(status: unknown): Uint8Array {
  const value = {
    messaging_product: "whatsapp",
    metadata: { display_phone_number: "15550783881", phone_number_id: "106540352242922" },
    statuses: [status],
  };
  return wireJson({
    object: "whatsapp_business_account",
    entry: [{ id: "1", changes: [{ field: "messages", value }] }],
  });
}

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
  expect(await response.json()).toEqual({
    status: "ready",
    warnings: [],
    checks: ["database", "migrations", "webhooks", "writes"],
  });
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
  const ranOut = timersThatRanOut();
  expect((await app.request("/readyz")).status).toBe(503);
  expect(ranOut).not.toEqual([]);
  expect(Math.max(...ranOut)).toBeLessThanOrEqual(1_000);
});

test("a disk that takes no write makes it not ready, though every read is answered, until it takes one again", async () => {
  const { app, double } = openDoor();
  const ready = async () => (await app.request("/readyz")).status;
  const full = () => Promise.reject(new Error("could not extend file: No space left on device"));
  const { enqueue } = double.store.mailbox;
  double.store.mailbox.enqueue = full;
  double.store.health.proveWrites = full;
  expect(await ready()).toBe(200);
  expect((await app.request(WEBHOOK, signed(textWebhook("hola")))).status).toBe(503);
  expect(await ready()).toBe(503);
  expect(await (await app.request("/readyz")).json()).toMatchObject({ errors: [{ field: "writes" }] });

  // Without a message: a balancer that saw it red sends none.
  double.store.health.proveWrites = async () => {};
  expect(await ready()).toBe(200);
  double.store.mailbox.enqueue = enqueue;
  expect((await app.request(WEBHOOK, signed(textWebhook("hola")))).status).toBe(200);
});

test("bodies that had to be refused make it not ready for a while", async () => {
  let nowMs = 0;
  const { app, double } = openDoor({ parts: { clock: { now: () => new Date(), monotonicMs: () => nowMs } } });
  let store: () => void = () => {};
  const stored = new Promise<void>((resolve) => {
    store = resolve;
  });
  double.store.mailbox.quarantine = () => stored;
  const body = Buffer.alloc(2 * 1024 * 1024, "x");
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await app.request(WEBHOOK, signed(body))).status),
  );
  expect(statuses).toContain(503);
  const red = await app.request("/readyz");
  expect(red.status).toBe(503);
  expect(await red.json()).toMatchObject({ errors: [{ field: "webhooks" }] });
  store();
  nowMs += 5_000;
  expect((await app.request("/readyz")).status).toBe(200);
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
  expect(text).toContain('recado_circuits_open{scope="number"} 1');
  expect(text).toContain("recado_oldest_due_seconds 1.5");
  expect(text).toContain("recado_database_up 1");
  expect(text).toContain("process_cpu_seconds_total");
});

test("what delivery reports tell is counted and told: prices, failures by kind, messages that went out twice", async () => {
  const { app, double, logged } = openDoor();
  const outboxId = "01900000-0000-7000-9000-00000000000a" as OutboxId;
  double.reportsTell = {
    prices: [{ type: "regular", category: "utility", isBillable: true }],
    failures: [
      {
        workspaceId: "default" as WorkspaceId,
        outboxId,
        conversationId: "01900000-0000-7000-9000-00000000000b" as ConversationId,
        phoneNumberId: "106540352242922" as PhoneNumberId,
        code: 131042,
        refusal: "number",
      },
    ],
    sentTwice: [outboxId],
  };
  await app.request(WEBHOOK, signed(statusWebhook({ id: "wamid.1", status: "failed", timestamp: "1767225600" })));
  const text = await (await app.request("/metrics")).text();
  expect(text).toContain('recado_messages_priced_total{type="regular",category="utility"} 1');
  expect(text).toContain("recado_sends_duplicated_total 1");
  expect(text).toContain("recado_sends_held_total 0");
  expect(logged.filter(({ level }) => level === "warn")).toMatchObject([
    { fields: { outbox_id: outboxId, code: 131042, refusal: "number" }, message: "a message could not be delivered" },
  ]);
  expect(logged.filter(({ level }) => level === "error")).toMatchObject([
    { fields: { outbox_id: outboxId }, message: expect.stringContaining("went out twice") },
  ]);
  expect(double.alerts.map(({ kind }) => kind).sort()).toEqual(["message_sent_twice", "send_refused_number"]);
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
