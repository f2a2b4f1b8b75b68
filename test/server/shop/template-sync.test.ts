import { serve } from "@hono/node-server";
import { expect, onTestFinished, test } from "vitest";
import type { MessageTemplate } from "../../../src/core/answers/message-template.ts";
import { DEFAULT_WORKSPACE, type PhoneNumberId, type WorkspaceId } from "../../../src/core/ids.ts";
import { createSimulator } from "../../../src/simulator/create-simulator.ts";
import { createGraphReader } from "../../../src/whatsapp/account/graph-reader.ts";
import { readShopTemplates } from "../../../src/whatsapp/account/shop-templates.ts";
import { NOBODY_ELSE } from "../../support/nobody-else.ts";
import { openDoor } from "../open-door.ts";

/** `POST …/templates/sync` against the simulator's account, whose one number belongs to the workspace that a test names. */
const TOKEN = "EAAsimulated";
const NUMBER = "106540352242922" as PhoneNumberId;

const approved = (name: string, text: string, more: object = {}) => ({
  ...{ name, language: "es", status: "APPROVED", category: "UTILITY", parameter_format: "POSITIONAL" },
  components: [{ type: "BODY", text }],
  ...more,
});

async function openShop({ owner = DEFAULT_WORKSPACE as string, token = TOKEN } = {}) {
  const simulator = createSimulator({
    clock: { now: () => new Date(), monotonicMs: () => 0 },
    random: () => 0.5,
    newId: () => crypto.randomUUID(),
    secrets: { appSecret: "secret", accessToken: TOKEN },
    webhookUrl: "http://127.0.0.1:9/",
    mountPath: "",
    account: {
      templates: [
        approved("nueva", "Hola {{1}}, su {{2}}"),
        approved("promo", "Vuelva", { category: "MARKETING" }),
        approved("parada", "Hola", { status: "PAUSED" }),
      ],
    },
  });
  const port = await new Promise<number>((resolve) => {
    const server = serve({ fetch: simulator.app.fetch, port: 0, hostname: "127.0.0.1" }, (info) => resolve(info.port));
    onTestFinished(async () => {
      await simulator.close();
      server.close();
    });
  });
  const read = createGraphReader(`http://127.0.0.1:${port}/v26.0`);
  const listed = new Map<string, MessageTemplate>([
    ["parada", { name: "parada", language: "es", category: "utility", body: "Hola", variables: 0 }],
  ]);
  const { api } = openDoor({
    parts: {
      accessAdmin: {
        ...NOBODY_ELSE.accessAdmin,
        numbers: async () => [{ id: NUMBER, workspaceId: owner as WorkspaceId, agentId: "somnio" }],
      },
      templates: {
        list: async () => [...listed.values()],
        save: async (_, template) => void listed.set(template.name, template),
        remove: async (_, name) => listed.delete(name),
      },
      readShopTemplates: (isOwnNumber) => readShopTemplates(read, token, isOwnNumber),
    },
  });
  const sync = async (body: object = {}) => {
    const answer = await api("POST", "/internal/agent/templates/sync", { actor: "ana", ...body });
    return { status: answer.status, text: await answer.text() };
  };
  return { listed, sync };
}

test("the list becomes what WhatsApp has approved; category and number of values are Meta's", async () => {
  const { listed, sync } = await openShop();
  const { status, text } = await sync();
  expect(status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({
    isDryRun: false,
    changes: [
      { name: "nueva", kind: "added" },
      { name: "promo", kind: "added" },
      { name: "parada", kind: "removed", detail: "WhatsApp says PAUSED" },
    ],
  });
  expect([...listed.values()]).toEqual([
    { name: "nueva", language: "es", category: "utility", body: "Hola {{1}}, su {{2}}", variables: 2 },
    { name: "promo", language: "es", category: "marketing", body: "Vuelva", variables: 0 },
  ]);
  expect(JSON.parse((await sync()).text).changes.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(["same"]),
  );
});

test("a dry run says it and changes nothing", async () => {
  const { listed, sync } = await openShop();
  expect(JSON.parse((await sync({ dryRun: true })).text)).toMatchObject({ isDryRun: true });
  expect([...listed.keys()]).toEqual(["parada"]);
});

test("a workspace gets nothing of an account whose numbers are another's", async () => {
  const { listed, sync } = await openShop({ owner: "otra-tienda" });
  const { status, text } = await sync();
  expect(status).toBe(422);
  expect(text).toMatch(/no account that has a number of this workspace/);
  expect(text).not.toContain("promo");
  expect([...listed.keys()]).toEqual(["parada"]);
});

test("a token that Meta refuses is said with the way out, and nothing is lost", async () => {
  const { listed, sync } = await openShop({ token: "other" });
  const { status, text } = await sync();
  expect(status).toBe(422);
  expect(text).toMatch(/WhatsApp refuses the question \(190.*recado doctor/);
  expect(text).not.toContain("EAAsimulated");
  expect([...listed.keys()]).toEqual(["parada"]);
});
