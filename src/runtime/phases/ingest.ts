import type { EventId } from "../../core/ids.ts";
import { amendEvents } from "../../core/inbound/amend-events.ts";
import { type MessageContent, opensTurn, type ScheduledContent, textOf } from "../../core/inbound/content.ts";
import type { ConversationEvent, InputType } from "../../core/inbound/event.ts";
import { wordsOfReaction } from "../../core/inbound/reaction.ts";
import type { Understanding } from "../../core/inbound/understanding.ts";
import { readConsent } from "../../core/turn/consent.ts";
import { type Answers, type ReadYesNo, readAnswers } from "../../core/turn/read-answers.ts";
import { newestToRead, READ_LIMIT } from "../../core/turn/read-limit.ts";
import type { ClaimedTurn, SaidConsent } from "../../core/turn/turn.ts";
import { mayDo, type Speaker, speakerOf } from "../../core/turn/whose-word.ts";

/**
 * Words, and the side that said them: `message` is the customer's, `echo` and `operator_command`
 * are the shop's people's.
 */
export interface Saying {
  readonly by: InputType;
  readonly speaker: Speaker;
  readonly content: MessageContent;
  /** When it reached us. */
  readonly at: Date;
  /** The channel's id of the message. */
  readonly messageId: string | null;
}

/** The input of a run, in words. */
export interface Input {
  /** Everything that arrived, in order, as its senders corrected it. */
  readonly sayings: readonly Saying[];
  /** The customer's side, without the words that answer a tool policy's question. */
  readonly contents: readonly MessageContent[];
  /** The customer's own last word on being written to; null when they said none. */
  readonly consent: SaidConsent | null;
  /** Those words that may ask for a tool explicitly. */
  readonly requests: readonly MessageContent[];
  /** True when part of it is answered even after an opt-out, because the customer asks for it. */
  readonly isOwnQuestion: boolean;
  /**
   * When the customer's words arrived for which a reply waits. A correction, or a reaction that
   * says nothing, does not count.
   */
  readonly spokenAt: readonly Date[];
  /** The customer's words alone: the newest, as many as a turn reads. */
  readonly messages: readonly string[];
  /** How many older messages with words are not read. */
  readonly unread: number;
  readonly message: string;
  /** A timer that came due while the customer was silent. It opens the turn. */
  readonly dueTimer: { readonly level: string } | null;
  /** The customer's answers to our questions. */
  readonly answers: Answers;
  /** An operator's tool call, in a run of its own. */
  readonly command: Extract<MessageContent, { type: "tool" }> | null;
  /** An intent that an operator decided, in a run of its own. */
  readonly forcedIntent: string | null;
  /** A reminder or follow-up, in a run of its own. */
  readonly scheduled: ScheduledContent | null;
}

interface Come {
  readonly turn: ClaimedTurn;
  readonly understood: ReadonlyMap<EventId, Understanding>;
}

/** What a run records of its input: only what it did not read. */
export function journaledInput({ messages, unread }: Input): unknown {
  return unread === 0 ? null : { read: messages.length, unread };
}

/** Turns the events of a run into one input. */
export function ingest({ turn, understood }: Come, readYesNo: ReadYesNo): Input {
  const events = amendEvents(turn.events);
  const sayings = events.map((event) => sayingOf(event, turn, understood.get(event.id)));
  const answers = answersIn(events, turn, readYesNo);
  const used = new Set(events.flatMap(({ id }, index) => (answers.used.has(id) ? (sayings[index] ?? []) : [])));
  const theirs = sayings.filter(({ speaker }) => mayDo(speaker, "converse"));
  const heard = theirs.filter((saying) => !used.has(saying));
  const contents = heard.map(({ content }) => content);
  const spokenAt = theirs.filter(({ content }) => opensTurn(content)).map(({ at }) => at);
  const { read: messages, unread } = newestToRead(contents.map(wordsOf).filter((words) => words !== ""));
  const dueTimer = spokenAt.length > 0 ? null : dueTimerOf(turn);
  const command = turn.events.find(({ content }) => content.type === "tool")?.content ?? null;
  const forced = turn.events.find(({ content }) => content.type === "intent")?.content ?? null;
  return {
    sayings,
    contents,
    spokenAt,
    requests: heard.filter(({ speaker }) => mayDo(speaker, "ask for a tool")).map(({ content }) => content),
    isOwnQuestion: heard.some(
      ({ speaker, content }) => mayDo(speaker, "be answered after an opt-out") && opensTurn(content),
    ),
    consent: consentIn(events, sayings, turn.settings),
    messages,
    unread,
    message: messages.join("\n"),
    dueTimer,
    answers,
    command: command?.type === "tool" ? command : null,
    // A run that comes back for its next segment has followed it already.
    forcedIntent: forced?.type === "intent" && turn.segment === null ? forced.intent : null,
    scheduled: spokenAt.length > 0 ? null : scheduledOf(turn),
  };
}

function answersIn(events: readonly ConversationEvent[], { questions }: ClaimedTurn, readYesNo: ReadYesNo): Answers {
  const words = events.flatMap((event) => {
    const { id: eventId, inputType, content, context, receivedAt: at } = event;
    return inputType === "message" && opensTurn(content)
      ? [{ eventId, speaker: speakerOf(event), content, text: wordsOf(content), at, replyTo: context?.replyTo ?? null }]
      : [];
  });
  return readAnswers(words.slice(-READ_LIMIT.messages), questions, readYesNo);
}

/** The last word of one breath counts. `sayings` are the words of the events. */
function consentIn(
  events: readonly ConversationEvent[],
  sayings: readonly Saying[],
  { locale }: ClaimedTurn["settings"],
): SaidConsent | null {
  const words = events.flatMap(({ id: eventId, occurredAt: at }, index): SaidConsent[] => {
    const saying = sayings[index];
    if (saying === undefined || !mayDo(saying.speaker, "consent")) return [];
    const word = readConsent(wordsOf(saying.content), locale);
    return word === null ? [] : [{ word, eventId, at }];
  });
  return words.at(-1) ?? null;
}

function scheduledOf({ events }: ClaimedTurn): ScheduledContent | null {
  const due = events.find(({ content }) => content.type === "scheduled")?.content;
  return due?.type === "scheduled" ? due : null;
}

/**
 * A timer belongs to its session: once the session is over, nothing follows from it (invariant 7).
 */
function dueTimerOf({ events, session }: ClaimedTurn): Input["dueTimer"] {
  for (const { content } of [...events].reverse()) {
    if (content.type === "timer" && content.sessionId === session?.id) return { level: content.level };
  }
  return null;
}

/**
 * A reaction to one of our last messages is a short answer to it. A file says what was understood
 * of it.
 */
function sayingOf(event: ConversationEvent, turn: ClaimedTurn, understanding: Understanding | undefined): Saying {
  const { inputType: by, content, receivedAt: at, sourceMessageId: messageId } = event;
  const said = { by, speaker: speakerOf(event), at, messageId };
  if (content.type === "media" && understanding !== undefined) {
    return { ...said, content: { ...content, understanding } };
  }
  const words = by === "message" ? wordsOfReaction(content, turn.ourLastMessages) : null;
  return { ...said, content: words === null ? content : { type: "text", body: words } };
}

function wordsOf(content: MessageContent): string {
  return (textOf(content) ?? "").normalize("NFC").trim();
}
