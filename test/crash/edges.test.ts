import { afterAll, beforeAll, expect, test } from "vitest";
import { spokenText } from "../../src/core/outbound-content.ts";
import type { Mailbox, Outbox, Store } from "../../src/core/ports/store.ts";
import { enqueueRequest, inbound } from "../support/inbound.ts";
import { violations } from "../support/oracle.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, type Shop, testAgent } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

/**
 * A process that dies at an edge: from there on none of its promises ever settles. What it had committed stays; what it
 * had not is as if it had never been. A second process must finish the work: nothing lost, nothing done twice.
 */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const never = new Promise<never>(() => {});

/** A store whose process dies at the first call of `method`, before it is made or after it was committed. */
function dyingStore(store: Store, part: "mailbox" | "outbox", method: string, when: "before" | "after") {
  let isDead = false;
  const wrap = <Part extends Mailbox | Outbox>(target: Part, dies: boolean): Part =>
    new Proxy(target, {
      get(inner, name, receiver) {
        const original = Reflect.get(inner, name, receiver) as (
          ...args: unknown[]
        ) => Promise<{ turns?: unknown[]; claims?: unknown[] }>;
        return async (...args: unknown[]) => {
          if (isDead) return never;
          let isEdge = dies && name === method;
          if (isEdge && when === "before") {
            isDead = true;
            return never;
          }
          const result = await original.apply(inner, args);
          // A claim that took nothing is no edge.
          if (name === "claim" && (result.turns ?? result.claims ?? []).length === 0) isEdge = false;
          if (isEdge) {
            isDead = true;
            return never;
          }
          return result;
        };
      },
    });
  const dying: Store = {
    ...store,
    mailbox: wrap(store.mailbox, part === "mailbox"),
    outbox: wrap(store.outbox, part === "outbox"),
  };
  return { store: dying, isDead: () => isDead };
}

const EDGES: readonly [part: "mailbox" | "outbox", method: string, when: "before" | "after"][] = [
  ["mailbox", "claim", "after"],
  ["mailbox", "flushSteps", "before"],
  ["mailbox", "flushSteps", "after"],
  ["mailbox", "commit", "before"],
  ["mailbox", "commit", "after"],
  ["outbox", "settle", "before"],
  ["outbox", "settle", "after"],
];

test.each(EDGES)(
  "a process that dies at %s.%s, %s: the next one finishes, and nothing happens twice",
  async (part, method, when) => {
    const phone = `5730${String(EDGES.findIndex((edge) => edge[1] === method && edge[2] === when)).padStart(8, "7")}`;
    const accepted: string[] = [];
    const { channel } = recordingChannel((request) => {
      accepted.push(spokenText(request.content));
      return { kind: "accepted", wamid: `wamid.${phone}.${accepted.length}`, recipientPhone: null };
    });
    const effects: string[] = [];
    const agent = testAgent((input) =>
      decision(`eco: ${input.message}`, { tools: [{ callId: "order", tool: "order", input: {} }] }),
    );
    const parts = {
      channel,
      agents: registryOf(agent),
      tools: {
        kindOf: () => ({ kind: "external" as const, timeoutMs: 1_000 }),
        execute: async ({ idempotencyKey }: { idempotencyKey: string }) => {
          effects.push(idempotencyKey);
          return { kind: "ok" as const, output: "done" };
        },
      },
    };
    const fast = { retry: { maxAttempts: 5, baseDelayMs: 1, maxDelayMs: 1 } };
    const open = (store: Store): Shop => {
      const shop = openShop(store, parts, fast);
      shop.worker.start();
      return shop;
    };

    // The door is another process: it only enqueues, so that the dying one must claim.
    const { store, isDead } = dyingStore(database.store, part, method, when);
    const dying = open(store);
    const { items } = await database.store.mailbox.enqueue(enqueueRequest([inbound("hola", { phone })]));
    dying.worker.wake("mailbox");
    await eventually("the process has come to its edge", isDead);

    const successor = open(database.store);
    const isQuiet = async () =>
      (await database.rows("select from conversations where run_at is not null or send_at is not null")).length === 0;
    for (let n = 0; n < 5 && !(await isQuiet()); n += 1) {
      // Its leases run out, and then the doubt about what it was sending; the successor gets the time to work in between.
      await database.advance(46_000);
      successor.worker.wake("mailbox");
      successor.worker.wake("outbox");
      await eventually("the successor has done what it can", isQuiet, 500).catch(() => {});
    }
    await eventually("nothing is left to do", isQuiet);
    await successor.worker.stop(500);

    expect(await violations(database)).toEqual([]);
    const isInDoubt = method === "flushSteps" && when === "after";
    // The effect: at most once, whatever happened; exactly once unless it was cut off between its mark and its call.
    expect(effects).toEqual(isInDoubt ? [] : [`${items[0]?.runId}:order`]);
    // The reply: at least once. Twice only where the record of an accepted send died with its process and no report came.
    const replies = isInDoubt ? "FALLBACK" : "eco: hola";
    expect(accepted).toEqual(method === "settle" && when === "before" ? [replies, replies] : [replies]);
  },
);
