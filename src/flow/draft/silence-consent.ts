import type { ChatLine } from "../../core/agent/session.ts";
import type { ClauseKind } from "../../core/ports/flow-reader.ts";
import type { Effect, FlowDefinition } from "../definition/flow-definition.ts";
import { BESIDE_A_YES, isHeld } from "./binding-yes.ts";
import { clausesOf, hasProgressed } from "./clauses-of.ts";
import { type Draft, stageOf, type Turn } from "./draft.ts";

/**
 * Whether silence from here on may count as consent, so that a timer may order (requirements A31,
 * A33, D5). The agent must have understood and answered everything, and none of it was a refusal, a
 * doubt or a condition. A customer who said "not yet" is not pressed until they choose, confirm or
 * tell something new.
 */
export function isSilenceConsent(turn: Turn, draft: Draft): boolean {
  const clauses = clausesOf(turn);
  const isOnlyYes = clauses?.every((kind) => BESIDE_A_YES.includes(kind)) === true;
  const isAsking = turn.reading?.stances?.includes("question") === true && draft.captured.length === 0;
  if (!isOnlyYes && (isHeld(turn) || (isAsking && !isAnswered(turn, draft)))) return false;
  if (clauses === null) return true;
  const isProgress = hasProgressed(turn, draft);
  const goesOn = isProgress || clauses.includes("yes") || clauses.includes("choice");
  return (goesOn || turn.input.timer != null) && clauses.every((kind) => isHeard(kind, { turn, draft, isProgress }));
}

function isHeard(
  kind: ClauseKind,
  { turn, draft, isProgress }: { readonly turn: Turn; readonly draft: Draft; readonly isProgress: boolean },
): boolean {
  switch (kind) {
    case "yes":
    case "fine":
    case "courtesy":
    case "choice":
      return true;
    case "pays":
    case "question":
      return isAnswered(turn, draft);
    case "quantity":
    case "figure":
    case "other":
      return isProgress;
    case "no":
    case "reserve":
      return false;
  }
}

/** Answered for sure, and not asked by a customer who still doubts. */
function isAnswered({ flow }: Turn, { asked, spoken, entries, steps, intentInfo }: Draft): boolean {
  // A customer who asks about returns or a broken jar still weighs the purchase.
  if (entries.length > 0) return false;
  if (asked.some((intent) => flow.intents[intent]?.isDoubt === true)) return false;
  const isSure = (intentInfo?.confidence ?? 0) >= flow.bands.act;
  return isSure && (asked.length > 0 || spoken !== null || steps.length > 0);
}

/**
 * What a timer that would order must find: the customer's last words are no doubt, no refusal and
 * not unclear, and nothing that they said before holds it back.
 */
export function hasLeftOpen({ flow, input }: Turn): boolean {
  const said = input.history.filter(({ role }) => role === "user");
  const last = said.at(-1);
  if (last === undefined || last.intent === null) return false;
  if (isHeldSinceChoice(flow, said)) return true;
  const names = last.intent.split("+");
  const definitions = names.flatMap((name) => flow.intents[name] ?? []);
  const isOpen = definitions.some(
    ({ effect, isDoubt }) => isDoubt === true || effect === "postpone" || effect === "close" || effect === "hand_over",
  );
  const isUnclear = last.confidence !== null && last.confidence < flow.bands.act;
  return isOpen || isUnclear || names.includes(flow.unknownIntent);
}

const CONSENTS: readonly Effect[] = ["choose_pack", "confirm"];
const PUTS_OFF: readonly Effect[] = ["postpone", "close"];

/**
 * A refusal or a condition stands until the customer chooses or confirms after it: data that they tell meanwhile takes
 * nothing back.
 */
function isHeldSinceChoice(flow: FlowDefinition, said: readonly ChatLine[]): boolean {
  const newest = said.toReversed();
  const isOf = ({ intent }: ChatLine, effects: readonly Effect[]): boolean =>
    intent?.split("+").some((name) => effects.some((effect) => flow.intents[name]?.effect === effect)) === true;
  const taken = newest.findIndex((line) => isOf(line, CONSENTS));
  const since = taken < 0 ? newest : newest.slice(0, taken + 1);
  return since.some((line) => isOf(line, PUTS_OFF) || flow.reader.setsCondition?.(line.content) === true);
}

/** Modes in which silence leads to an order. */
export function isAwaitingConsent({ flow }: Turn, { mode }: Draft): boolean {
  const stage = stageOf(flow, mode);
  return stage === "offer" || stage === "summary";
}
