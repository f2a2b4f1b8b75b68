import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { DEFAULT_WORKSPACE, type PhoneNumberId } from "../../src/core/ids.ts";
import type { OutboundContent } from "../../src/core/outbound/outbound-content.ts";
import type { TemplateContent } from "../../src/core/outbound/scheduled-message.ts";
import { nextSendStep, SEND_TIMES } from "../../src/core/outbound/send-policy.ts";
import type { SendClaim } from "../../src/core/ports/outbox.ts";
import type { Store } from "../../src/core/ports/store.ts";
import { createShopTools } from "../../src/tools/shop-tools.ts";
import { newId } from "../support/inbound.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, type Shop, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { openDoor } from "./open-door.ts";

/**
 * Every door that a template leaves by × category × stop of marketing × opt-out × hour. A door brings its message into the outbox for real;
 * what the sender has claimed is then judged at each hour. No marketing passes a stop or the hours of contact (invariant 10).
 */
let database: TestDatabase;
let shop: Shop;
/** The head of an outbox as its sender claimed it, by conversation. Nothing of it is sent. */
const claimed = new Map<string, SendClaim>();

/** The workspace's own list. The texts that doors send have no value, or one. */
const REGISTERED = { promo: "marketing", aviso: "utility", clave: "authentication" } as const;
type Name = keyof typeof REGISTERED;
const NAMES: readonly Name[] = ["promo", "aviso", "clave"];
/** A Tuesday morning in Bogotá. */
const START = "2027-03-02T10:00:00-05:00";

beforeAll(async () => {
  database = await createTestDatabase();
  const [row] = await database.rows("select recado_now()::text as now");
  await database.advance(Date.parse(START) - Date.parse(String(row?.["now"])));
  for (const name of NAMES) {
    const template = { name, language: "es", category: REGISTERED[name], body: "Hola", variables: 0 };
    await database.templates.save(DEFAULT_WORKSPACE, template, "test");
  }
  const values = { name: "con_valor", language: "es", category: "utility", body: "Hola {{1}}", variables: 1 } as const;
  await database.templates.save(DEFAULT_WORKSPACE, values, "test");
  const store: Store = {
    ...database.store,
    outbox: {
      ...database.store.outbox,
      async claim(...asked) {
        const found = await database.store.outbox.claim(...asked);
        for (const claim of found.claims) claimed.set(claim.message.conversationId, claim);
        return { ...found, claims: [] };
      },
    },
  };
  const timer = { level: "L3", seconds: { real: 1, rapido: 1, instantaneo: 0.1 } };
  const agent = testAgent(({ message, dueTimer, session, now }) => {
    if (dueTimer != null)
      return decision(null, { messages: [{ content: lie(session.mode), templateId: null }], timer: null });
    const [verb, name = ""] = message.split(" ");
    if (verb === "recuerde") {
      const template = { ...lie(name), category: REGISTERED[name as Name] } as TemplateContent;
      const at = new Date(now.getTime() + 48 * 3_600_000);
      return decision(null, { reminders: [{ key: "cita", at, text: "su cita", template }] });
    }
    if (verb === "diga") return decision(null, { messages: [{ content: lie(name), templateId: null }] });
    if (verb === "espere")
      return decision(null, { stateUpdates: { newMode: name }, timerSignals: [{ type: "start" }], timer });
    return decision(null);
  });
  const parts = { agents: registryOf(agent), channel: recordingChannel().channel, tools: createShopTools() };
  shop = openShop(store, { ...parts, timerPreset: "instantaneo" }, { pollMs: 100 });
  shop.worker.start();
});
afterAll(async () => {
  await shop?.worker.stop(1_000);
  await database?.drop();
});

/** An agent of a shop's own says of every template that it is no advertisement. */
const lie = (name: string): OutboundContent => ({
  type: "template",
  ...{ name, language: "es", category: "utility", components: [] },
});

const Answer = z.looseObject({ id: z.string().optional() });
async function ask(method: "POST" | "PATCH", path: string, body: object) {
  const { store, signIn, accessAdmin, templates } = database;
  const clock = { now: () => new Date(START), monotonicMs: () => performance.now() };
  const { api } = openDoor({ parts: { store, signIn, accessAdmin, templates, newId, clock } });
  const response = await api(method, `/internal/agent/${path}`, { idempotencyKey: newId(), actor: "ana", ...body });
  const text = await response.text();
  return { status: response.status, text, id: Answer.parse(JSON.parse(text)).id };
}

const post = (path: string, body: object) => ask("POST", path, body);

let people = 0;
async function customer(words = "hola") {
  const [row] = await database.rows("select recado_now()::text as now");
  const phone = `57308${String(++people).padStart(7, "0")}`;
  // A number each: what one holds up is nobody else's.
  const phoneNumberId = `77700${people}` as PhoneNumberId;
  const said = await shop.says(words, { phone, phoneNumberId, occurredAt: new Date(String(row?.["now"])) });
  await eventually("it is heard", async () => {
    const [run] = await database.rows("select status from agent_runs where id = $1", [said.runId]);
    return run?.["status"] === "completed";
  });
  return said.conversationId;
}

/** Nobody has written for more than a day: only a template leaves. */
async function silent() {
  const id = await customer();
  await database.rows(
    "update conversations set last_customer_message_at = recado_now() - interval '30 hours' where id = $1",
    [id],
  );
  return id;
}

async function falls(door: "reminders" | "follow-ups", more: object, template: object) {
  const conversationId = await silent();
  const made = await post(door, { conversationId, text: "su cita", template, ...more });
  if (made.status === 201) {
    await comesDue(conversationId);
  }
  return { ...made, conversationId };
}

async function comesDue(conversationId: string) {
  await database.rows(
    "update scheduled_messages set due_at = recado_now(), fire_at = recado_now() where conversation_id = $1",
    [conversationId],
  );
  shop.worker.wake("mailbox");
}

async function orderOf(conversationId: string): Promise<string> {
  const [made] = await database.rows(
    `with session as (
       insert into agent_sessions (workspace_id, id, agent_id, conversation_id, contact_id, current_mode, status, created_at, updated_at)
       select workspace_id, gen_random_uuid(), 'test', id, contact_id, 'x', 'closed', recado_now(), recado_now()
       from conversations where id = $1 returning *)
     insert into orders (workspace_id, id, purchase_key, session_id, conversation_id, contact_id, run_id, source, status, stage,
       pack, products, total, shipping_address, data, created_at, updated_at)
     select s.workspace_id, gen_random_uuid(), gen_random_uuid()::text, s.id, s.conversation_id, s.contact_id,
       (select r.id from agent_runs r where r.conversation_id = s.conversation_id limit 1), 'customer', 'confirmed', 'nuevo', '2x',
       '[]', 129900, 'Calle 5', '{}', recado_now(), recado_now()
     from session s returning id::text`,
    [conversationId],
  );
  return String(made?.["id"]);
}

const plain = (name: string) => ({ type: "template", name, language: "es", components: [] });
const dueAt = "2027-03-02T11:00:00-05:00";

type Brings = (name: string, more?: object) => Promise<{ status: number; text: string; conversationId: string }>;

/** Those of the API: they refuse at once what is not registered so. */
const ROUTES: Readonly<Record<string, Brings>> = {
  "a reply of the Studio": async (name, more = {}) => {
    const conversationId = await customer();
    const { type: _, ...template } = plain(name);
    const body = { template: { ...template, ...more }, takeOver: true };
    return { ...(await post(`conversations/${conversationId}/messages`, body)), conversationId };
  },
  "a reminder at the customer's own time": (name, more) =>
    falls("reminders", { dueAt, isRequested: true }, { ...plain(name), ...more }),
  "a reminder of the shop's": (name, more) =>
    falls("reminders", { dueAt, isRequested: false }, { ...plain(name), ...more }),
  "the notice that an order was sent": async (name, more = {}) => {
    const conversationId = await silent();
    const template = { ...plain(name), ...more };
    const body = { status: "sent", carrier: "Servientrega", guide: newId(), template };
    return { ...(await ask("PATCH", `orders/${await orderOf(conversationId)}`, body)), conversationId };
  },
  "a follow-up": (name, more) => falls("follow-ups", { category: "custom" }, { ...plain(name), ...more }),
};

const DOORS: Readonly<Record<string, (name: string) => Promise<string>>> = {
  ...Object.fromEntries(
    Object.entries(ROUTES).map(([door, bring]) => [
      door,
      async (name: string) => {
        const brought = await bring(name);
        if (brought.status > 202) throw new Error(brought.text);
        return brought.conversationId;
      },
    ]),
  ),
  "a tool that a person calls": async (name) => {
    const conversationId = await customer();
    const input = { name, language: "es", values: [] };
    await post(`conversations/${conversationId}/tools`, { tool: "whatsapp.template.send", input });
    return conversationId;
  },
  "a reminder that an agent set": async (name) => {
    const conversationId = await customer(`recuerde ${name}`);
    await database.rows(
      "update conversations set last_customer_message_at = recado_now() - interval '30 hours' where id = $1",
      [conversationId],
    );
    await comesDue(conversationId);
    return conversationId;
  },
  "an answer of a shop's own agent, which calls it utility": (name) => customer(`diga ${name}`),
  "a timer of a shop's own agent, which calls it utility": (name) => customer(`espere ${name}`),
};

const HOURS = {
  "a working morning": "2027-03-03T10:00:00-05:00",
  "a night": "2027-03-03T23:30:00-05:00",
  "a Sunday": "2027-03-07T10:00:00-05:00",
  "a holiday": "2027-03-22T10:00:00-05:00",
};

const claimOf = async (conversationId: string) => {
  await eventually("its sender has it", () => claimed.has(conversationId));
  return claimed.get(conversationId) as SendClaim;
};

describe.each(Object.keys(DOORS))("by %s", (door) => {
  test.each(NAMES)("%s", async (name) => {
    const claim = await claimOf((await DOORS[door]?.(name)) ?? "");
    expect(claim.message.content).toMatchObject({ type: "template", name });
    const left: string[] = [];
    for (const [hour, at] of Object.entries(HOURS))
      for (const stop of [false, true])
        for (const optOut of [false, true]) {
          const now = new Date(at);
          // What is of no use any more by then is another rule's.
          const judged = { ...claim, now, marketingStopped: stop || optOut, hasOptedOut: optOut, usefulUntil: null };
          if (nextSendStep(judged, SEND_TIMES).kind === "send")
            left.push(`${hour}${stop ? ", stopped" : ""}${optOut ? ", opted out" : ""}`);
        }
    if (REGISTERED[name] === "marketing") expect(left).toEqual(["a working morning"]);
    else {
      expect(left).toContain("a working morning");
      expect(left.filter((one) => one.includes("opted out"))).toEqual([]);
    }
  });
});

describe.each(Object.entries(ROUTES))("%s refuses", (_, bring) => {
  const value = { type: "body", parameters: [{ type: "text", text: "Ana" }] };
  test.each<[string, string, object, RegExp]>([
    [
      "a name that is not on the list",
      "otra",
      {},
      /no template \\"otra\\" in \\"es\\".*PUT \/internal\/agent\/templates/,
    ],
    ["a language that is not", "promo", { language: "es_CO" }, /no template \\"promo\\" in \\"es_CO\\"/],
    ["a category of its caller's own", "promo", { category: "utility" }, /is marketing as the workspace has it/],
    ["too few values", "con_valor", {}, /asks for 1 values, not 0/],
    ["too many", "promo", { components: [value] }, /asks for 0 values, not 1/],
  ])("%s", async (_, name, more, why) => {
    const refused = await bring(name, more);
    expect(refused.status).toBe(422);
    expect(refused.text).toMatch(why);
  });

  test("and takes a category that agrees", async () => {
    expect((await bring("promo", { category: "marketing" })).status).toBeLessThan(203);
    expect((await bring("con_valor", { components: [value] })).status).toBeLessThan(203);
  });
});

test("what an agent sends and nobody has registered does not leave", async () => {
  const claim = await claimOf(await customer("diga otra"));
  expect(nextSendStep({ ...claim, now: new Date(HOURS["a working morning"]) }, SEND_TIMES)).toMatchObject({
    settlement: { kind: "dropped", reason: expect.stringContaining("PUT /internal/agent/templates/otra/es") },
  });
});

/**
 * Every way by which a template comes into the outbox. A way that is not among the doors above makes one of these red: it
 * is added to the doors with its own line.
 */
describe("no door is missing", () => {
  const bodies = z.object({
    paths: z.record(z.string(), z.record(z.string(), z.unknown())),
    components: z.unknown(),
  });
  const TEMPLATE_ROUTES = {
    "post /internal/agent/conversations/{id}/messages": "a reply of the Studio",
    "post /internal/agent/reminders": "a reminder of the shop's",
    "post /internal/agent/follow-ups": "a follow-up",
    "patch /internal/agent/orders/{id}": "the notice that an order was sent",
  };

  test("each route whose body may name a template is one", async () => {
    const { api } = openDoor();
    const { paths, components } = bodies.parse(JSON.parse(await (await api("GET", "/openapi.json")).text()));
    const schemas = z.object({ schemas: z.record(z.string(), z.unknown()) }).parse(components).schemas;
    /** A schema with all those that it names. */
    const whole = (schema: unknown, seen: readonly string[] = []): string => {
      const text = JSON.stringify(schema ?? null);
      const named = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => String(name));
      return (
        text + named.flatMap((name) => (seen.includes(name) ? [] : whole(schemas[name], [...seen, name]))).join("")
      );
    };
    const found = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, route]) => {
        const { requestBody } = z.looseObject({ requestBody: z.unknown().optional() }).parse(route);
        return /"template":\{/.test(whole(requestBody)) ? [`${method} ${path}`] : [];
      }),
    );
    expect(found.toSorted()).toEqual(Object.keys(TEMPLATE_ROUTES).toSorted());
    for (const door of Object.values(TEMPLATE_ROUTES)) expect(Object.keys(ROUTES)).toContain(door);
  });

  test("each tool that sends words of WhatsApp's is one, or sends no template", () => {
    const sending = createShopTools()
      .list()
      .flatMap(({ tool: { name, module, effect } }) => (module === "whatsapp" && effect !== "read" ? [name] : []));
    const known = {
      send_whatsapp_message: "words to another member: a reminder that comes due",
      "whatsapp.conversation.assign": "no words",
      "whatsapp.conversation.close": "no words",
      "whatsapp.message.send": "free words, inside the window alone",
      "whatsapp.template.send": "a tool that a person calls",
    };
    expect(sending.toSorted()).toEqual(Object.keys(known));
  });

  test("each statement that writes into the outbox or among what is said later belongs to one", async () => {
    const writers = {
      "turns/commit-turns.ts": "an answer, a timer, a tool, a reminder that came due",
      "turns/release-turn.ts": "words while a file is looked at: no template",
      "turns/write-effects.ts": "words that a member passes on, and follow-ups: a reminder that comes due",
      "turns/write-reminders.ts": "a reminder that an agent set",
      "shop/scheduled.ts": "a reminder, a follow-up",
      "shop/fire-scheduled.ts": "the next time of a series",
      "inbox/operator-reply.ts": "a reply of the Studio, the notice that an order was sent",
    };
    const root = new URL("../../src/postgres/", import.meta.url);
    const found: string[] = [];
    for (const entry of await readdir(root, { recursive: true })) {
      if (!/\.(ts|sql)$/.test(entry) || /^(migrations|schema|moves)/.test(entry)) continue;
      const text = await readFile(new URL(entry, root), "utf8");
      if (/insert into (outbox_messages|scheduled_messages)\b/i.test(text)) found.push(entry);
    }
    expect(found.toSorted()).toEqual(Object.keys(writers).toSorted());
  });

  test("each place that makes a template's content belongs to one", async () => {
    const makers = [
      ...["core/outbound/order-notice.ts", "core/outbound/said-reminder.ts", "flow/orders/remind.ts"],
      ...["server/registered-template.ts", "tools/whatsapp/whatsapp-tools.ts"],
    ];
    const root = new URL("../../src/", import.meta.url);
    const found: string[] = [];
    for (const entry of await readdir(root, { recursive: true })) {
      if (!entry.endsWith(".ts") || /^(simulator|whatsapp)/.test(entry)) continue;
      if (/type: "template"( as const)?,/.test(await readFile(new URL(entry, root), "utf8"))) found.push(entry);
    }
    expect(found.toSorted()).toEqual(makers);
  });
});
