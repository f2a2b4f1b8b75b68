import type { DecidedMessage, Decision } from "../../core/agent/agent.ts";
import { RecadoError } from "../../core/errors.ts";
import type { OutboxId } from "../../core/ids.ts";
import { typingMs } from "../../core/outbound/human-delay.ts";
import type { OutboundContent } from "../../core/outbound/outbound-content.ts";
import { doubtClassOf, type MessagePriority, type NewOutboxMessage } from "../../core/outbound/outbox.ts";
import { splitText } from "../../core/outbound/split-text.ts";
import { templateHole } from "../../core/outbound/template-hole.ts";
import { type OpenQuestion, questionContent } from "../../core/tool-calls/confirmation.ts";
import { confirmationTexts } from "../../core/tool-calls/confirmation-texts.ts";
import { partBeforeYes } from "../../core/turn/part-decision.ts";
import type { ClaimedTurn } from "../../core/turn/turn.ts";
import { readCheckpoint } from "../checkpoint.ts";
import type { TurnDependencies } from "../dependencies.ts";
import { turnKey } from "../turn-key.ts";
import type { Input } from "./ingest.ts";
import type { Context } from "./load-context.ts";
import type { Planned } from "./plan.ts";
import type { Verdict } from "./verify.ts";

export type Replies =
  | {
      readonly kind: "say";
      readonly messages: readonly NewOutboxMessage[];
      /** The mark on each message that could not be understood (requirement R9). */
      readonly marks: readonly NewOutboxMessage[];
      /**
       * How long the first message is typed before the turn is committed. The others carry their
       * own time.
       */
      readonly typingMs: number;
    }
  | { readonly kind: "silent" }
  /** Outside the 24-hour window nothing free-form leaves. */
  | { readonly kind: "window_closed" };

interface Judged {
  readonly turn: ClaimedTurn;
  readonly input: Input;
  readonly context: Context;
  readonly planned: Planned;
  readonly verdict: Verdict;
}

/**
 * Makes the messages that are committed with the turn. The recipient is always the conversation's
 * own contact.
 */
export function respond(
  { turn, input, context, planned, verdict }: Judged,
  { newId, responseSpeed }: Pick<TurnDependencies, "newId" | "responseSpeed">,
): Replies {
  const { decision } = planned;
  const speed = turn.settings.responseSpeed ?? responseSpeed;
  if (decision === null) return { kind: "silent" };
  if (verdict.kind === "unproved") {
    // An operator reads the refusal in the command's result. A trial is not repeated.
    const isFinal = verdict.isFinal === true || input.command?.isDryRun === true;
    const isAnswered = verdict.code === "tool_denied" || (verdict.code === "tool_failed" && isFinal);
    if (isCommanded(turn, input) && isAnswered) return { kind: "silent" };
    throw new RecadoError(
      verdict.code,
      `The reply of run ${turn.run.id} counts on tool call ${verdict.callId}, which did not succeed: ${verdict.reason}`,
    );
  }
  if (planned.isWindowClosed) return { kind: "window_closed" };
  const said = wordsOf({ input, context, verdict }, decision);
  if (said.length === 0) return { kind: "silent" };
  const block = said.flatMap(contentsOf);
  // A run asks once for each call that wants a yes, and says something before each.
  const keyOf = verdict.kind === "waits" ? `before:${verdict.callId}` : "reply";
  if (block.length > LONGEST_BLOCK) {
    throw invalid(turn, `is ${block.length} messages long, and ${LONGEST_BLOCK} is the most: say it shorter`);
  }
  return {
    kind: "say",
    marks: marksOf(turn, input, newId),
    typingMs: block[0] === undefined ? 0 : pauseMs(block[0], speed),
    messages: block.map(({ content, replyTo, templateId, priority, delayMs }, index) => ({
      id: newId() as OutboxId,
      idempotencyKey: `${turnKey(turn)}:${keyOf}:${index + 1}`,
      content: finished(content, turn),
      onDoubt: doubtClassOf(content),
      replyToMessageId: replyTo,
      block: {
        position: index + 1,
        delayMs: index === 0 ? 0 : pauseMs({ content, delayMs }, speed),
        templateId,
        priority,
      },
      ...purposeOf(input),
    })),
  };
}

/**
 * What is said: the decision's own words, or the part that may be said while a call waits, and
 * anything about our questions.
 */
function wordsOf(
  { input: { answers }, context, verdict }: Pick<Judged, "input" | "context" | "verdict">,
  decision: Decision,
): DecidedMessage[] {
  const texts = confirmationTexts(context.agent.texts.confirmation, context.locale);
  const asks = (question: Pick<OpenQuestion, "id" | "question">): DecidedMessage => ({
    content: questionContent(question),
    templateId: null,
    priority: "CORE",
  });
  const plain = (text: string): DecidedMessage => ({ text, templateId: null });
  const own = verdict.kind === "waits" ? partBeforeYes(decision).messages : decision.messages;
  return [
    ...(answers.given.some(({ decision: answer }) => answer === "deny") ? [plain(texts.denied)] : []),
    ...(answers.isClosed ? [plain(texts.closed)] : []),
    ...own,
    ...answers.unclear.slice(0, MOST_QUESTIONS).map(asks),
    ...(verdict.kind === "waits" && verdict.question.audience === "customer"
      ? [asks({ id: verdict.confirmationId, question: verdict.question.question })]
      : []),
  ];
}

/** The question is put again at once. A person with several open questions answers these first. */
const MOST_QUESTIONS = 3;

/** An operator decided this, no agent. */
export function isCommanded({ asked }: ClaimedTurn, { command }: Input): boolean {
  return command !== null || (asked !== null && readCheckpoint(asked).asker.actor.kind !== "agent");
}

/**
 * An agent answers, also when its session's timer lets it speak. A reminder or follow-up is ours.
 */
function purposeOf({ scheduled }: Input): Pick<NewOutboxMessage, "purpose" | "usefulUntil"> {
  if (scheduled === null) return {};
  return { purpose: scheduled.isRequested ? "requested" : "commercial", usefulUntil: new Date(scheduled.usefulUntil) };
}

/** Words beside a file were read, whatever happened to the file. */
function marksOf(turn: ClaimedTurn, { sayings }: Input, newId: () => string): NewOutboxMessage[] {
  return sayings.flatMap(({ content, messageId }): NewOutboxMessage[] => {
    if (content.type !== "media" || content.understanding?.kind !== "not_understood") return [];
    if (content.caption !== null || messageId === null) return [];
    const mark = { type: "reaction", targetWamid: messageId, emoji: "⚠️" } as const;
    const idempotencyKey = `${turn.run.id}:mark:${messageId}`;
    const onDoubt = doubtClassOf(mark);
    return [{ id: newId() as OutboxId, idempotencyKey, content: mark, onDoubt, replyToMessageId: null, block: null }];
  });
}

/** A customer reads no more than this at once. An agent that says more is in a loop. */
const LONGEST_BLOCK = 20;

interface Part {
  readonly content: OutboundContent;
  readonly templateId: string | null;
  readonly priority: MessagePriority | null;
  readonly replyTo: string | null;
  /** The template's delay at speed 1 (requirement A25). */
  readonly delayMs: number;
}

/**
 * A decided message as WhatsApp takes it. When a message is cut in several, the first one quotes
 * and stands for the template.
 */
function contentsOf(message: DecidedMessage): Part[] {
  const { templateId, priority = null, replyTo = null, delayMs = 0 } = message;
  if (message.content !== undefined) return [{ content: message.content, templateId, priority, replyTo, delayMs }];
  return splitText(message.text).map((body, index) => ({
    content: { type: "text", body },
    templateId: index === 0 ? templateId : null,
    priority,
    replyTo: index === 0 ? replyTo : null,
    delayMs: index === 0 ? delayMs : 0,
  }));
}

/** A person's typing time, or the template's delay if that is longer. */
function pauseMs({ content, delayMs }: Pick<Part, "content" | "delayMs">, speed: number): number {
  return Math.max(typingMs(content, speed), Math.round(delayMs * speed));
}

/**
 * The last gate before a customer reads it: a template's unfilled hole never leaves (invariant 12).
 */
function finished(content: OutboundContent, turn: ClaimedTurn): OutboundContent {
  const hole = templateHole(content);
  if (hole !== null) {
    throw invalid(turn, `still has the template variable ${hole}: fill it in the agent before it answers`);
  }
  return content;
}

function invalid(turn: ClaimedTurn, fault: string): RecadoError {
  return new RecadoError("decision_invalid", `A reply of run ${turn.run.id} ${fault}.`);
}
