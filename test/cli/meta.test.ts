import { expect, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { checkMeta } from "../../src/cli/check-meta.ts";
import type { SimulatedAccount } from "../../src/simulator/account.ts";
import { createGraphReader } from "../../src/whatsapp/account/graph-reader.ts";
import { planSync } from "../../src/whatsapp/account/plan-template-sync.ts";
import { readTemplates } from "../../src/whatsapp/account/read-account.ts";
import { openSimulatedGraph, SECRET, TOKEN } from "../support/provider/simulated-graph.ts";

/** What the operator reads when something is not set up at Meta: against the simulator's account. */

async function check(account: Partial<SimulatedAccount> = {}, env: Readonly<Record<string, string>> = {}) {
  const config = readConfig(
    {
      WHATSAPP_ACCESS_TOKEN: TOKEN,
      WHATSAPP_APP_SECRET: SECRET,
      WHATSAPP_VERIFY_TOKEN: "word",
      WHATSAPP_API_URL: await openSimulatedGraph(account),
      ...env,
    },
    { agentIds: ["somnio"], cwd: "/" },
  );
  const checks = await checkMeta(config, new Date("2026-11-24T00:00:00Z"));
  expect(JSON.stringify(checks)).not.toMatch(new RegExp(`${TOKEN}|${SECRET}`));
  return checks;
}

const faults = async (...asked: Parameters<typeof check>) =>
  (await check(...asked)).filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`);

test("an account that is set up is well in all its parts", async () => {
  expect(await check()).toEqual([
    { name: "meta token", ok: true, detail: "valid, never expires, has both permissions" },
    { name: "app secret", ok: true, detail: "of the app 670843887433847" },
    { name: "webhook", ok: true, detail: "Meta calls https://recado.example.com/api/whatsapp/webhook" },
    { name: "fields", ok: true, detail: "all that Recado acts on are subscribed" },
    { name: "account", ok: true, detail: "102290129340398 sends its webhooks to the app" },
    { name: "number", ok: true, detail: "+1 555-078-3881, Simulator, id 106540352242922, quality GREEN" },
    { name: "templates", ok: true, detail: expect.stringMatching(/^1 of 1 approved;/) },
  ]);
});

const number = { id: "1", display_phone_number: "+57 300 000 0000" };
test.each<[string, Partial<SimulatedAccount>, Record<string, string>, RegExp]>([
  [
    "a wrong token",
    {},
    { WHATSAPP_ACCESS_TOKEN: "other" },
    /^meta token: Meta refuses WHATSAPP_ACCESS_TOKEN \(190.*system user/,
  ],
  [
    "a permission that lacks",
    { scopes: ["whatsapp_business_management"] },
    {},
    /^meta token: lacks whatsapp_business_messaging/,
  ],
  ["a token of a day", { expiresAt: 1_795_564_800 }, {}, /^meta token: ends at 2026-11-25/],
  [
    "a wrong secret",
    {},
    { WHATSAPP_APP_SECRET: "wrong" },
    /^app secret: Meta refuses WHATSAPP_APP_SECRET \(190.*Basic/,
  ],
  ["no webhook", { subscription: null }, {}, /^webhook: Meta sends no webhooks.*\/api\/whatsapp\/webhook/],
  [
    "another address",
    {},
    { RECADO_PUBLIC_URL: "https://shop.example" },
    /^webhook: Meta calls .*set the callback URL https:\/\/shop\.example\/api/,
  ],
  [
    "no field",
    { subscription: { callbackUrl: "https://x/api/whatsapp/webhook", fields: [] } },
    {},
    /^fields: messages is not subscribed/,
  ],
  ["an account that is not subscribed", { isAppSubscribed: false }, {}, /^account: .*subscribed_apps/],
  ["no number", { numbers: [] }, {}, /^number: .*has none/],
  ["a number offline", { numbers: [{ ...number, status: "DISCONNECTED" }] }, {}, /^number: .*is DISCONNECTED/],
  ["a bad quality", { numbers: [{ ...number, quality_rating: "RED" }] }, {}, /^number: .*quality RED/],
])("%s is said with the way out", async (_, account, env, sentence) => {
  const found = await faults(account, env);
  expect(found).toEqual([expect.stringMatching(sentence)]);
  for (const line of found) expect(line).toMatch(/\.$/);
});

test("Graph that cannot be reached is said as that, and not as a wrong token", async () => {
  expect(await faults({}, { WHATSAPP_API_URL: "http://127.0.0.1:9/v26.0" })).toEqual([
    expect.stringMatching(/^meta token: Meta cannot be asked .*network/),
  ]);
});

test("one of two secrets is enough while they are changed", async () => {
  const [, secret] = await check({}, { WHATSAPP_APP_SECRET: `older,${SECRET}` });
  expect(secret).toMatchObject({ ok: true, detail: expect.stringMatching(/1 of the list/) });
});

const template = (name: string, more: Record<string, unknown> = {}) => ({
  ...{ name, language: "es", status: "APPROVED", category: "UTILITY", parameter_format: "POSITIONAL" },
  components: [{ type: "BODY", text: "Hola {{1}}" }],
  ...more,
});

test("a sync lists what is approved, over all pages, and takes off what WhatsApp has stopped", async () => {
  const image = [
    { type: "HEADER", format: "IMAGE" },
    { type: "BODY", text: "Hola" },
  ];
  const url = await openSimulatedGraph({
    templates: [
      ...[template("nueva"), template("igual"), template("otra", { category: "MARKETING" })],
      ...[template("pausada", { status: "PAUSED" }), template("foto", { components: image })],
      template("nombres", { parameter_format: "NAMED" }),
    ],
  });
  const found = await readTemplates(createGraphReader(url), "102290129340398", TOKEN);
  if (found.kind !== "read") throw new Error(found.detail);
  const listed = ["igual", "otra", "pausada", "mia"].map((name) => ({
    ...({ name, language: "es", category: "utility", body: "Hola {{1}}", variables: 1 } as const),
  }));
  const changes = planSync(found.value, listed);
  expect(changes.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
    ...[
      "added nueva",
      "same igual",
      "changed otra",
      "removed pausada",
      "skipped foto",
      "skipped nombres",
      "unknown mia",
    ],
  ]);
  expect(changes.flatMap(({ save }) => save ?? [])).toEqual([
    { name: "nueva", language: "es", category: "utility", body: "Hola {{1}}", variables: 1 },
    { name: "otra", language: "es", category: "marketing", body: "Hola {{1}}", variables: 1 },
  ]);
});
