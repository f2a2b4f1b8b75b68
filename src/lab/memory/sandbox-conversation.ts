/**
 * One conversation in memory: session, chat record, timer, orders and a virtual clock. It carries a decision out as the
 * runtime does, as far as a conversation can tell; the same agent, the same decisions.
 */
import type { Agent, AgentInput, DecidedMessage, Decision } from "../../core/agent/agent.ts";
import type { DecisionTrail } from "../../core/agent/decision-trail.ts";
import { nextSession } from "../../core/agent/next-session.ts";
import type { ChatLine, Session } from "../../core/agent/session.ts";
import type { SessionId } from "../../core/ids.ts";
import { VERBATIM_TURNS } from "../../core/model/summary-policy.ts";
import { spokenText } from "../../core/outbound/outbound-content.ts";
import type { UnsaidMessage } from "../../core/outbound/outbox.ts";
import { isWindowOpen } from "../../core/outbound/service-window.ts";
import type { Asked } from "../../core/ports/turn-model.ts";
import { nightAfter } from "../../core/time/night.ts";
import { type ArmedTimer, nextTimer, SETTLE_MS, type TimerPreset } from "../../core/time/timer-policy.ts";
import { withoutWindow } from "../../core/turn/closed-window.ts";
import { consentDecision, newestConsent } from "../../core/turn/consent.ts";
import { handOverUnread, newestToRead, TOO_MANY_UNREAD } from "../../core/turn/read-limit.ts";
import { deepFreeze } from "./deep-freeze.ts";
import { EngineKilled } from "./engine-killed.ts";
import { createSandboxEffects, type SandboxOrder, type SandboxTask } from "./sandbox-effects.ts";
import { afterAnswer, askAbout, type QuestionAnswer, type SandboxQuestion, whileAsked } from "./sandbox-question.ts";
import type { SandboxSnapshot } from "./sandbox-snapshot.ts";
import type { HeardOtherwise, SandboxEdit, SandboxSurroundings } from "./sandbox-surroundings.ts";
import type { ObservedTurn } from "./scenario-player.ts";
import type { StartingPoint } from "./starting-point.ts";
import type { SandboxToolResult } from "./turn-how.ts";
import { createVirtualClock } from "./virtual-clock.ts";

export interface SandboxConversation {
  hear(messages: readonly string[], change?: HeardOtherwise): Promise<ObservedTurn>;
  force(intent: string): Promise<ObservedTurn>;
  /** Time passes; every timer that comes due on the way fires. */
  wait(seconds: number): Promise<ObservedTurn[]>;
  /** The worker was away: time passes first, then what is due fires. */
  sleep(seconds: number): Promise<ObservedTurn[]>;
  /** The customer's next message arrives after only `count` messages of the last block have left. */
  cutBlockAfter(count: number): void;
  /** Somebody of the shop writes from the phone: the bot falls silent, as when they take over. */
  operatorSays(text: string): void;
  takeOver(): void;
  /** The bot answers again: in a new session, if the last one has ended, where what it knew is offered back. */
  handBack(): void;
  /** Time passes until the night has ended the session; what is due before it fires. */
  night(): Promise<ObservedTurn[]>;
  /** The last turn once more, as after a crash: same input. Null where the agent was not asked. */
  replay(): Promise<Decision | null>;
  /** To one of the open questions. */
  answer(asked: SandboxQuestion, answer: QuestionAnswer): Promise<ObservedTurn>;
  /** The oldest first. */
  questions(): readonly SandboxQuestion[];
  now(): Date;
  session(): Session;
  timer(): ArmedTimer | null;
  orders(): readonly SandboxOrder[];
  tasks(): readonly SandboxTask[];
  isBotOn(): boolean;
  /** Where it stands, to be gone on from: in another conversation, or after it was stored. */
  snapshot(): SandboxSnapshot;
  /** Somebody changes by hand what the agent remembers. */
  edit(change: SandboxEdit): void;
  /** From the next timer on. */
  setPreset(preset: TimerPreset): void;
  dropTimer(): void;
}

/** What an agent reads of what was said, as in production: all that a summary leaves out where a model may be asked. */
const HISTORY_TURNS = { withoutModel: 8, withModel: VERBATIM_TURNS } as const;

/** What no agent reads any more is left out of a snapshot. */
const KEPT_LINES = VERBATIM_TURNS + 4;

export function createSandboxConversation(
  agent: Agent,
  start: StartingPoint = {},
  { preset: firstPreset = "real", model = null, ...surroundings }: SandboxSurroundings = {},
): SandboxConversation {
  const { from = null } = surroundings;
  const clock = createVirtualClock(from?.now.getTime() ?? surroundings.startMs);
  const effects = createSandboxEffects();
  const history: ChatLine[] = [];
  /** Lines that a snapshot has left out. */
  let forgotten = 0;
  let preset = firstPreset;
  let sessionCount = 0;
  let known = start.known ?? {};
  let session = openSession(agent, start, ++sessionCount);
  let isBotOn = start.bot !== "off";
  let hasOptedOut = false;
  let timer: ArmedTimer | null =
    start.armed === undefined
      ? null
      : { level: start.armed.level, dueAt: new Date(clock.now().getTime() + start.armed.inSeconds * 1_000) };
  let unsaid: readonly UnsaidMessage[] = [];
  let lastBlock: readonly UnsaidMessage[] = [];
  let lastInput: AgentInput | null = null;
  let lastUnread = 0;
  let waiting: readonly SandboxQuestion[] = [];
  let journal = surroundings.journal;
  /** What models have answered in the last turn: with it the turn is replayed without a call. */
  let answers = new Map<string, Asked>();
  let lastHeardAt = clock.now();
  /** When something last happened in the session. */
  let quietSince = clock.now();
  for (const content of start.said ?? []) record("assistant", content, null);
  if (from !== null) {
    ({ known, session, sessionCount, isBotOn, timer, unsaid, lastBlock, lastHeardAt, quietSince, forgotten } = from);
    waiting = from.questions;
    history.push(...from.history);
    effects.restore(from);
  }

  function record(role: ChatLine["role"], content: string, decision: Decision | null): void {
    const intent = decision?.intentInfo?.intent ?? null;
    history.push({
      role,
      content,
      intent,
      confidence: decision?.intentInfo?.confidence ?? null,
      createdAt: clock.now(),
    });
  }

  async function take(messages: readonly string[], change: Partial<AgentInput>): Promise<ObservedTurn> {
    hasOptedOut = (newestConsent(messages) ?? (hasOptedOut ? "out" : "in")) === "out";
    if (!isBotOn) return leaveToPerson(messages);
    if (change.dueTimer != null && hasOptedOut) return leaveToPerson([]);
    const answered = answerIn(messages);
    if (answered !== null) return settle(answered.asked, answered.answer, messages);
    if (session.status !== "active") reopen();
    lastInput = deepFreeze(structuredClone(inputOf(messages, change)));
    quietSince = clock.now();
    answers = journal ?? new Map();
    journal = undefined;
    lastUnread = newestToRead(messages).unread;
    let explained = await decide(lastInput, lastUnread);
    if (explained.decision.startsAnew === true) {
      endSession("closed");
      reopen();
      lastInput = deepFreeze(structuredClone(inputOf(messages, change)));
      explained = await decide(lastInput, lastUnread);
    }
    return carryOut(lastInput, explained.decision, explained.trail, { said: messages });
  }

  /** A plain yes or no, where the one question that the customer may answer is the last that was said. */
  function answerIn(messages: readonly string[]): { asked: SandboxQuestion; answer: QuestionAnswer } | null {
    const [asked, ...others] = waiting.filter(({ audience }) => audience === "customer");
    if (asked === undefined || others.length > 0 || history.at(-1)?.content !== asked.question) return null;
    const said = messages.length === 1 ? (surroundings.readYesNo?.(messages[0] ?? "") ?? null) : null;
    return said === "yes" || said === "no" ? { asked, answer: said === "yes" ? "approve" : "deny" } : null;
  }

  async function settle(
    asked: SandboxQuestion,
    given: QuestionAnswer,
    messages: readonly string[],
  ): Promise<ObservedTurn> {
    const answer = (await surroundings.onAnswer?.(asked, given)) ?? given;
    waiting = waiting.filter(({ id }) => id !== asked.id);
    lastInput = null;
    quietSince = clock.now();
    const decided = afterAnswer(asked, answer, session.mode, agent);
    return carryOut(inputOf(messages, {}), decided, null, { said: messages, answered: asked });
  }

  function inputOf(said: readonly string[], change: Partial<AgentInput>): AgentInput {
    const { read: messages } = newestToRead(said);
    return {
      message: messages.join("\n"),
      messages,
      inputClass: "TEXT_SIMPLE",
      session,
      history: history.slice(model === null ? -HISTORY_TURNS.withoutModel : -HISTORY_TURNS.withModel),
      turnNumber: forgotten + history.length + 1,
      contact: { name: null },
      forceIntent: null,
      now: clock.now(),
      timer,
      unsaid,
      knownData: known,
      ...change,
    };
  }

  async function decide(
    input: AgentInput,
    unread: number,
  ): Promise<{ decision: Decision; trail: DecisionTrail | null }> {
    const consent = newestConsent(input.messages);
    if (consent !== null) return { decision: consentDecision(consent), trail: null };
    if (unread >= TOO_MANY_UNREAD) return { decision: handOverUnread(unread, input.session), trail: null };
    if (model === null) return explain(input);
    const asking = model.forTurn(input.session.id, answers);
    const { decision, trail } = await explain({ ...input, model: asking });
    const totalTokens = asking.usedTokens();
    return { decision: totalTokens === 0 ? decision : { ...decision, totalTokens }, trail };
  }

  async function explain(input: AgentInput): Promise<{ decision: Decision; trail: DecisionTrail | null }> {
    if (surroundings.explains === true && agent.explain !== undefined) return agent.explain(input);
    return { decision: await agent.decide(input), trail: null };
  }

  function leaveToPerson(messages: readonly string[]): ObservedTurn {
    lastInput = null;
    if (messages.length > 0) record("user", messages.join("\n"), null);
    return { decision: null, isTimer: false, heard: [], isWindowClosed: false };
  }

  /** `said`: all of it, also what was not read. `answered`: the question that this turn follows from. */
  async function carryOut(
    input: AgentInput,
    decided: Decision,
    trail: DecisionTrail | null,
    { said, answered = null }: { readonly said: readonly string[]; readonly answered?: SandboxQuestion | null },
  ): Promise<ObservedTurn> {
    const { dueTimer } = input;
    const now = clock.now();
    const isWindowClosed = decided.messages.length > 0 && !isWindowOpen(lastHeardAt, now);
    const whole = isWindowClosed ? withoutWindow(decided, input) : decided;
    const { toolResults, question } = await callTools(input, whole, answered);
    if (surroundings.isKilledNow?.() === true) {
      throw new EngineKilled(
        answers,
        whole.tools.slice(0, toolResults.length).map(({ tool }) => tool),
      );
    }
    if (question !== null) waiting = [...waiting, question];
    const decision = question === null ? whole : whileAsked(question);
    const heard = decision.messages.map((message) => spokenText(unsaidOf(message).content));
    if (said.length > 0) record("user", said.join("\n"), decision);
    for (const text of heard) record("assistant", text, decision);
    session = nextSession(withoutUnsaid(), decision, now);
    unsaid = [];
    lastBlock = decision.messages.map(unsaidOf);
    timer = nextTimer(timer, { signals: decision.timerSignals ?? [], plan: decision.timer ?? null }, { now, preset });
    if (session.status !== "active") timer = null;
    if (decision.handoff !== null) isBotOn = false;
    if (session.status !== "active" || !isBotOn) waiting = [];
    const observed = { decision: whole, isTimer: dueTimer != null, heard, isWindowClosed };
    if (surroundings.explains !== true) return observed;
    return {
      ...observed,
      how: { input, trail, sessionAfter: session, timerAfter: timer, toolResults, said: lastBlock },
    };
  }

  /** In order, up to one that waits for a yes: what stands behind it waits as well. */
  async function callTools(input: AgentInput, decision: Decision, answered: SandboxQuestion | null) {
    const toolResults: (SandboxToolResult | null)[] = [];
    const asking = answered === null ? input : { ...input, ...answered.asker };
    for (const call of decision.tools) {
      const isApproved = call.callId === answered?.callId;
      const result =
        (await surroundings.askTool?.(call, { input: asking, orders: effects.orders(), isApproved })) ?? null;
      toolResults.push(result);
      if (result === null || result.kind === "ok") effects.carryOut(call, asking.turnNumber);
      if (result?.kind !== "confirm" || surroundings.readYesNo === undefined) continue;
      return { toolResults, question: askAbout(call, result, decision, { input: asking, agent }) };
    }
    return { toolResults, question: null };
  }

  /** What was cut off has not been sent. */
  function withoutUnsaid(): Session {
    const gone = new Set(unsaid.map(({ templateId }) => templateId));
    return { ...session, templatesEnviados: session.templatesEnviados.filter((id) => !gone.has(id)) };
  }

  function reopen(): void {
    if (Object.keys(session.datosCapturados).length > 0) known = session.datosCapturados;
    session = openSession(agent, {}, ++sessionCount);
    timer = null;
    waiting = [];
    unsaid = [];
  }

  function endSession(status: "closed" | "handed_off"): void {
    if (session.status === "active") session = { ...session, status };
    timer = null;
    waiting = [];
    unsaid = [];
  }

  function firstToExpire(): SandboxQuestion | null {
    return waiting.toSorted((one, other) => one.expiresAt.getTime() - other.expiresAt.getTime())[0] ?? null;
  }

  /** What comes first, up to `end`: the timer, the end of a question, or the night. */
  function nextDue(end: Date): "timer" | "question" | "night" | null {
    const due = {
      timer: timer === null ? null : timer.dueAt.getTime() + SETTLE_MS[preset],
      question: firstToExpire()?.expiresAt.getTime() ?? null,
      night: session.status === "active" ? nightAfter(quietSince).getTime() : null,
    };
    const kinds = (["timer", "question", "night"] as const).filter((kind) => (due[kind] ?? Infinity) <= end.getTime());
    return kinds.toSorted((one, other) => (due[one] ?? 0) - (due[other] ?? 0))[0] ?? null;
  }

  async function passTime(end: Date, isAway: boolean): Promise<ObservedTurn[]> {
    const turns: ObservedTurn[] = [];
    if (isAway) clock.advanceTo(end);
    for (let due = nextDue(end); due !== null; due = nextDue(end)) {
      const asked = due === "question" ? firstToExpire() : null;
      if (asked !== null) {
        clock.advanceTo(asked.expiresAt);
        turns.push(await settle(asked, "expired", []));
        continue;
      }
      if (due === "night" || timer === null) {
        clock.advanceTo(nightAfter(quietSince));
        endSession("closed");
        continue;
      }
      const { level, dueAt } = timer;
      clock.advanceTo(new Date(dueAt.getTime() + SETTLE_MS[preset]));
      timer = null;
      turns.push(await take([], { dueTimer: { level }, timer: null }));
    }
    clock.advanceTo(end);
    return turns;
  }

  const after = (seconds: number): Date => new Date(clock.now().getTime() + seconds * 1_000);
  return {
    async hear(messages, change = {}) {
      lastHeardAt = clock.now();
      return take(messages, change);
    },
    force: (forceIntent) => take([], { forceIntent }),
    wait: (seconds) => passTime(after(seconds), false),
    sleep: (seconds) => passTime(after(seconds), true),
    cutBlockAfter(count) {
      unsaid = lastBlock.slice(count);
      history.splice(history.length - unsaid.length, unsaid.length);
    },
    operatorSays(text) {
      record("assistant", text, null);
      endSession("handed_off");
      isBotOn = false;
    },
    takeOver() {
      endSession("handed_off");
      isBotOn = false;
    },
    handBack() {
      isBotOn = true;
    },
    async night() {
      const turns: ObservedTurn[] = [];
      while (session.status === "active") turns.push(...(await passTime(nightAfter(quietSince), false)));
      return turns;
    },
    async replay() {
      if (lastInput === null) return null;
      const { decision } = await decide(lastInput, lastUnread);
      for (const call of decision.tools) effects.carryOut(call, lastInput.turnNumber);
      return decision;
    },
    answer: (asked, answer) => settle(asked, answer, []),
    questions: () => waiting,
    now: () => clock.now(),
    session: () => session,
    timer: () => timer,
    orders: () => effects.orders(),
    tasks: () => effects.tasks(),
    isBotOn: () => isBotOn,
    snapshot: () => ({
      ...{ now: clock.now(), known, session, sessionCount, isBotOn, timer, unsaid, lastBlock, lastHeardAt, quietSince },
      questions: waiting,
      forgotten: forgotten + Math.max(0, history.length - KEPT_LINES),
      history: history.slice(-KEPT_LINES),
      ...effects.snapshot(),
    }),
    edit(change) {
      session = { ...session, ...change.session, version: session.version + 1 };
      known = change.known ?? known;
      isBotOn = change.isBotOn ?? isBotOn;
    },
    setPreset(next) {
      preset = next;
    },
    dropTimer() {
      timer = null;
    },
  };
}

function unsaidOf(message: DecidedMessage): UnsaidMessage {
  const { templateId, priority = null } = message;
  const content = message.content ?? { type: "text", body: message.text };
  return { content, templateId, priority };
}

function openSession(agent: Agent, start: StartingPoint, count: number): Session {
  return {
    id: `0195d6a0-0000-7000-8000-${String(count).padStart(12, "0")}` as SessionId,
    agentId: agent.id,
    status: start.bot === "off" ? "handed_off" : "active",
    mode: start.mode ?? agent.initialMode,
    version: 1,
    intentsVistos: (start.intents ?? []).map((intent, index) => ({
      intent,
      orden: index + 1,
      timestamp: "2025-03-03T14:00:00.000Z",
    })),
    templatesEnviados: start.sent ?? [],
    datosCapturados: start.data ?? {},
    packSeleccionado: start.pack ?? null,
    ingestStatus: null,
    pendientes: start.pending ?? [],
  };
}
