import { describe, expect, test } from "vitest";
import { type ConversationId, DEFAULT_WORKSPACE, type RunId } from "../../../src/core/ids.ts";
import { eventually } from "../../support/shop.ts";
import { shopsThatAsk } from "./shops-that-ask.ts";

const shops = shopsThatAsk();
const { answer, confirmations, conversationOf, runOf, shopThatAsks } = shops;

describe("a call that an operator must approve", () => {
  test("waits with everything that may follow from it, and is made once, as shown, when somebody says yes", async () => {
    const { asked, made, texts, becomes, heard } = shopThatAsks();
    const { runId, conversationId, question } = await asked();
    expect(question).toMatchObject({
      tool: "refund",
      input: { amount: 79_900 },
      question: "¿Devuelvo $79900?",
      audience: "operator",
      risk: "high",
      rule: "high_risk",
      status: "pending",
    });
    expect([made, texts()]).toEqual([[], []]);
    // What they told is kept; what would follow from the deed is not there yet.
    expect((await conversationOf(conversationId)).session).toMatchObject({
      mode: "bienvenida",
      datos_capturados: { nombre: "Ana" },
    });
    expect(await answer(runId, "approve")).toMatchObject({ kind: "decided" });
    await becomes(runId, "completed");
    await heard(1);
    expect(texts()).toEqual(["Ya le devolví su dinero"]);
    expect(made.map(({ idempotencyKey, input, scope }) => [idempotencyKey, input, scope.approval])).toEqual([
      [`${runId}:pay`, { amount: 79_900 }, expect.objectContaining({ confirmationId: question.id })],
    ]);
    expect(await runOf(runId)).toMatchObject({ outcome: "answered", attempts: 2 });
    expect((await conversationOf(conversationId)).session).toMatchObject({ mode: "devuelto" });
    expect((await conversationOf(conversationId)).turns?.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      "user: quiero devolver",
      "assistant: Ya le devolví su dinero",
    ]);
  });

  test("does not hold up the conversation: what the customer says meanwhile is answered", async () => {
    const { asked, says, texts, becomes, heard } = shopThatAsks();
    const { runId } = await asked();
    await becomes((await says("hola")).runId, "completed");
    await heard(1);
    expect(texts()).toEqual(["eco: hola"]);
    await answer(runId, "approve");
    await heard(2);
    expect(texts()).toEqual(["eco: hola", "Ya le devolví su dinero"]);
  });

  test("is not made when they say no: the customer hears it once, and the ledger says who", async () => {
    const { asked, made, texts, becomes, heard } = shopThatAsks();
    const { runId } = await asked();
    await answer(runId, "deny", { note: "sin recibo" });
    await becomes(runId, "completed");
    await heard(1);
    expect(made).toEqual([]);
    expect(texts()).toEqual([expect.stringMatching(/^Disculpe, por ahora no podemos/)]);
    expect((await runOf(runId)).outcome).toBe("declined");
    expect(
      await shops.database.rows(
        "select status, policy_decision, policy_reason from agent_tool_calls where run_id = $1",
        [runId],
      ),
    ).toEqual([{ status: "blocked", policy_decision: "deny", policy_reason: "denied by maria: sin recibo" }]);
  });

  test("expires: nothing is done, the customer is told once, and a late yes does not count", async () => {
    const { asked, made, texts, becomes, heard } = shopThatAsks();
    const { runId } = await asked();
    await shops.database.advance(121_000);
    expect(await answer(runId, "approve")).toMatchObject({ kind: "expired" });
    await becomes(runId, "completed");
    await heard(1);
    expect(await answer(runId, "approve")).toMatchObject({ kind: "expired" });
    expect([made, texts()]).toEqual([[], [expect.stringMatching(/^Disculpe la espera/)]]);
    expect((await runOf(runId)).outcome).toBe("expired");
  });

  test("lives as long as the shop has set: a person who looks after half an hour may still say yes", async () => {
    const { agentConfigs } = shops.database.store;
    await agentConfigs.change(DEFAULT_WORKSPACE, { confirmationMinutes: 45 }, "maria");
    try {
      const { asked, made, becomes } = shopThatAsks();
      const { runId } = await asked();
      await shops.database.advance(30 * 60_000);
      expect(await answer(runId, "approve")).toMatchObject({ kind: "decided" });
      await becomes(runId, "completed");
      expect(made).toHaveLength(1);
      const { runId: later } = await asked();
      await shops.database.advance(46 * 60_000);
      expect(await answer(later, "approve")).toMatchObject({ kind: "expired" });
    } finally {
      await agentConfigs.change(DEFAULT_WORKSPACE, { confirmationMinutes: null }, "maria");
    }
  });

  test("fifty answers at once: one counts, the call is made once or not at all, the others are told", async () => {
    const { asked, made, becomes } = shopThatAsks();
    const { runId, question } = await asked();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => answer(runId, n % 2 === 0 ? "approve" : "deny", { actor: `p${n}` })),
    );
    const decided = answers.flatMap((one) => (one.kind === "decided" ? [one.confirmation] : []));
    expect(decided).toHaveLength(1);
    const after = await confirmations().get(DEFAULT_WORKSPACE, question.id);
    expect(answers.filter(({ kind }) => kind === "not_waiting")).toHaveLength(49);
    expect(decided[0]).toMatchObject({ decidedBy: after?.decidedBy, status: after?.status });
    await becomes(runId, "completed");
    expect(made).toHaveLength(after?.status === "approved" ? 1 : 0);
  });

  test("is nobody else's to answer: another workspace finds nothing, other arguments than were seen are refused (D13, L-36)", async () => {
    const { asked, made, becomes } = shopThatAsks();
    const { runId, question } = await asked();
    expect(await answer(runId, "approve", { workspaceId: "other" as never })).toEqual({ kind: "not_found" });
    expect(await answer(runId, "approve", { argumentsHash: "0".repeat(64) })).toMatchObject({ kind: "changed" });
    expect(made).toEqual([]);
    expect(await answer(runId, "approve", { argumentsHash: question.argumentsHash })).toMatchObject({
      kind: "decided",
    });
    await becomes(runId, "completed");
  });

  test.each([
    [
      "the customer's conversation is taken over",
      async (conversationId: string) => {
        const change = { enabled: false, actor: "ana", note: null };
        await shops.database.store.conversations.setBotEnabled(
          DEFAULT_WORKSPACE,
          conversationId as ConversationId,
          change,
        );
      },
    ],
    [
      "its session ends",
      async (conversationId: string) => {
        await shops.database.rows(
          "update agent_sessions set status = 'closed', closed_at = recado_now() where conversation_id = $1",
          [conversationId],
        );
      },
    ],
    [
      "the customer wants no more messages",
      async (conversationId: string) => {
        await shops.database.rows(
          "update contacts set marketing_stopped_at = recado_now() where id = (select contact_id from conversations where id = $1)",
          [conversationId],
        );
      },
    ],
    [
      "somebody discards the run",
      async (_: string, runId: string) => {
        const by = { actor: "ana", note: null };
        expect(await shops.database.store.runs.discard(DEFAULT_WORKSPACE, runId as RunId, by)).toMatchObject({
          kind: "discarded",
        });
      },
    ],
    [
      "somebody calls off what is open there",
      async (conversationId: string) => {
        await shops.database.rows("select cancel_confirmations('default', $1, null, 'ana', null)", [conversationId]);
      },
    ],
  ])("is called off when %s: nothing is done or told, and an answer comes too late", async (_, happens) => {
    const { asked, made, texts } = shopThatAsks();
    const { runId, conversationId } = await asked();
    await happens(conversationId, runId);
    expect(await answer(runId, "approve")).toMatchObject({
      kind: "not_waiting",
      confirmation: { status: "cancelled" },
    });
    expect(await runOf(runId)).toMatchObject({ status: "completed", outcome: "cancelled" });
    await confirmations().resume({ limit: 9, newId: () => crypto.randomUUID() });
    expect([made, texts()]).toEqual([[], []]);
  });

  test.each([
    [
      "the arguments in the checkpoint",
      "update agent_checkpoints set state = jsonb_set(state, '{decision,tools,0,input,amount}', '1') where run_id = $1",
    ],
    [
      "the arguments in the question",
      "update confirmations set input = jsonb_set(input, '{amount}', '1') where run_id = $1",
    ],
    ["the agent's version", "update agent_runs set agent_version = 'of yesterday' where id = $1"],
  ])("is not made when %s changed after the yes: it is declined, and the customer is told", async (what, change) => {
    const { asked, made, texts, becomes, heard, shop } = shopThatAsks();
    const { runId } = await asked();
    await shop.worker.stop(500);
    await answer(runId, "approve");
    await shops.database.rows(change, [runId]);
    shopThatAsks({ version: what.includes("version") ? "2" : "1" });
    await becomes(runId, "completed");
    expect(made).toEqual([]);
    expect(await runOf(runId)).toMatchObject({ outcome: "declined" });
    expect(await shops.database.rows("select policy_reason from agent_tool_calls where run_id = $1", [runId])).toEqual([
      { policy_reason: expect.stringMatching(/^changed/) },
    ]);
    void [texts, heard];
  });

  test("whose checkpoint nobody can read any more is buried with a word to the customer, and made by nobody", async () => {
    const { asked, made, texts, becomes, heard } = shopThatAsks();
    const { runId } = await asked();
    await shops.database.rows("update agent_checkpoints set state = state - 'decision' - 'mode' where run_id = $1", [
      runId,
    ]);
    await answer(runId, "approve");
    await becomes(runId, "dead_letter");
    await heard(1);
    expect([made.length, texts()]).toEqual([0, ["FALLBACK"]]);
  });

  test("is made after its worker died between the yes and the deed", async () => {
    const { asked, shop } = shopThatAsks();
    const { runId } = await asked();
    await shop.worker.stop(500);
    await answer(runId, "approve");
    const dead = crypto.randomUUID();
    await confirmations().resume({ limit: 9, newId: () => crypto.randomUUID() });
    const { turns } = await shops.database.store.mailbox.claim({ worker: dead as never, leaseMs: 1_000, freeSlots: 9 });
    expect(turns.map(({ run }) => run.id)).toEqual([runId]);
    await shops.database.advance(2_000);
    const successor = shopThatAsks();
    await successor.becomes(runId, "completed");
    expect(successor.made.map(({ idempotencyKey }) => idempotencyKey)).toEqual([`${runId}:pay`]);
  });

  test("that fails for good keeps its approval: tried again, exactly that call is made", async () => {
    let isDown = true;
    const { asked, made, texts, becomes, heard } = shopThatAsks({
      answers: async () => (isDown ? { kind: "error", code: "busy", message: "later" } : { kind: "ok", output: 1 }),
    });
    const { runId } = await asked();
    await answer(runId, "approve");
    await becomes(runId, "dead_letter");
    await heard(1);
    expect(texts()).toEqual(["FALLBACK"]);
    isDown = false;
    expect(await shops.database.store.runs.retry(DEFAULT_WORKSPACE, runId as RunId, "ana")).toEqual({
      kind: "requeued",
    });
    await becomes(runId, "completed");
    expect(made.at(-1)).toMatchObject({ idempotencyKey: `${runId}:pay`, input: { amount: 79_900 } });
  });

  test("waits with what stands behind it; what stood before it is done once, and what claims nothing is said at once", async () => {
    const { asked, made, texts, becomes, heard } = shopThatAsks({
      decide: {
        messages: [
          { text: "Déjeme lo reviso", templateId: null, claimsNothing: true },
          { text: "Listo", templateId: null },
        ],
        tools: [
          { callId: "look", tool: "look", input: {} },
          { callId: "pay", tool: "refund", input: { amount: 1 } },
          { callId: "pay2", tool: "refund", input: { amount: 2 } },
        ],
      },
    });
    const { runId } = await asked();
    await heard(1);
    expect(texts()).toEqual(["Déjeme lo reviso"]);
    await answer(runId, "approve");
    await eventually("it asks about the second", async () => {
      const { items } = await confirmations().list(DEFAULT_WORKSPACE, {
        runId: runId as RunId,
        status: "pending",
        limit: 9,
      });
      return items[0]?.question === "¿Devuelvo $2?";
    });
    expect(texts()).toEqual(["Déjeme lo reviso"]);
    await answer(runId, "approve");
    await becomes(runId, "completed");
    await heard(2);
    expect(texts()).toEqual(["Déjeme lo reviso", "Listo"]);
    expect(made.map(({ input }) => input)).toEqual([{ amount: 1 }, { amount: 2 }]);
  });
});
