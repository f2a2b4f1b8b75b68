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

/** Something that was said, and on which side: `message` the customer's, `echo` and `operator_command` the shop's own people. */
export interface Saying {
  readonly by: InputType;
  readonly speaker: Speaker;
  readonly content: MessageContent;
  /** When it reached us. */
  readonly at: Date;
  /** The channel's id of the message. */
  readonly messageId: string | null;
}

/** What came in, in words. */
export interface Input {
  /** All that came, in order, corrected as its senders corrected it. */
  readonly sayings: readonly Saying[];
  /** What the customer's side said of it, without what answers a question of a tool's policy. */
  readonly contents: readonly MessageContent[];
  /** The customer's own last word on being written to at all; null where they said none. */
  readonly consent: SaidConsent | null;
  /** Of those, what may ask for a tool in so many words. */
  readonly requests: readonly MessageContent[];
  /** Something of it is answered also where its customer wants nothing that they did not ask for: they ask it themselves. */
  readonly isOwnQuestion: boolean;
  /** When the customer's words came, for which a reply waits: a reaction that says nothing is none, nor is a correction. */
  readonly spokenAt: readonly Date[];
  /** The customer's words alone: the newest, as many as a turn reads. */
  readonly messages: readonly string[];
  /** How many older messages with words are not read. */
  readonly unread: number;
  readonly message: string;
  /** A timer that came due while nobody spoke: it opens the turn in their place. */
  readonly dueTimer: { readonly level: string } | null;
  /** What the customer said to questions of ours. */
  readonly answers: Answers;
  /** An operator has this tool called: a run of its own. */
  readonly command: Extract<MessageContent, { type: "tool" }> | null;
  /** The same of a reminder or follow-up. */
  readonly scheduled: ScheduledContent | null;
}

interface Come {
  readonly turn: ClaimedTurn;
  readonly understood: ReadonlyMap<EventId, Understanding>;
}

/** What a run says of its input: only what it did not read. */
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
  return {
    sayings,
    contents,
    spokenAt,
    requests: heard.filter(({ speaker }) => mayDo(speaker, "ask for a tool")).map(({ content }) => content),
    isOwnQuestion: heard.some(
      ({ speaker, content }) => mayDo(speaker, "be answered after an opt-out") && opensTurn(content),
    ),
    consent: consentIn(events, sayings),
    messages,
    unread,
    message: messages.join("\n"),
    dueTimer,
    answers,
    command: command?.type === "tool" ? command : null,
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

/** Of what was said in one breath the last word counts. `sayings` are those of the events. */
function consentIn(events: readonly ConversationEvent[], sayings: readonly Saying[]): SaidConsent | null {
  const words = events.flatMap(({ id: eventId, occurredAt: at }, index): SaidConsent[] => {
    const saying = sayings[index];
    if (saying === undefined || !mayDo(saying.speaker, "consent")) return [];
    const word = readConsent(wordsOf(saying.content));
    return word === null ? [] : [{ word, eventId, at }];
  });
  return words.at(-1) ?? null;
}

function scheduledOf({ events }: ClaimedTurn): ScheduledContent | null {
  const due = events.find(({ content }) => content.type === "scheduled")?.content;
  return due?.type === "scheduled" ? due : null;
}

/** A timer belongs to its session: once that is over, nothing follows from it (invariant 7). */
function dueTimerOf({ events, session }: ClaimedTurn): Input["dueTimer"] {
  for (const { content } of [...events].reverse()) {
    if (content.type === "timer" && content.sessionId === session?.id) return { level: content.level };
  }
  return null;
}

/** A reaction to one of our last messages is a short answer to it; a file says what was understood of it. */
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
