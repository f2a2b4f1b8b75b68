import { describe, expect, test } from "vitest";
import { DEFAULT_WORKSPACE, type RunId } from "../../../src/core/ids.ts";
import { eventually } from "../../support/shop.ts";
import { shopsThatAsk, tap } from "./shops-that-ask.ts";

const shops = shopsThatAsk();
const { answer, confirmations, runOf, shopThatAsks } = shops;

describe("a call that the customer must approve", () => {
  test("is asked with buttons, made of its arguments, and released by their tap", async () => {
    const { asked, says, made, sent, texts, becomes, heard } = shopThatAsks({ audience: "customer" });
    const { runId, question } = await asked();
    expect(sent[0]?.content).toMatchObject({
      type: "buttons",
      body: "¿Devuelvo $79900?",
      buttons: [
        { id: `confirm:${question.id}:yes`, title: "Sí" },
        { id: `confirm:${question.id}:no`, title: "No" },
      ],
    });
    const tapped = await says(tap(question.id, true));
    await becomes(runId, "completed");
    await heard(2);
    expect(texts()).toEqual(["¿Devuelvo $79900?", "Ya le devolví su dinero"]);
    expect(made).toHaveLength(1);
    expect((await runOf(tapped.runId)).outcome).toBe("confirmed");
    expect(await confirmations().get(DEFAULT_WORKSPACE, question.id)).toMatchObject({
      status: "approved",
      decidedBy: "customer",
    });
  });

  test.each([["sí"], ["dale pues"]])("a plain %j to our last word is a yes", async (yes) => {
    const { asked, says, made, becomes } = shopThatAsks({ audience: "customer" });
    const { runId } = await asked();
    await says(yes);
    await becomes(runId, "completed");
    expect(made).toHaveLength(1);
  });

  test("a no ends it: said once, nothing is done", async () => {
    const { asked, says, made, texts, becomes, heard } = shopThatAsks({ audience: "customer" });
    const { runId } = await asked();
    await says("no señora");
    await becomes(runId, "completed");
    await heard(2);
    expect(made).toEqual([]);
    expect(texts().slice(1)).toEqual([expect.stringMatching(/^Listo, no lo hago/)]);
    expect((await runOf(runId)).outcome).toBe("declined");
  });

  test("other words are a turn of their own, and the question stays open; a late yes is asked again, then counts", async () => {
    const { asked, says, made, texts, becomes, heard } = shopThatAsks({ audience: "customer" });
    const { runId, question } = await asked();
    await says("cuánto se demora?");
    await heard(2);
    expect(texts()[1]).toBe("eco: cuánto se demora?");
    // It may answer what was said since: the agent hears it, and the question is put again.
    await says("sí");
    await heard(4);
    expect(texts().slice(2)).toEqual(["eco: sí", "¿Devuelvo $79900?"]);
    expect(made).toEqual([]);
    await eventually(
      "it is out",
      async () => (await shops.database.rows("select from outbox_messages where status <> 'accepted'")).length === 0,
    );
    expect(await confirmations().get(DEFAULT_WORKSPACE, question.id)).toMatchObject({ status: "pending" });
    await says("sí");
    await becomes(runId, "completed");
    expect(made).toHaveLength(1);
  });

  test("an ok is not sure: it is asked again, and the agent hears nothing of it", async () => {
    const { asked, says, made, texts, heard } = shopThatAsks({ audience: "customer" });
    await asked();
    await says("ok");
    await heard(2);
    expect([texts(), made]).toEqual([["¿Devuelvo $79900?", "¿Devuelvo $79900?"], []]);
  });

  test("taps on a question that is closed, or that is somebody else's, say so and do nothing", async () => {
    const { asked, says, made, becomes, heard, texts } = shopThatAsks({ audience: "customer" });
    const { runId, question } = await asked();
    await says(tap(question.id, true));
    await becomes(runId, "completed");
    await heard(2);
    await says(tap(question.id, true));
    await heard(3);
    expect(made).toHaveLength(1);
    expect(texts()[2]).toMatch(/^Esa pregunta ya está cerrada/);
    const stranger = shopThatAsks({ audience: "customer" });
    const theirs = await stranger.asked();
    const before = stranger.texts().length;
    await says(tap(theirs.question.id, true));
    // Both shops work on one database: whichever worker is free answers.
    await eventually("the customer is told", () => texts().length + stranger.texts().length - before === 4);
    expect(await confirmations().get(DEFAULT_WORKSPACE, theirs.question.id)).toMatchObject({ status: "pending" });
    expect(stranger.made).toEqual([]);
  });

  test("of two in one decision each is asked in its turn, and both are made once they have their yes", async () => {
    const call = (callId: string, amount: number) => ({ callId, tool: "refund", input: { amount } });
    const decide = { tools: [call("first", 10_000), call("second", 20_000)] };
    const { asked, says, made, texts, becomes, heard } = shopThatAsks({ audience: "customer", decide });
    const { runId, question } = await asked();
    await says(tap(question.id, true));
    await heard(2);
    const { items } = await confirmations().list(DEFAULT_WORKSPACE, { runId: runId as RunId, limit: 2 });
    await says(tap(String(items[0]?.id), true));
    await becomes(runId, "completed");
    await heard(3);
    expect(texts()).toEqual(["¿Devuelvo $10000?", "¿Devuelvo $20000?", "Ya le devolví su dinero"]);
    expect(made.map(({ input }) => input)).toEqual([{ amount: 10_000 }, { amount: 20_000 }]);
  });

  test("is not an operator's to answer", async () => {
    const { asked, made } = shopThatAsks({ audience: "customer" });
    const { runId } = await asked();
    for (const decided of ["approve", "deny"] as const) {
      expect(await answer(runId, decided)).toMatchObject({ kind: "not_entitled" });
    }
    expect(made).toEqual([]);
  });

  test("a yes and a no at once decide nothing", async () => {
    const { asked, shop, phone, made, texts, heard } = shopThatAsks({ audience: "customer" });
    const { question } = await asked();
    const { inbound } = await import("../../support/inbound.ts");
    await shop.post([
      inbound("", { phone, content: tap(question.id, true) }),
      inbound("", { phone, content: tap(question.id, false) }),
    ]);
    await heard(2);
    expect(made).toEqual([]);
    expect(texts()[1]).toBe("¿Devuelvo $79900?");
  });

  test("expires after a day without a word, because nothing may leave any more", async () => {
    const { asked, made, texts, becomes } = shopThatAsks({ audience: "customer" });
    const { runId } = await asked();
    await shops.database.advance(25 * 3_600_000);
    await becomes(runId, "completed");
    expect((await runOf(runId)).outcome).toBe("expired");
    expect([made.length, texts().length]).toEqual([0, 1]);
  });
});
