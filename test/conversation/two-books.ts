/**
 * One conversation kept twice: as rows in PostgreSQL, and as a value. Each turn is thought once, by
 * the real `runTurn`; what it read and what it left is held against the other side.
 */
import { expect } from "vitest";
import { applyCommit, isStale } from "../../src/core/conversation/apply-commit.ts";
import { claimFrom } from "../../src/core/conversation/claim-from.ts";
import { type ConversationState, newConversation } from "../../src/core/conversation/conversation-state.ts";
import { endSession } from "../../src/core/conversation/end-session.ts";
import { type Due, fireTimer, nextDue } from "../../src/core/conversation/next-due.ts";
import { askedOf, decideQuestion, expireQuestion, settledQuestion } from "../../src/core/conversation/questions.ts";
import { receiveEvents } from "../../src/core/conversation/receive-events.ts";
import { fireReminder } from "../../src/core/conversation/reminders.ts";
import { beginSegment, nextSegmentOf } from "../../src/core/conversation/segments.ts";
import { sendQueued } from "../../src/core/conversation/send-queued.ts";
import { handBack, takeOver } from "../../src/core/conversation/switch-bot.ts";
import { DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import type { MessageContent } from "../../src/core/inbound/content.ts";
import { judgeScheduled } from "../../src/core/outbound/scheduled-message.ts";
import { deadLetter } from "../../src/core/turn/dead-letter-commit.ts";
import type { ClaimedTurn, TurnCommit } from "../../src/core/turn/turn.ts";
import type { TurnDependencies } from "../../src/runtime/dependencies.ts";
import { failureOf, fallbackMessage } from "../../src/runtime/failed-attempt.ts";
import { openJournal } from "../../src/runtime/journal.ts";
import { runTurn } from "../../src/runtime/run-turn.ts";
import { enqueueRequest, inbound, leaseOffer, newId, newWorkerId } from "../support/inbound.ts";
import type { TestDatabase } from "../support/test-database.ts";

const OBSERVER = { routed() {}, replying() {}, silent() {} };

/** Something that people do, in the middle of a turn or between two. */
export type Said = { readonly texts: readonly string[]; readonly sentBefore: number };

export class TwoBooks {
  readonly #database: TestDatabase;
  readonly #dependencies: TurnDependencies;
  readonly #phone: string;
  readonly #worker = newWorkerId();
  readonly #clock: { now: Date };
  #state: ConversationState | null = null;
  #firstId = "";

  constructor(database: TestDatabase, dependencies: TurnDependencies, clock: { now: Date }, phone: string) {
    this.#database = database;
    this.#dependencies = dependencies;
    this.#clock = clock;
    this.#phone = phone;
  }

  /** `meanwhile`: a person takes over while the turn is thought. */
  async says({ texts, sentBefore }: Said, meanwhile: "nothing" | "takeover" = "nothing"): Promise<void> {
    await this.#send(sentBefore);
    const contents = texts.map((body): MessageContent => ({ type: "text", body }));
    await this.#enter(contents, "message", meanwhile);
  }

  async echo(body: string): Promise<void> {
    await this.#send(Infinity);
    await this.#enter([{ type: "text", body }], "echo", "nothing");
  }

  async switchBot(enabled: boolean): Promise<void> {
    if (this.#state === null) return;
    await this.#send(Infinity);
    await this.#switch(enabled);
    await this.#compare();
  }

  /** The customer taps on the newest open question, or a person of the shop answers it. */
  async answer(decision: "approve" | "deny"): Promise<void> {
    const asked = this.#state?.questions.findLast(({ status }) => status === "pending");
    if (asked === undefined) return;
    await this.#send(Infinity);
    if (asked.audience === "customer") {
      const payload = `confirm:${asked.id}:${decision === "approve" ? "yes" : "no"}`;
      return this.#enter([{ type: "button", title: "Sí", payload }], "message", "nothing");
    }
    const answer = { decision, actor: "ana", identity: "user:ana", note: null } as const;
    const of = { confirmationId: asked.id };
    const decided = await this.#database.store.confirmations.decide({ workspaceId: DEFAULT_WORKSPACE, of, ...answer });
    expect(decided.kind).toBe("decided");
    this.#state = decideQuestion(this.#known(), asked.id, { decision, by: "ana", note: null });
    await this.#resume();
  }

  /** Time passes, and what is due happens on the way. */
  async wait(seconds: number): Promise<void> {
    if (this.#state === null) return;
    await this.#send(Infinity);
    const end = new Date(this.#clock.now.getTime() + seconds * 1_000);
    for (let due = nextDue(this.#known()); due !== null && due.at <= end; due = nextDue(this.#known())) {
      // A millisecond earlier nothing is due on either side.
      await this.#setClock(new Date(Math.max(this.#clock.now.getTime(), due.at.getTime() - 1)));
      if (this.#clock.now < due.at) expect(await this.#happens(due.what)).toBe(0);
      await this.#setClock(new Date(Math.max(this.#clock.now.getTime(), due.at.getTime() + 1)));
      expect(await this.#happens(due.what), due.what).toBe(1);
      await this.#follow(due.what);
      await this.#send(Infinity);
    }
    await this.#setClock(end);
  }

  /** Leaves nothing that would happen by itself later. */
  async close(): Promise<void> {
    if (this.#state === null) return;
    await this.#send(Infinity);
    await this.#switch(false);
    await this.#database.rows(
      `update scheduled_messages set status = 'cancelled', settled_at = recado_now() where status = 'pending'`,
    );
  }

  async #happens(what: Due["what"]): Promise<number> {
    const { timers, confirmations, scheduled } = this.#database.store;
    if (what === "timer") return (await timers.fire({ limit: 10, newId })).fired;
    if (what === "night") return (await timers.endDay(10)).closed;
    if (what === "reminder") {
      await scheduled.conclude();
      const { due } = await scheduled.claim({ limit: 10, leaseMs: 5_000 });
      await scheduled.settle(
        due.map((one) => ({ due: one, verdict: judgeScheduled(one) })),
        this.#keepFirstId(),
      );
      return due.length;
    }
    return (await confirmations.resume({ limit: 10, newId })).resumed;
  }

  /** Both books give the task of a reminder, and its next time, the same id: the first and the fourth of a settlement. */
  #keepFirstId(): () => string {
    this.#firstId = newId();
    let given = 0;
    return () => {
      given += 1;
      return given === 1 || given === 4 ? this.#firstId : newId();
    };
  }

  async #follow(what: Due["what"]): Promise<void> {
    const now = this.#clock.now;
    if (what === "night") {
      this.#state = endSession(this.#known(), "closed", now);
      return this.#compare();
    }
    if (what === "question") {
      this.#state = expireQuestion(this.#known(), now);
      return this.#takeResumed();
    }
    if (what === "reminder") {
      const { state, content } = fireReminder(this.#known(), now, () => this.#firstId);
      this.#state = state;
      return content === null ? this.#compare() : this.#claimFired(content);
    }
    if (what === "segment") return this.#takeResumed();
    const fired = fireTimer(this.#known());
    this.#state = fired.state;
    return this.#claimFired(fired.content);
  }

  async #claimFired(content: MessageContent): Promise<void> {
    const turn = await this.#claim();
    expect(turn.events.map((event) => withInstants(event.content))).toEqual([withInstants(content)]);
    this.#state = receiveEvents(this.#known(), turn.events);
    await this.#think(turn, "nothing");
  }

  async #enter(
    contents: readonly MessageContent[],
    inputType: "message" | "echo",
    meanwhile: "nothing" | "takeover",
  ): Promise<void> {
    // No two sessions begin at one instant.
    await this.#setClock(new Date(this.#clock.now.getTime() + 1_000));
    const occurredAt = this.#clock.now;
    const items = contents.map((content) => inbound("", { content, inputType, occurredAt, phone: this.#phone }));
    const { turns } = await this.#database.store.mailbox.enqueue(enqueueRequest(items, leaseOffer(this.#worker)));
    const [begun] = turns;
    if (begun === undefined) throw new Error("the conversation was not idle");
    // The statement that takes an opt-out or an echo in has read the timer, the questions and the
    // parked runs before its triggers call them off: an answer to one is a conflict.
    const isSilenced = begun.gate.hasOptedOut || !begun.gate.botEnabled;
    const isReadBefore = isSilenced && (begun.timer !== null || begun.questions.length + begun.parked.length > 0);
    const turn = isReadBefore ? await this.#database.store.mailbox.reload(begun.lease) : begun;
    if (turn === null) throw new Error("the lease is lost");
    this.#state ??= newConversation(
      {
        workspaceId: turn.lease.workspaceId,
        conversationId: turn.lease.conversationId,
        phoneNumberId: turn.phoneNumberId,
        contact: turn.contact,
        agentId: turn.agentId,
      },
      turn.settings,
    );
    this.#state = receiveEvents(this.#state, turn.events);
    await this.#think(turn, meanwhile);
    await this.#resume();
  }

  async #claim(): Promise<ClaimedTurn> {
    const { turns } = await this.#database.store.mailbox.claim(leaseOffer(this.#worker));
    const [turn] = turns;
    if (turn === undefined || turns.length > 1) throw new Error(`${turns.length} turns are due, and one should be`);
    return turn;
  }

  /** What has its answer goes on, on both sides or on neither. */
  async #resume(): Promise<void> {
    if (settledQuestion(this.#known()) === null) this.#state = expireQuestion(this.#known(), this.#clock.now);
    const { resumed } = await this.#database.store.confirmations.resume({ limit: 10, newId });
    expect(resumed).toBe(settledQuestion(this.#known()) === null && !this.#isSegmentDue() ? 0 : 1);
    if (resumed === 1) await this.#takeResumed();
  }

  #isSegmentDue(): boolean {
    const due = nextSegmentOf(this.#known());
    return due !== null && due.dueAt <= this.#clock.now;
  }

  async #takeResumed(): Promise<void> {
    const turn = await this.#claim();
    // Two that are due at one instant: the value follows the order that the statement took.
    if (turn.segment !== null && turn.asked === null) {
      const due = this.#known().parked.find(({ run }) => run.id === turn.run.id);
      if (due === undefined || due.dueAt > this.#clock.now) throw new Error("a segment that is not due came back");
      const begun = beginSegment(this.#known(), due);
      expect(turn.events.map(({ content }) => content)).toEqual([begun.content]);
      this.#state = begun.state;
    }
    this.#state = receiveEvents(this.#known(), turn.events);
    await this.#think(turn, "nothing");
    await this.#resume();
  }

  /** Reads the turn on both sides, thinks it once, and commits it on both. */
  async #think(claimed: ClaimedTurn, meanwhile: "nothing" | "takeover"): Promise<void> {
    const { mailbox } = this.#database.store;
    let turn = claimed;
    let isInterrupted = meanwhile === "takeover";
    for (;;) {
      const mine = this.#read(turn);
      const commit = await this.#commitOf(turn);
      if (commit === "starts_anew") {
        await mailbox.closeSession(turn);
        this.#state = endSession(this.#known(), "closed", this.#clock.now);
      } else if (commit.outcome === "abandoned") {
        this.#state = applyCommit(this.#known(), { turn: mine, commit }, this.#clock.now);
        return this.#compare();
      } else {
        if (isInterrupted) await this.#switch(false);
        isInterrupted = false;
        const { kind } = await mailbox.commit(turn, { ...commit, refuseIfNewer: false });
        expect(kind).toBe(isStale(this.#known(), mine) ? "conflict" : "committed");
        if (kind === "committed") {
          this.#state = applyCommit(this.#known(), { turn: mine, commit }, this.#clock.now);
          return this.#compare();
        }
      }
      const again = await mailbox.reload(turn.lease);
      if (again === null) throw new Error("the lease is lost");
      turn = again;
    }
  }

  /** The same turn on both sides, field by field. */
  #read(turn: ClaimedTurn): ClaimedTurn {
    const { run, events, journal, asked } = turn;
    const question = this.#known().questions.find((one) => one.run.id === run.id);
    const mine = claimFrom(
      this.#known(),
      { run, events, journal, asked: question === undefined ? null : askedOf(question) },
      this.#clock.now,
    );
    expect(comparable(mine)).toEqual(comparable({ ...turn, asked }));
    return mine;
  }

  async #commitOf(turn: ClaimedTurn): Promise<TurnCommit | "starts_anew"> {
    const journal = openJournal(turn.journal);
    try {
      const turned = await runTurn(turn, this.#dependencies, OBSERVER, journal);
      if (turned.kind === "starts_anew") return turned.kind;
      if (turned.kind !== "thought") throw new Error(`a turn ${turned.kind}`);
      return { ...turned.result.commit, sendsAtOnce: false };
    } catch (error) {
      const failure = failureOf(error, turn, journal, this.#dependencies);
      const fallback = fallbackMessage(turn, this.#dependencies);
      expect(failure.code).toMatch(/^tool_|^decision_invalid$/);
      expect(await this.#database.store.mailbox.bury(turn, failure, fallback)).toBe(true);
      return deadLetter(failure, fallback);
    }
  }

  async #switch(enabled: boolean): Promise<void> {
    const { conversationId } = this.#known().identity;
    const change = { enabled, actor: "ana", note: null };
    expect(await this.#database.store.conversations.setBotEnabled(DEFAULT_WORKSPACE, conversationId, change)).toBe(
      true,
    );
    const note = `${enabled ? "handback" : "takeover"} by ana`;
    this.#state = (enabled ? handBack : takeOver)(this.#known(), note, this.#clock.now);
  }

  /** So many of the messages that wait have left; what was called back by a takeover is dropped. */
  async #send(atMost: number): Promise<void> {
    if (this.#state === null) return;
    await this.#database.rows(
      `with c as (select * from conversations where id = $1),
       gone as (
         update outbox_messages o set status = 'dropped', settled_at = recado_now() from c
         where o.workspace_id = c.workspace_id and o.conversation_id = c.id and o.status = 'queued'
           and o.seq <= c.cancelled_through
         returning o.id),
       head as (
         select o.workspace_id, o.id from outbox_messages o join c on c.id = o.conversation_id
         where o.status = 'queued' and o.seq > c.cancelled_through order by o.seq limit $2),
       sent as (
         update outbox_messages o set status = 'accepted', attempt = 1, in_flight_at = recado_now(), settled_at = recado_now()
         from head where o.workspace_id = head.workspace_id and o.id = head.id
         returning o.id)
       update conversations x set
         unsent = x.unsent - (select count(*) from sent) - (select count(*) from gone),
         send_at = case when x.unsent = (select count(*) from sent) + (select count(*) from gone) then null else x.send_at end
       where x.id = $1`,
      [this.#state.identity.conversationId, Number.isFinite(atMost) ? atMost : 1_000],
    );
    this.#state = sendQueued(this.#state, this.#clock.now, atMost);
  }

  async #setClock(now: Date): Promise<void> {
    this.#clock.now = now;
    await setClock(this.#database, now);
  }

  /** What no turn reads back: the rows themselves. */
  async #compare(): Promise<void> {
    const state = this.#known();
    const [row] = await this.#database.rows(STORED, [state.identity.conversationId]);
    expect(row?.["stored"]).toEqual(asJson(storedOf(state)));
  }

  #known(): ConversationState {
    if (this.#state === null) throw new Error("nothing has happened yet");
    return this.#state;
  }
}

/** PostgreSQL spells an instant in its own way. */
function withInstants(content: MessageContent): unknown {
  return content.type === "scheduled" ? { ...content, usefulUntil: new Date(content.usefulUntil) } : content;
}

/** Without the lease, what only a channel knows, and the order of rows that one commit made. */
function comparable({ lease: _, ourLastMessages: __, questions, orders, ...turn }: ClaimedTurn): unknown {
  return asJson({
    ...turn,
    orders: orders.toSorted(byId),
    questions: questions.map(({ messageIds: ___, ...question }) => question).toSorted(byId),
  });
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function storedOf(state: ConversationState) {
  const { session, timer, reminders, orders, tasks, outbox, questions, parked, version, turnCount, gate } = state;
  return {
    ...{ version, turnCount, isBotOn: gate.botEnabled, hasOptedOut: gate.hasOptedOut },
    session: session === null ? null : { id: session.id, status: session.status, version: session.version },
    timer: timer === null ? null : { level: timer.level, fireMs: timer.dueAt.getTime() + timer.settleMs },
    reminders: reminders
      .toSorted(byId)
      .map(({ id, key, text, template, rule, missed, skipped, isRequested, heldBy, dueAt, fireAt, usefulUntil }) => ({
        ...{
          id,
          key,
          text,
          template,
          rule,
          missed,
          skipped,
          isRequested,
          heldBy,
          dueMs: dueAt.getTime(),
          fireMs: fireAt.getTime(),
        },
        usefulMs: usefulUntil.getTime(),
      })),
    orders: orders.toSorted(byId).map(({ id, purchaseKey, status, total, note, sessionId }) => ({
      ...{ id, purchaseKey, status, total, note, sessionId },
    })),
    tasks: tasks.toSorted(byId).map(({ id, title, priority, pack }) => ({ id, title, priority, pack })),
    messages: outbox.map(({ id, content, status }) => ({
      id,
      body: "body" in content ? content.body : null,
      isUnsaid: status === "interrupted",
    })),
    parked: parked
      .filter(({ hasBegun }) => !hasBegun)
      .map(({ run, key, number, state: own, dueAt, sinceTurn, sessionId }) => ({
        ...{ id: run.id, key, number, state: own, dueMs: dueAt.getTime(), sinceTurn, sessionId },
      }))
      .toSorted(byId),
    waiting: questions
      .toSorted(byId)
      .map(({ id, status, expiresAt }) => ({ id, status, expiresMs: expiresAt.getTime() })),
  };
}

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}

const STORED = `
  select json_build_object(
    'version', c.version, 'turnCount', c.turn_count, 'isBotOn', c.bot_enabled,
    'hasOptedOut', (select k.marketing_stopped_at is not null from contacts k where k.id = c.contact_id),
    'session', (select json_build_object('id', s.id, 'status', s.status, 'version', s.version)
      from agent_sessions s where s.conversation_id = c.id order by s.created_at desc, s.id desc limit 1),
    'timer', (select json_build_object('level', t.level, 'fireMs', (extract(epoch from t.fire_at) * 1000)::bigint)
      from timers t where t.conversation_id = c.id and t.fired_at is null and t.cancelled_at is null),
    'reminders', (select coalesce(json_agg(json_build_object('id', m.id, 'key', m.agent_key, 'text', m.text,
      'template', m.template, 'rule', m.rule, 'missed', m.missed, 'skipped', m.skipped,
      'isRequested', m.is_requested, 'heldBy', m.held_by, 'dueMs', (extract(epoch from m.due_at) * 1000)::bigint,
      'fireMs', (extract(epoch from m.fire_at) * 1000)::bigint,
      'usefulMs', (extract(epoch from m.useful_until) * 1000)::bigint) order by m.id), '[]')
      from scheduled_messages m where m.conversation_id = c.id and m.status = 'pending' and m.run_id is null),
    'orders', (select coalesce(json_agg(json_build_object('id', o.id, 'purchaseKey', o.purchase_key, 'status', o.status,
      'total', o.total, 'note', o.note, 'sessionId', o.session_id) order by o.id), '[]')
      from orders o where o.conversation_id = c.id),
    'tasks', (select coalesce(json_agg(json_build_object('id', t.id, 'title', t.title, 'priority', t.priority,
      'pack', t.pack) order by t.id), '[]') from tasks t where t.conversation_id = c.id),
    'messages', (select coalesce(json_agg(json_build_object('id', o.id, 'body', o.content ->> 'body',
      'isUnsaid', o.drop_code is not distinct from 'interrupted') order by o.seq), '[]')
      from outbox_messages o where o.conversation_id = c.id),
    'parked', (select coalesce(json_agg(json_build_object('id', r.id, 'key', g.key, 'number', g.number, 'state', g.state,
      'dueMs', (extract(epoch from r.due_at) * 1000)::bigint, 'sinceTurn', g.since_turn, 'sessionId', g.session_id)
      order by r.id), '[]')
      from agent_runs r join run_segments g on g.run_id = r.id and g.number = r.segment
      where r.conversation_id = c.id and r.status = 'queued' and r.due_at is not null),
    'waiting', (select coalesce(json_agg(json_build_object('id', f.id, 'status', f.status,
      'expiresMs', (extract(epoch from f.expires_at) * 1000)::bigint) order by f.id), '[]')
      from confirmations f join agent_runs r on r.id = f.run_id
      where f.conversation_id = c.id and r.status in ('waiting_confirmation', 'queued') and f.segment = r.segment
        and f.id = (select max(g.id::text)::uuid from confirmations g where g.run_id = f.run_id))) as stored
  from conversations c where c.id = $1`;

export async function setClock(database: TestDatabase, now: Date): Promise<void> {
  const instant = `select timestamptz ''${now.toISOString()}''`;
  await database.rows(
    `create or replace function recado_now() returns timestamptz language sql stable as '${instant}'`,
  );
}
