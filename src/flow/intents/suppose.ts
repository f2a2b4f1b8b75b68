import type { IntentInfo } from "../../core/agent/agent.ts";
import { isHeld } from "../draft/binding-yes.ts";
import { clausesOf } from "../draft/clauses-of.ts";
import { because, type Draft, isUnderWay, stageOf, type Turn } from "../draft/draft.ts";
import { handOver } from "../modes/hand-over.ts";
import { packSpokenOf } from "../sale/pack-spoken-of.ts";
import { asEntry, nearestEntry, tellNamed } from "./knowledge.ts";
import { noteDoubt } from "./note-doubt.ts";

/** It was right for 50 of 54 messages of development sets whose likeliest meaning was an entry with 30 to 59. */
const ENTRY_FROM = 30;
/** From here on no line of the entry need be like the words. */
const ENTRY_ALONE_FROM = 40;
/** What the words of a question may mean, where nothing in them is sure. Of 20 such questions of development sets 13 meant it. */
const QUESTION_FROM = 12;
const QUESTION_BY = 3;
/** So much likelier than any other meaning. */
const LIKELIER_BY = 5;
/** A complaint or a cancellation in words that no rule knows: a person reads it. */
const PERSON_FROM = 25;
const PERSON_BY = 10;

/** An entry is told as a likely answer. */
const LIKELY = 75;

/**
 * Does what the words may well ask for, when nothing in them is sure: a fact too many, or a person too early, costs a
 * customer less than a question back. Whatever sells, ends or changes needs to be sure. null when nothing is likelier
 * than the rest, or when the same was told before and did not help.
 */
export function suppose(turn: Turn, draft: Draft, info: IntentInfo): Draft | null {
  const { flow } = turn;
  if (draft.steps.length > 0 || draft.choice !== null) return null;
  const guesses = [info, ...info.alternatives].filter(({ intent }) => intent !== flow.unknownIntent);
  const [best, next] = guesses;
  if (best === undefined || speaksOfPack(turn)) return null;
  const ahead = best.confidence - (next?.confidence ?? 0);
  // Likeliest may be that it is a matter of no shop's: no fact of ours answers that, and it is no complaint.
  const isOurs = info.intent !== flow.unknownIntent || info.alternatives[0]?.intent !== flow.unknownIntent;
  // A sale under way is not handed to a person for a guess.
  const isFree = !isUnderWay(flow, turn.input.session.mode);
  const wantsPerson = isOurs && isFree && flow.intents[best.intent]?.effect === "hand_over";
  if (wantsPerson && best.confidence >= PERSON_FROM && ahead >= PERSON_BY)
    return handOver(turn, draft, best.intent, `the customer asks for ${best.intent}`);
  const isQuestion = isOurs && isAsking(turn) && best.confidence >= QUESTION_FROM && ahead >= QUESTION_BY;
  if (!isQuestion && ahead < LIKELIER_BY) return null;
  return entryOf(turn, draft, best, isQuestion) ?? (isQuestion ? factOf(turn, draft, info, best.intent) : null);
}

/** A choice: which pack they mean is asked, or known. */
function speaksOfPack(turn: Turn): boolean {
  return clausesOf(turn)?.includes("choice") === true || packSpokenOf(turn) !== null;
}

const WORD = /\p{L}{2,}/gu;

/** A question is told by its clauses, by its marks, or by a trained head: "me urge saber si llega el sábado". */
function isAsking(turn: Turn): boolean {
  const { messages = [], stances = [] } = turn.reading ?? {};
  const isMarked = messages.some(({ text }) => text.includes("?"));
  const isQuestion = isMarked || stances.includes("question") || clausesOf(turn)?.includes("question") === true;
  return isQuestion && messages.some(({ text }) => (text.match(WORD)?.length ?? 0) > 1);
}

function entryOf(turn: Turn, draft: Draft, best: Guess, isQuestion: boolean): Draft | null {
  const found = asEntry(turn, best);
  if (found === null) return null;
  const isLike = best.confidence >= ENTRY_FROM && nearestEntry(turn)?.id === found.entry.id;
  const isLikely = isLike || best.confidence >= ENTRY_ALONE_FROM;
  return isQuestion || (isLikely && !isHeld(turn)) ? tellNamed(turn, draft, [{ ...found, confidence: LIKELY }]) : null;
}

interface Guess {
  readonly intent: string;
  readonly confidence: number;
}

function factOf(turn: Turn, draft: Draft, info: IntentInfo, intent: string): Draft | null {
  const { flow, input } = turn;
  const definition = flow.intents[intent];
  const offered = Object.values(flow.intents).find(({ effect }) => effect === "offer")?.asQuestion;
  const isOffered = intent === offered && stageOf(flow, input.session.mode) === "offer";
  const isTold = isOffered || input.session.intentsVistos.some((one) => one.intent === intent);
  const isFact = definition?.effect === "inform" && definition.unlessTold !== true && intent !== flow.greeting;
  if (!isFact || isTold) return null;
  const confidence = flow.bands.reanalyse;
  const reason = `a question that was not understood: ${intent} is the likeliest, and is told`;
  const told = because(noteDoubt(turn, draft, info), reason);
  return {
    ...told,
    intentInfo: { ...info, intent, confidence, reasoning: `${info.reasoning}; ${reason}` },
    asked: [...draft.asked, intent],
    seen: [...draft.seen, intent],
  };
}
