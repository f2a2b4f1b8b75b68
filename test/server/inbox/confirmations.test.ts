import { expect, test } from "vitest";
import type { Confirmation } from "../../../src/core/answers/desk/confirmation.ts";
import type { ConfirmationId, ConversationId, RunId } from "../../../src/core/ids.ts";
import { aConversation, aRun, CONVERSATION_ID, openDoor, RUN_ID, UNKNOWN_ID } from "../open-door.ts";

function shop() {
  const door = openDoor();
  door.double.runs.set(RUN_ID, aRun({ status: "waiting_confirmation" }));
  door.double.conversations.set(CONVERSATION_ID, aConversation());
  return door;
}

const read = async (response: Response) => (await response.json()) as Record<string, unknown>;

const aConfirmation = (): Confirmation => ({
  id: "0195d6a0-0000-7000-8000-00000000f001" as ConfirmationId,
  runId: RUN_ID as RunId,
  conversationId: CONVERSATION_ID as ConversationId,
  contact: { name: "Ana", phone: "573001112233" },
  tool: "refund",
  risk: "high",
  input: { amount: 79_900 },
  argumentsHash: "a".repeat(64),
  question: "¿Devuelvo $79900?",
  rule: "money",
  reason: "it is money",
  audience: "operator",
  status: "pending",
  expiresAt: new Date("2026-11-02T15:02:00Z"),
  createdAt: new Date("2026-11-02T15:00:00Z"),
  decidedBy: null,
  order: null,
  decidedAt: null,
  note: null,
});

test("a question is answered once, by whoever may; the others are told why theirs does not count", async () => {
  const { api, double, wakes } = shop();
  const asked = aConfirmation();
  double.confirmations.set(asked.id, asked);
  const path = `/internal/agent/runs/${RUN_ID}/confirm`;
  const yes = { decision: "approve", actor: "ana", note: "vista" };
  expect((await read(await api("GET", `/internal/agent/runs/${RUN_ID}`)))["confirmation"]).toMatchObject({
    question: "¿Devuelvo $79900?",
    status: "pending",
  });
  const response = await api("POST", path, yes);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ status: "approved", decidedBy: "ana", note: "vista", tool: "refund" });
  expect(wakes()).toBe(1);
  const again = await api("POST", path, { decision: "deny", actor: "eva" });
  expect(again.status).toBe(409);
  expect(await again.json()).toMatchObject({ code: "confirmation_decided", detail: expect.stringContaining("by ana") });
  for (const [change, status, code] of [
    [{ status: "expired" }, 409, "confirmation_expired"],
    [{ audience: "customer" }, 403, "confirmation_not_entitled"],
  ] as const) {
    double.confirmations.set(asked.id, { ...asked, ...change });
    const refused = await api("POST", path, yes);
    expect([refused.status, (await read(refused))["code"]]).toEqual([status, code]);
  }
  expect((await api("POST", `/internal/agent/runs/${UNKNOWN_ID}/confirm`, yes)).status).toBe(404);
});

test("questions are listed and read one by one", async () => {
  const { api, double } = shop();
  const asked = aConfirmation();
  double.confirmations.set(asked.id, asked);
  expect(await read(await api("GET", "/internal/agent/confirmations?status=pending"))).toMatchObject({
    items: [{ id: asked.id }],
  });
  expect(await read(await api("GET", "/internal/agent/confirmations?status=denied"))).toMatchObject({ items: [] });
  const one = await api("GET", `/internal/agent/confirmations/${asked.id}`);
  expect(await one.json()).toMatchObject({
    input: { amount: 79_900 },
    contact: { name: "Ana", phone: "573001112233" },
  });
  expect((await api("GET", `/internal/agent/confirmations/${UNKNOWN_ID}`)).status).toBe(404);
  expect((await api("GET", "/internal/agent/confirmations?status=perhaps")).status).toBe(422);
});

test("a tool command is taken once for its key; for another call the key is refused", async () => {
  const { api, double, wakes } = shop();
  const path = `/internal/agent/conversations/${CONVERSATION_ID}/tools`;
  const command = { tool: "create_task", input: { title: "llamar" }, idempotencyKey: "k1", actor: "ana" };
  const taken = await api("POST", path, command);
  expect(taken.status).toBe(202);
  const first = await read(taken);
  expect(first).toMatchObject({ duplicate: false });
  expect(await read(await api("POST", path, command))).toEqual({ ...first, duplicate: true });
  expect(wakes()).toBe(1);
  const refused = await api("POST", path, { ...command, input: { title: "no llamar" } });
  expect([refused.status, (await read(refused))["code"]]).toEqual([409, "key_reused"]);
  expect((await api("POST", `/internal/agent/conversations/${UNKNOWN_ID}/tools`, command)).status).toBe(404);
  for (const [body, field] of [
    [{ ...command, tool: "" }, "tool"],
    [{ ...command, input: { title: "a\u0000b" } }, "input"],
    [{ tool: "x", input: {} }, "idempotencyKey"],
  ] as const) {
    const bad = await api("POST", path, body);
    expect(bad.status).toBe(422);
    expect(await read(bad)).toMatchObject({ errors: [{ field }] });
  }
  expect(double.commands.size).toBe(1);
});
