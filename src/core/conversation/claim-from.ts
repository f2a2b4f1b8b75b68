import type { WorkerId } from "../ids.ts";
import type { ConversationEvent } from "../inbound/event.ts";
import type { Asked, OpenQuestion } from "../tool-calls/confirmation.ts";
import { questionContent } from "../tool-calls/confirmation.ts";
import type { ClaimedTurn, StepRecord } from "../turn/turn.ts";
import {
  activeSession,
  armedTimer,
  type ConversationMessage,
  type ConversationQuestion,
  type ConversationState,
} from "./conversation-state.ts";
import { isSpokenOver } from "./is-spoken-over.ts";
import { openReminders } from "./reminders.ts";
import { withoutTemplates } from "./said-templates.ts";
import { parkedBeside, segmentOf } from "./segments.ts";

/** A run whose turn begins: its events, and what former attempts have journaled. */
export interface RunToClaim {
  readonly run: ClaimedTurn["run"];
  /** At least one. */
  readonly events: readonly ConversationEvent[];
  /** The question that the run waited for; null when it never asked. */
  readonly asked: Asked | null;
  readonly journal: readonly StepRecord[];
}

/** A turn reads the newest lines only. */
const HISTORY_LINES = 20;

/** No block is longer than 20, so two of them are looked at. */
const LOOKED_AT = 40;

/** A conversation that is a value has one worker, and no other takes a lease from it. */
const ONLY_WORKER = "00000000-0000-7000-8000-000000000001" as WorkerId;

/** What a turn reads, as the SQL function `read_turns` returns it. */
export function claimFrom(
  state: ConversationState,
  { run, events, asked, journal }: RunToClaim,
  now: Date,
): ClaimedTurn {
  const { identity, settings, gate, version, turnCount, lastCustomerMessageAt, knownData, lastSeq } = state;
  const { workspaceId, conversationId, phoneNumberId, contact, agentId } = identity;
  const unsaid = unsaidMessages(state);
  const cutNow = unsaid.filter(({ status }) => status === "queued").map(({ block }) => block?.templateId ?? null);
  const session = activeSession(state);
  const isUnsaid = new Set<string>(unsaid.map(({ id }) => id));
  return {
    lease: { workspaceId, conversationId, worker: ONLY_WORKER, fence: 1 },
    version,
    run,
    events,
    seenSeq: lastSeq,
    contact,
    phoneNumberId,
    agentId,
    gate,
    settings,
    knowledgeVersion: 0,
    promptsVersion: 0,
    lastCustomerMessageAt,
    session:
      session === null ? null : { ...session, templatesEnviados: withoutTemplates(session.templatesEnviados, cutNow) },
    timer: armedTimer(state),
    orders: state.orders
      .filter(({ sessionId }) => session !== null && sessionId === session.id)
      .map(({ id, purchaseKey, status, pack, total }) => ({ id, purchaseKey, status, pack, total })),
    knownData,
    reminders: openReminders(state),
    // A message that was sent in memory has no id of a channel that a reaction could name.
    ourLastMessages: [],
    history: state.lines
      .filter((line) => !line.isUnsaid && (line.messageId === null || !isUnsaid.has(line.messageId)))
      .slice(-HISTORY_LINES)
      .filter(({ content }) => content !== "")
      .map(({ role, content, intent, confidence, createdAt }) => ({ role, content, intent, confidence, createdAt })),
    turnCount,
    unsaid: unsaid.map(({ id, content, block }) => ({
      id,
      content,
      templateId: block?.templateId ?? null,
      priority: block?.priority ?? null,
    })),
    asked,
    questions: openQuestions(state, now),
    segment: segmentOf(state, run.id),
    parked: parkedBeside(state, run.id),
    journal,
    now,
  };
}

/**
 * What the customer has cut off: the rest of the newest block, whether it was dropped before or is
 * about to be.
 */
function unsaidMessages({ outbox, lastSpeechSeq }: ConversationState): ConversationMessage[] {
  const newest = outbox.findLast(({ block }) => (block?.position ?? 0) > 0);
  const isInterrupted = newest?.status === "interrupted";
  if (!isInterrupted && outbox.every(({ status }) => status !== "queued")) return [];
  const beforeBlock = newest === undefined ? 0 : newest.seq - (newest.block?.position ?? 0);
  const lastOutboxSeq = outbox.at(-1)?.seq ?? 0;
  return outbox.filter(
    (message) =>
      message.seq > lastOutboxSeq - LOOKED_AT &&
      (isCutOff(message, lastSpeechSeq) || (message.status === "interrupted" && message.seq > beforeBlock)),
  );
}

function isCutOff({ block, status, inboundSeq }: ConversationMessage, lastSpeechSeq: number): boolean {
  return status === "queued" && isSpokenOver({ position: block?.position ?? 0, inboundSeq }, lastSpeechSeq);
}

function openQuestions({ questions, outbox }: ConversationState, now: Date): OpenQuestion[] {
  const last = outbox.findLast(
    ({ status, content }) => status !== "dropped" && status !== "interrupted" && content.type !== "reaction",
  );
  return questions
    .filter(({ status, audience, expiresAt }) => status === "pending" && audience === "customer" && expiresAt > now)
    .map((asked) => ({
      id: asked.id,
      question: asked.question,
      lastWordAt: last !== undefined && asks(last, asked) ? last.sentAt : null,
      messageIds: [],
    }));
}

function asks({ content }: ConversationMessage, asked: ConversationQuestion): boolean {
  const question = questionContent(asked);
  return (
    content.type === "buttons" && question.type === "buttons" && content.buttons[0]?.id === question.buttons[0]?.id
  );
}
