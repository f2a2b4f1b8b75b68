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
import { asJson, comparable, STORED, setClock, storedOf, withInstants } from "./stored-books.ts";

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
