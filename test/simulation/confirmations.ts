import type { Agent } from "../../src/core/agent/agent.ts";
import { newSession } from "../../src/core/agent/new-session.ts";
import type { ConfirmationId, EventId, SessionId } from "../../src/core/ids.ts";
import { argumentsHash } from "../../src/core/tool-calls/arguments-hash.ts";
import {
  type Asked,
  type Audience,
  CONFIRMATION_TTL_MS,
  type ConfirmationStatus,
  type OpenQuestion,
} from "../../src/core/tool-calls/confirmation.ts";
import { plainDecision } from "../../src/core/turn/part-decision.ts";
import { type Answers, readAnswers } from "../../src/core/turn/read-answers.ts";
import { moveRun } from "../../src/core/turn/run-machine.ts";
import { readAcknowledgement } from "../../src/nlu/clauses/acknowledgement.ts";
import { writeCheckpoint } from "../../src/runtime/checkpoint.ts";
import { type ResumedRun, resumeRun } from "../../src/runtime/resume-run.ts";
import { type Conversation, type EventRow, NEVER, NOBODY, type OutboxRow, type RunRow, type Turn } from "./tables.ts";
import type { World } from "./world.ts";

/**
 * Questions whose yes releases one exact call: asked in the commit of a turn (write-confirmations.ts), answered once
 * (confirmations.ts), called off by triggers, and taken up when the conversation is idle (resume-runs.ts). Whether what was
 * approved is what is called now is asked of production's own take-up.ts.
 */
export class QuestionRow {
  readonly run: RunRow;
  /** Version of the agent that asked; an agent deployed since has another. */
  readonly version: number;
  readonly hash: string;
  readonly expiresAt: number;
  readonly audience: Audience;
  /** The step of the commit that asked it. */
  readonly askedStep: number;
  status: ConfirmationStatus = "pending";
  decidedAt = NOBODY;
  /** Counted, so that the oracle sees a second time. */
  decisions = 0;
  /** What the call was made with, when it was made. */
  calledHash: string | null = null;
  /** The customer's message that has decided it, and the step in which it did. */
  answeredBy: EventRow | null = null;
  answeredStep = NOBODY;

  constructor(run: RunRow, version: number, asked: { audience: Audience; now: number; step: number }) {
    this.run = run;
    this.version = version;
    this.hash = hashOf(run, version);
    this.audience = asked.audience;
    this.expiresAt = asked.now + CONFIRMATION_TTL_MS[asked.audience];
    this.askedStep = asked.step;
  }
}

const TOOL = "payments.refund";

export function hashOf(run: RunRow, version: number): string {
  return argumentsHash({ tool: TOOL, input: { run: run.id }, agentId: "agent", agentVersion: `v${version}` });
}

/** Part of the commit of a turn that asks: its run waits, and is due when nobody has answered. */
export function ask(world: World, run: RunRow, version: number, audience: Audience): void {
  run.question = new QuestionRow(run, version, { audience, now: world.now(), step: world.step });
  run.dueAt = run.question.expiresAt;
}

function settle(question: QuestionRow, status: ConfirmationStatus, now: number): void {
  question.status = status;
  question.decidedAt = now;
  question.decisions += 1;
}

function isOpen({ status, expiresAt }: QuestionRow, now: number): boolean {
  return status === "pending" && expiresAt > now;
}

function accept(question: QuestionRow, isYes: boolean, now: number): void {
  settle(question, isYes ? "approved" : "denied", now);
  if (question.run.status === "waiting_confirmation" && question.run.dueAt !== NEVER) question.run.dueAt = now;
}

/** One conditional update. */
export function decide(world: World, conversation: Conversation, question: QuestionRow, isYes: boolean): void {
  const now = world.now();
  if (!isOpen(question, now) && world.mutant !== "late_answer_counts") return;
  accept(question, isYes, now);
  world.touch(conversation);
  world.synced();
}

/** What the words of a turn have answered, to be decided by its commit. */
export interface ReadAnswer {
  readonly question: QuestionRow;
  readonly isYes: boolean;
  readonly event: EventRow;
}

/** The questions that the statement that reads a turn has (read-turns.sql). */
export function openQuestions(world: World, { runs, outbox }: Conversation): OpenQuestion[] {
  const now = world.now();
  const open: OpenQuestion[] = [];
  for (const { id, question } of runs) {
    if (question === null || question.audience !== "customer" || !isOpen(question, now)) continue;
    const isSaid = ({ status, puts }: OutboxRow) =>
      status !== "dropped" &&
      status !== "failed" &&
      (world.mutant !== "yes_to_what_was_said_before" || puts?.id === id);
    const last = outbox.findLast(isSaid);
    const lastWordAt = last?.puts?.id === id && last.inFlightAt !== NOBODY ? new Date(last.inFlightAt) : null;
    open.push({ id: String(id) as ConfirmationId, question: "¿Lo hago?", lastWordAt, messageIds: [] });
  }
  return open;
}

const NO_ANSWERS: Answers = { given: [], unclear: [], isClosed: false, used: new Set() };

/** Production's own rule, on what the customer said. */
export function readTurnsAnswers(world: World, { events, questions }: Turn): Answers {
  if (questions.length === 0) return NO_ANSWERS;
  const words = events.flatMap(({ seq, said, createdAt }) => {
    const text = world.said[said]?.words;
    if (text === undefined) return [];
    const content = { type: "text", body: text } as const;
    return [
      {
        eventId: String(seq) as EventId,
        speaker: "whatsapp" as const,
        content,
        text,
        at: new Date(createdAt),
        replyTo: null,
      },
    ];
  });
  return readAnswers(words, questions, readAcknowledgement);
}

/** In the commit of the turn that has read them. */
export function answer(world: World, answers: readonly ReadAnswer[]): void {
  for (const { question, isYes, event } of answers) {
    accept(question, isYes, world.now());
    question.answeredBy = event;
    question.answeredStep = world.step;
    world.note(`the words of event ${event.seq} decide the question of run ${question.run.id}`);
  }
}

export function isAnswerLate(world: World, answers: readonly ReadAnswer[]): boolean {
  const now = world.now();
  return world.mutant !== "late_answer_counts" && answers.some(({ question }) => !isOpen(question, now));
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
export function resumeDueRun(world: World, looked: ReturnType<typeof dueRun> = null): boolean {
  const due = looked ?? dueRun(world);
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
  const segment = run.segments[run.segment - 1];
  if (segment !== undefined) segment.resumed += 1;
  world.touch(conversation);
  world.announced |= 1;
  world.synced();
  return true;
}

/** What production makes of the answer, by the version of the agent that is there now. */
export function takeUpWith(question: QuestionRow, version: number, isSilent: boolean): ResumedRun {
  const call = { callId: "refund", tool: TOOL, input: { run: question.run.id } };
  const asked: Asked = {
    ...call,
    id: String(question.run.id) as ConfirmationId,
    argumentsHash: question.hash,
    agentId: "agent",
    agentVersion: `v${question.version}`,
    audience: question.audience,
    status: question.status,
    decidedBy: "somebody",
    note: null,
    sessionId: "session" as SessionId,
    checkpoint: writeCheckpoint({
      decision: plainDecision("it asks", { tools: [call], messages: [{ text: "hecho", templateId: null }] }),
      deeds: [],
      mode: "selling",
      customerWaits: true,
      asker: { cause: "customer", requests: [], actor: { kind: "agent", name: "agent", role: null } },
    }),
  };
  const agent: Agent = {
    ...{ id: "agent", name: "agent", description: "", version: `v${version}`, initialMode: "selling" },
    texts: { fallback: "", sticker: "", richInput: "", unsupported: "" },
    decide: () => plainDecision("nobody asks it"),
  };
  const session = newSession({ id: "session" as SessionId, agentId: "agent", mode: "selling" });
  return resumeRun({ asked, context: { agent, session, isNewSession: false, locale: "es-CO", history: [] }, isSilent });
}
