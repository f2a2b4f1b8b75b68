import type { Agent } from "../../src/core/agent.ts";
import { argumentsHash } from "../../src/core/arguments-hash.ts";
import { type Asked, CONFIRMATION_TTL_MS, type ConfirmationStatus } from "../../src/core/confirmation.ts";
import type { ConfirmationId, SessionId } from "../../src/core/ids.ts";
import { newSession } from "../../src/core/new-session.ts";
import { plainDecision } from "../../src/core/part-decision.ts";
import { moveRun } from "../../src/core/run-machine.ts";
import { writeCheckpoint } from "../../src/runtime/checkpoint.ts";
import { type TakenUp, takeUp } from "../../src/runtime/take-up.ts";
import { type Conversation, NEVER, NOBODY, type RunRow } from "./tables.ts";
import type { World } from "./world.ts";

/**
 * Questions whose yes releases one exact call: asked in the commit of a turn (write-confirmations.ts), answered once
 * (confirmations.ts), called off by triggers, and taken up when the conversation is idle (resume-runs.ts). Whether what was
 * approved is what is called now is asked of production's own take-up.ts.
 */
export class QuestionRow {
  readonly run: RunRow;
  /** Of the agent that asked; one that is deployed since is another. */
  readonly version: number;
  readonly hash: string;
  readonly expiresAt: number;
  status: ConfirmationStatus = "pending";
  decidedAt = NOBODY;
  /** Counted, so that the oracle sees a second time. */
  decisions = 0;
  /** What the call was made with, when it was made. */
  calledHash: string | null = null;

  constructor(run: RunRow, version: number, expiresAt: number) {
    this.run = run;
    this.version = version;
    this.hash = hashOf(run, version);
    this.expiresAt = expiresAt;
  }
}

const TOOL = "payments.refund";

export function hashOf(run: RunRow, version: number): string {
  return argumentsHash({ tool: TOOL, input: { run: run.id }, agentId: "agent", agentVersion: `v${version}` });
}

/** Part of the commit of a turn that asks: its run waits, and is due when nobody has answered. */
export function ask(world: World, run: RunRow, version: number): void {
  run.question = new QuestionRow(run, version, world.now() + CONFIRMATION_TTL_MS.operator);
  run.dueAt = run.question.expiresAt;
}

function settle(question: QuestionRow, status: ConfirmationStatus, now: number): void {
  question.status = status;
  question.decidedAt = now;
  question.decisions += 1;
}

/** One conditional update. */
export function decide(world: World, conversation: Conversation, question: QuestionRow, isYes: boolean): void {
  const now = world.now();
  const isOpen = question.status === "pending" && question.expiresAt > now;
  if (!isOpen && world.mutant !== "late_answer_counts") return;
  settle(question, isYes ? "approved" : "denied", now);
  if (question.run.status === "waiting_confirmation" && question.run.dueAt !== NEVER) question.run.dueAt = now;
  world.touch(conversation);
  world.synced();
}

/** A takeover, or the end of its session: the run ends with its question, in the same statement. */
export function callOff(world: World, conversation: Conversation): void {
  for (const run of conversation.runs) {
    if (run.question?.status !== "pending") continue;
    settle(run.question, "cancelled", world.now());
    if (run.status !== "waiting_confirmation") continue;
    const moved = moveRun(run.status, "complete");
    if (moved.kind === "moved") run.status = moved.to;
    run.dueAt = NEVER;
  }
}

/** The run that has been due for the longest, where nobody is at work; null when there is none. */
export function dueRun(world: World): { readonly conversation: Conversation; readonly run: RunRow } | null {
  let due: { conversation: Conversation; run: RunRow } | null = null;
  for (const conversation of world.conversations) {
    if (conversation.runAt !== NEVER) continue;
    for (const run of conversation.runs) {
      if (run.dueAt <= world.now() && (due === null || run.dueAt < due.run.dueAt)) due = { conversation, run };
    }
  }
  return due;
}

/** At the head of its idle conversation, with the event that ends its wait. */
export function resumeRun(world: World): boolean {
  const due = dueRun(world);
  if (due === null) return false;
  const { conversation, run } = due;
  const now = world.now();
  const { question } = run;
  run.dueAt = NEVER;
  if (question?.status === "pending" && question.expiresAt <= now) settle(question, "expired", now);
  conversation.lastSeq += 1;
  conversation.pending += 1;
  conversation.activeRun = run.id;
  conversation.runAt = now;
  const seq = conversation.lastSeq;
  conversation.events.push({ seq, said: NOBODY, timer: null, createdAt: now, run, status: "pending" });
  world.touch(conversation);
  world.announced |= 1;
  world.synced();
  return true;
}

/** What production makes of the answer, by the version of the agent that is there now. */
export function takeUpWith(question: QuestionRow, version: number, isSilent: boolean): TakenUp {
  const call = { callId: "refund", tool: TOOL, input: { run: question.run.id } };
  const asked: Asked = {
    ...call,
    id: String(question.run.id) as ConfirmationId,
    argumentsHash: question.hash,
    agentId: "agent",
    agentVersion: `v${question.version}`,
    audience: "operator",
    status: question.status,
    decidedBy: "somebody",
    note: null,
    sessionId: "session" as SessionId,
    checkpoint: writeCheckpoint({
      decision: plainDecision("it asks", { tools: [call], messages: [{ text: "hecho", templateId: null }] }),
      deeds: [],
      mode: "selling",
      customerWaits: true,
      asker: { cause: "customer", requestedExplicitly: true, actor: { kind: "agent", name: "agent", role: null } },
    }),
  };
  const agent: Agent = {
    ...{ id: "agent", name: "agent", description: "", version: `v${version}`, initialMode: "selling" },
    texts: { fallback: "", sticker: "", richInput: "", unsupported: "" },
    decide: () => plainDecision("nobody asks it"),
  };
  const session = newSession({ id: "session" as SessionId, agentId: "agent", mode: "selling" });
  return takeUp({ asked, context: { agent, session, isNewSession: false, history: [] }, isSilent });
}

/** Invariant 8: decided once, in time, for exactly what was shown; and without a yes nothing is done. */
export function judgeQuestion(world: World, run: RunRow): void {
  const { question } = run;
  if (question === null) return;
  const { status, decisions, decidedAt, expiresAt, calledHash, hash } = question;
  if (decisions > 1) world.violate("S13", `the question of run ${run.id} was decided ${decisions} times`);
  if ((status === "pending") !== (decisions === 0))
    world.violate("S13", `run ${run.id} is ${status}, decided by nobody`);
  if ((status === "approved" || status === "denied") && decidedAt >= expiresAt) {
    world.violate("S13", `the question of run ${run.id} was answered ${decidedAt - expiresAt} ms late`);
  }
  if (status === "expired" && decidedAt < expiresAt) world.violate("S13", `run ${run.id} expired early`);
  if ((world.calls[run.id] as number) === 0) return;
  if (status !== "approved") world.violate("S13", `run ${run.id} made a call whose question is ${status}`);
  if (calledHash !== hash) world.violate("S13", `run ${run.id} made another call than the one that was shown`);
}
