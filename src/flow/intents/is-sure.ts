import { hasAgreed, isHeld, isNothingButChoice, isNothingButYes } from "../draft/binding-yes.ts";
import { clausesOf } from "../draft/clauses-of.ts";
import { isUnderWay, stageOf, type Turn, wishOf } from "../draft/draft.ts";
import type { Wanted } from "./effects.ts";

interface Scored {
  readonly intent: string;
  readonly confidence: number;
}

/** Whether an intent that was heard so surely is acted upon, for what it does and where. */
export function isSure(turn: Turn, { intent, confidence }: Scored, { effect, actFrom }: Wanted["definition"]): boolean {
  const { bands } = turn.flow;
  if (effect === "order_without_pack" || effect === "order_unconfirmed") return false;
  // Nothing but a yes, and the rules or the model have seen one: how sure each was matters no more.
  if (effect === "confirm" && isOnlyConsent(turn) && !isHeld(turn)) return confidence >= bands.clarify;
  // Nothing but a choice: the summary says it back before anything is ordered.
  const isPlainChoice = effect === "choose_pack" && isNothingButChoice(turn) && !isHeld(turn);
  if (isPlainChoice && confidence >= bands.clarify) return true;
  // What begins a sale binds to nothing: the likely wish of a customer who holds nothing back is enough.
  const isBeginning =
    effect === "start_collecting" || effect === "confirm" || (effect === "choose_pack" && mayCountGoods(turn));
  if (isBeginning && isTalking(turn) && !isHeld(turn)) {
    const isRuled = effect === "start_collecting" && isOfARule(turn, intent);
    if (!asksSomething(turn)) return confidence >= (isRuled ? RULED_WISH : bands.reanalyse + LIKELY_WISH);
    // "¿Cómo hago para que me manden uno?": the question is the wish, where a rule knows it as one.
    if (effect === "start_collecting" && wishOf(turn)?.engine === "rules") return confidence >= ASKED_WISH;
  }
  // "Que no me llamen antes de las 10", at the summary: a guess of a model alone ends no sale that is under way.
  const isGuess =
    effect === "hand_over" && wishOf(turn)?.engine === "linear" && isUnderWay(turn.flow, turn.input.session.mode);
  const isLight = effect === "inform" || effect === "hand_over";
  return confidence >= (isGuess ? bands.act : (actFrom ?? (isLight ? bands.reanalyse : bands.act)));
}

/** Above the band in which two meanings are weighed against each other. */
const LIKELY_WISH = 8;
const ASKED_WISH = 78;
/** A rule knows the words as a wish to buy; the trained model calls them a matter of no shop's. */
const RULED_WISH = 56;

function isOfARule(turn: Turn, intent: string): boolean {
  const info = wishOf(turn);
  return info?.engine === "rules" && info.intent.split("+").includes(intent);
}

/** A number stands in the words: which one it is, the answer says back. */
function mayCountGoods(turn: Turn): boolean {
  return clausesOf(turn)?.some((kind) => kind === "quantity" || kind === "choice" || kind === "figure") === true;
}

export function isTalking({ flow, input }: Turn): boolean {
  const stage = stageOf(flow, input.session.mode);
  return stage === "welcome" || stage === "talk";
}

export function asksSomething(turn: Turn): boolean {
  return clausesOf(turn)?.includes("question") === true;
}

/** "Correcto, proceda con el envío", at the summary, asks nothing about shipping. */
export function isOnlyConsent(turn: Turn): boolean {
  const isSummed = stageOf(turn.flow, turn.input.session.mode) === "summary";
  const clauses = clausesOf(turn) ?? [];
  return (
    isSummed && (clauses.includes("yes") || hasAgreed(turn)) && !clauses.includes("pays") && isNothingButYes(turn, [])
  );
}

/** "No señor, ya mi hija me dijo que no comprara nada": a no to the offer or the summary, and nothing asked or chosen. */
export function isDenial(turn: Turn): boolean {
  const clauses = clausesOf(turn) ?? [];
  const stage = stageOf(turn.flow, turn.input.session.mode);
  const isNo = clauses[0] === "no" || turn.reading?.stances?.includes("refusal") === true;
  return isNo && (stage === "offer" || stage === "summary") && !clauses.some((kind) => GOES_ON.has(kind));
}

const GOES_ON: ReadonlySet<string> = new Set(["question", "choice", "quantity", "figure", "yes"]);
