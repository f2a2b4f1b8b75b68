import { describe, expect, test } from "vitest";
import type { AgentInput, Decision } from "../../../src/core/agent/agent.ts";
import { humanDelayMs } from "../../../src/core/outbound/human-delay.ts";
import { decision, eventually, recordingChannel, registryOf, type Shop, testAgent } from "../../support/shop.ts";
import { pacedShops } from "./paced-shops.ts";

const paced = pacedShops();
const { open, runOf, conversationOf, isTyped, passes } = paced;

describe("the later messages of a reply", () => {
  const one = { text: "Nuestro producto es natural", templateId: "info-1", priority: "CORE" } as const;
  const two = { text: "Vale $79.900 con envío gratis", templateId: "precio-1", priority: "COMPLEMENTARIA" } as const;
  const twoMs = humanDelayMs(two.text, 1);
  /** Says two things to the first message, and one to every other; keeps what it was told. */
  function talkative(answer: (input: AgentInput) => Decision = (input) => decision(`eco: ${input.message}`)) {
    const heard: AgentInput[] = [];
    const agent = testAgent((input) => {
      heard.push(input);
      if (input.turnNumber > 1) return answer(input);
      const newTemplatesEnviados = [one.templateId, two.templateId];
      return decision(null, { messages: [one, two], stateUpdates: { newTemplatesEnviados } });
    });
    return { agents: registryOf(agent), heard };
  }
  const statusesOf = async (conversationId: string) =>
    (
      await paced.database.rows(
        "select status, drop_code from outbox_messages where conversation_id = $1 order by seq",
        [conversationId],
      )
    ).map(({ status, drop_code }) => (drop_code === null ? status : `${status}: ${drop_code}`));
  /** The customer has heard the first of two. */
  async function heardOne(shop: Shop, texts: () => string[], overrides: Parameters<Shop["says"]>[1] = {}) {
    const said = await shop.says("hola", { phone: paced.phone, ...overrides });
    await isTyped(said.runId);
    await passes(12_000, shop);
    await eventually("the first is accepted", async () => (await statusesOf(said.conversationId))[0] === "accepted");
    expect(texts()).toEqual([one.text]);
    return said;
  }

  test("are typed one after the other", async () => {
    const { channel, texts } = recordingChannel();
    const shop = open({ channel, agents: talkative().agents });
    const { conversationId } = await heardOne(shop, texts);
    await passes(twoMs - 3_000, shop);
    const { claims } = await paced.database.store.outbox.claim(shop.worker.id, 100, 45_000);
    expect([claims, texts()]).toEqual([[], [one.text]]);
    await passes(3_000, shop);
    await eventually("the second", () => texts().length === 2);
    await eventually("it is accepted", async () => (await statusesOf(conversationId))[1] === "accepted");
    const { session } = await conversationOf(conversationId);
    expect(session?.templates_enviados).toEqual(["info-1", "precio-1"]);
  });

  test("a question between two bubbles stops the second; the agent knows what was left unsaid, and it counts as not said", async () => {
    const { channel, texts } = recordingChannel();
    const { agents, heard } = talkative();
    const shop = open({ channel, agents });
    const { conversationId } = await heardOne(shop, texts);
    const question = await shop.says("¿es seguro?", { phone: paced.phone });
    await isTyped(question.runId);
    // Its time comes and goes while the answer to the question is being typed.
    await passes(twoMs - 3_000, shop);
    await passes(twoMs, shop);
    await eventually("the answer", () => texts().length > 1);
    expect(texts()).toEqual([one.text, "eco: ¿es seguro?"]);
    expect(heard.at(-1)).toMatchObject({
      unsaid: [{ content: { type: "text", body: two.text }, templateId: "precio-1", priority: "COMPLEMENTARIA" }],
      session: { templatesEnviados: ["info-1"] },
    });
    expect(heard.at(-1)?.history.map((turn) => turn.content)).toEqual(["hola", one.text]);
    await eventually("all is settled", async () => (await statusesOf(conversationId)).at(-1) === "accepted");
    expect(await statusesOf(conversationId)).toEqual(["accepted", "dropped: interrupted", "accepted"]);
    expect((await conversationOf(conversationId)).session?.templates_enviados).toEqual(["info-1"]);
  });

  test("what was left unsaid waits for the next turn that answers", async () => {
    const { channel, texts } = recordingChannel();
    const { agents, heard } = talkative((input) => decision(input.message === "ok" ? null : `eco: ${input.message}`));
    const shop = open({ channel, agents });
    const { conversationId } = await heardOne(shop, texts);
    for (const message of ["ok", "¿y?", "gracias"]) {
      const { runId } = await shop.says(message, { phone: paced.phone });
      await eventually("the turn is over", async () => {
        await passes(1_000, shop);
        return (await runOf(runId)).status === "completed";
      });
    }
    expect(heard.map(({ message, unsaid }) => [message, unsaid.length])).toEqual([
      ["hola", 0],
      ["ok", 1],
      ["¿y?", 1],
      ["gracias", 0],
    ]);
    expect((await statusesOf(conversationId)).slice(0, 2)).toEqual(["accepted", "dropped: interrupted"]);
  });

  test("are stopped also where a person answers and the agent is not asked", async () => {
    const { channel, texts } = recordingChannel();
    const shop = open({ channel, agents: talkative().agents });
    const { conversationId } = await heardOne(shop, texts);
    await paced.database.rows("update conversations set bot_enabled = false where id = $1", [conversationId]);
    const { runId } = await shop.says("¿es seguro?", { phone: paced.phone });
    await eventually("the turn is over", async () => (await runOf(runId)).outcome === "bot_off");
    expect(await statusesOf(conversationId)).toEqual(["accepted", "dropped: interrupted"]);
    expect((await conversationOf(conversationId)).session?.templates_enviados).toEqual(["info-1"]);
  });

  test("are not stopped by a reaction", async () => {
    const { channel, texts } = recordingChannel();
    const shop = open({ channel, agents: talkative().agents });
    await heardOne(shop, texts);
    await shop.says("", { phone: paced.phone, content: { type: "reaction", emoji: "🎉", targetWamid: "wamid.other" } });
    await passes(twoMs, shop);
    await eventually("the second", () => texts().length === 2);
    expect(texts()).toEqual([one.text, two.text]);
  });

  test("that WhatsApp refuses for good leave the list of what was said", async () => {
    const { channel, texts } = recordingChannel((_request, n) =>
      n === 1
        ? { kind: "accepted", wamid: "wamid.first", recipientPhone: null }
        : { kind: "refused", code: 131_026, detail: "undeliverable", refusal: "unreachable", retryAfterMs: null },
    );
    const shop = open({ channel, agents: talkative().agents });
    const { conversationId } = await heardOne(shop, texts);
    await passes(twoMs, shop);
    await eventually("it failed", async () => (await statusesOf(conversationId))[1] === "failed");
    expect((await conversationOf(conversationId)).session?.templates_enviados).toEqual(["info-1"]);
  });
});
