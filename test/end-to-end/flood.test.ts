import { afterAll, beforeAll, expect, test } from "vitest";
import { postWebhook, readApi, textWebhook } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { openSomnioShop, type SomnioShop } from "../support/somnio-shop.ts";

/** One customer's script, or a day on which WhatsApp kept messages back: nobody else waits for it. */
let shop: SomnioShop;
beforeAll(async () => {
  shop = await openSomnioShop();
});
afterAll(() => shop?.close());

/** A signed webhook in which one customer says all this; 2,000 characters each where they are long. */
function flood(phone: string, count: number, text: (n: number) => string): unknown {
  const whole = JSON.parse(JSON.stringify(textWebhook(phone, "wamid.x", "x")));
  const { value } = whole.entry[0].changes[0];
  const [message] = value.messages;
  value.messages = Array.from({ length: count }, (_, n) => ({
    ...message,
    id: `wamid.${phone}.${n}`,
    text: { body: text(n) },
  }));
  return whole;
}
const long = (n: number) =>
  `mensaje ${n}: ${"quiero saber cuánto vale y cómo es el envío a mi barrio ".repeat(60)}`.slice(0, 2_000);

const lastRun = async (conversationId: string) => {
  const { body } = await readApi(shop.url, `/internal/agent/runs?conversationId=${conversationId}&limit=1`);
  const [run] = (body as { items: { id: string }[] }).items;
  return (await readApi(shop.url, `/internal/agent/runs/${run?.id}`)).body as {
    status: string;
    outcome: string;
    steps: { name: string; output?: unknown }[];
  };
};

test("a thousand long messages in one webhook go to a person unread, while others are answered", async () => {
  const [flooder, other] = [shop.customer(), shop.customer()];
  // What is not stored within the door's time is delivered again, as WhatsApp does.
  const flooding = eventually("the flood is stored", async () => {
    return (await postWebhook(shop.url, flood(flooder.phone, 1_000, long))) === 200;
  });
  await eventually(
    "the other is stored",
    async () => (await other.posts("wamid.other", "Hola, ¿cuánto cuesta?")) === 200,
  );
  await flooding;
  await shop.isQuiet();
  expect(other.heard().join("\n")).toMatch(/79\.900/);

  const { id } = await flooder.seen();
  expect(await lastRun(id)).toMatchObject({
    status: "completed",
    outcome: "handed_off",
    steps: expect.arrayContaining([expect.objectContaining({ name: "ingest", output: { read: 4, unread: 996 } })]),
  });
  expect(flooder.heard()).toEqual([expect.stringMatching(/persona de nuestro equipo/)]);
  const [kept] = await shop.database.rows(
    "select count(*)::int as n from agent_turns where conversation_id = $1 and role = 'user'",
    [id],
  );
  expect(kept).toEqual({ n: 1_000 });
  expect(await shop.database.rows("select title, priority from tasks where conversation_id = $1", [id])).toEqual([
    { title: expect.stringMatching(/Muchos mensajes seguidos: .*más de 996 mensajes/), priority: "high" },
  ]);
});

test("of sixty messages the newest twenty are read and answered, and the run says how many were not", async () => {
  const customer = shop.customer();
  const said = (n: number) => (n === 59 ? "¿cuánto vale?" : `comentario número ${n}`);
  expect(await postWebhook(shop.url, flood(customer.phone, 60, said))).toBe(200);
  await shop.isQuiet();
  expect(customer.heard().join("\n")).toMatch(/79\.900/);
  const run = await lastRun((await customer.seen()).id);
  expect(run).toMatchObject({ status: "completed", outcome: "answered" });
  expect(run.steps.find(({ name }) => name === "ingest")).toMatchObject({ output: { read: 20, unread: 40 } });
});
