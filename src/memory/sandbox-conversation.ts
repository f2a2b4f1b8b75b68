/**
 * One conversation in memory: session, chat record, timer, orders and a virtual clock. It carries a decision out as the
 * runtime does, as far as a conversation can tell; the same agent, the same decisions.
 */
import type { Agent, AgentInput, DecidedMessage, Decision } from "../core/agent.ts";
import type { SessionId } from "../core/ids.ts";
import type { InputClass } from "../core/input-class.ts";
import { nextSession } from "../core/next-session.ts";
import { spokenText } from "../core/outbound-content.ts";
import type { UnsaidMessage } from "../core/outbox.ts";
import { isWindowOpen } from "../core/service-window.ts";
import type { Session, TurnRecord } from "../core/session.ts";
import { type ArmedTimer, nextTimer, SETTLE_MS, type TimerPreset } from "../core/timer-policy.ts";
import { deepFreeze } from "./deep-freeze.ts";
import { createSandboxOrders, type SandboxOrder } from "./sandbox-orders.ts";
import { createVirtualClock } from "./virtual-clock.ts";

/** Where a conversation stands when it begins: by default at its very start. */
export interface StartingPoint {
  readonly mode?: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly pack?: string | null;
  readonly intents?: readonly string[];
  readonly sent?: readonly string[];
  readonly pending?: readonly string[];
  /** Our last words. */
  readonly said?: readonly string[];
  /** What an earlier session knew. */
  readonly known?: Readonly<Record<string, string>>;
  /** A timer that counts already, from now. */
  readonly armed?: { readonly level: string; readonly inSeconds: number };
}

/** What came of one turn. */
export interface SandboxTurn {
  readonly decision: Decision;
  /** What reached the customer. */
  readonly heard: readonly string[];
  /** The 24-hour window was closed: what was decided stayed here. */
  readonly isWindowClosed: boolean;
}

export interface SandboxConversation {
  hear(messages: readonly string[], change?: HeardOtherwise): Promise<SandboxTurn>;
  force(intent: string): Promise<SandboxTurn>;
  /** Time passes; every timer that comes due on the way fires. */
  wait(seconds: number): Promise<SandboxTurn[]>;
  /** The worker was away: time passes first, then what is due fires. */
  sleep(seconds: number): Promise<SandboxTurn[]>;
  /** The customer's next message arrives after only `count` messages of the last block have left. */
  cutBlockAfter(count: number): void;
  /** Somebody else in the shop writes. */
  operatorSays(text: string): void;
  /** The session ends; the next message opens a new one, and what it knew is offered back. */
  endSession(): void;
  /** The last turn once more, as after a crash: same input. */
  replay(): Promise<Decision>;
  now(): Date;
  session(): Session;
  timer(): ArmedTimer | null;
  orders(): readonly SandboxOrder[];
}

export interface HeardOtherwise {
  readonly inputClass?: InputClass;
}

const HISTORY_TURNS = 8;

export function createSandboxConversation(
  agent: Agent,
  start: StartingPoint = {},
  preset: TimerPreset = "real",
): SandboxConversation {
  const clock = createVirtualClock();
  const orders = createSandboxOrders();
  const history: TurnRecord[] = [];
  let sessionCount = 0;
  let known = start.known ?? {};
  let session = openSession(agent, start, ++sessionCount);
  let timer: ArmedTimer | null =
    start.armed === undefined
      ? null
      : { level: start.armed.level, dueAt: new Date(clock.now().getTime() + start.armed.inSeconds * 1_000) };
  let unsaid: readonly UnsaidMessage[] = [];
  let lastBlock: readonly UnsaidMessage[] = [];
  let lastInput: AgentInput | null = null;
  let lastHeardAt = clock.now();
  for (const content of start.said ?? []) record("assistant", content, null);

  function record(role: TurnRecord["role"], content: string, decision: Decision | null): void {
    const intent = decision?.intentInfo?.intent ?? null;
    history.push({
      role,
      content,
      intent,
      confidence: decision?.intentInfo?.confidence ?? null,
      createdAt: clock.now(),
    });
  }

  async function take(messages: readonly string[], change: Partial<AgentInput>): Promise<SandboxTurn> {
    if (session.status === "closed") reopen();
    const input: AgentInput = {
      message: messages.join("\n"),
      messages,
      inputClass: "TEXT_SIMPLE",
      session,
      history: history.slice(-HISTORY_TURNS),
      turnNumber: history.length + 1,
      contact: { name: null },
      forceIntent: null,
      now: clock.now(),
      timer,
      unsaid,
      knownData: known,
      ...change,
    };
    lastInput = deepFreeze(structuredClone(input));
    const decision = await agent.decide(lastInput);
    return carryOut(messages, decision);
  }

  function carryOut(messages: readonly string[], decision: Decision): SandboxTurn {
    const now = clock.now();
    const isWindowClosed = decision.messages.length > 0 && !isWindowOpen(lastHeardAt, now);
    const heard = isWindowClosed ? [] : decision.messages.map((message) => spokenText(unsaidOf(message).content));
    if (messages.length > 0) record("user", messages.join("\n"), decision);
    for (const text of heard) record("assistant", text, decision);
    session = nextSession(withoutUnsaid(), decision, now);
    unsaid = [];
    lastBlock = decision.messages.map(unsaidOf);
    for (const call of decision.tools) orders.carryOut(call);
    timer = nextTimer(timer, { signals: decision.timerSignals ?? [], plan: decision.timer ?? null }, { now, preset });
    if (session.status !== "active") timer = null;
    return { decision, heard, isWindowClosed };
  }

  /** What was cut off has not been sent. */
  function withoutUnsaid(): Session {
    const gone = new Set(unsaid.map(({ templateId }) => templateId));
    return { ...session, templatesEnviados: session.templatesEnviados.filter((id) => !gone.has(id)) };
  }

  function reopen(): void {
    known = { ...known, ...session.datosCapturados };
    session = openSession(agent, {}, ++sessionCount);
    timer = null;
    unsaid = [];
  }

  async function fireUntil(end: Date, isAway: boolean): Promise<SandboxTurn[]> {
    const turns: SandboxTurn[] = [];
    if (isAway) clock.advanceTo(end);
    while (timer !== null && timer.dueAt <= end && session.status === "active") {
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
    wait: (seconds) => fireUntil(after(seconds), false),
    sleep: (seconds) => fireUntil(after(seconds), true),
    cutBlockAfter(count) {
      unsaid = lastBlock.slice(count);
      history.splice(history.length - unsaid.length, unsaid.length);
    },
    operatorSays: (text) => record("assistant", text, null),
    endSession() {
      session = { ...session, status: "closed" };
      timer = null;
    },
    async replay() {
      if (lastInput === null) throw new Error("nothing was decided yet, so nothing can be replayed");
      const decision = await agent.decide(lastInput);
      for (const call of decision.tools) orders.carryOut(call);
      return decision;
    },
    now: () => clock.now(),
    session: () => session,
    timer: () => timer,
    orders: () => orders.all(),
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
    status: "active",
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
