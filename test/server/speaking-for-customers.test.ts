import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { DEFAULT_WORKSPACE, type WorkspaceId } from "../../src/core/ids.ts";
import type { Role } from "../../src/core/operations/principal.ts";
import { createShopTools } from "../../src/tools/shop-tools.ts";
import { newId, SHOP_NUMBER } from "../support/inbound.ts";
import { violations } from "../support/oracle.ts";
import { readsOf } from "../support/reads.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, type Shop, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { API_TOKEN, openDoor } from "./open-door.ts";

/**
 * A program, or a person of the shop, at `POST /internal/agent/events`: the agent talks to it, and no yes, no BAJA and no ALTA of it is
 * the customer's. Through HTTP, with the tools and the policy that ship.
 */
let database: TestDatabase;
let shop: Shop;
let texts: () => string[];
const tokens = new Map<string, string>();

const HOLDERS: Readonly<Record<string, readonly [Role, string[] | null]>> = {
  "an owner": ["owner", null],
  "an operator": ["operator", null],
  "a service": ["service", null],
  "a service with events:write": ["service", ["events:write"]],
  "an owner's token with events:write": ["owner", ["events:write"]],
};
const CALLERS = ["the installation", ...Object.keys(HOLDERS)];

beforeAll(async () => {
  database = await createTestDatabase();
  for (const [name, [role, scopes]] of Object.entries({
    ...HOLDERS,
    "an owner's token with events:impersonate": ["owner", ["events:write", "events:impersonate"]] as const,
    "a service with events:impersonate": ["service", ["events:write", "events:impersonate"]] as const,
  })) {
    const made = await database.accessAdmin.createToken(DEFAULT_WORKSPACE, {
      ...{ name, holder: { role }, scopes: scopes === null ? null : [...scopes], lifeDays: null, by: "test" },
    });
    tokens.set(name, made?.token ?? "");
  }
  tokens.set("the installation", API_TOKEN);
  const agent = testAgent(
    ({ message }) =>
      message === "borre mis datos"
        ? decision("Listo, los borré.", {
            tools: [{ callId: "d1", tool: "crm.contact.delete", input: { reason: "lo pidió" } }],
          })
        : decision(`eco: ${message}`),
    { tools: ["crm.contact.delete"] },
  );
  const { channel, texts: heard } = recordingChannel();
  texts = heard;
  shop = openShop(database.store, { channel, agents: registryOf(agent), tools: createShopTools() }, { pollMs: 100 });
  shop.worker.start();
});
afterAll(async () => {
  await shop?.worker.stop(1_000);
  expect(await violations(database)).toEqual([]);
  await database?.drop();
});

const { runOf, conversationOf, ended } = readsOf(() => database);

type Channel = "real" | "simulator";
function door(channel: Channel) {
  const { store, signIn, accessAdmin, templates } = database;
  const settings = { areCustomersReal: channel === "real", isSimulator: channel === "simulator" };
  return openDoor({ settings, parts: { store, signIn, accessAdmin, templates, newId } }).app;
}

const Accepted = z.looseObject({
  runId: z.string().default(""),
  code: z.string().optional(),
  detail: z.string().optional(),
});
let keys = 0;
async function post(channel: Channel, caller: string, path: string, body: Record<string, unknown>) {
  const response = await door(channel).request(`/internal/agent/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${tokens.get(caller)}`, "content-type": "application/json" },
    body: JSON.stringify({ idempotencyKey: `k${++keys}`, ...body }),
  });
  return { status: response.status, ...Accepted.parse(await response.json()) };
}
const tells = (channel: Channel, caller: string, conversationId: string, text: string, more: object = {}) =>
  post(channel, caller, "events", { conversationId, type: "message", text, ...more });

let people = 0;
const newPhone = () => `57307${String(++people).padStart(7, "0")}`;

async function customer() {
  const phone = newPhone();
  const says = async (text: string) => {
    const said = await shop.says(text, { phone });
    return { ...said, phone };
  };
  return { phone, says };
}

/** A customer who is asked whether all of theirs is to be deleted, and has not answered yet. */
async function askedCustomer() {
  const { says, phone } = await customer();
  const { runId, conversationId } = await says("borre mis datos");
  await eventually("the question waits", async () => (await runOf(runId)).status === "waiting_confirmation");
  await eventually("the question is out", async () =>
    ((await conversationOf(conversationId)).messages ?? []).some((one) => one.status === "accepted"),
  );
  const status = async () => {
    const [row] = await database.rows("select status, decided_by from confirmations where run_id = $1", [runId]);
    return row;
  };
  return { phone, says, runId, conversationId, status };
}

const auditOf = (subject: string) =>
  database.rows("select actor, action, detail from audit_log where subject_id = $1 order by id", [subject]);

describe.each<[Channel, readonly string[]]>([
  ["real", ["the installation", "a service with events:write"]],
  ["simulator", CALLERS],
])("on the %s", (channel, callers) => {
  test.each(callers)("the yes of %s answers no question of a customer, and nothing is deleted", async (caller) => {
    const { conversationId, runId, status, phone } = await askedCustomer();
    for (const word of ["sí", "dale pues", "no"]) {
      const told = await tells(channel, caller, conversationId, word);
      expect(told.status).toBe(202);
      await ended(told.runId);
    }
    expect(await status()).toEqual({ status: "pending", decided_by: null });
    expect((await runOf(runId)).status).toBe("waiting_confirmation");
    expect((await conversationOf(conversationId)).contact.phone).toBe(phone);
    const said = (await auditOf(conversationId)).filter(({ action }) => action === "event.said");
    expect(said).toHaveLength(3);
    for (const line of said)
      expect(line).toMatchObject({
        actor: caller === "the installation" ? "api" : caller,
        detail: { kind: caller === "the installation" ? "installation" : "program", event: expect.any(String) },
      });
  });

  test.each(callers)("the ALTA of %s lifts no opt-out, and its words open none either", async (caller) => {
    const { says } = await customer();
    const { runId, conversationId } = await says("BAJA");
    await ended(runId);
    const { contact } = await conversationOf(conversationId);
    const before = texts().length;
    for (const word of ["ALTA", "ya me pueden volver a escribir", "hola, ¿cuánto vale?"])
      await ended((await tells(channel, caller, conversationId, word)).runId);
    const after = await conversationOf(conversationId);
    expect(after.contact.optedOut).toEqual(contact.optedOut);
    // The customer has asked nothing: the agent answers no program in their chat, and no person of the shop may write either.
    expect(texts().slice(before)).toEqual([]);
    await database.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, conversationId as never, {
      ...{ enabled: false, actor: "ana", note: null },
    });
    expect(
      await post(channel, "an operator", `conversations/${conversationId}/messages`, { text: "hola" }),
    ).toMatchObject({ status: 409, code: "customer_opted_out" });
  });

  test.each(callers)("the BAJA of %s stops nothing, and nobody is told that it did", async (caller) => {
    const { says } = await customer();
    const { runId, conversationId } = await says("hola");
    await ended(runId);
    const told = await tells(channel, caller, conversationId, "BAJA");
    await ended(told.runId);
    const { contact } = await conversationOf(conversationId);
    expect(contact).not.toHaveProperty("optedOut");
    await eventually("the agent has heard it as words", () => texts().includes("eco: BAJA"));
    const [{ id } = { id: "" }] = await database.rows(
      "select contact_id::text as id from conversations where id = $1",
      [conversationId],
    );
    expect(await auditOf(String(id))).toEqual([]);
  });

  test("an ordinary conversation goes on, and the customer's own yes counts in the middle of it", async () => {
    const { phone, conversationId, runId, status } = await askedCustomer();
    await ended((await tells(channel, "a service with events:write", conversationId, "¿sigue ahí?")).runId);
    await eventually("it is answered", () => texts().includes("eco: ¿sigue ahí?"));
    const [asked] = await database.rows("select id::text from confirmations where run_id = $1", [runId]);
    const payload = `confirm:${asked?.["id"]}:yes`;
    await shop.says("", { phone, content: { type: "button", title: "Sí", payload } });
    await ended(runId);
    expect(await status()).toEqual({ status: "approved", decided_by: "customer" });
  });
});

describe("speaking as the customer", () => {
  const asCustomer = { asCustomer: true };

  test.each([
    ["real", "the installation", 403],
    ["real", "an owner", 403],
    ["real", "an owner's token with events:impersonate", 403],
    ["simulator", "an operator", 403],
    ["simulator", "a service", 403],
    ["simulator", "a service with events:write", 403],
    ["simulator", "a service with events:impersonate", 403],
    ["simulator", "an owner's token with events:write", 403],
    ["simulator", "an owner's token with events:impersonate", 202],
    ["simulator", "an owner", 202],
    ["simulator", "the installation", 202],
  ] as const)("on the %s by %s is %i", async (channel, caller, status) => {
    const { conversationId, status: question, runId } = await askedCustomer();
    const told = await tells(channel, caller, conversationId, "sí", asCustomer);
    expect(told.status).toBe(status);
    if (status === 403) {
      expect(told).toMatchObject({ code: "forbidden", detail: expect.stringContaining("asCustomer") });
      expect(await question()).toEqual({ status: "pending", decided_by: null });
      return;
    }
    await ended(runId);
    const display = caller === "the installation" ? "api" : caller;
    expect(await question()).toEqual({ status: "approved", decided_by: display });
    const lines = await auditOf(conversationId);
    expect(lines).toContainEqual(expect.objectContaining({ actor: display, action: "event.said_as_customer" }));
    expect(lines).toContainEqual(expect.objectContaining({ actor: display, action: "confirmation.approved" }));
    expect(lines.map(({ actor }) => actor)).not.toContain("customer");
  });

  test("a consent that was rehearsed names who rehearsed it; a customer's own names the customer", async () => {
    const { says } = await customer();
    const { runId, conversationId } = await says("BAJA");
    await ended(runId);
    await ended((await tells("simulator", "an owner", conversationId, "ALTA", asCustomer)).runId);
    expect((await conversationOf(conversationId)).contact).not.toHaveProperty("optedOut");
    await ended((await tells("simulator", "an owner", conversationId, "BAJA", asCustomer)).runId);
    await ended((await says("ALTA")).runId);
    const [row] = await database.rows("select contact_id::text as id from conversations where id = $1", [
      conversationId,
    ]);
    expect((await auditOf(String(row?.["id"]))).map(({ actor, action }) => `${actor} ${action}`)).toEqual([
      "customer contact.opted_out",
      "an owner contact.opted_in",
      "an owner contact.opted_out",
      "customer contact.opted_in",
    ]);
  });

  test("is no command, and the same key without it is another request", async () => {
    const { says } = await customer();
    const { conversationId } = await says("hola");
    const command = { type: "operator_command", text: "x", conversationId, ...asCustomer };
    expect((await post("simulator", "an owner", "events", command)).status).toBe(422);
    const same = { idempotencyKey: "the-same" };
    expect((await tells("simulator", "an owner", conversationId, "hola", { ...asCustomer, ...same })).status).toBe(202);
    expect(await tells("simulator", "an owner", conversationId, "hola", same)).toMatchObject({ code: "key_reused" });
  });
});

describe("the 24-hour window", () => {
  test.each([
    ["real", null],
    ["simulator", expect.any(Date)],
  ] as const)("of a program's words on the %s", async (channel, opened) => {
    const told = await post(channel, "the installation", "events", {
      ...{ contact: newPhone(), phoneNumberId: SHOP_NUMBER, type: "message", text: "hola" },
    });
    await ended(told.runId);
    const { conversationId, outcome } = await runOf(told.runId);
    expect((await conversationOf(conversationId)).windowClosesAt).toEqual(opened);
    expect(outcome).toBe(channel === "real" ? "window_closed" : "answered");
  });
});

describe("a number that was never seen", () => {
  const strange = (caller: string, phoneNumberId: string) =>
    post("simulator", caller, "events", { contact: newPhone(), phoneNumberId, type: "message", text: "hola" });

  test.each(Object.keys(HOLDERS))("is not claimed by %s, and stays free for another workspace", async (caller) => {
    const number = `5550001112${String(++people).padStart(4, "0")}`;
    expect(await strange(caller, number)).toMatchObject({ status: 404, code: "not_found" });
    const other = `other${people}` as WorkspaceId;
    await database.accessAdmin.createWorkspace({ id: other, name: "Other" }, "test");
    expect(
      await database.accessAdmin.assignNumber({ id: number as never, workspaceId: other, agentId: "somnio" }, "test"),
    ).toMatchObject({ kind: "assigned" });
  });

  test("is met by the installation", async () => {
    const met = await strange("the installation", "555000111299999");
    expect(met.status).toBe(202);
    await ended(met.runId);
  });
});
