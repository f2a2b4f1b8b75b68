/**
 * The decision of a flow agent, in the fixed order of requirement A4. Each rule is a file of its
 * own. It gets the draft of the decision and returns the next one, or says that it stands.
 */
import type { Decision, IntentInfo } from "../core/agent/agent.ts";
import type { DecisionTrail, RuleStep } from "../core/agent/decision-trail.ts";
import { isLocal } from "../core/agent/intent.ts";
import { plainDecision } from "../core/turn/part-decision.ts";
import { answerChoice } from "./answers/answer-choice.ts";
import { withUnheard } from "./answers/answer-files.ts";
import { answerFromContext } from "./answers/answer-from-context.ts";
import { answerWordless } from "./answers/answer-wordless.ts";
import { heedConcerns } from "./answers/heed-concerns.ts";
import { breakSilence } from "./break-silence.ts";
import { type Block, composeBlock, withReasons } from "./compose-block.ts";
import {
  because,
  type Draft,
  decided,
  goOn,
  keepSilent,
  openDraft,
  type Rule,
  type RuleResult,
  signal,
  stageOf,
  type Turn,
  wordless,
} from "./draft/draft.ts";
import { isAwaitingConsent, isSilenceConsent } from "./draft/silence-consent.ts";
import { chooseListed, chooseQuantity } from "./intents/choose-quantity.ts";
import { carryOutForced } from "./intents/effects.ts";
import { followIntents } from "./intents/follow-intents.ts";
import { heedTappedIntent } from "./intents/heed-tapped-intent.ts";
import { isSaidTwice, isUsedUp, leaveWithoutWords, stopAsking } from "./intents/stop-asking.ts";
import { holdSale, noteHold } from "./modes/hold-sale.ts";
import { answerAskedPlace } from "./orders/ask-of-place.ts";
import { chooseDelivery } from "./orders/choose-delivery.ts";
import { heedLines } from "./orders/heed-lines.ts";
import { hearWish, startAnew } from "./orders/start-anew.ts";
import { repeatCutOff } from "./repeat-cut-off.ts";
import { fireTimer } from "./timers/fire-timer.ts";
import { correctReminder, heedReminderWish } from "./timers/heed-reminder-wish.ts";
import { timerPlan } from "./timers/timer-level.ts";
import { ingestData, takeUnaskedData } from "./told/ingest-data.ts";
import { nextIngestStatus } from "./told/ingest-status.ts";
import { answerKnownData } from "./told/known-data.ts";
import { askForCorrection } from "./told/said-back.ts";
import { sayRefused } from "./told/validate-told.ts";

const RULES: readonly Rule[] = [
  leaveToPerson,
  obeyForcedIntent,
  heedDueTimer,
  noteHold,
  correctReminder,
  askForCorrection,
  heedConcerns,
  heedReminderWish,
  startAnew,
  sayRefused,
  heedLines,
  heedTappedIntent,
  answerWordless,
  answerChoice,
  answerAskedPlace,
  answerFromContext,
  answerKnownData,
  chooseDelivery,
  ingestData,
  takeUnaskedData,
  chooseListed,
  chooseQuantity,
  followIntents,
];

export interface DecidedTurn extends Pick<Block, "doubtful" | "repeated"> {
  readonly decision: Decision;
  /** Not null when a clear question got no answer: what could still be said to it. */
  readonly unanswered: Draft | null;
  readonly trail: DecisionTrail;
}

export function decideTurn(given: Turn): DecidedTurn {
  const turn = hearWish(given);
  let draft = openDraft(turn);
  const steps: RuleStep[] = [];
  for (const rule of RULES) {
    const before = draft;
    const result = rule(turn, draft);
    draft = result.draft;
    steps.push(stepOf(rule, before, result));
    if (result.kind === "decided") break;
  }
  if (draft.startsAnew) return leaveToNextSession(turn, draft, steps);
  const ended = holdSale(turn, stopAsking(turn, breakSilence(turn, repeatCutOff(turn, draft))));
  return toDecision(turn, settleTimer(turn, ended), steps);
}

/** The next session reads the same words and decides about them. */
function leaveToNextSession({ reading }: Turn, { why }: Draft, rules: readonly RuleStep[]): DecidedTurn {
  const block = { asked: [], selected: [], filtered: [], sent: [], pending: [] };
  return {
    decision: { ...plainDecision("the next session decides"), startsAnew: true, why },
    doubtful: [],
    repeated: [],
    unanswered: null,
    trail: { reading, rules, block },
  };
}

function stepOf(rule: Rule, before: Draft, { kind, draft }: RuleResult): RuleStep {
  return {
    rule: rule.name,
    outcome: kind === "decided" ? "decided" : "went_on",
    why: draft.why.slice(before.why.length),
    signals: draft.signals.filter((signal) => !before.signals.includes(signal)),
    mode: draft.mode,
  };
}

/** After a handoff the bot is silent until a person gives the conversation back. */
function leaveToPerson(turn: Turn, draft: Draft) {
  if (stageOf(turn.flow, draft.mode) !== "handoff") return goOn(draft);
  return decided(keepSilent({ ...draft, intentInfo: wordless("handoff") }, "person"));
}

function obeyForcedIntent(turn: Turn, draft: Draft) {
  const { forceIntent } = turn.input;
  if (forceIntent === null) return goOn(draft);
  return decided(carryOutForced(turn, because(draft, `intent ${forceIntent} was forced`), forceIntent));
}

function heedDueTimer(turn: Turn, draft: Draft) {
  const { dueTimer } = turn.input;
  return dueTimer == null ? goOn(draft) : decided(fireTimer(turn, draft, dueTimer.level));
}

/**
 * Signals that follow from where the turn has led, when no rule gave one (requirements A31, A33).
 */
function settleTimer(turn: Turn, draft: Draft): Draft {
  if (isUnhurried(turn, draft)) {
    return { ...signal({ ...draft, signals: [] }, "cancel", "not yet: silence orders nothing"), isPostponed: true };
  }
  if (draft.signals.length > 0) return draft;
  const { flow, input } = turn;
  const stage = stageOf(flow, draft.mode);
  const isSpoken = input.dueTimer == null;
  if (isSpoken && turn.reading !== null && (stage === "offer" || stage === "summary")) {
    return signal(draft, "start", "the customer wrote: the deadline counts anew");
  }
  if (isSpoken && input.timer?.level === "L5") return signal(draft, "cancel", "the customer goes on by themselves");
  const hasMoved = draft.mode !== input.session.mode && stage !== "talk";
  return hasMoved && timerPlan(turn, draft) !== null ? signal(draft, "reevaluate", "the mode changed") : draft;
}

/**
 * The customer wrote while silence would order, and their words do not allow silence to count as
 * consent.
 */
function isUnhurried(turn: Turn, draft: Draft): boolean {
  const isOver = draft.handoff !== null || draft.closesSession || draft.isPostponed;
  if (turn.reading === null || isOver || !isAwaitingConsent(turn, draft)) return false;
  return draft.isSupposed || !isSilenceConsent(turn, draft);
}

function toDecision(turn: Turn, settled: Draft, rules: readonly RuleStep[]): DecidedTurn {
  const { session } = turn.input;
  const { block, draft } = composeOrLeave(turn, settled);
  const status = nextIngestStatus(turn, draft);
  const sent = block.messages.flatMap(({ templateId }) => templateId ?? []);
  const told = Object.entries(draft.data).filter(([name, value]) => session.datosCapturados[name] !== value);
  const cleared = Object.keys(session.datosCapturados).filter((name) => draft.data[name] === undefined);
  const before = session.pendientes ?? [];
  const isPendingSame = before.length === block.pending.length && before.every((id, at) => id === block.pending[at]);
  const decision: Decision = {
    messages: withUnheard(turn, draft, block.messages),
    intentInfo: saidHow(turn, draft.intentInfo),
    stateUpdates: {
      ...(draft.mode === session.mode ? {} : { newMode: draft.mode }),
      ...(draft.seen.length === 0 ? {} : { newIntentsVistos: unseen(turn, draft.seen) }),
      ...(sent.length === 0 ? {} : { newTemplatesEnviados: sent }),
      ...(told.length === 0 ? {} : { newDatosCapturados: Object.fromEntries(told) }),
      ...(cleared.length === 0 ? {} : { clearedDatos: cleared }),
      ...(draft.pack === session.packSeleccionado ? {} : { newPackSeleccionado: draft.pack }),
      ...(status === null ? {} : { newIngestStatus: status }),
      ...(isPendingSame ? {} : { newPendientes: block.pending }),
    },
    timerSignals: draft.signals,
    // A level that no signal arms has no timer.
    timer: draft.signals.some(({ type }) => type !== "cancel") ? timerPlan(turn, draft) : null,
    tools: draft.tools,
    ...(draft.reminders.length === 0 ? {} : { reminders: draft.reminders }),
    handoff: draft.handoff,
    closesSession: draft.closesSession,
    totalTokens: 0,
    why: draft.why,
  };
  const { selected, filtered, pending, doubtful, repeated } = block;
  const trail: DecisionTrail = {
    reading: turn.reading,
    rules,
    block: { asked: draft.asked, selected, filtered, sent, pending },
  };
  return { decision, doubtful, repeated, unanswered: draft.unanswered, trail };
}

/**
 * What is said. A person's notice replaces the same words a third time in a row, or no answer to a
 * question.
 */
function composeOrLeave(turn: Turn, settled: Draft): { readonly block: Block; readonly draft: Draft } {
  const block = composeBlock(turn, settled);
  const isOver = turn.reading === null || settled.handoff !== null || settled.closesSession;
  const texts = block.messages.map(({ text = "" }) => text);
  if (isOver || !(isSaidTwice(turn, texts) || isUsedUp(settled, block))) {
    return { block, draft: withReasons(settled, block) };
  }
  const left = leaveWithoutWords(turn, settled);
  const notice = composeBlock(turn, left);
  return { block: notice, draft: withReasons(left, notice) };
}

/**
 * What learning needs from the journal: whether the agent acted on its own understanding as it
 * stood.
 */
function saidHow({ reading }: Turn, info: IntentInfo | null): IntentInfo | null {
  return info === null || reading === null || !isLocal(info) ? info : { ...info, isSettled: reading.isSettled };
}

function unseen({ input }: Turn, intents: readonly string[]): string[] {
  const seen = new Set(input.session.intentsVistos.map(({ intent }) => intent));
  return [...new Set(intents)].filter((intent) => !seen.has(intent));
}
