import type { Agent, Decision } from "../../core/agent/agent.ts";
import type { Session } from "../../core/agent/session.ts";
import { applyEffects } from "../../core/conversation/apply-effects.ts";
import type { RunToClaim } from "../../core/conversation/claim-from.ts";
import {
  activeSession,
  armedTimer,
  type ConversationQuestion,
  type ConversationState,
  firesAt,
} from "../../core/conversation/conversation-state.ts";
import { dropCutOff } from "../../core/conversation/drop-cut-off.ts";
import { endSession } from "../../core/conversation/end-session.ts";
import { type Due, fireTimer, nextDue } from "../../core/conversation/next-due.ts";
import { askedOf, decideQuestion, expireQuestion, settledQuestion } from "../../core/conversation/questions.ts";
import { receiveEvents } from "../../core/conversation/receive-events.ts";
import { fireReminder } from "../../core/conversation/reminders.ts";
import { beginSegment, nextSegmentOf } from "../../core/conversation/segments.ts";
import { sendQueued } from "../../core/conversation/send-queued.ts";
import { handBack, takeOver } from "../../core/conversation/switch-bot.ts";
import type { ConfirmationId } from "../../core/ids.ts";
import type { MessageContent } from "../../core/inbound/content.ts";
import type { ConversationEvent, InputType } from "../../core/inbound/event.ts";
import type { ArmedTimer, TimerPreset } from "../../core/time/timer-policy.ts";
import { createIdMaker } from "../../runtime/id-maker.ts";
import { beginConversation } from "./begin-conversation.ts";
import { eventsOf, newRun } from "./entering-run.ts";
import { withLiveQuestion } from "./live-question.ts";
import type { MemoryDependencies } from "./memory-dependencies.ts";
import { createMemoryRuntime, type WatchedRun } from "./memory-runtime.ts";
import { answerOf, joinTurns, observeRun, sessionOf } from "./observe-run.ts";
import { ordersIn, remindersIn, tasksIn } from "./observe-state.ts";
import { answeredSteps, type EndedRun } from "./run-in-memory.ts";
import { applyEdit, type SandboxEdit } from "./sandbox-edit.ts";
import { askedDecision, type QuestionAnswer, questionInSandbox, type SandboxQuestion } from "./sandbox-question.ts";
import { type SandboxSnapshot, withoutOldLines } from "./sandbox-snapshot.ts";
import type { ObservedTurn, SandboxOrder, SandboxReminder, SandboxTask } from "./scenario-player.ts";
import type { StartingPoint } from "./starting-point.ts";
import { createVirtualClock } from "./virtual-clock.ts";

const newId = createIdMaker(() => Date.now());

/** A person of the shop, where a conversation in memory needs one. */
const OPERATOR = "sandbox";

export function createSandboxConversation(
  agent: Agent,
  start: StartingPoint = {},
  dependencies: MemoryDependencies = {},
): SandboxConversation {
  return new SandboxConversation(agent, start, dependencies);
}

/**
 * One conversation in memory, on a clock that moves when it is told to. Its turns are those of the
 * runtime: `claimFrom`, the real `runTurn`, `applyCommit`. It differs in what carries it: nothing
 * is sent, and no other system is called.
 */
export class SandboxConversation {
  readonly #agent: Agent;
  readonly #dependencies: MemoryDependencies;
  readonly #runtime: ReturnType<typeof createMemoryRuntime>;
  readonly #clock: ReturnType<typeof createVirtualClock>;
  #state: ConversationState;
  #committedAt: Date | null;
  #liveRuns: Readonly<Record<string, string>>;
  /** How many messages of the last block leave before the customer's next words; null: all. */
  #cutAfter: number | null = null;
  #resumes: MemoryDependencies["resumes"];
  /** The last turn in which the agent was asked, to be thought once more. */
  #last: { readonly run: RunToClaim; readonly before: ConversationState; readonly forced: string | null } | null = null;

  constructor(agent: Agent, start: StartingPoint, dependencies: MemoryDependencies) {
    const { from = null, preset = "real" } = dependencies;
    this.#agent = agent;
    this.#dependencies = dependencies;
    this.#clock = createVirtualClock(from?.now.getTime() ?? dependencies.startMs);
    this.#runtime = createMemoryRuntime(agent, dependencies, newId);
    this.#resumes = dependencies.resumes;
    this.#state =
      from?.state ??
      beginConversation(agent, start, { now: this.now(), preset, newId, timeZone: dependencies.timeZone });
    this.#committedAt = from?.committedAt ?? null;
    this.#liveRuns = from?.liveRuns ?? {};
  }

  /** The customer says or sends something, all of it at once. */
  async hear(messages: readonly (string | MessageContent)[]): Promise<ObservedTurn> {
    const contents = messages.map(
      (one): MessageContent => (typeof one === "string" ? { type: "text", body: one } : one),
    );
    return this.#enter(contents, "message");
  }

  /** The next turn decides this intent in the customer's place. */
  async force(intent: string): Promise<ObservedTurn> {
    return this.#enter([{ type: "text", body: "" }], "message", intent);
  }

  /** Time passes; what comes due on the way happens. */
  wait(seconds: number): Promise<ObservedTurn[]> {
    return this.#passTime(this.#after(seconds), false);
  }

  /** No worker runs meanwhile: time passes first, then what is due happens. */
  sleep(seconds: number): Promise<ObservedTurn[]> {
    return this.#passTime(this.#after(seconds), true);
  }

  /** Only `count` messages of the last block leave before the customer's next words. */
  cutBlockAfter(count: number): void {
    this.#cutAfter = count;
  }

  /** A person of the shop writes from the phone: the bot falls silent, as when they take over. */
  async operatorSays(text: string): Promise<void> {
    await this.#enter([{ type: "text", body: text }], "echo");
  }

  takeOver(): void {
    this.#send();
    this.#state = takeOver(this.#state, `takeover by ${OPERATOR}`, this.now());
  }

  /**
   * The bot answers again: in a new session, if the last one has ended, which is offered what that
   * one knew.
   */
  handBack(): void {
    this.#send();
    this.#state = handBack(this.#state, `handback by ${OPERATOR}`, this.now());
  }

  /** Time passes until the night has ended the session; what is due before it happens. */
  async night(): Promise<ObservedTurn[]> {
    const turns: ObservedTurn[] = [];
    while (activeSession(this.#state) !== null) {
      const due = nextDue(this.#state);
      if (due === null) break;
      turns.push(...(await this.#passTime(due.at, false)));
    }
    return turns;
  }

  /** Thinks the last turn once more, as after a crash. Null when the agent was not asked. */
  async replay(): Promise<Decision | null> {
    if (this.#last === null) return null;
    const { run, before, forced } = this.#last;
    const again = await this.#runtime.run(before, run, this.now(), forced);
    this.#state = applyEffects(this.#state, again.ended.ending);
    return observeRun(again.ended, { agent: this.#agent, answered: null, ...again }).decision;
  }

  /** Answers one of the open questions: the customer by its button, or a person of the shop. */
  async answer(asked: SandboxQuestion, given: QuestionAnswer): Promise<ObservedTurn> {
    this.#send();
    const id = asked.id as ConfirmationId;
    const answer = (await this.#dependencies.onAnswer?.(asked, given)) ?? given;
    if (answer === "expired") {
      this.#state = expireQuestion(this.#state, asked.expiresAt);
      return joinTurns(await this.#resume());
    }
    if (asked.audience === "operator") {
      this.#state = decideQuestion(this.#state, id, { decision: answer, by: OPERATOR, note: null });
      return joinTurns(await this.#resume());
    }
    const isYes = answer === "approve";
    const payload = `confirm:${id}:${isYes ? "yes" : "no"}`;
    return this.#enter([{ type: "button", title: isYes ? "Sí" : "No", payload }], "message");
  }

  /** Oldest first. */
  questions(): readonly SandboxQuestion[] {
    return this.#state.questions
      .filter(({ status }) => status === "pending")
      .map((asked) => questionInSandbox(asked, this.#liveRuns[asked.id]));
  }

  now(): Date {
    return this.#clock.now();
  }

  session(): Session {
    return sessionOf(this.#state, this.#agent);
  }

  timer(): ArmedTimer | null {
    return armedTimer(this.#state);
  }

  /** When the timer fires; null when none counts. */
  firesAt(): Date | null {
    return firesAt(this.#state);
  }

  /** The agent's reminders that wait, the next one first. */
  reminders(): readonly SandboxReminder[] {
    return remindersIn(this.#state);
  }

  knownData(): Readonly<Record<string, string>> {
    return this.#state.knownData;
  }

  orders(): readonly SandboxOrder[] {
    return ordersIn(this.#state);
  }

  tasks(): readonly SandboxTask[] {
    return tasksIn(this.#state);
  }

  isBotOn(): boolean {
    return this.#state.gate.botEnabled;
  }

  /** Where the conversation stands: another one goes on from it, also after it was stored. */
  snapshot(): SandboxSnapshot {
    const state = withoutOldLines(this.#state);
    return { now: this.now(), state, committedAt: this.#committedAt, liveRuns: this.#liveRuns };
  }

  /** A person changes what the agent remembers. */
  edit(edit: SandboxEdit): void {
    this.#state = applyEdit(this.#state, edit, { former: this.session(), now: this.now() });
  }

  /** From the next timer on. */
  setPreset(timerPreset: TimerPreset): void {
    this.#state = { ...this.#state, settings: { ...this.#state.settings, timerPreset } };
  }

  dropTimer(): void {
    this.#state = { ...this.#state, timer: null };
  }

  async #enter(
    contents: readonly MessageContent[],
    inputType: InputType,
    forced: string | null = null,
  ): Promise<ObservedTurn> {
    this.#send();
    const asked = this.#state.questions;
    const events = this.#eventsOf(contents, inputType);
    this.#state = receiveEvents(this.#state, events);
    const { ended, observed } = await this.#run(newRun(events, this.now(), newId), forced);
    const [first] = ended.ending.commit.answers ?? [];
    const question = asked.find(({ id }) => id === first?.confirmationId);
    const resumed = await this.#resume();
    // What only answers a question is told by what follows from it.
    if (observed.decision !== null || question === undefined) return joinTurns([observed, ...resumed]);
    if (resumed.length > 0) return { ...joinTurns(resumed), heard: [...observed.heard, ...joinTurns(resumed).heard] };
    const denied = { asked: askedDecision(question), answer: "deny" } as const;
    return observeRun(ended, {
      agent: this.#agent,
      answered: denied,
      trail: this.#runtime.trail(),
      results: new Map(),
    });
  }

  /** Runs that have their answer go on, one after the other; then those whose segment is due. */
  async #resume(): Promise<ObservedTurn[]> {
    const turns: ObservedTurn[] = [];
    for (let asked = settledQuestion(this.#state); asked !== null; asked = settledQuestion(this.#state)) {
      this.#send();
      const events = this.#eventsOf([{ type: "confirmation", confirmationId: asked.id }], "confirmation");
      this.#state = receiveEvents(this.#state, events);
      const run = { ...asked.run, attempts: asked.run.attempts + 1 };
      const answered = { asked: askedDecision(asked), answer: answerOf(asked) };
      const { observed } = await this.#run({ run, events, asked: askedOf(asked), journal: [] }, null, answered);
      turns.push(observed);
    }
    return [...turns, ...(await this.#goOn())];
  }

  /** Runs that are due for their next segment go on: at once means in the same breath. */
  async #goOn(): Promise<ObservedTurn[]> {
    const due = nextSegmentOf(this.#state);
    if (due === null || due.dueAt > this.now()) return [];
    this.#send();
    const begun = beginSegment(this.#state, due);
    const events = this.#eventsOf([begun.content], "segment");
    this.#state = receiveEvents(begun.state, events);
    const run = { ...due.run, attempts: due.run.attempts + 1 };
    const { observed } = await this.#run({ run, events, asked: null, journal: [] }, null);
    return [observed, ...(await this.#resume())];
  }

  /** One run, from its claim to its commit. */
  async #run(
    claimed: RunToClaim,
    forced: string | null,
    answered: Parameters<typeof observeRun>[1]["answered"] = null,
  ): Promise<{ readonly ended: EndedRun; readonly observed: ObservedTurn }> {
    const before = this.#state;
    const run = this.#goingOn(claimed);
    const watched = await this.#runtime.run(before, run, this.now(), forced);
    const { results, trail } = watched;
    this.#resumes = undefined;
    const ended = this.#askedLive(watched, before.questions.find((one) => one.run.id === run.run.id) ?? null);
    this.#state = ended.state;
    this.#committedAt = this.now();
    const observed = observeRun(ended, { agent: this.#agent, trail, results, answered });
    const wasAsked = answered === null && observed.decision !== null;
    this.#last = wasAsked ? { run: { ...run, journal: answeredSteps(ended.steps) }, before, forced } : null;
    return { ended, observed };
  }

  #askedLive({ ended, live }: WatchedRun, approved: ConversationQuestion | null): EndedRun {
    if (live === null) return ended;
    const asked = withLiveQuestion(ended, live, approved, { now: this.now(), id: newId() as ConfirmationId });
    this.#liveRuns = { ...this.#liveRuns, [asked.id]: live.liveRunId };
    return asked.ended;
  }

  /** Another engine has begun this turn, and died in it. */
  #goingOn(claimed: RunToClaim): RunToClaim {
    if (this.#resumes === undefined) return claimed;
    const { runId: id, journal } = this.#resumes;
    return { ...claimed, run: { ...claimed.run, id }, journal };
  }

  #eventsOf(contents: readonly MessageContent[], inputType: InputType): ConversationEvent[] {
    return eventsOf(contents, { inputType, afterSeq: this.#state.lastSeq, now: this.now(), newId });
  }

  /** What was committed has left by now, but for what the customer is about to cut off. */
  #send(): void {
    const atMost = this.#cutAfter;
    this.#cutAfter = null;
    // Before the customer's next words, also when the clock stands still.
    const sentMs = Math.min(this.#committedAt?.getTime() ?? Infinity, this.now().getTime() - 1);
    const sent = sendQueued(this.#state, new Date(sentMs), atMost ?? Infinity);
    const cut = atMost === null ? [] : sent.outbox.filter(({ status }) => status === "queued");
    this.#state = dropCutOff(sent, cut);
  }

  #after(seconds: number): Date {
    return new Date(this.now().getTime() + seconds * 1_000);
  }

  async #passTime(end: Date, isAway: boolean): Promise<ObservedTurn[]> {
    const turns: ObservedTurn[] = [];
    this.#send();
    if (isAway) this.#clock.advanceTo(end);
    for (let due = nextDue(this.#state); due !== null && due.at <= end; due = nextDue(this.#state)) {
      this.#clock.advanceTo(due.at);
      turns.push(...(await this.#happen(due)));
      this.#send();
    }
    this.#clock.advanceTo(end);
    return turns;
  }

  async #happen({ what }: Due): Promise<ObservedTurn[]> {
    if (what === "night") {
      this.#state = endSession(this.#state, "closed", this.now());
      return [];
    }
    if (what === "question") {
      const [first] = this.questions().toSorted((one, other) => one.expiresAt.getTime() - other.expiresAt.getTime());
      return first === undefined ? [] : [await this.answer(first, "expired")];
    }
    if (what === "reminder") return this.#remind();
    if (what === "segment") return this.#goOn();
    const fired = fireTimer(this.#state);
    this.#state = fired.state;
    const events = this.#eventsOf([fired.content], "timer");
    this.#state = receiveEvents(this.#state, events);
    const { observed } = await this.#run(newRun(events, this.now(), newId), null);
    return [observed, ...(await this.#resume())];
  }

  async #remind(): Promise<ObservedTurn[]> {
    const { state, content } = fireReminder(this.#state, this.now(), newId);
    this.#state = state;
    if (content === null) return [];
    const events = this.#eventsOf([content], "scheduled");
    this.#state = receiveEvents(this.#state, events);
    const { observed } = await this.#run(newRun(events, this.now(), newId), null);
    return [observed];
  }
}
