import { describe, expect, test } from "vitest";
import type { OrderId, TaskId } from "../../src/core/ids.ts";
import { aConversation, aRun, CONVERSATION_ID, openDoor, RUN_ID, UNKNOWN_ID } from "./open-door.ts";

const EVENT = {
  contact: "+57 300 111 2233",
  phoneNumberId: "106540352242922",
  type: "message",
  text: "cuánto vale?",
  idempotencyKey: "k1",
};

function shop() {
  const door = openDoor();
  door.double.runs.set(RUN_ID, aRun());
  door.double.conversations.set(CONVERSATION_ID, aConversation());
  return door;
}

describe("POST /internal/agent/events", () => {
  test("is accepted, and the same key again gives the same ids", async () => {
    const { api, double } = shop();
    const first = await api("POST", "/internal/agent/events", EVENT);
    expect(first.status).toBe(202);
    const accepted = (await first.json()) as Record<string, unknown>;
    expect(accepted).toEqual({ eventId: expect.any(String), runId: expect.any(String), duplicate: false });
    const again = await api("POST", "/internal/agent/events", EVENT);
    expect(again.status).toBe(202);
    expect(await again.json()).toEqual({ ...accepted, duplicate: true });
    // For anything else the key is refused, by what it would have been taken for.
    for (const other of [{ text: "something else" }, { type: "operator_command" }, { contact: "+57 300 111 9999" }]) {
      const refused = await api("POST", "/internal/agent/events", { ...EVENT, ...other });
      expect([refused.status, await refused.json()]).toEqual([409, expect.objectContaining({ code: "key_reused" })]);
    }
    expect(double.requests[0]?.items).toMatchObject([
      {
        idempotencyKey: "api:k1",
        identity: { phone: "573001112233", bsuid: null },
        phoneNumberId: "106540352242922",
        source: "api",
        inputType: "message",
        content: { type: "text", body: "cuánto vale?" },
        sourceMessageId: null,
      },
    ]);
  });

  test("takes a BSUID, and an operator's command", async () => {
    const { api, double } = shop();
    await api("POST", "/internal/agent/events", { ...EVENT, contact: "CO.1349abc", type: "operator_command" });
    expect(double.requests[0]?.items).toMatchObject([
      { identity: { phone: null, bsuid: "CO.1349abc" }, inputType: "operator_command" },
    ]);
  });

  test("finds the address of a conversation that is named", async () => {
    const { api, double } = shop();
    const { contact: _, phoneNumberId: __, ...event } = EVENT;
    expect((await api("POST", "/internal/agent/events", { ...event, conversationId: CONVERSATION_ID })).status).toBe(
      202,
    );
    expect(double.requests[0]?.items).toMatchObject([
      { identity: { phone: "573001112233", bsuid: null }, phoneNumberId: "106540352242922" },
    ]);
  });

  test.each([UNKNOWN_ID, "no-id", ""])("of the unknown conversation %j is 404", async (conversationId) => {
    const { api, double } = shop();
    expect((await api("POST", "/internal/agent/events", { ...EVENT, conversationId })).status).toBe(404);
    expect(double.written).toBe(0);
  });

  test("leaves out of a text what no database can keep", async () => {
    const { api, double } = shop();
    const body = JSON.stringify({ ...EVENT, text: "@" }).replace("@", "a\\u0000b\\ud800c\\ud83d\\ude00");
    expect((await api("POST", "/internal/agent/events", body)).status).toBe(202);
    expect(double.requests[0]?.items).toMatchObject([{ content: { body: "abc😀" } }]);
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    ["a missing type", { type: undefined }, ["type"]],
    ["an unknown type", { type: "timer" }, ["type"]],
    ["no text", { text: undefined }, ["text"]],
    ["an empty text", { text: "" }, ["text"]],
    ["a text of what cannot be kept alone", { text: "\u0000" }, ["text"]],
    ["a text too long", { text: "x".repeat(65_537) }, ["text"]],
    ["a text that is a number", { text: 7 }, ["text"]],
    ["no key", { idempotencyKey: undefined }, ["idempotencyKey"]],
    ["an empty key", { idempotencyKey: "" }, ["idempotencyKey"]],
    ["a key too long", { idempotencyKey: "k".repeat(513) }, ["idempotencyKey"]],
    ["a key with a null character", { idempotencyKey: "k\u0000" }, ["idempotencyKey"]],
    ["a contact that is neither phone nor BSUID", { contact: "Ana" }, ["contact"]],
    ["no number of the shop", { phoneNumberId: undefined }, ["phoneNumberId"]],
    ["a number of the shop with spaces", { phoneNumberId: "1 2" }, ["phoneNumberId"]],
    ["no address at all", { phoneNumberId: undefined, contact: undefined }, ["contact", "phoneNumberId"]],
    ["two faults", { type: 1, text: "" }, ["type", "text"]],
  ])("with %s is 422 and names the field", async (_, changes, fields) => {
    const { api, double } = shop();
    const response = await api("POST", "/internal/agent/events", { ...EVENT, ...changes });
    expect(response.status).toBe(422);
    const body = (await response.json()) as { code: string; errors: { field: string; message: string }[] };
    expect(body.code).toBe("request_invalid");
    expect(body.errors.map(({ field }) => field)).toEqual(fields);
    expect(double.written).toBe(0);
  });

  test("takes exactly 65536 characters, and fields that it does not know", async () => {
    const { api } = shop();
    const event = { ...EVENT, text: "x".repeat(65_536), more: { things: [1] } };
    expect((await api("POST", "/internal/agent/events", event)).status).toBe(202);
  });

  test.each(["[]", "7", "null", '"text"'])("with the body %s is 422", async (body) => {
    expect((await shop().api("POST", "/internal/agent/events", body)).status).toBe(422);
  });
});

describe("runs", () => {
  test("one run has the fields of the contract", async () => {
    const { api, double } = shop();
    double.runs.set(RUN_ID, aRun({ decision: { why: ["because"] } }));
    const response = await api("GET", `/internal/agent/runs/${RUN_ID}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      id: RUN_ID,
      kept: "all",
      tokens: 0,
      costUsd: 0,
      conversationId: CONVERSATION_ID,
      status: "completed",
      inputClass: "TEXT_SIMPLE",
      agent: "somnio",
      agentVersion: "1",
      attempts: 1,
      outcome: "answered",
      error: null,
      discarded: null,
      confirmation: null,
      events: [
        {
          id: UNKNOWN_ID,
          seq: 1,
          source: "whatsapp",
          inputType: "message",
          occurredAt: "2026-03-02T15:04:05.000Z",
          receivedAt: "2026-03-02T15:04:05.000Z",
        },
      ],
      steps: [{ phase: "plan", name: "plan", status: "ok", startedAt: "2026-03-02T15:04:05.000Z", durationMs: 1.25 }],
      decision: { why: ["because"] },
      mergedInto: null,
      createdAt: "2026-03-02T15:04:05.000Z",
      startedAt: "2026-03-02T15:04:05.000Z",
      endedAt: "2026-03-02T15:04:05.000Z",
    });
  });

  test.each([UNKNOWN_ID, "no-id", "%00", "..%2f"])("%s is unknown everywhere: 404", async (id) => {
    const { api } = shop();
    const confirmation = { decision: "approve", actor: "ana" };
    expect((await api("GET", `/internal/agent/runs/${id}`)).status).toBe(404);
    expect((await api("POST", `/internal/agent/runs/${id}/retry`)).status).toBe(404);
    expect((await api("POST", `/internal/agent/runs/${id}/confirm`, confirmation)).status).toBe(404);
  });

  test("a page is filtered by status, and a status that does not exist is 422", async () => {
    const { api } = shop();
    expect(await (await api("GET", "/internal/agent/runs?status=completed")).json()).toMatchObject({
      items: [{ id: RUN_ID }],
      nextCursor: null,
    });
    expect(await (await api("GET", "/internal/agent/runs?status=failed")).json()).toEqual({
      items: [],
      nextCursor: null,
    });
    for (const query of ["status=done", "cursor=%00", "cursor=bm8", "conversationId=x", "limit=0", "limit=x"]) {
      const response = await api("GET", `/internal/agent/runs?${query}`);
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ errors: [{ field: query.split("=")[0] }] });
    }
  });

  test.each(["failed", "dead_letter"] as const)("a %s run is retried and a worker is told", async (status) => {
    const { api, double, wakes } = shop();
    double.runs.set(RUN_ID, aRun({ status }));
    const response = await api("POST", `/internal/agent/runs/${RUN_ID}/retry`);
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ id: RUN_ID, status: "queued" });
    expect(wakes()).toBe(1);
  });

  test.each(["queued", "running", "waiting_confirmation", "completed"] as const)(
    "a %s run is not retried: 409",
    async (status) => {
      const { api, double } = shop();
      double.runs.set(RUN_ID, aRun({ status }));
      const response = await api("POST", `/internal/agent/runs/${RUN_ID}/retry`);
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({ code: "run_not_retryable" });
    },
  );

  test("a dead letter is discarded by name, and what is none is not: 409", async () => {
    const { api, double } = shop();
    double.runs.set(RUN_ID, aRun({ status: "dead_letter" }));
    const path = `/internal/agent/runs/${RUN_ID}/discard`;
    const response = await api("POST", path, { actor: "ana", note: "la llamé" });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ discarded: { actor: "ana", note: "la llamé" } });
    expect((await api("POST", path, { note: "sin nombre" })).status).toBe(422);
    expect((await api("POST", `/internal/agent/runs/${UNKNOWN_ID}/discard`, { actor: "ana" })).status).toBe(404);
    double.runs.set(RUN_ID, aRun({ status: "failed" }));
    const refused = await api("POST", path, { actor: "ana" });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: "run_not_dead" });
  });

  test("a run that waits for nothing is not confirmed: 409", async () => {
    const { api } = shop();
    const response = await api("POST", `/internal/agent/runs/${RUN_ID}/confirm`, { decision: "deny", actor: "ana" });
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: "run_not_waiting" });
  });

  test.each<[Record<string, unknown>, string]>([
    [{ decision: "maybe", actor: "ana" }, "decision"],
    [{ decision: "approve" }, "actor"],
    [{ decision: "approve", actor: "" }, "actor"],
    [{ decision: "approve", actor: "ana", note: 7 }, "note"],
  ])("the confirmation %j is 422", async (body, field) => {
    const response = await shop().api("POST", `/internal/agent/runs/${RUN_ID}/confirm`, body);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ field }] });
  });
});

test("what sending waits for is listed, of this workspace alone", async () => {
  const response = await shop().api("GET", "/internal/agent/circuits");
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    items: [
      {
        scope: "number",
        key: "106540352242922",
        kind: "number",
        code: 131031,
        detail: "the account is locked",
        openedAt: "2026-03-02T15:04:05.000Z",
        retryAt: "2026-03-02T15:05:05.000Z",
      },
    ],
  });
});

describe("conversations", () => {
  test("one conversation has the fields of the contract", async () => {
    const response = await shop().api("GET", `/internal/agent/conversations/${CONVERSATION_ID}`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      id: CONVERSATION_ID,
      contact: { phone: "573001112233", bsuid: null, name: "Ana" },
      freeEntryUntil: null,
      phoneNumberId: "106540352242922",
      agent: "somnio",
      botEnabled: true,
      assignee: null,
      snoozedUntil: null,
      isResolved: false,
      writing: null,
      windowClosesAt: "2026-03-03T15:04:05.000Z",
      session: null,
      timer: null,
      tokens: { used: 0, limit: 50_000, state: "free" },
      orders: [],
      tasks: [],
      turns: [{ role: "user", content: "hola", intent: "hola", confidence: 92, createdAt: "2026-03-02T15:04:05.000Z" }],
      messages: [],
    });
  });

  test("shows what counts, what was sold and what a person is to do", async () => {
    const { api, double } = shop();
    const createdAt = new Date("2026-03-02T15:00:00.000Z");
    const [timerId, taskId] = ["019f0000-0000-7000-8000-000000000001", "019f0000-0000-7000-8000-000000000002"];
    const order = {
      status: "pending",
      source: "timer_pendiente",
      pack: "2x",
      total: 109_900,
      products: [{ name: "Somnio 90 Caps x2", qty: 1, unitPrice: 109_900 }],
    } as const;
    const conversation = aConversation({
      timer: { level: "L4", dueAt: new Date("2026-03-02T15:10:00.000Z") },
      orders: [{ id: timerId as OrderId, ...order, createdAt }],
      tasks: [
        { id: taskId as TaskId, title: "Somnio: queja", about: null, priority: "high", status: "open", createdAt },
      ],
    });
    double.conversations.set(CONVERSATION_ID, conversation);
    const timer = { level: "L4", dueAt: "2026-03-02T15:10:00.000Z" };
    const told = createdAt.toISOString();
    const orders = [{ id: timerId, ...order, createdAt: told }];
    const one = await api("GET", `/internal/agent/conversations/${CONVERSATION_ID}`);
    const tasks = [{ id: taskId, title: "Somnio: queja", priority: "high", status: "open", createdAt: told }];
    expect(await one.json()).toMatchObject({ timer, orders, tasks });
    const list = (await (await api("GET", "/internal/agent/conversations")).json()) as { items: unknown[] };
    expect(list.items[0]).toMatchObject({ timer, orders });
    expect(list.items[0]).not.toHaveProperty("tasks");
  });

  test.each(["573001112233", "%2B573001112233", "+573001112233", "57%20300%20111%202233"])(
    "the contact %s finds it, without its turns",
    async (contact) => {
      const response = await shop().api("GET", `/internal/agent/conversations?contact=${contact}`);
      const { items } = (await response.json()) as { items: Record<string, unknown>[] };
      expect(items).toHaveLength(1);
      expect(items[0]).not.toHaveProperty("turns");
    },
  );

  test("a contact that is neither a phone nor a BSUID is 422", async () => {
    expect((await shop().api("GET", "/internal/agent/conversations?contact=Ana")).status).toBe(422);
  });

  test.each([
    ["takeover", false],
    ["handback", true],
  ])("%s", async (command, botEnabled) => {
    const { api, double } = shop();
    const path = (id: string) => `/internal/agent/conversations/${id}/${command}`;
    const response = await api("POST", path(CONVERSATION_ID), { actor: "ana", note: "knows her" });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ id: CONVERSATION_ID, botEnabled });
    expect(double.switches).toEqual([{ enabled: botEnabled, actor: "ana", note: "knows her" }]);
    expect((await api("POST", path(UNKNOWN_ID), { actor: "ana" })).status).toBe(404);
    expect((await api("POST", path("no-id"), { actor: "ana" })).status).toBe(404);
    expect((await api("POST", path(CONVERSATION_ID), {})).status).toBe(422);
  });
});
