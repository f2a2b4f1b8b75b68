import { afterAll, beforeAll, expect, test } from "vitest";
import { RecadoError } from "../../../src/core/errors.ts";
import { DEFAULT_WORKSPACE, type OrderId, type RunId } from "../../../src/core/ids.ts";
import type { EffectKind, Tools } from "../../../src/core/ports/tools.ts";
import { createFire } from "../../fire/arm.js";
import { violations } from "../../support/oracle.ts";
import { readsOf } from "../../support/reads.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";

/** Each kind of effect × each commit that an approved call meets, cut off before it and after it (the answer is lost). */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const { runOf } = readsOf(() => database);

const KINDS: readonly EffectKind[] = ["read", "transactional", "external"];
const EDGES = ["confirmations.resume", "mailbox.claim", "mailbox.flushSteps", "mailbox.commit"];
const CASES = KINDS.flatMap((kind) =>
  EDGES.filter((edge) => kind === "external" || !edge.endsWith("flushSteps")).flatMap((edge) =>
    (["before", "after"] as const).map((when) => [kind, edge, when] as const),
  ),
);

let people = 0;
test.each(CASES)("an approved %s effect, cut off at %s (%s), takes place once", async (kind, point, when) => {
  const fire = createFire(() => {
    throw new RecadoError("database_unreachable", "the test cut it off");
  });
  people += 1;
  const orderId = `00000000-0000-7000-8000-${String(people).padStart(12, "0")}` as OrderId;
  const purchaseKey = `purchase-${people}`;
  const keys: string[] = [];
  const tools: Tools = {
    kindOf: () => ({ kind, timeoutMs: 1_000, riskLevel: "high" }),
    async execute({ scope, idempotencyKey }) {
      if (scope.approval === null) {
        return { kind: "confirm", rule: "money", reason: "money", audience: "operator", question: "¿Lo hago?" };
      }
      keys.push(idempotencyKey);
      if (kind !== "transactional") return { kind: "ok", output: 1, allowedBy: "approved" };
      const terms = {
        source: "customer",
        status: "confirmed",
        stage: "NUEVO PEDIDO",
        pack: "1x",
        products: [],
      } as const;
      const rest = { total: 1, shippingAddress: "Calle 1", note: null, data: {}, tags: [] };
      return { kind: "ok", output: 1, effect: { kind: "create_order", id: orderId, purchaseKey, ...terms, ...rest } };
    },
  };
  const agent = testAgent(() => decision("hecho", { tools: [{ callId: "do", tool: "do", input: { n: people } }] }));
  const { channel, texts } = recordingChannel();
  const retry = { maxAttempts: 4, baseDelayMs: 1, maxDelayMs: 1 };
  const parts = { channel, agents: registryOf(agent), tools };
  const shop = openShop(fire.wrapStore(database.store), parts, { pollMs: 100, retry, leaseMs: 600 });
  shop.worker.start();
  try {
    const { runId } = await shop.says("hola", { phone: `57307${String(people).padStart(7, "0")}` });
    await eventually("it asks", async () => (await runOf(runId)).status === "waiting_confirmation");
    fire.arm({ point, when, action: "throw" });
    await database.store.confirmations.decide({
      workspaceId: DEFAULT_WORKSPACE,
      of: { runId: runId as RunId },
      decision: "approve",
      actor: "maria",
      identity: "user:maria",
      note: null,
    });
    await eventually("it is over", async () => ["completed", "dead_letter"].includes((await runOf(runId)).status));
    // Cut off around its mark, a call of somebody else's is in doubt: made at most once, claimed by nobody.
    const isInDoubt = point === "mailbox.flushSteps";
    const run = await runOf(runId);
    expect([run.status, run.error?.code]).toEqual(
      isInDoubt ? ["dead_letter", "tool_in_doubt"] : ["completed", undefined],
    );
    // Whoever lost the answer to its commit does not know that the reply is its own to send; the outbox finds it later.
    if (point !== "mailbox.commit" || when === "before") {
      await eventually("it is told", () => texts().length === 1);
      expect(texts()).toEqual([isInDoubt ? "FALLBACK" : "hecho"]);
    }
    expect(keys.filter((key) => key !== `${runId}:do`)).toEqual([]);
    if (isInDoubt) return expect(keys).toEqual([]);
    expect(keys.length).toBeGreaterThan(0);
    if (kind === "external") expect(keys).toHaveLength(1);
    const orders = await database.rows("select from orders where purchase_key = $1", [purchaseKey]);
    expect(orders).toHaveLength(kind === "transactional" ? 1 : 0);
    expect(await violations(database, { when: "any time" })).toEqual([]);
  } finally {
    await shop.worker.stop(500);
  }
});
