import type { EventId } from "../ids.ts";
import type { MessageContent } from "../inbound/content.ts";
import type { Acknowledgement } from "../ports/flow-reader.ts";
import { type CustomerAnswer, type OpenQuestion, readTap } from "../tool-calls/confirmation.ts";
import { mayAnswer, type Speaker } from "./whose-word.ts";

/** Something that was said in the conversation, as an answer may be found in it. */
export interface Word {
  readonly eventId: EventId;
  readonly speaker: Speaker;
  readonly content: MessageContent;
  /** The words; "" when there were none. */
  readonly text: string;
  /** When it reached us, by the database's clock, as the question's own time. */
  readonly at: Date;
  /** The message of ours that it quotes. */
  readonly replyTo: string | null;
}

export interface Answers {
  readonly given: readonly CustomerAnswer[];
  /** May be an answer, and to which question, or whether yes or no, is not sure: these are asked again. */
  readonly unclear: readonly OpenQuestion[];
  /** A tap on a question that is not open. */
  readonly isClosed: boolean;
  /** Messages that were an answer, or meant as one, and are not for the agent. */
  readonly used: ReadonlySet<EventId>;
}

export type ReadYesNo = (text: string) => Acknowledgement | null;

type Answered = {
  readonly question: OpenQuestion;
  readonly decision: CustomerAnswer["decision"];
  readonly eventId: EventId;
};

/**
 * Which open questions the words of a turn answer (requirement R12). A tap names its question, so does a message that quotes
 * it; a plain yes or no counts only while the one open question is the last thing that we said, and was said before it. What
 * is a yes or no and answers nothing for sure is never taken for an answer: the question is asked again (reliability, row 48).
 * A word of another than the customer is no answer at all: the agent hears it, and the question stays as it is.
 */
export function readAnswers(words: readonly Word[], questions: readonly OpenQuestion[], readYesNo: ReadYesNo): Answers {
  const found: Answered[] = [];
  const used = new Set<EventId>();
  const unclear = new Set<OpenQuestion>();
  let isClosed = false;
  for (const word of words) {
    if (!mayAnswer(word.speaker, "customer")) continue;
    const tap = word.content.type === "button" ? readTap(word.content.payload) : null;
    if (tap !== null) {
      used.add(word.eventId);
      const question = questions.find(({ id }) => id === tap.id);
      if (question === undefined) isClosed = true;
      else found.push({ question, decision: tap.decision, eventId: word.eventId });
      continue;
    }
    if (questions.length === 0) continue;
    const said = readYesNo(word.text);
    if (said === null || said === "courtesy") continue;
    const question = questionOf(word, questions);
    // A message that quotes another message of ours is about that one.
    if (question === null && word.replyTo !== null) continue;
    if (question !== null && said !== "fine") {
      used.add(word.eventId);
      found.push({ question, decision: said === "yes" ? "approve" : "deny", eventId: word.eventId });
    } else if (question !== null || questions.some(({ lastWordAt }) => lastWordAt !== null && lastWordAt < word.at)) {
      // "ok" to a question of ours, or a yes to one of several: it can have no other meaning than an answer.
      used.add(word.eventId);
      for (const one of question === null ? questions : [question]) unclear.add(one);
    } else if (said !== "fine") {
      // It may answer what was said since: the agent hears it, and the question is put again.
      for (const one of questions) unclear.add(one);
    }
  }
  const given: CustomerAnswer[] = [];
  for (const question of new Set(found.map((one) => one.question))) {
    const [first, ...others] = found.filter((one) => one.question === question);
    if (first === undefined) continue;
    if (others.some(({ decision }) => decision !== first.decision)) unclear.add(question);
    else given.push({ confirmationId: question.id, decision: first.decision, eventId: first.eventId });
  }
  const answered = new Set(given.map(({ confirmationId }) => confirmationId));
  return { given, unclear: [...unclear].filter(({ id }) => !answered.has(id)), isClosed, used };
}

/** The question that a yes or no belongs to without doubt. */
function questionOf(word: Word, questions: readonly OpenQuestion[]): OpenQuestion | null {
  if (word.replyTo !== null) {
    return questions.find(({ messageIds }) => messageIds.includes(word.replyTo ?? "")) ?? null;
  }
  const [only, ...others] = questions;
  if (only === undefined || others.length > 0) return null;
  return only.lastWordAt !== null && only.lastWordAt < word.at ? only : null;
}
