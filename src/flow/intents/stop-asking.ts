import type { DecidedMessage } from "../../core/agent/agent.ts";
import type { Step } from "../definition/flow-definition.ts";
import { hasProgressed } from "../draft/clauses-of.ts";
import { because, type Draft, justSaid, lastWords, sentTemplates, stageOf, type Turn } from "../draft/draft.ts";
import { handOver } from "../modes/hand-over.ts";
import { isChoiceQuestion } from "./ask-which.ts";
import { OTHER_INTENT } from "./speak.ts";

/** Steps that wait for an answer which a customer may fail to give again and again. */
const ASKING: readonly Step[] = ["clarify", "whichPack", "askConfirmation", "pickupQuestion"];

/**
 * This many of our last messages asked and led nowhere, with answers in between or without: the
 * next one would be the fourth.
 */
const MOST_ASKED = { questions: 3, among: 7 };
/** This many turns in a row that were not understood. */
const MOST_UNCLEAR = 2;

const MOST_ASKED_OF_A_SUMMARY = 2;

/** The yes of a summary is asked for twice, any other meaning once. */
export function isAskedAlready(turn: Turn): boolean {
  const isSummed = stageOf(turn.flow, turn.input.session.mode) === "summary";
  if (!isSummed) return justSaid(turn, "clarify", "askConfirmation");
  const groups = [turn.flow.steps.clarify, turn.flow.steps.askConfirmation];
  const own = new Set(turn.flow.templates.flatMap(({ id, intent }) => (groups.includes(intent) ? [id] : [])));
  const last = sentTemplates(turn).slice(-MOST_ASKED_OF_A_SUMMARY);
  return last.length === MOST_ASKED_OF_A_SUMMARY && last.every((id) => own.has(id));
}

/**
 * No question is asked for ever (requirement D3). A customer who was asked three times, or not
 * understood in three turns in a row for whatever reason, gets a person.
 */
export function stopAsking(turn: Turn, draft: Draft): Draft {
  const isOver = draft.handoff !== null || draft.closesSession || draft.mode === turn.flow.purposes.handoff;
  if (turn.reading === null || isOver || hasProgressed(turn, draft)) return draft;
  const { unknownIntent } = turn.flow;
  if (asksAgain(turn, draft)) return handOver(turn, draft, unknownIntent, "asked three times, and never answered");
  if (isLost(turn, draft)) return handOver(turn, draft, unknownIntent, "not understood three times in a row");
  return draft;
}

/** The same words a third time in a row say nothing: a person continues. */
export function isSaidTwice(turn: Turn, texts: readonly string[]): boolean {
  const before = lastWords(turn, 2);
  return texts.length === 1 && before.length === 2 && before.every((said) => said === texts[0]);
}

/** The question was understood, and every text for it was said already. */
export function isUsedUp(
  { asked, steps }: Draft,
  { messages }: { readonly messages: readonly DecidedMessage[] },
): boolean {
  return asked.length > 0 && steps.length === 0 && messages.length === 0;
}

function asksAgain(turn: Turn, { asked, steps, choice, spoken, entries, plainText }: Draft): boolean {
  if (asked.length > 0 || spoken !== null || entries.length > 0 || plainText !== null) return false;
  const isQuestion = choice !== null || (steps.length > 0 && steps.every((step) => ASKING.some((one) => one === step)));
  const last = sentTemplates(turn).slice(-MOST_ASKED.among);
  return isQuestion && last.filter((id) => isQuestionOf(turn, id)).length >= MOST_ASKED.questions;
}

function isQuestionOf({ flow }: Turn, sentId: string): boolean {
  if (isChoiceQuestion(sentId)) return true;
  const template = flow.templates.find(({ id }) => id === sentId);
  return ASKING.some((step) => flow.steps[step] === template?.intent);
}

/** A guess at most, and the turns before were the same guess or none. */
function isLost({ flow, input }: Turn, { intentInfo, entries }: Draft): boolean {
  if (intentInfo === null || intentInfo.confidence >= flow.bands.act || entries.length > 0) return false;
  const before = input.history.filter(({ role }) => role === "user").slice(-MOST_UNCLEAR);
  return (
    before.length === MOST_UNCLEAR &&
    before.every(
      ({ intent, confidence }) =>
        confidence !== null &&
        confidence < flow.bands.act &&
        // An entry of the shop's knowledge was said.
        !(intent === OTHER_INTENT && confidence >= flow.bands.reanalyse) &&
        (intent === intentInfo.intent || intent === flow.unknownIntent || flow.intents[intent ?? ""] === undefined),
    )
  );
}

/** Nothing is left to say that was not said just now. */
export function leaveWithoutWords(turn: Turn, draft: Draft): Draft {
  const reason = "the same words would be said a third time";
  return handOver(
    turn,
    because({ ...draft, plainText: null, choice: null, spoken: null, entries: [] }, reason),
    turn.flow.unknownIntent,
    reason,
  );
}
