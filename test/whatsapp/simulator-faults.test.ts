import { expect, test } from "vitest";
import { eventually } from "./support/eventually.ts";
import { ANA, NUMBER, type SimulatedShop, secrets, simulatedShop } from "./support/simulated-shop.ts";
import { payloadStatuses } from "./support/wire-statuses.ts";

const OTHER = "573009998877";
const headers = { authorization: `Bearer ${secrets.accessToken}`, "content-type": "application/json" };
const hola = { type: "text", text: { body: "hola" } };

async function order({ url }: SimulatedShop, fault: Record<string, unknown>, status = 201): Promise<{ id: string }> {
  const answer = await fetch(`${url}/faults`, { method: "POST", headers, body: JSON.stringify(fault) });
  const body = (await answer.json()) as { id: string };
  expect([answer.status, body]).toEqual([status, body]);
  return body;
}

async function faulty(fault: Record<string, unknown>, settings: Parameters<typeof simulatedShop>[0] = {}) {
  const shop = await simulatedShop(settings);
  await order(shop, fault);
  return shop;
}

function send({ api }: SimulatedShop, to = ANA, phoneNumberId = NUMBER) {
  return api.send({
    phoneNumberId,
    recipient: { phone: to, bsuid: null },
    content: { type: "text", body: "hola" },
    replyTo: null,
    opaque: "v1:x:1",
  });
}

async function onPhone({ simulator }: SimulatedShop, phone = ANA): Promise<number> {
  return (await simulator.customerHears(phone, { phoneNumberId: NUMBER })).items.length;
}

const statusesHeard = ({ heard }: SimulatedShop) =>
  heard.flatMap((parsed) => parsed.statuses.map((report) => report.status as string));

test.each<[Record<string, unknown>, string, number]>([
  [{ kind: "drop_response" }, "in_doubt", 1],
  [{ kind: "drop_response", cut: "in_body" }, "in_doubt", 1],
  [{ kind: "error_after_accept" }, "in_doubt", 1],
  [{ kind: "error_after_accept", httpStatus: 503 }, "in_doubt", 1],
  [{ kind: "error_before_accept" }, "in_doubt", 0],
  [{ kind: "refuse", code: 131056 }, "refused", 0],
  [{ kind: "refuse", code: 130429, httpStatus: 429, retryAfterS: 7 }, "refused", 0],
  [{ kind: "token_expired" }, "refused", 0],
  [{ kind: "delay_response", delayMs: 5 }, "accepted", 1],
])("%j: the sender hears %s, and %i is on the phone", async (fault, heard, onScreen) => {
  const shop = await faulty(fault);
  expect((await send(shop)).kind).toBe(heard);
  expect(await onPhone(shop)).toBe(onScreen);
  const answer = await fetch(`${shop.url}/ledger?type=send_accepted,send_refused`, { headers });
  expect(await answer.json()).toMatchObject({
    items: [{ type: onScreen === 1 ? "send_accepted" : "send_refused", phoneNumberId: NUMBER }],
  });
});

test.each<[Record<string, unknown>, string[]]>([
  [{ kind: "missing_sent" }, ["delivered", "read"]],
  [{ kind: "late_sent" }, ["delivered", "read", "sent"]],
  [{ kind: "read_without_delivered" }, ["sent", "read"]],
  [{ kind: "failed", code: 131026 }, ["failed"]],
  [{ kind: "failed_after_sent", code: 131047 }, ["sent", "failed"]],
  [{ kind: "delay_statuses", delayMs: 20 }, ["sent", "delivered", "read"]],
])("%j: the reports are %j", async (fault, statuses) => {
  const shop = await faulty(fault);
  await send(shop);
  await eventually(() => expect(statusesHeard(shop)).toEqual(statuses));
});

test("no_statuses: not one report comes, and the next message has all of its own", async () => {
  const shop = await faulty({ kind: "no_statuses", next: 1 });
  const first = await send(shop);
  await send(shop, OTHER);
  await eventually(() => expect(statusesHeard(shop)).toHaveLength(3));
  const silent = first.kind === "accepted" ? first.wamid : "";
  expect(payloadStatuses(shop.posts).every(({ id }) => id !== silent)).toBe(true);
});

test("failed: the report has Meta's code, and our key unless the fault takes it away", async () => {
  const shop = await faulty({ kind: "failed", code: 131047, next: 1 });
  await order(shop, { kind: "failed", code: 131026, withoutOpaque: true });
  await send(shop);
  await send(shop);
  await eventually(() => expect(shop.posts).toHaveLength(2));
  const failures = payloadStatuses(shop.posts).sort((one, other) => Number(one.code) - Number(other.code));
  expect(failures).toMatchObject([
    { status: "failed", code: 131026, opaque: undefined },
    { status: "failed", code: 131047, opaque: "v1:x:1" },
  ]);
});

test("webhook_first: the report was answered before the response left", async () => {
  const shop = await faulty({ kind: "webhook_first" });
  await send(shop);
  expect(statusesHeard(shop)).toContain("sent");
});

test("delay_response: nothing is answered before the time", async () => {
  const shop = await faulty({ kind: "delay_response", delayMs: 120 });
  const startedMs = performance.now();
  await send(shop);
  expect(performance.now() - startedMs).toBeGreaterThan(115);
});

test("duplicate: the same bytes come again", async () => {
  const shop = await faulty({ kind: "duplicate", copies: 2, updates: "messages" });
  shop.simulator.customerSays(ANA, { phoneNumberId: NUMBER, content: hola });
  await eventually(() => expect(shop.posts).toHaveLength(3));
  expect(new Set(shop.posts.map(({ body }) => body.toString())).size).toBe(1);
});

test("reorder: what came first does not leave first", async () => {
  const shop = await faulty({ kind: "reorder", windowMs: 60 });
  const said = Array.from({ length: 6 }, () =>
    shop.simulator.customerSays(ANA, { phoneNumberId: NUMBER, content: hola }),
  );
  await Promise.all(said.map(({ end }) => end));
  const wamids = shop.heard.flatMap((parsed) => parsed.messages.map(({ sourceMessageId }) => sourceMessageId));
  expect([...wamids].sort()).toEqual(said.map(({ wamid }) => wamid).sort());
  expect(wamids).not.toEqual(said.map(({ wamid }) => wamid));
});

test("batch: many updates of a number are one change", async () => {
  const shop = await faulty({ kind: "batch", windowMs: 60 });
  for (const phone of [ANA, OTHER, ANA]) shop.simulator.customerSays(phone, { phoneNumberId: NUMBER, content: hola });
  shop.simulator.customerSays(ANA, { phoneNumberId: "222", content: hola });
  await eventually(() => expect(shop.heard).toHaveLength(2));
  expect(shop.heard.map(({ messages }) => messages.length).sort()).toEqual([1, 3]);
  const changes = shop.posts.map(({ body }) => JSON.parse(body.toString()).entry[0].changes);
  expect(changes.map((all) => all.length)).toEqual([1, 1]);
});

test("batch: a full one leaves at once", async () => {
  const shop = await faulty({ kind: "batch", windowMs: 60_000, maxUpdates: 3 });
  await send(shop);
  await eventually(() => expect(statusesHeard(shop)).toEqual(["sent", "delivered", "read"]));
  expect(shop.posts).toHaveLength(1);
});

test("batch: what one customer's batch holds does not leave in another's", async () => {
  const shop = await faulty({ kind: "batch", windowMs: 60_000, maxUpdates: 3, next: 3, recipient: ANA });
  await order(shop, { kind: "batch", windowMs: 60_000, maxUpdates: 2, next: 2, recipient: OTHER });
  for (const phone of [ANA, OTHER, ANA, OTHER, ANA]) {
    shop.simulator.customerSays(phone, { phoneNumberId: NUMBER, content: hola });
  }
  await eventually(() => expect(shop.heard).toHaveLength(2));
  const senders = shop.heard.map(({ messages }) => messages.map(({ identity }) => identity.phone));
  expect(senders).toEqual([
    [OTHER, OTHER],
    [ANA, ANA, ANA],
  ]);
});

test("merge: several numbers stand in one POST", async () => {
  const shop = await faulty({ kind: "merge", windowMs: 60 });
  for (const number of [NUMBER, "222", "333"]) {
    shop.simulator.customerSays(ANA, { phoneNumberId: number, content: hola });
  }
  await eventually(() => expect(shop.heard).toHaveLength(1));
  expect(shop.heard[0]?.messages.map(({ phoneNumberId }) => phoneNumberId)).toEqual([NUMBER, "222", "333"]);
});

test("huge_batch: the message stands in three megabytes of others' reports", async () => {
  const shop = await faulty({ kind: "huge_batch", updates: "messages" });
  await shop.simulator.customerSays(ANA, { phoneNumberId: NUMBER, content: hola }).end;
  const bytes = shop.posts[0]?.body.byteLength ?? 0;
  expect(bytes).toBeGreaterThan(2_950_000);
  expect(bytes).toBeLessThanOrEqual(3_000_000);
  expect(shop.heard[0]?.messages).toHaveLength(1);
  expect(shop.heard[0]?.statuses.length).toBeGreaterThan(900);
});

test.each(["unsigned", "wrong_signature", "reserialised"])(
  "%s: the first try is refused, the next one is Meta's own",
  async (kind) => {
    const shop = await faulty({ kind, next: 1 });
    const content = { type: "text", text: { body: "¿cuánto? 👍" } };
    const said = shop.simulator.customerSays(ANA, { phoneNumberId: NUMBER, content });
    expect(await said.firstAnswer).toMatchObject({ httpStatus: 401 });
    expect(await said.end).toEqual({ kind: "delivered", attempts: 2 });
  },
);

test("token_expired: the new token is good, and the old one again once it is mended", async () => {
  const shop = await simulatedShop();
  const { id } = await order(shop, { kind: "token_expired", newToken: "the-new-one" });
  const post = (token: string) =>
    fetch(`${shop.url}/v26.0/${NUMBER}/messages`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ messaging_product: "whatsapp", to: `+${ANA}`, type: "text", text: { body: "x" } }),
    });
  const refused = await post(secrets.accessToken);
  expect([refused.status, await refused.json()]).toMatchObject([401, { error: { code: 190, error_subcode: 463 } }]);
  expect((await post("the-new-one")).status).toBe(200);
  await fetch(`${shop.url}/faults/${id}`, { method: "DELETE", headers });
  expect((await post(secrets.accessToken)).status).toBe(200);
});

test("throughput: beyond so many in a second 130429 is the answer", async () => {
  const shop = await faulty({ kind: "throughput", perSecond: 2 });
  expect([await send(shop), await send(shop), await send(shop)]).toMatchObject([
    { kind: "accepted" },
    { kind: "accepted" },
    { kind: "refused", code: 130429 },
  ]);
});

test("next, every, recipient and number say whom it meets and when", async () => {
  const shop = await simulatedShop();
  const outcomes = async (to = ANA, number = NUMBER) => {
    const kinds: string[] = [];
    for (let n = 0; n < 6; n++) kinds.push((await send(shop, to, number)).kind === "refused" ? "no" : "yes");
    return kinds.join(" ");
  };
  const refuse = { kind: "refuse", code: 131026 };
  await order(shop, { ...refuse, next: 2, recipient: `+${ANA}` });
  expect(await outcomes(OTHER)).toBe("yes yes yes yes yes yes");
  expect(await outcomes()).toBe("no no yes yes yes yes");
  await order(shop, { ...refuse, every: 3, phoneNumberId: "222" });
  expect(await outcomes()).toBe("yes yes yes yes yes yes");
  expect(await outcomes(ANA, "222" as typeof NUMBER)).toBe("yes yes no yes yes no");
  const listed = await fetch(`${shop.url}/faults`, { headers });
  expect(await listed.json()).toMatchObject({
    items: [
      { kind: "refuse", code: 131026, seen: 2, fired: 2, isSpent: true },
      { seen: 6, fired: 2, isSpent: false },
    ],
  });
});

test("chance is seeded: the same seed makes the same choices", async () => {
  const choices = async (seed: number) => {
    const shop = await faulty({ kind: "refuse", code: 131026, probability: 0.5, seed });
    const kinds: string[] = [];
    for (let n = 0; n < 30; n++) kinds.push((await send(shop)).kind);
    return kinds;
  };
  const first = await choices(7);
  expect(new Set(first).size).toBe(2);
  expect(await choices(7)).toEqual(first);
  expect(await choices(8)).not.toEqual(first);
});

test.each<[Record<string, unknown>, RegExp]>([
  [{}, /kind is missing: it must be one of drop_response/],
  [{ kind: "gremlin" }, /kind is \\"gremlin\\"/],
  [{ kind: "refuse" }, /code/],
  [{ kind: "drop_response", delayMs: 5 }, /delayMs/],
  [{ kind: "no_statuses", next: 0 }, /next/],
  [{ kind: "no_statuses", probability: 2 }, /probability/],
  [{ kind: "no_statuses", recipient: "ana" }, /recipient: must be a phone/],
  [{ kind: "no_statuses", phoneNumberId: "ana" }, /phoneNumberId: must be Meta's id/],
  [{ kind: "duplicate", updates: "gossip" }, /updates/],
])("the order %j is refused", async (fault, words) => {
  const shop = await simulatedShop();
  expect(JSON.stringify(await order(shop, fault, 422))).toMatch(words);
});

test("faults can be cleared one by one and all together, by whoever has the token", async () => {
  const shop = await simulatedShop();
  const { id } = await order(shop, { kind: "no_statuses" });
  await order(shop, { kind: "late_sent" });
  const remove = async (path: string, token = secrets.accessToken) => {
    const answer = await fetch(`${shop.url}/faults${path}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${token}` },
    });
    return [answer.status, await answer.json()];
  };
  expect(await remove("", "another")).toMatchObject([401, {}]);
  expect(await remove(`/${id}`)).toEqual([200, { removed: 1 }]);
  expect(await remove(`/${id}`)).toMatchObject([404, { detail: expect.stringContaining(id) }]);
  expect(await remove("")).toEqual([200, { removed: 1 }]);
});
