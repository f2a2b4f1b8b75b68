import type { IntentInfo } from "../../core/agent/agent.ts";
import type { Reading } from "../../core/ports/flow-reader.ts";
import type { Effect } from "../definition/flow-definition.ts";
import { hasAgreed, isPlainYes } from "../draft/binding-yes.ts";
import { clausesOf } from "../draft/clauses-of.ts";
import {
  because,
  type Draft,
  decided,
  goOn,
  hasSaidStep,
  justSaid,
  keepSilent,
  type RuleResult,
  say,
  sentTemplates,
  signal,
  stageOf,
  type Turn,
  wordless,
} from "../draft/draft.ts";
import { followInfo } from "../intents/follow-intents.ts";
import { goOnWithYes } from "../modes/enter-stage.ts";
import { changesDelivery } from "../orders/choose-delivery.ts";
import { askWhichPack } from "../orders/which-pack.ts";
import { isPickedUp, measureCompleteness } from "../sale/completeness.ts";
import { timerLevel } from "../timers/timer-level.ts";
import { takeOverKnownData } from "../told/known-data.ts";
import { sayProgress } from "../told/say-progress.ts";
import { type BareAnswer, type Meaning, meaningOf } from "./context-table.ts";

/**
 * "Sí", "ok", "no", "2": our question says what it means. This comes before everything else and
 * involves no guess.
 */
export function answerFromContext(turn: Turn, draft: Draft): RuleResult {
  const bare = turn.reading === null ? null : bareAnswer(turn.reading);
  // "Así está bien, gracias", to the summary, is more than the thanks that it is elsewhere.
  const isThanks = bare?.answer === "courtesy" && clausesOf(turn)?.includes("yes") === true;
  const given = turn.reading === null || (bare !== null && !isThanks) ? bare : (yesByClauses(turn) ?? bare);
  if (given === null) return goOn(draft);
  return heedAs(
    turn,
    { ...draft, intentInfo: { ...wordless("acknowledgment"), engine: "context" } },
    given.answer,
    given.number,
  );
}

interface Answer {
  readonly answer: BareAnswer;
  readonly number: number | null;
}

/** The words tell no datum and ask nothing. */
function isBare({ reading }: Turn): boolean {
  return (reading?.messages ?? []).every(({ fields, text }) => Object.keys(fields).length === 0 && !/[?¿]/.test(text));
}

/**
 * "Sí compa", "eso es, mi hermano", to the question of the summary: words that are all of the whitelist for orders, in whatever
 * run, are the yes that they say. No classifier is asked whether it knows the run.
 */
function yesByClauses(turn: Turn): Answer | null {
  const isAsked = stageOf(turn.flow, turn.input.session.mode) === "summary";
  const hasAgreedAnyhow = hasAgreed(turn);
  if (!isAsked || !isBare(turn) || !(hasAgreedAnyhow || isPlainYes(turn))) return null;
  // "Sí, a la casa", at the summary of a pickup, changes it first.
  if (changesDelivery(turn)) return null;
  const answer = hasAgreedAnyhow || clausesOf(turn)?.includes("yes") === true ? "yes" : "fine";
  // What alone means nothing here may mean something to the classifier.
  return typeof meaningOf(turn, answer) === "object" ? { answer, number: null } : null;
}

/** `named` names the record of an answer that asks for nothing. */
export function heedAs(turn: Turn, named: Draft, answer: BareAnswer, number: number | null = null): RuleResult {
  const meaning = meaningOf(turn, answer);
  if (typeof meaning === "object") return carryOutMeaning(turn, named, { meaning, answer, number });
  switch (meaning) {
    case "read":
      return goOn({ ...named, intentInfo: null });
    case "rest":
      return decided(rest(turn, named));
    case "silence":
      return decided(leaveAlone(turn, named));
    case "next_step": {
      const next = goOnWithYes(turn, named);
      return next === null
        ? decided(leaveAlone(turn, named))
        : decided(next, "an ok, and what an order needs is there: the next step");
    }
    case "say_missing": {
      const next = goOnWithYes(turn, named);
      if (next !== null) return decided(next, "a yes, and what an order needs is there: the next step");
      return isHalfTold(turn, named)
        ? decided(say(named, "missingData"), "a yes while data is missing: what is missing is said")
        : decided(leaveAlone(turn, named));
    }
    case "which_pack":
      return decided(askWhichPack(turn, named), "a yes that names no pack");
    case "ask_data":
      return decided(
        { ...say(named, "askData"), intentInfo: wordless("irrelevante") },
        "no yes to the data that we knew",
      );
    case "ask_delivery": {
      // "Sí", to "home or office?": a customer who has told their address has said it.
      const next = answer === "yes" && hasAddress(turn, named) ? goOnWithYes(turn, named) : null;
      if (next !== null) return decided(next, "a yes, and the address is told: delivered at home");
      return decided(say(named, "pickupQuestion"), "home or office, and neither was said: asked again");
    }
    case "take_over":
      return decided(takeOverKnownData(turn, named, {}));
    case "ask_confirmation":
      return justSaid(turn, "askConfirmation")
        ? decided(keepSilent(named, "asked"))
        : decided(say(named, "askConfirmation"), "unclear whether it is confirmed: asked once");
  }
}

/**
 * We asked nothing, so no answer is due: after a while we take the sale up again (requirement A22).
 * A stranger's first sign is a greeting. Once we have taken it up twice, we say a last kind word.
 */
function rest(turn: Turn, named: Draft): Draft {
  const { flow, input } = turn;
  const isStranger = !input.history.some(({ role }) => role === "assistant") && sentTemplates(turn).length === 0;
  if (stageOf(flow, named.mode) === "welcome" && isStranger) {
    const greeted = { ...named, mode: flow.purposes.talk, intentInfo: wordless(flow.greeting) };
    return because(
      { ...greeted, asked: [flow.greeting], seen: [flow.greeting] },
      "the first sign of a stranger: greeted",
    );
  }
  const isTakenUp = hasSaidStep(turn, "retakeLong") && hasSaidStep(turn, "retakeShort");
  if (!isTakenUp) return keepSilent(signal(named, "start", "silence"), "acknowledged");
  if (hasSaidStep(turn, "postponed")) return keepSilent(named, "parted");
  return { ...say(because(named, "taken up twice already: a last word"), "postponed"), isPostponed: true };
}

function leaveAlone(turn: Turn, named: Draft): Draft {
  return isLeftAlone(turn, named) ? sayProgress(turn, named) : keepSilent(named, "acknowledged");
}

function hasAddress({ flow }: Turn, { data }: Draft): boolean {
  const field = flow.pickup?.addressField ?? null;
  return field !== null && (data[field] ?? "") !== "" && !isPickedUp(flow, data);
}

/** A yes of a customer who believes that all is told: "sí" while only the neighbourhood is missing. */
function isHalfTold({ flow }: Turn, { data }: Draft): boolean {
  const { answered, missing } = measureCompleteness(flow, data);
  return answered.length > 0 && missing.length > 0;
}

/** While data is collected and the one reminder was said, no timer speaks any more. */
function isLeftAlone(turn: Turn, draft: Draft): boolean {
  return timerLevel(turn, draft) === "L0" && hasSaidStep(turn, "remindData");
}

interface Answered {
  readonly meaning: Exclude<Meaning, string>;
  readonly answer: BareAnswer;
  readonly number: number | null;
}

/** Recorded under the shop's own intent for the effect. A guess is asked about, like any intent. */
function carryOutMeaning(turn: Turn, named: Draft, { meaning, answer, number }: Answered): RuleResult {
  const intent = intentOf(turn, meaning.effect, number);
  if (intent === undefined) return goOn({ ...named, intentInfo: null });
  const info: IntentInfo = {
    intent,
    confidence: meaning.confidence,
    alternatives: [],
    reasoning: `"${answer}" to our question`,
    engine: "context",
  };
  return followInfo(turn, because(named, `a bare answer (${answer}) to our question`), info);
}

/**
 * A number chooses the one pack of that quantity. When none or several have it, the words are read.
 */
function intentOf({ flow }: Turn, effect: Effect, number: number | null): string | undefined {
  const all = Object.keys(flow.intents).filter((intent) => flow.intents[intent]?.effect === effect);
  if (effect !== "choose_pack") return all[0];
  const packs = flow.packs.filter(({ quantity }) => quantity === number);
  return packs.length === 1 ? all.find((intent) => flow.intents[intent]?.pack === packs[0]?.id) : undefined;
}

/**
 * What all messages together answer; null when one of them says more, or two contradict each other.
 */
function bareAnswer({ messages }: Reading): Answer | null {
  const numbers = new Set(messages.flatMap(({ bareNumber }) => bareNumber ?? []));
  const said = new Set(messages.flatMap(({ acknowledgement }) => acknowledgement ?? []));
  const isBare = messages.every(
    ({ acknowledgement, bareNumber, fields }) =>
      (acknowledgement !== null || bareNumber !== null) && Object.keys(fields).length === 0,
  );
  const isDenied = said.has("no") || said.has("no_thanks");
  if (!isBare || messages.length === 0 || numbers.size > 1) return null;
  if (isDenied && (said.has("yes") || said.has("fine") || numbers.size > 0)) return null;
  const [number = null] = numbers;
  if (number !== null) return { answer: "number", number };
  const answer = (["no_thanks", "no", "yes", "fine", "courtesy"] as const).find((one) => said.has(one));
  return answer === undefined ? null : { answer, number: null };
}
