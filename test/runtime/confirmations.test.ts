import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Decision } from "../../src/core/agent/agent.ts";
import { type ConversationId, DEFAULT_WORKSPACE, type RunId } from "../../src/core/ids.ts";
import type { MessageContent } from "../../src/core/inbound/content.ts";
import type { DecideRequest } from "../../src/core/ports/desk/confirmations.ts";
import type { EffectKind, ToolCall, ToolResult, Tools } from "../../src/core/ports/tools.ts";
import { violations } from "../support/oracle.ts";
import { readsOf } from "../support/reads.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, type Shop, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
const shops: Shop[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  await Promise.all(shops.splice(0).map((shop) => shop.worker.stop(500)));
  expect(await violations(database, { when: "any time" })).toEqual([]);
});

const { runOf, conversationOf } = readsOf(() => database);
const confirmations = () => database.store.confirmations;

interface Asking {
  readonly audience?: "customer" | "operator";
  readonly kind?: EffectKind;
  /** What the tool answers once it is approved. */
  readonly answers?: (call: ToolCall) => Promise<ToolResult>;
  readonly decide?: Partial<Decision>;
  readonly version?: string;
}

let people = 0;
/** A shop whose agent pays back on "devolver": a call that its policy asks about. */
function shopThatAsks({ audience = "operator", kind = "external", answers, decide, version = "1" }: Asking = {}) {
  const made: ToolCall[] = [];
  const tools: Tools = {
    kindOf: (tool) =>
      tool === "nothing" ? null : { kind: tool === "look" ? "read" : kind, timeoutMs: 500, riskLevel: "high" },
    execute: async (call) => {
      if (call.tool === "look") return { kind: "ok", output: 1 };
      if (call.scope.approval === null) {
        const { amount } = call.input as { amount: number };
        return { kind: "confirm", rule: "high_risk", reason: "money", audience, question: `¿Devuelvo $${amount}?` };
      }
      made.push(call);
      return answers?.(call) ?? { kind: "ok", output: { paid: true }, effect: null, allowedBy: "approved" };
    },
  };
  const agent = testAgent(
    ({ message }) =>
      message.includes("devolver")
        ? decision("Ya le devolví su dinero", {
            tools: [{ callId: "pay", tool: "refund", input: { amount: 79_900 } }],
            stateUpdates: { newDatosCapturados: { nombre: "Ana" }, newMode: "devuelto" },
            ...decide,
          })
        : decision(`eco: ${message}`),
    { version },
  );
  const { channel, texts, sent } = recordingChannel();
  const shop = openShop(
    database.store,
    { channel, agents: registryOf(agent), tools },
    { pollMs: 100, retry: { maxAttempts: 2, baseDelayMs: 1, maxDelayMs: 1 } },
  );
  shops.push(shop);
  shop.worker.start();
  people += 1;
  const phone = `57305${String(people).padStart(7, "0")}`;
  const says = (content: string | MessageContent) =>
    typeof content === "string" ? shop.says(content, { phone }) : shop.says("", { phone, content });
  const status = async (id: string) => (await runOf(id)).status;
  const becomes = (id: string, wanted: string) =>
    eventually(`run ${id} is ${wanted}`, async () => (await status(id)) === wanted);
  const asked = async () => {
    const { runId, conversationId } = await says("quiero devolver");
    await becomes(runId, "waiting_confirmation");
    const { items } = await confirmations().list(DEFAULT_WORKSPACE, { runId: runId as RunId, limit: 2 });
    if (items[0] === undefined) throw new Error("nothing was asked");
    if (audience === "customer") {
      await eventually("the question is out", async () =>
        ((await conversationOf(conversationId)).messages ?? []).some((one) => one.status === "accepted"),
      );
    }
    return { runId, conversationId, question: items[0] };
  };
  const heard = (n: number) => eventually(`${n} messages`, () => texts().length >= n);
  return { shop, says, asked, made, texts, sent, becomes, heard, phone };
}

const answer = (runId: string, decided: "approve" | "deny", overrides: Partial<DecideRequest> = {}) =>
  confirmations().decide({
    workspaceId: DEFAULT_WORKSPACE,
    of: { runId: runId as RunId },
    decision: decided,
    actor: "maria",
    identity: "user:maria",
    note: null,
    ...overrides,
  });
const tap = (id: string, yes: boolean): MessageContent => ({
  type: "button",
  title: yes ? "Sí" : "No",
  payload: `confirm:${id}:${yes ? "yes" : "no"}`,
});

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
      await database.rows("select status, policy_decision, policy_reason from agent_tool_calls where run_id = $1", [
        runId,
      ]),
    ).toEqual([{ status: "blocked", policy_decision: "deny", policy_reason: "denied by maria: sin recibo" }]);
  });

  test("expires: nothing is done, the customer is told once, and a late yes does not count", async () => {
    const { asked, made, texts, becomes, heard } = shopThatAsks();
    const { runId } = await asked();
    await database.advance(121_000);
    expect(await answer(runId, "approve")).toMatchObject({ kind: "expired" });
    await becomes(runId, "completed");
    await heard(1);
    expect(await answer(runId, "approve")).toMatchObject({ kind: "expired" });
    expect([made, texts()]).toEqual([[], [expect.stringMatching(/^Disculpe la espera/)]]);
    expect((await runOf(runId)).outcome).toBe("expired");
  });

  test("lives as long as the shop has set: a person who looks after half an hour may still say yes", async () => {
    const { agentConfigs } = database.store;
    await agentConfigs.change(DEFAULT_WORKSPACE, { confirmationMinutes: 45 }, "maria");
    try {
      const { asked, made, becomes } = shopThatAsks();
      const { runId } = await asked();
      await database.advance(30 * 60_000);
      expect(await answer(runId, "approve")).toMatchObject({ kind: "decided" });
      await becomes(runId, "completed");
      expect(made).toHaveLength(1);
      const { runId: later } = await asked();
      await database.advance(46 * 60_000);
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
        await database.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, conversationId as ConversationId, change);
      },
    ],
    [
      "its session ends",
      async (conversationId: string) => {
        await database.rows(
          "update agent_sessions set status = 'closed', closed_at = recado_now() where conversation_id = $1",
          [conversationId],
        );
      },
    ],
    [
      "the customer wants no more messages",
      async (conversationId: string) => {
        await database.rows(
          "update contacts set marketing_stopped_at = recado_now() where id = (select contact_id from conversations where id = $1)",
          [conversationId],
        );
      },
    ],
    [
      "somebody discards the run",
      async (_: string, runId: string) => {
        const by = { actor: "ana", note: null };
        expect(await database.store.runs.discard(DEFAULT_WORKSPACE, runId as RunId, by)).toMatchObject({
          kind: "discarded",
        });
      },
    ],
    [
      "somebody calls off what is open there",
      async (conversationId: string) => {
        await database.rows("select cancel_confirmations('default', $1, null, 'ana', null)", [conversationId]);
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
    await database.rows(change, [runId]);
    shopThatAsks({ version: what.includes("version") ? "2" : "1" });
    await becomes(runId, "completed");
    expect(made).toEqual([]);
    expect(await runOf(runId)).toMatchObject({ outcome: "declined" });
    expect(await database.rows("select policy_reason from agent_tool_calls where run_id = $1", [runId])).toEqual([
      { policy_reason: expect.stringMatching(/^changed/) },
    ]);
    void [texts, heard];
  });

  test("whose checkpoint nobody can read any more is buried with a word to the customer, and made by nobody", async () => {
    const { asked, made, texts, becomes, heard } = shopThatAsks();
    const { runId } = await asked();
    await database.rows("update agent_checkpoints set state = state - 'decision' - 'mode' where run_id = $1", [runId]);
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
    const { turns } = await database.store.mailbox.claim({ worker: dead as never, leaseMs: 1_000, freeSlots: 9 });
    expect(turns.map(({ run }) => run.id)).toEqual([runId]);
    await database.advance(2_000);
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
    expect(await database.store.runs.retry(DEFAULT_WORKSPACE, runId as RunId, "ana")).toEqual({
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
      async () => (await database.rows("select from outbox_messages where status <> 'accepted'")).length === 0,
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
    const { inbound } = await import("../support/inbound.ts");
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
    await database.advance(25 * 3_600_000);
    await becomes(runId, "completed");
    expect((await runOf(runId)).outcome).toBe("expired");
    expect([made.length, texts().length]).toEqual([0, 1]);
  });
});
