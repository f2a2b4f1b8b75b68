import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import { nextSendStep, SEND_TIMES } from "../../src/core/outbound/send-policy.ts";
import type { ClaimedTurn } from "../../src/core/turn/turn.ts";
import { enqueueRequest, inbound, leaseOffer, newId, newWorkerId } from "../support/inbound.ts";
import { violations } from "../support/oracle.ts";
import { readsOf } from "../support/reads.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { reply } from "../support/turn-commits.ts";
import { fetcherOf, listening, voiceNote } from "../support/voice-notes.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const { runOf, conversationOf, ended } = readsOf(() => database);
const fetcher = fetcherOf(() => database);
const timer = { level: "L3", seconds: { real: 60, rapido: 60, instantaneo: 0.2 } };

/** A shop whose agent repeats what it hears and then waits for 0.2 s; what it was asked stands in `asked`. */
function open(timerPreset: "real" | "instantaneo" = "instantaneo") {
  const asked: string[] = [];
  const { channel, texts } = recordingChannel();
  const agent = testAgent(
    (input) => {
      asked.push(input.dueTimer == null ? input.message : "timer");
      return decision(`eco: ${input.message}`, { timerSignals: [{ type: "start" }], timer });
    },
    { understands: ["audio"] },
  );
  const { files } = listening();
  const parts = { channel, agents: registryOf(agent), files, timerPreset };
  const shop = openShop(database.store, parts, { pollMs: 100 });
  shop.worker.start();
  return { shop, asked, texts };
}

test("BAJA is confirmed once and ends the sale; a question is answered, and nothing else is said until ALTA", async () => {
  const { shop, asked, texts } = open();
  const phone = "573021110001";
  const says = async (body: string) => {
    const { runId, conversationId } = await shop.says(body, { phone });
    await ended(runId);
    return { runId, conversationId };
  };
  const before = await database.rows("select count(*)::int as n from audit_log where action = 'contact.opted_out'");
  const { conversationId } = await says("BAJA");
  await eventually("it is confirmed", () => texts().length === 1);
  await expect.poll(() => texts()[0]).toMatch(/no le volveremos a escribir/);
  expect(asked).toEqual([]);
  const { contact, session } = await conversationOf(conversationId);
  expect(contact.optedOut).toMatchObject({ at: expect.any(Date), eventId: expect.any(String) });
  expect(session?.status).toBe("closed");
  expect(await database.rows("select count(*)::int as n from audit_log where action = 'contact.opted_out'")).toEqual([
    { n: Number(before[0]?.["n"]) + 1 },
  ]);

  await says("¿cuánto vale?");
  expect(asked).toEqual(["¿cuánto vale?"]);
  await eventually("its timer has come due", async () =>
    (await outcomesOf(conversationId)).some((outcome) => outcome === "opted_out"),
  );
  expect(asked).toEqual(["¿cuánto vale?"]);
  expect(texts()).toHaveLength(2);

  await says("ALTA");
  await eventually("it is confirmed too", () => texts().length === 3);
  expect((await conversationOf(conversationId)).contact).not.toHaveProperty("optedOut");
  await says("hola de nuevo");
  await eventually("timers speak again", () => asked.includes("timer"));
  await shop.worker.stop(1_000);
  expect(await violations(database)).toEqual([]);
});

test("a shop in Brazil honours its own words and those of other languages, and answers in Portuguese", async () => {
  const { shop, asked, texts } = open("real");
  await database.store.agentConfigs.change(DEFAULT_WORKSPACE, { locale: "pt-BR" }, "test");
  const says = async (body: string, phone: string) => {
    const { runId, conversationId } = await shop.says(body, { phone });
    await ended(runId);
    return (await conversationOf(conversationId)).contact;
  };
  // "Pare" and "voltar" count only here, "stop messaging me" and "no me escriban más" everywhere.
  const out = ["Sair", "pare", "não quero mais receber mensagens", "stop messaging me", "no me escriban más"];
  for (const [index, words] of out.entries()) {
    expect(await says(words, `55119000000${index}0`), words).toMatchObject({ optedOut: { at: expect.any(Date) } });
  }
  const confirmed = () => texts().filter((text) => /responda VOLTAR/.test(text));
  await eventually("each is confirmed", () => confirmed().length === out.length);
  // A Spanish opt-in is no opt-in of a Brazilian.
  expect(await says("alta", "5511900000000")).toHaveProperty("optedOut");
  expect(await says("voltar", "5511900000000")).not.toHaveProperty("optedOut");
  expect(await says("não quero parar de receber as novidades", "5511900000090")).not.toHaveProperty("optedOut");
  expect(asked.filter((words) => words !== "timer")).toEqual(["alta", "não quero parar de receber as novidades"]);

  await database.store.agentConfigs.change(DEFAULT_WORKSPACE, { locale: "es-CO" }, "test");
  expect(await says("pare", "573021110071")).not.toHaveProperty("optedOut");
  expect(await says("sair", "573021110072")).toHaveProperty("optedOut");
  await shop.worker.stop(1_000);
  expect(await violations(database)).toEqual([]);
});

test("what was thought of before the opt-out does not leave after it, marked or unmarked; its confirmation does", async () => {
  const { store } = database;
  const worker = newWorkerId();
  const phone = "573021110002";
  const [turn] = (await store.mailbox.enqueue(enqueueRequest([inbound("hola", { phone })], leaseOffer(worker)))).turns;
  const { lease } = turn as ClaimedTurn;
  // The turn is at work; in the middle of it the customer has had enough.
  await store.mailbox.enqueue(enqueueRequest([inbound("no me escriban más", { phone })]));
  const committed = await store.mailbox.commit(turn as ClaimedTurn, reply("¡Aproveche!", { refuseIfNewer: false }));
  expect(committed).toMatchObject({ kind: "committed", toSend: null });
  const { claims } = await store.outbox.claim(worker, 10, SEND_TIMES.sendLeaseMs);
  const claim = claims.find(({ message }) => message.conversationId === lease.conversationId);
  if (claim === undefined) throw new Error("it is not due");
  expect(nextSendStep(claim, SEND_TIMES)).toMatchObject({ kind: "settle", settlement: { kind: "dropped" } });
  expect(await store.outbox.markInFlight(worker, claim.message, SEND_TIMES.sendLeaseMs)).toBeNull();
  await store.outbox.settle(claim.message, { kind: "dropped", reason: "opted out" }, null);

  const { turns } = await store.mailbox.claim(leaseOffer(worker));
  const next = turns.find((one) => one.lease.conversationId === lease.conversationId);
  expect(await store.mailbox.commit(next as ClaimedTurn, reply("Listo."))).toMatchObject({
    kind: "committed",
    toSend: { content: { body: "Listo." } },
  });
});

test("said aloud it counts as well, and cancels what another conversation of theirs waits for", async () => {
  const { shop, texts } = open("real");
  const phone = "573021110003";
  const other = await shop.says("hola", { phone, phoneNumberId: "222222222222222" as never });
  await ended(other.runId);
  expect((await conversationOf(other.conversationId)).timer).not.toBeNull();
  const { runId, conversationId } = await shop.says("", { phone, content: voiceNote("v1") });
  await fetcher.brings("v1", "por favor no me escriban más");
  await ended(runId);
  expect((await runOf(runId)).outcome).toBe("answered");
  expect((await conversationOf(conversationId)).contact.optedOut).toBeDefined();
  expect((await conversationOf(other.conversationId)).timer).toBeNull();
  // Not the newest, surely: a timer of an earlier test may speak here, too.
  await eventually("it is confirmed", () => texts().some((text) => /no le volveremos/.test(text)));
  await shop.worker.stop(1_000);
});

test("an older word that comes late changes nothing, and WhatsApp's own notices are the same state", async () => {
  const { contacts, mailbox, conversations } = database.store;
  const phone = "573021110004";
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  const say = async (body: string, occurredAt: Date) =>
    (await mailbox.enqueue(enqueueRequest([inbound(body, { phone, occurredAt })]))).items[0]?.conversationId;
  const id = await say("ALTA", at(-1));
  const shown = async () => (await conversations.get(DEFAULT_WORKSPACE, id as never))?.contact.optedOut;
  await say("BAJA", at(-5));
  expect(await shown()).toBeUndefined();
  const notice = { phoneNumberId: inbound("").phoneNumberId, identity: { phone, bsuid: null } };
  await contacts.update([{ kind: "marketing_stopped", ...notice, at: at(1) }], newId);
  expect(await shown()).toMatchObject({ eventId: null });
  await say("BAJA", at(2));
  expect(await shown()).toMatchObject({ eventId: expect.any(String) });
  await contacts.update([{ kind: "marketing_resumed", ...notice, at: at(3) }], newId);
  expect(await shown()).toBeUndefined();
});

async function outcomesOf(conversationId: string) {
  const rows = await database.rows("select outcome from agent_runs where conversation_id = $1", [conversationId]);
  return rows.map(({ outcome }) => outcome);
}
