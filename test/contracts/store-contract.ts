import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ConversationId, OutboxId, RunId } from "../../src/core/ids.ts";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import { type OutboxMessage, opaqueKey, type SendOutcome } from "../../src/core/outbound/outbox.ts";
import type { Settlement } from "../../src/core/ports/outbox.ts";
import type { Store } from "../../src/core/ports/store.ts";
import type { ClaimedTurn, TurnCommit } from "../../src/core/turn/turn.ts";
import { enqueueRequest, inbound, leaseOffer, newId, newWorkerId, SHOP_NUMBER } from "../support/inbound.ts";

/** What every adapter of the store must do, told as behaviour. */
export interface StoreUnderTest {
  readonly store: Store;
  advance(ms: number): Promise<void>;
  close(): Promise<void>;
}

export function reply(text: string, overrides: Partial<TurnCommit> = {}): TurnCommit {
  return {
    outcome: "answered",
    inputClass: "TEXT_SIMPLE",
    agentId: "somnio",
    agentVersion: "1",
    session: null,
    lines: [
      { role: "user", content: "hola", intent: "hola", confidence: 90 },
      { role: "assistant", content: text, intent: "hola", confidence: null },
    ],
    steps: [],
    outbox: [
      {
        id: newId() as OutboxId,
        idempotencyKey: `test:${newId()}`,
        content: { type: "text", body: text },
        onDoubt: "resend",
        replyToMessageId: null,
        block: { position: 1, delayMs: 0, templateId: null, priority: null },
      },
    ],
    timer: null,
    effects: [],
    toolCalls: [],
    turnsBotOff: false,
    refuseIfNewer: false,
    sendsAtOnce: true,
    ...overrides,
  };
}

export const silence = (overrides: Partial<TurnCommit> = {}) =>
  reply("", { outcome: "silent", lines: [], outbox: [], ...overrides });

function outcomeOf(settlement: Settlement): SendOutcome | null {
  switch (settlement.kind) {
    case "accepted":
    case "in_doubt":
      return settlement;
    case "retry":
      return { kind: "not_sent", detail: settlement.detail };
    default:
      return null;
  }
}

export function storeContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`the store contract on ${name}`, () => {
    let under: StoreUnderTest;
    let store: Store;
    let phone: string;
    const worker = newWorkerId();
    const rival = newWorkerId();

    beforeAll(async () => {
      under = await open();
      store = under.store;
    });
    afterAll(() => under?.close());
    beforeEach(() => {
      // A customer of its own for each test: nothing is shared but the database.
      phone = `57${String(Math.floor(Math.random() * 1e10)).padStart(10, "3")}`;
    });

    const says = (body: string, overrides: Parameters<typeof inbound>[1] = {}) =>
      inbound(body, { phone, ...overrides });
    const leaseNow = async (body = "hola", by = worker): Promise<ClaimedTurn> => {
      const { turns } = await store.mailbox.enqueue(enqueueRequest([says(body)], leaseOffer(by)));
      return turns[0] as ClaimedTurn;
    };
    const claimOwn = async (by = worker, conversation?: string): Promise<ClaimedTurn | undefined> => {
      const { turns } = await store.mailbox.claim(leaseOffer(by, { freeSlots: 100 }));
      return turns.find((turn) => conversation === undefined || turn.lease.conversationId === conversation);
    };
    const runOf = async (id: RunId) => {
      const run = await store.runs.get(DEFAULT_WORKSPACE, id);
      if (run === null) throw new Error(`run ${id} is gone`);
      return run;
    };

    describe("enqueue", () => {
      test("takes the lease in the same statement when the conversation is idle and a slot is free", async () => {
        const turn = await leaseNow("hola, ¿cuánto vale?");
        expect(turn.lease).toMatchObject({ worker, fence: 1, workspaceId: DEFAULT_WORKSPACE });
        expect(turn.events.map((event) => event.content)).toEqual([{ type: "text", body: "hola, ¿cuánto vale?" }]);
        expect(turn.contact).toMatchObject({ name: "Marta", phone, bsuid: null });
        expect(turn).toMatchObject({ session: null, history: [], turnCount: 0, agentId: "somnio", seenSeq: 1 });
        expect(turn.run.attempts).toBe(1);
        expect((await runOf(turn.run.id)).status).toBe("running");
      });

      test("leaves the conversation due when no slot is free, and a claim takes it", async () => {
        const { items, turns } = await store.mailbox.enqueue(
          enqueueRequest([says("hola")], leaseOffer(worker, { freeSlots: 0 })),
        );
        expect(turns).toEqual([]);
        expect((await runOf(items[0]?.runId as RunId)).status).toBe("queued");
        const turn = await claimOwn(worker, items[0]?.conversationId);
        expect(turn?.run.id).toBe(items[0]?.runId);
        expect(turn?.lease.fence).toBeGreaterThan(0);
      });

      test("a redelivered message is a no-op that names the same event and run, alone or in another batch", async () => {
        const first = says("hola");
        const once = await store.mailbox.enqueue(enqueueRequest([first]));
        const again = await store.mailbox.enqueue(
          enqueueRequest([{ ...first, eventId: newId() as typeof first.eventId }, says("otra cosa")]),
        );
        expect(once.items[0]?.duplicate).toBe(false);
        expect(again.items.map((item) => item.duplicate)).toEqual([true, false]);
        expect(again.items[0]).toMatchObject({ eventId: once.items[0]?.eventId, runId: once.items[0]?.runId });
      });

      test("the same message twice in one batch is one event", async () => {
        const item = says("hola");
        const { items } = await store.mailbox.enqueue(
          enqueueRequest([item, { ...item, eventId: newId() as typeof item.eventId }]),
        );
        expect(items.map((one) => one.duplicate)).toEqual([false, true]);
        expect(items[1]?.eventId).toBe(items[0]?.eventId);
      });

      test("fifty concurrent posts of one message make one event, one run, one lease", async () => {
        const item = says("hola");
        const posts = await Promise.all(
          Array.from({ length: 50 }, () =>
            store.mailbox.enqueue(
              enqueueRequest([{ ...item, eventId: newId() as typeof item.eventId }], leaseOffer(worker)),
            ),
          ),
        );
        const items = posts.flatMap((post) => post.items);
        expect(items.filter((one) => !one.duplicate)).toHaveLength(1);
        expect(new Set(items.map((one) => one.eventId)).size).toBe(1);
        expect(posts.flatMap((post) => post.turns)).toHaveLength(1);
      });

      test("two first messages of a new customer at once: one contact, one conversation, both events in order", async () => {
        const posts = await Promise.all(
          Array.from({ length: 12 }, (_, n) => store.mailbox.enqueue(enqueueRequest([says(`mensaje ${n}`)]))),
        );
        const ids = new Set(posts.flatMap((post) => post.items.map((item) => item.conversationId)));
        expect(ids.size).toBe(1);
        const turn = await claimOwn(worker, [...ids][0]);
        expect(turn?.events.map((event) => event.seq).sort((a, b) => a - b)).toEqual(
          Array.from({ length: 12 }, (_, n) => n + 1),
        );
      });

      test("a batch over two numbers and two people makes two conversations, each on its own number", async () => {
        const other = "106540352249999" as typeof SHOP_NUMBER;
        const { items } = await store.mailbox.enqueue(
          enqueueRequest([says("a"), says("b", { phoneNumberId: other }), says("c")]),
        );
        expect(items[0]?.conversationId).toBe(items[2]?.conversationId);
        expect(items[1]?.conversationId).not.toBe(items[0]?.conversationId);
        const turns = (await store.mailbox.claim(leaseOffer(worker, { freeSlots: 100 }))).turns;
        const byConversation = new Map(turns.map((turn) => [turn.lease.conversationId, turn]));
        expect(byConversation.get(items[1]?.conversationId as ConversationId)?.phoneNumberId).toBe(other);
        expect(byConversation.get(items[0]?.conversationId as ConversationId)?.events).toHaveLength(2);
      });

      test("a person known by phone, then by phone and BSUID, then by BSUID alone stays one person", async () => {
        const bsuid = `CO.${newId().replaceAll("-", "")}`;
        const identities = [
          { bsuid: null, phone },
          { bsuid, phone },
          { bsuid, phone: null },
        ];
        const found = [];
        for (const identity of identities) {
          const { items } = await store.mailbox.enqueue(enqueueRequest([says("hola", { identity })]));
          found.push(items[0]?.conversationId);
        }
        expect(new Set(found).size).toBe(1);
        // Answered as the newest message names them; known by both.
        const turn = await claimOwn(worker, found[0]);
        expect(turn?.contact).toMatchObject({ phone: null, bsuid });
        const view = await store.conversations.get(DEFAULT_WORKSPACE, found[0] as ConversationId);
        expect(view?.contact).toMatchObject({ phone, bsuid });
      });

      test("somebody with two phones is answered on the one they wrote from, also when the reply goes out later", async () => {
        const bsuid = `CO.${newId().replaceAll("-", "")}`;
        const other = `${phone.slice(0, -1)}${(Number(phone.at(-1)) + 1) % 10}`;
        for (const identity of [
          { bsuid, phone },
          { bsuid, phone: other },
        ]) {
          const { turns } = await store.mailbox.enqueue(
            enqueueRequest([says("hola", { identity })], leaseOffer(worker)),
          );
          await store.mailbox.commit(turns[0] as ClaimedTurn, silence());
        }
        const { turns } = await store.mailbox.enqueue(
          enqueueRequest([says("¿y?", { identity: { bsuid: null, phone } })], leaseOffer(worker)),
        );
        expect(turns[0]?.contact).toMatchObject({ phone });
        await store.mailbox.commit(turns[0] as ClaimedTurn, reply("aquí", { sendsAtOnce: false }));
        await store.mailbox.enqueue(enqueueRequest([says("otro", { identity: { bsuid, phone: other } })]));
        const { claims } = await store.outbox.claim(worker, 100, 45_000);
        const claim = claims.find((one) => one.message.conversationId === turns[0]?.lease.conversationId);
        expect(claim?.message.recipient.phone).toBe(phone);
      });

      test("one newcomer seen by phone in one post and by phone and BSUID in another at once is one person", async () => {
        const bsuid = `CO.${newId().replaceAll("-", "")}`;
        const posts = await Promise.all(
          Array.from({ length: 10 }, (_, n) =>
            store.mailbox.enqueue(
              enqueueRequest([says(`m${n}`, { identity: { bsuid: n % 2 ? bsuid : null, phone } })]),
            ),
          ),
        );
        expect(new Set(posts.map((post) => post.items[0]?.conversationId)).size).toBe(1);
      });

      test("one newcomer seen by BSUID in one post and by phone and BSUID in another at once is one person, and nothing is refused", async () => {
        for (let round = 0; round < 10; round += 1) {
          const bsuid = `CO.${newId().replaceAll("-", "")}`;
          const own = `58${String(Math.floor(Math.random() * 1e10)).padStart(10, "3")}`;
          const posts = await Promise.all(
            Array.from({ length: 6 }, (_, n) =>
              store.mailbox.enqueue(
                enqueueRequest([inbound(`m${n}`, { identity: { bsuid, phone: n % 2 ? own : null } })]),
              ),
            ),
          );
          expect(new Set(posts.map((post) => post.items[0]?.conversationId)).size).toBe(1);
        }
      });

      test("a thousand messages of a thousand people are taken in by one statement", async () => {
        const items = Array.from({ length: 1_000 }, (_, n) =>
          inbound("hola", { phone: `59${newId().slice(-9, -4).replace(/\D/g, "1")}${1_000_000 + n}` }),
        );
        const { items: enqueued } = await store.mailbox.enqueue(enqueueRequest(items));
        expect(new Set(enqueued.map((one) => one.conversationId)).size).toBe(1_000);
        expect((await store.mailbox.enqueue(enqueueRequest(items))).items.every((one) => one.duplicate)).toBe(true);
        const { turns } = await store.mailbox.claim(leaseOffer(worker, { freeSlots: 2_000 }));
        await Promise.all(turns.map((turn) => store.mailbox.commit(turn, silence())));
      });

      test("a coalescing window delays the start, and what comes meanwhile joins the same run", async () => {
        const wait = (item: ReturnType<typeof says>) => ({
          ...enqueueRequest([item], leaseOffer(worker)),
          coalesceMs: 60_000,
        });
        const one = await store.mailbox.enqueue(wait(says("hola")));
        const two = await store.mailbox.enqueue(wait(says("cuánto vale")));
        expect([...one.turns, ...two.turns]).toEqual([]);
        expect(two.items[0]?.runId).toBe(one.items[0]?.runId);
        expect(await claimOwn(worker, one.items[0]?.conversationId)).toBeUndefined();
        await under.advance(61_000);
        const turn = await claimOwn(worker, one.items[0]?.conversationId);
        expect(turn?.events).toHaveLength(2);
      });
    });

    describe("a turn", () => {
      test("commits its chat record, session, steps and reply, and frees the conversation (B1)", async () => {
        const turn = await leaseNow();
        const sessionId = newId() as never;
        const result = await store.mailbox.commit(
          turn,
          reply("¡Bienvenida!", {
            session: {
              id: sessionId,
              agentId: "somnio",
              expectedVersion: null,
              status: "active",
              mode: "conversacion",
              intentsVistos: [{ intent: "hola", orden: 1, timestamp: "2026-11-21T00:00:00.000Z" }],
              templatesEnviados: ["hola-1"],
              datosCapturados: { nombre: "Marta" },
              packSeleccionado: null,
              ingestStatus: null,
              pendientes: [],
            },
            steps: [
              {
                phase: "plan",
                name: "plan",
                position: 1,
                status: "ok",
                startedAt: new Date(),
                durationMs: 1.5,
                output: { decision: { why: [] } },
              },
            ],
          }),
        );
        expect(result).toMatchObject({
          kind: "committed",
          hasMore: false,
          toSend: { status: "in_flight", attempt: 1 },
        });
        const run = await runOf(turn.run.id);
        expect(run).toMatchObject({ status: "completed", outcome: "answered", agent: "somnio", attempts: 1 });
        expect(run.steps).toMatchObject([{ phase: "plan", name: "plan", status: "ok", durationMs: 1.5 }]);
        const next = await leaseNow("otra");
        expect(next.lease.fence).toBe(2);
        expect(next.session).toMatchObject({
          id: sessionId,
          version: 1,
          mode: "conversacion",
          datosCapturados: { nombre: "Marta" },
        });
        expect(next.history.map((one) => [one.role, one.content])).toEqual([
          ["user", "hola"],
          ["assistant", "¡Bienvenida!"],
        ]);
        expect(next.turnCount).toBe(2);
      });

      test("a message that comes while it runs waits in one queued run, and is told of at the commit", async () => {
        const turn = await leaseNow();
        const later = await store.mailbox.enqueue(enqueueRequest([says("y otra")], leaseOffer(rival)));
        const last = await store.mailbox.enqueue(enqueueRequest([says("y otra más")], leaseOffer(rival)));
        expect([...later.turns, ...last.turns]).toEqual([]);
        expect(last.items[0]?.runId).toBe(later.items[0]?.runId);
        expect(await store.mailbox.commit(turn, silence())).toMatchObject({ kind: "committed", hasMore: true });
        const next = await claimOwn(rival, turn.lease.conversationId);
        expect(next?.run.id).toBe(later.items[0]?.runId);
        expect(next?.events).toHaveLength(2);
      });

      test("is refused when a newer message waits and nothing was said, and the newer run answers both", async () => {
        const turn = await leaseNow("hola");
        const { items } = await store.mailbox.enqueue(enqueueRequest([says("cuánto vale")]));
        expect(await store.mailbox.commit(turn, reply("hola", { refuseIfNewer: true }))).toEqual({ kind: "newer" });
        const merged = await store.mailbox.absorbNewer(turn);
        expect(merged?.run.id).toBe(items[0]?.runId);
        expect(merged?.events.map((event) => event.content)).toEqual([
          { type: "text", body: "hola" },
          { type: "text", body: "cuánto vale" },
        ]);
        expect(await runOf(turn.run.id)).toMatchObject({
          status: "completed",
          outcome: "merged",
          mergedInto: items[0]?.runId,
          events: [],
        });
        expect(
          await store.mailbox.commit(merged as ClaimedTurn, reply("ambas", { refuseIfNewer: true })),
        ).toMatchObject({
          kind: "committed",
          hasMore: false,
        });
      });

      test("a worker whose lease ran out and was taken over writes nothing: commit, journal, failure, release", async () => {
        const turn = await leaseNow();
        await under.advance(31_000);
        const taken = await claimOwn(rival, turn.lease.conversationId);
        expect(taken?.lease.fence).toBeGreaterThan(turn.lease.fence);
        expect(taken?.run.attempts).toBe(2);
        expect(await store.mailbox.commit(turn, reply("tarde"))).toEqual({ kind: "fenced" });
        expect(await store.mailbox.flushSteps(turn, [], { id: "somnio", version: "1" })).toBe(false);
        expect(await store.mailbox.park(turn, { steps: [], until: new Date(), refuseIfNewer: false })).toBe(false);
        expect(await store.mailbox.fail(turn, { agent: null, code: "x", message: "x", steps: [] }, 0)).toBe(false);
        expect(await store.mailbox.bury(turn, { agent: null, code: "x", message: "x", steps: [] }, null)).toBe(false);
        expect(await store.mailbox.absorbNewer(turn)).toBeNull();
        expect(await store.mailbox.reload(turn.lease)).toBeNull();
        await store.mailbox.release([turn.lease]);
        expect(await store.mailbox.renew(worker, [turn.lease], 30_000)).toEqual([]);
        expect(await store.mailbox.commit(taken as ClaimedTurn, reply("a tiempo"))).toMatchObject({
          kind: "committed",
        });
        const found = await store.conversations.get(DEFAULT_WORKSPACE, turn.lease.conversationId);
        expect(found?.messages?.map((message) => message.status)).toEqual(["in_flight"]);
      });

      test("an operator's change between read and commit is a conflict; read anew, the turn commits", async () => {
        const turn = await leaseNow();
        await store.conversations.setBotEnabled(DEFAULT_WORKSPACE, turn.lease.conversationId, {
          enabled: false,
          actor: "ana",
          note: null,
        });
        expect(await store.mailbox.commit(turn, reply("no debe salir"))).toEqual({ kind: "conflict" });
        const anew = await store.mailbox.reload(turn.lease);
        expect(anew?.gate.botEnabled).toBe(false);
        expect(await store.mailbox.commit(anew as ClaimedTurn, silence({ outcome: "bot_off" }))).toMatchObject({
          kind: "committed",
        });
      });

      test("a commit whose answer was lost is told the same again, and its message is sent by the same process", async () => {
        const turn = await leaseNow();
        const commit = reply("una sola vez");
        const first = await store.mailbox.commit(turn, commit);
        const again = await store.mailbox.commit(turn, commit);
        expect(again).toMatchObject({ kind: "committed", toSend: { id: commit.outbox[0]?.id, attempt: 1 } });
        expect(first).toMatchObject({ kind: "committed" });
        const found = await store.conversations.get(DEFAULT_WORKSPACE, turn.lease.conversationId);
        expect(found?.messages).toHaveLength(1);
      });

      test("a completed journal step is replayed to the next attempt and never overwritten", async () => {
        const turn = await leaseNow();
        const step = {
          phase: "act" as const,
          name: "tool:1",
          position: 1,
          status: "ok" as const,
          startedAt: new Date(),
          durationMs: 1,
          output: { n: 1 },
        };
        expect(await store.mailbox.flushSteps(turn, [step], { id: "somnio", version: "7" })).toBe(true);
        expect(
          await store.mailbox.flushSteps(turn, [{ ...step, output: { n: 2 } }], { id: "somnio", version: "7" }),
        ).toBe(true);
        await store.mailbox.fail(turn, { agent: null, code: "x", message: "x", steps: [] }, 0);
        const next = await claimOwn(rival, turn.lease.conversationId);
        expect(next?.journal).toMatchObject([{ name: "tool:1", status: "ok", output: { n: 1 } }]);
        expect(next?.run).toMatchObject({ attempts: 2, agentId: "somnio", agentVersion: "7" });
      });

      test("the journal of a run is what all its flushes, its parking and its end have written", async () => {
        const agent = { id: "somnio", version: "7" };
        const step = (name: string, phase: "verify" | "act", status: "ok" | "started", output: unknown) => {
          return {
            phase,
            name,
            position: ["tool:1", "verify", "tool:22"].indexOf(name),
            status,
            startedAt: new Date(),
            durationMs: 1,
            output,
          };
        };
        const turn = await leaseNow();
        await store.mailbox.flushSteps(turn, [step("tool:1", "act", "ok", { n: 1 })], agent);
        await store.mailbox.flushSteps(
          turn,
          [step("verify", "verify", "ok", { n: 1 }), step("tool:22", "act", "started", null)],
          agent,
        );
        await store.mailbox.park(turn, {
          until: new Date(),
          refuseIfNewer: false,
          steps: [step("verify", "verify", "ok", { n: 2 })],
        });
        const next = await claimOwn(rival, turn.lease.conversationId);
        expect(next?.journal).toMatchObject([
          { name: "tool:1", status: "ok", output: { n: 1 } },
          { name: "verify", output: { n: 2 } },
          { name: "tool:22", status: "started", output: null },
        ]);
        if (next === undefined) throw new Error("nothing was claimed");
        await store.mailbox.commit(
          next,
          reply("listo", { steps: [step("tool:22", "act", "ok", { n: 2 }), step("verify", "verify", "ok", { n: 3 })] }),
        );
        expect((await runOf(turn.run.id)).steps).toMatchObject([
          { name: "tool:1", output: { n: 1 } },
          { name: "verify", output: { n: 3 } },
          { name: "tool:22", status: "ok", output: { n: 2 } },
        ]);
      });

      test("a failed attempt waits, holds its own conversation in order, and blocks no other (R3)", async () => {
        const turn = await leaseNow("veneno");
        await store.mailbox.fail(turn, { agent: null, code: "internal", message: "roto", steps: [] }, 60_000);
        expect(await runOf(turn.run.id)).toMatchObject({
          status: "failed",
          error: { code: "internal", message: "roto" },
        });
        await store.mailbox.enqueue(enqueueRequest([says("siguiente")], leaseOffer(worker)));
        expect(await claimOwn(worker, turn.lease.conversationId)).toBeUndefined();
        await under.advance(61_000);
        const again = await claimOwn(worker, turn.lease.conversationId);
        expect(again?.run.id).toBe(turn.run.id);
        expect(again?.events).toHaveLength(1);
      });

      test("a buried run says its fallback once, goes to the dead letters, and the next message is answered", async () => {
        const turn = await leaseNow("veneno");
        await store.mailbox.enqueue(enqueueRequest([says("siguiente")]));
        const [fallback] = reply("Lo siento").outbox;
        const keyed = { ...fallback, idempotencyKey: `${turn.run.id}:fallback` } as NonNullable<typeof fallback>;
        expect(
          await store.mailbox.bury(turn, { agent: null, code: "internal", message: "roto", steps: [] }, keyed),
        ).toBe(true);
        expect(await runOf(turn.run.id)).toMatchObject({ status: "dead_letter", error: { code: "internal" } });
        const next = await claimOwn(worker, turn.lease.conversationId);
        expect(next?.run.id).not.toBe(turn.run.id);
        await store.mailbox.commit(next as ClaimedTurn, silence());
        expect(await store.runs.retry(DEFAULT_WORKSPACE, turn.run.id, "ana")).toEqual({ kind: "requeued" });
        const retried = await claimOwn(worker, turn.lease.conversationId);
        // The customer has had the fallback: a second death in the first attempt must not say it again.
        expect(retried?.run).toMatchObject({ id: turn.run.id, attempts: 1, fallbackSent: true });
      });

      test("a dead letter that an operator retries is thought over by the agent of today, unless something was done outside", async () => {
        const pinned = { agent: { id: "somnio", version: "old" }, code: "decision_invalid", message: "roto" };
        const step = (name: string, phase: "plan" | "act") =>
          ({
            phase,
            name,
            position: phase === "plan" ? 1 : 2,
            status: "ok",
            startedAt: new Date(),
            durationMs: 1,
            output: {},
          }) as const;
        const thought = await leaseNow();
        await store.mailbox.bury(thought, { ...pinned, steps: [step("plan", "plan")] }, null);
        await store.runs.retry(DEFAULT_WORKSPACE, thought.run.id, "ana");
        const anew = await claimOwn(worker, thought.lease.conversationId);
        expect(anew).toMatchObject({ run: { agentId: null, agentVersion: null }, journal: [] });
        await store.mailbox.bury(
          anew as ClaimedTurn,
          { ...pinned, steps: [step("plan", "plan"), step("tool:1", "act")] },
          null,
        );
        await store.runs.retry(DEFAULT_WORKSPACE, thought.run.id, "ana");
        const bound = await claimOwn(worker, thought.lease.conversationId);
        expect(bound?.run).toMatchObject({ agentId: "somnio", agentVersion: "old" });
        expect(bound?.journal.map((one) => one.name)).toEqual(["plan", "tool:1"]);
      });

      test("a dead run that did something outside is retried alone: it never gathers the messages of others", async () => {
        const step = {
          phase: "act",
          name: "tool:1",
          position: 1,
          status: "ok",
          startedAt: new Date(),
          durationMs: 1,
          output: {},
        } as const;
        const dead = await leaseNow("uno");
        await store.mailbox.bury(dead, { agent: null, code: "x", message: "x", steps: [step] }, null);
        const busy = await leaseNow("dos");
        expect(await store.runs.retry(DEFAULT_WORKSPACE, dead.run.id, "ana")).toEqual({ kind: "busy" });
        await store.mailbox.commit(busy, silence());
        expect(await store.runs.retry(DEFAULT_WORKSPACE, dead.run.id, "ana")).toEqual({ kind: "requeued" });
        const { items } = await store.mailbox.enqueue(enqueueRequest([says("tres")]));
        expect(items[0]?.runId).not.toBe(dead.run.id);
      });

      test("the fallback of a buried run stays unsaid where a person took over meanwhile", async () => {
        const turn = await leaseNow("veneno");
        const takeover = { enabled: false, actor: "ana", note: null };
        await store.conversations.setBotEnabled(DEFAULT_WORKSPACE, turn.lease.conversationId, takeover);
        const [fallback] = reply("Lo siento").outbox;
        expect(
          await store.mailbox.bury(turn, { agent: null, code: "x", message: "x", steps: [] }, fallback as never),
        ).toBe(true);
        const view = await store.conversations.get(DEFAULT_WORKSPACE, turn.lease.conversationId);
        expect(view?.messages).toEqual([]);
        expect((await runOf(turn.run.id)).status).toBe("dead_letter");
      });

      test("a dead letter is not retried while its conversation has both places taken", async () => {
        const dead = await leaseNow("uno");
        await store.mailbox.bury(dead, { agent: null, code: "x", message: "x", steps: [] }, null);
        await leaseNow("dos");
        await store.mailbox.enqueue(enqueueRequest([says("tres")]));
        expect(await store.runs.retry(DEFAULT_WORKSPACE, dead.run.id, "ana")).toEqual({ kind: "busy" });
      });

      test("released in good order, it starts again at once and the attempt does not count", async () => {
        const turn = await leaseNow();
        await store.mailbox.release([turn.lease]);
        expect((await runOf(turn.run.id)).status).toBe("queued");
        expect((await claimOwn(rival, turn.lease.conversationId))?.run.attempts).toBe(1);
      });

      const parking = (turn: ClaimedTurn, delayMs: number, refuseIfNewer = true) => ({
        steps: [
          {
            phase: "plan",
            name: "plan",
            position: 4,
            status: "ok",
            startedAt: new Date(),
            durationMs: 1,
            output: { decision: null },
          } as const,
        ],
        until: new Date(turn.now.getTime() + delayMs),
        refuseIfNewer,
      });

      test("parked, nobody holds it and it is not due before its time; then its steps are there and no attempt was counted", async () => {
        const turn = await leaseNow();
        expect(await store.mailbox.park(turn, parking(turn, 9_000))).toBe(true);
        expect((await runOf(turn.run.id)).status).toBe("queued");
        expect(await store.mailbox.park(turn, parking(turn, 9_000))).toBe(false);
        await under.advance(8_000);
        expect(await claimOwn(rival, turn.lease.conversationId)).toBeUndefined();
        await under.advance(1_500);
        const again = await claimOwn(rival, turn.lease.conversationId);
        expect(again?.run).toMatchObject({ id: turn.run.id, attempts: 1, failures: 0, agentVersion: null });
        expect(again?.journal).toMatchObject([{ name: "plan", output: { decision: null } }]);
        expect(again?.version).toBe(turn.version);
      });

      test("is not parked while a newer message waits that it may answer; what comes later does not shorten its time", async () => {
        const turn = await leaseNow("hola");
        await store.mailbox.enqueue(enqueueRequest([says("y otra")], leaseOffer(rival)));
        expect(await store.mailbox.park(turn, parking(turn, 9_000))).toBe(false);
        expect(await store.mailbox.park(turn, parking(turn, 9_000, false))).toBe(true);
        const { turns } = await store.mailbox.enqueue(enqueueRequest([says("y otra más")], leaseOffer(rival)));
        expect(turns).toEqual([]);
        expect(await claimOwn(rival, turn.lease.conversationId)).toBeUndefined();
        await under.advance(9_500);
        expect((await claimOwn(rival, turn.lease.conversationId))?.run.id).toBe(turn.run.id);
      });

      test("a renewed lease is not taken; one that its worker never heard of is given back", async () => {
        const known = await leaseNow();
        await under.advance(20_000);
        expect(await store.mailbox.renew(worker, [known.lease], 30_000)).toEqual([known.lease.conversationId]);
        await under.advance(20_000);
        expect(await claimOwn(rival, known.lease.conversationId)).toBeUndefined();
        await store.mailbox.renew(worker, [], 30_000);
        expect((await claimOwn(rival, known.lease.conversationId))?.lease.fence).toBeGreaterThan(known.lease.fence);
      });
    });

    describe("operators", () => {
      test("retry is refused for a run that is not failed or dead, and for one that is not there", async () => {
        const turn = await leaseNow();
        expect(await store.runs.retry(DEFAULT_WORKSPACE, turn.run.id, "ana")).toEqual({
          kind: "illegal",
          status: "running",
        });
        await store.mailbox.commit(turn, silence());
        expect(await store.runs.retry(DEFAULT_WORKSPACE, turn.run.id, "ana")).toEqual({
          kind: "illegal",
          status: "completed",
        });
        expect(await store.runs.retry(DEFAULT_WORKSPACE, newId() as RunId, "ana")).toEqual({ kind: "not_found" });
      });

      test("a failed run is retried at once", async () => {
        const turn = await leaseNow();
        await store.mailbox.fail(turn, { agent: null, code: "x", message: "x", steps: [] }, 3_600_000);
        expect(await store.runs.retry(DEFAULT_WORKSPACE, turn.run.id, "ana")).toEqual({ kind: "requeued" });
        expect((await claimOwn(worker, turn.lease.conversationId))?.run.id).toBe(turn.run.id);
      });

      test("runs and conversations are listed newest first, in pages, by filter", async () => {
        const ids: string[] = [];
        for (let n = 0; n < 5; n += 1) {
          const turn = await leaseNow(`m${n}`);
          await store.mailbox.commit(turn, silence());
          ids.unshift(turn.run.id);
        }
        const [first] = (await store.conversations.list(DEFAULT_WORKSPACE, { contact: phone, limit: 10 })).items;
        const conversationId = first?.id as ConversationId;
        const pages: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await store.runs.list(DEFAULT_WORKSPACE, {
            conversationId,
            status: "completed",
            cursor,
            limit: 2,
          });
          pages.push(...page.items.map((run) => run.id));
          cursor = page.nextCursor ?? undefined;
        } while (cursor !== undefined);
        expect(pages).toEqual(ids);
      });

      test("another workspace sees nothing of it", async () => {
        const turn = await leaseNow();
        const stranger = "stranger" as typeof DEFAULT_WORKSPACE;
        expect(await store.runs.get(stranger, turn.run.id)).toBeNull();
        expect(await store.conversations.get(stranger, turn.lease.conversationId)).toBeNull();
        expect((await store.conversations.list(stranger, { contact: phone, limit: 10 })).items).toEqual([]);
      });
    });

    describe("the outbox", () => {
      /** Settles with the outcome that leads to such a settlement; none for one that ends no attempt. */
      const settle = (message: OutboxMessage, settlement: Settlement) =>
        store.outbox.settle(message, settlement, outcomeOf(settlement));
      /** A block of two: the first has been accepted, the second is typed for `delayMs` after it. */
      const firstOfTwo = async (delayMs: number) => {
        const turn = await leaseNow();
        const [one] = reply("uno").outbox;
        const [two] = reply("dos").outbox;
        const later = { ...two, block: { position: 2, delayMs, templateId: null, priority: "CORE" } };
        const committed = await store.mailbox.commit(turn, reply("", { outbox: [one, later] as never, lines: [] }));
        const first = committed.kind === "committed" ? committed.toSend : null;
        await settle(first as never, { kind: "accepted", wamid: `wamid.${newId()}`, recipientPhone: null });
        return turn.lease.conversationId;
      };
      const claimSend = async (conversation: string) => {
        const { claims } = await store.outbox.claim(rival, 100, 45_000);
        return claims.find((claim) => claim.message.conversationId === conversation);
      };

      test("a later message of a block is due when it has been typed since the one before it was accepted", async () => {
        const conversation = await firstOfTwo(9_000);
        await under.advance(7_000);
        expect(await claimSend(conversation)).toBeUndefined();
        await under.advance(3_000);
        const claim = await claimSend(conversation);
        expect(claim).toMatchObject({
          message: { content: { body: "dos" } },
          isInterrupted: false,
          turnIsComing: false,
        });
        expect(claim?.leavesAt?.getTime()).toBeLessThanOrEqual(claim?.now.getTime() ?? 0);
      });

      test("a later message cannot leave once the customer has spoken, not even when it was about to; a reaction stops nothing", async () => {
        const conversation = await firstOfTwo(1_000);
        await under.advance(2_000);
        const claim = await claimSend(conversation);
        const reaction = says("", { content: { type: "reaction", emoji: "🎉", targetWamid: "wamid.x" } });
        await store.mailbox.enqueue(enqueueRequest([reaction]));
        await store.outbox.postpone(rival, claim?.message as never, 0);
        const again = await claimSend(conversation);
        expect(again).toMatchObject({ isInterrupted: false });
        await store.mailbox.enqueue(enqueueRequest([says("¿y?")]));
        expect(await store.outbox.markInFlight(rival, again?.message as never, 45_000)).toBeNull();
        await store.outbox.postpone(rival, again?.message as never, 0);
        expect(await claimSend(conversation)).toMatchObject({ isInterrupted: true, turnIsComing: true });
      });

      test("the next turn reads what was cut off as unsaid, drops it with its commit, and its own reply is next to leave", async () => {
        const conversation = await firstOfTwo(60_000);
        const turn = await leaseNow("¿y?");
        expect(turn.unsaid).toMatchObject([{ content: { body: "dos" }, templateId: null, priority: "CORE" }]);
        expect(await store.mailbox.commit(turn, reply("respuesta"))).toMatchObject({ kind: "committed", toSend: null });
        expect((await claimSend(conversation))?.message.content).toMatchObject({ body: "respuesta" });
        const view = await store.conversations.get(DEFAULT_WORKSPACE, conversation);
        expect(view?.messages?.map((message) => message.status)).toEqual(["accepted", "dropped", "queued"]);
        expect((await leaseNow("¿y ahora?")).unsaid).toEqual([]);
      });

      test("a turn that was refused has dropped nothing", async () => {
        const conversation = await firstOfTwo(60_000);
        const turn = await leaseNow("¿y?");
        await store.conversations.setBotEnabled(DEFAULT_WORKSPACE, conversation, {
          enabled: true,
          actor: "ana",
          note: null,
        });
        expect(await store.mailbox.commit(turn, silence())).toEqual({ kind: "conflict" });
        const view = await store.conversations.get(DEFAULT_WORKSPACE, conversation);
        expect(view?.messages?.map((message) => message.status)).toEqual(["accepted", "queued"]);
        const anew = await store.mailbox.reload(turn.lease);
        await store.mailbox.commit(anew as ClaimedTurn, silence());
        expect(await claimSend(conversation)).toBeUndefined();
      });

      test("its messages leave in order, one at a time", async () => {
        const turn = await leaseNow();
        const [one] = reply("uno").outbox;
        const [two] = reply("dos").outbox;
        const [three] = reply("tres").outbox;
        const result = await store.mailbox.commit(turn, reply("", { outbox: [one, two, three] as never, lines: [] }));
        const first = result.kind === "committed" ? result.toSend : null;
        expect(first?.content).toEqual({ type: "text", body: "uno" });
        const early = await store.outbox.claim(rival, 100, 45_000);
        expect(early.claims.filter((claim) => claim.message.conversationId === turn.lease.conversationId)).toEqual([]);
        expect(
          await settle(first as never, {
            kind: "accepted",
            wamid: `wamid.${newId()}`,
            recipientPhone: phone,
          }),
        ).toMatchObject({ hasMore: true });
        const { claims } = await store.outbox.claim(rival, 100, 45_000);
        const second = claims.find((claim) => claim.message.conversationId === turn.lease.conversationId);
        expect(second?.message.content).toEqual({ type: "text", body: "dos" });
        const marked = await store.outbox.markInFlight(rival, second?.message as never, 45_000);
        expect(marked).toMatchObject({ attempt: 1, status: "in_flight" });
        expect(await store.outbox.markInFlight(worker, second?.message as never, 45_000)).toBeNull();
        expect(
          await settle(marked as never, {
            kind: "accepted",
            wamid: `wamid.${newId()}`,
            recipientPhone: null,
          }),
        ).toMatchObject({ hasMore: true });
        const { claims: last } = await store.outbox.claim(rival, 100, 45_000);
        const third = last.find((claim) => claim.message.conversationId === turn.lease.conversationId);
        expect(third?.message.content).toEqual({ type: "text", body: "tres" });
        const done = await settle(third?.message as never, {
          kind: "dropped",
          reason: "the test is over",
        });
        expect(done).toMatchObject({ hasMore: false });
      });

      test("a sender that stopped leaves its message to be found in flight; an old attempt settles nothing", async () => {
        const turn = await leaseNow();
        const result = await store.mailbox.commit(turn, reply("hola"));
        const lost = result.kind === "committed" ? result.toSend : null;
        await under.advance(46_000);
        const found = (await store.outbox.claim(rival, 100, 45_000)).claims.find(
          (claim) => claim.message.id === lost?.id,
        );
        expect(found?.message).toMatchObject({ status: "in_flight", attempt: 1 });
        await settle(found?.message as never, { kind: "in_doubt", doubtMs: 30_000, detail: "?" });
        await under.advance(31_000);
        const doubted = (await store.outbox.claim(rival, 100, 45_000)).claims.find(
          (claim) => claim.message.id === lost?.id,
        );
        expect(doubted?.message.status).toBe("in_doubt");
        const resent = await store.outbox.markInFlight(rival, doubted?.message as never, 45_000);
        expect(resent?.attempt).toBe(2);
        await settle(lost as never, { kind: "failed", code: null, detail: "woke up late" });
        await settle(resent as never, { kind: "accepted", wamid: "wamid.second", recipientPhone: null });
        const view = await store.conversations.get(DEFAULT_WORKSPACE, turn.lease.conversationId);
        expect(view?.messages).toMatchObject([{ status: "accepted", attempts: 2, wamid: "wamid.second" }]);
      });

      const report = (wamid: string, status: string, opaque: string | null) => ({
        phoneNumberId: SHOP_NUMBER,
        wamid,
        status,
        occurredAt: new Date(),
        opaque,
        recipient: phone,
        errors: null,
        failure: null,
        price: null,
        raw: {},
      });
      const messageOf = async (conversation: ConversationId) =>
        (await store.conversations.get(DEFAULT_WORKSPACE, conversation))?.messages?.[0];

      test("a report that comes before the answer to its own send settles the message; the late answer changes nothing", async () => {
        const turn = await leaseNow();
        const result = await store.mailbox.commit(turn, reply("hola"));
        const message = result.kind === "committed" ? result.toSend : null;
        const wamid = `wamid.${newId()}`;
        await store.outbox.recordStatuses([report(wamid, "delivered", opaqueKey(message?.id as OutboxId, 1))]);
        expect(await messageOf(turn.lease.conversationId)).toMatchObject({
          status: "accepted",
          wamid,
          delivery: "delivered",
        });
        await settle(message as never, { kind: "in_doubt", doubtMs: 30_000, detail: "timeout" });
        expect(await messageOf(turn.lease.conversationId)).toMatchObject({ status: "accepted", delivery: "delivered" });
      });

      test("reports only move forward, whatever their order, and a repeated one is a no-op", async () => {
        const turn = await leaseNow();
        const result = await store.mailbox.commit(turn, reply("hola"));
        const message = result.kind === "committed" ? result.toSend : null;
        const wamid = `wamid.${newId()}`;
        const key = opaqueKey(message?.id as OutboxId, 1);
        await settle(message as never, { kind: "accepted", wamid, recipientPhone: null });
        expect(await store.outbox.recordStatuses([report(wamid, "read", key)])).toMatchObject({
          recorded: 1,
          duplicates: 0,
        });
        await store.outbox.recordStatuses([report(wamid, "sent", key), report(wamid, "delivered", key)]);
        expect(await store.outbox.recordStatuses([report(wamid, "read", key)])).toMatchObject({
          recorded: 0,
          duplicates: 1,
        });
        expect(await messageOf(turn.lease.conversationId)).toMatchObject({ delivery: "read" });
      });

      test("a report without our key, known by its wamid only, waits for the answer that names it", async () => {
        const turn = await leaseNow();
        const result = await store.mailbox.commit(turn, reply("hola"));
        const message = result.kind === "committed" ? result.toSend : null;
        const wamid = `wamid.${newId()}`;
        await store.outbox.recordStatuses([report(wamid, "delivered", null)]);
        expect(await messageOf(turn.lease.conversationId)).toMatchObject({ status: "in_flight", delivery: null });
        await settle(message as never, { kind: "accepted", wamid, recipientPhone: null });
        expect(await messageOf(turn.lease.conversationId)).toMatchObject({ status: "accepted", delivery: "delivered" });
      });

      test("what was on its way when a person took over is not tried again", async () => {
        const turn = await leaseNow();
        const result = await store.mailbox.commit(turn, reply("hola"));
        const message = result.kind === "committed" ? result.toSend : null;
        const takeover = { enabled: false, actor: "ana", note: null };
        await store.conversations.setBotEnabled(DEFAULT_WORKSPACE, turn.lease.conversationId, takeover);
        await settle(message as never, { kind: "retry", delayMs: 0, detail: "ECONNREFUSED" });
        const { claims } = await store.outbox.claim(worker, 100, 45_000);
        const claim = claims.find((one) => one.message.conversationId === turn.lease.conversationId);
        expect(claim?.message.isCancelled).toBe(true);
        expect(await store.outbox.markInFlight(worker, claim?.message as never, 45_000)).toBeNull();
      });

      test("a takeover calls back what has not left: it cannot be marked any more, only dropped", async () => {
        const turn = await leaseNow();
        await store.mailbox.commit(turn, reply("hola", { sendsAtOnce: false }));
        await store.conversations.setBotEnabled(DEFAULT_WORKSPACE, turn.lease.conversationId, {
          enabled: false,
          actor: "ana",
          note: "yo sigo",
        });
        const { claims } = await store.outbox.claim(worker, 100, 45_000);
        const claim = claims.find((one) => one.message.conversationId === turn.lease.conversationId);
        expect(claim?.message).toMatchObject({ status: "queued", isCancelled: true });
        expect(await store.outbox.markInFlight(worker, claim?.message as never, 45_000)).toBeNull();
        await settle(claim?.message as never, { kind: "dropped", reason: "a person took over" });
        expect(await messageOf(turn.lease.conversationId)).toMatchObject({ status: "dropped" });
      });
    });
  });
}
