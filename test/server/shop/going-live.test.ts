import { expect, test } from "vitest";
import { GoingLive } from "../../../src/core/answers/going-live.ts";
import type { PhoneNumberId, WorkspaceId } from "../../../src/core/ids.ts";
import type { FirstAnswer } from "../../../src/core/ports/first-answer.ts";
import type { SimulatedAccount } from "../../../src/simulator/account.ts";
import { createGraphReader } from "../../../src/whatsapp/account/graph-reader.ts";
import { ACCOUNT_CODES, inspectAccount } from "../../../src/whatsapp/account/inspect-account.ts";
import { NOBODY_ELSE } from "../../support/nobody-else.ts";
import { openSimulatedGraph, SECRET, TOKEN } from "../../support/provider/simulated-graph.ts";
import { openDoor } from "../open-door.ts";

/** `GET …/going-live` against the simulator's account: what an owner reads when something is not set up. */
const NUMBER = "106540352242922" as PhoneNumberId;
const NOON = new Date("2026-11-24T12:00:00Z");
const ANSWERED: FirstAnswer = { heardAt: NOON, answeredAt: NOON };

interface Shop {
  readonly account?: Partial<SimulatedAccount>;
  readonly token?: string;
  readonly secret?: string;
  readonly publicUrl?: string | null;
  readonly owner?: string;
  readonly first?: FirstAnswer;
  readonly isListed?: boolean;
  readonly isReached?: boolean;
}

async function look(shop: Shop = {}): Promise<GoingLive> {
  const { account = {}, token = TOKEN, secret = SECRET, publicUrl = null, owner = "default" } = shop;
  const graph = await openSimulatedGraph(account);
  const read = createGraphReader(shop.isReached === false ? "http://127.0.0.1:9/v26.0" : graph);
  const asked = { accessToken: token, appSecrets: [secret], publicUrl };
  const listed = { name: "pedido", language: "es", category: "utility", body: "Hola", variables: 0 } as const;
  const { api } = openDoor({
    settings: { publicUrl },
    parts: {
      accessAdmin: {
        ...NOBODY_ELSE.accessAdmin,
        numbers: async () => [{ id: NUMBER, workspaceId: owner as WorkspaceId, agentId: "somnio" }],
      },
      templates: {
        list: async () => (shop.isListed === false ? [] : [listed]),
        save: async () => {},
        remove: async () => false,
      },
      inspectAccount: (isOwnNumber) => inspectAccount(read, { ...asked, isOwnNumber }, NOON),
      readFirstAnswer: async () => shop.first ?? ANSWERED,
    },
  });
  const answer = await api("GET", "/internal/agent/going-live");
  expect(answer.status).toBe(200);
  const text = await answer.text();
  expect(text).not.toMatch(new RegExp(`${TOKEN}|${SECRET}`));
  return GoingLive.parse(JSON.parse(text));
}

const states = ({ steps }: GoingLive) => steps.map(({ state }) => state).join(" ");
const faults = ({ steps }: GoingLive) =>
  steps.flatMap(({ findings }) => findings.filter(({ ok }) => !ok).map(({ code }) => code));

test("a shop that is set up has five ticks, its number and the address that Meta calls", async () => {
  const live = await look({ publicUrl: "https://recado.example.com/" });
  expect(states(live)).toBe("done done done done done");
  expect(live).toMatchObject({
    channel: "whatsapp",
    phone: "15550783881",
    webhookUrl: "https://recado.example.com/api/whatsapp/webhook",
  });
  expect(live.steps.map(({ name }) => name)).toEqual([
    ...["app", "number", "subscription", "templates", "first_message"],
  ]);
});

const offline = { id: NUMBER, display_phone_number: "+57 300 000 0000" };
test.each<[string, Shop, string, string[]]>([
  ["a wrong token", { token: "other" }, "fault waiting waiting waiting done", ["token_refused"]],
  ["Graph away", { isReached: false }, "fault waiting waiting waiting done", ["token_unreachable"]],
  [
    "a permission that lacks",
    { account: { scopes: ["whatsapp_business_management"] } },
    "fault done done done done",
    ["token_lacks_scopes"],
  ],
  ["a token of a day", { account: { expiresAt: 1_795_564_800 } }, "fault done done done done", ["token_ends_soon"]],
  ["a wrong secret", { secret: "wrong" }, "fault waiting waiting done done", ["app_secret_refused"]],
  ["no webhook", { account: { subscription: null } }, "done fault waiting done done", ["webhook_none"]],
  ["another address", { publicUrl: "https://shop.example" }, "done fault waiting done done", ["webhook_elsewhere"]],
  [
    "no field",
    { account: { subscription: { callbackUrl: "https://x/api/whatsapp/webhook", fields: [] } } },
    "done done fault done done",
    ["fields_without_messages"],
  ],
  [
    "an account that tells nothing",
    { account: { isAppSubscribed: false } },
    "done done fault done done",
    ["account_not_subscribed"],
  ],
  ["no number", { account: { numbers: [] } }, "done fault done done done", ["number_none"]],
  [
    "a number that is not connected",
    { account: { numbers: [{ ...offline, status: "DISCONNECTED" }] } },
    "done fault done done done",
    ["number_not_connected"],
  ],
  [
    "a bad quality",
    { account: { numbers: [{ ...offline, quality_rating: "RED" }] } },
    "done fault done done done",
    ["number_quality_red"],
  ],
  ["a number of another workspace", { owner: "other" }, "done fault done done done", ["number_none"]],
  ["no list of templates", { isListed: false }, "done done done fault done", ["templates_not_listed"]],
  ["nobody who wrote", { first: { heardAt: null, answeredAt: null } }, "done done done done fault", ["first_none"]],
  [
    "a message without an answer",
    { first: { heardAt: NOON, answeredAt: null } },
    "done done done done fault",
    ["first_unanswered"],
  ],
  [
    "templates and the first message",
    { isListed: false, first: { heardAt: null, answeredAt: null } },
    "done done done fault fault",
    ["templates_not_listed", "first_none"],
  ],
])(
  "%s: what lacks is said by its code, and the steps after it wait or stand by themselves",
  async (_, shop, state, codes) => {
    const live = await look(shop);
    expect(states(live)).toBe(state);
    expect(faults(live)).toEqual(codes);
  },
);

test("every code that is found has words in both languages of the Studio", async () => {
  const codes = [
    ...ACCOUNT_CODES,
    ...["templates_listed", "templates_not_listed", "first_none", "first_unanswered", "first_answered"],
  ];
  for (const { live } of [
    await import("../../../studio/src/text/later-spanish.ts").then(({ laterSpanish }) => laterSpanish),
    await import("../../../studio/src/text/later-english.ts").then(({ laterEnglish }) => laterEnglish),
  ]) {
    expect(codes.filter((code) => !Object.hasOwn(live, `found_${code}`))).toEqual([]);
  }
});
