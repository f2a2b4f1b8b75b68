import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { Decision } from "../../../src/core/agent/agent.ts";
import { DEFAULT_WORKSPACE, type RunId } from "../../../src/core/ids.ts";
import type { MessageContent } from "../../../src/core/inbound/content.ts";
import type { DecideRequest } from "../../../src/core/ports/desk/confirmations.ts";
import type { EffectKind, ToolCall, ToolResult, Tools } from "../../../src/core/ports/tools.ts";
import { violations } from "../../support/oracle.ts";
import { readsOf } from "../../support/reads.ts";
import {
  decision,
  eventually,
  openShop,
  recordingChannel,
  registryOf,
  type Shop,
  testAgent,
} from "../../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";

export interface Asking {
  readonly audience?: "customer" | "operator";
  readonly kind?: EffectKind;
  /** What the tool answers once it is approved. */
  readonly answers?: (call: ToolCall) => Promise<ToolResult>;
  readonly decide?: Partial<Decision>;
  readonly version?: string;
}

/** One database for a file of tests, and shops on it whose agent asks before it pays back. After each test no invariant is broken. */
export function shopsThatAsk() {
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

  return {
    get database() {
      return database;
    },
    ...{ shopThatAsks, answer, confirmations, runOf, conversationOf },
  };
}

/** What the customer sends by a tap on one of the two buttons. */
export const tap = (id: string, yes: boolean): MessageContent => ({
  type: "button",
  title: yes ? "Sí" : "No",
  payload: `confirm:${id}:${yes ? "yes" : "no"}`,
});
