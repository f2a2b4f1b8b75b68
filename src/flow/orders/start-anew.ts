import type { Effect } from "../definition/flow-definition.ts";
import { type Draft, decided, goOn, type RuleResult, stageOf, type Turn, wishOf } from "../draft.ts";

const BUYS: readonly Effect[] = ["start_collecting", "choose_pack"];
/** Beside one of these a wish for another is not clear. */
const TURNS_AWAY: readonly Effect[] = ["hand_over", "close", "postpone"];

/**
 * After a confirmed order (L-5), a clear wish for another opens a new session with the known data.
 * Both signs are needed: an intent to buy, and words of another. A word of change leaves it to a
 * person, like any change of an order.
 */
export function startAnew(turn: Turn, draft: Draft): RuleResult {
  const { flow, reading } = turn;
  if (stageOf(flow, draft.mode) !== "confirmed" || reading === null) return goOn(draft);
  if (!speaksOfAnother(turn) || wants(turn, TURNS_AWAY, flow.bands.reanalyse) || !wants(turn, BUYS, flow.bands.act))
    return goOn(draft);
  return decided({ ...draft, startsAnew: true }, "they want another, beside the order that exists: a new session");
}

/**
 * Words of another purchase, and none of a change. The rules' signs in the words hold also when a
 * model named the intent.
 */
export function speaksOfAnother({ reading, rules }: Turn): boolean {
  const said = ((rules ?? reading)?.messages ?? []).map(({ besideAnOrder }) => besideAnOrder);
  return said.includes("another") && !said.includes("change");
}

function wants(turn: Turn, effects: readonly Effect[], from: number): boolean {
  const { flow } = turn;
  const info = wishOf(turn);
  if (info === null) return false;
  const sure = [info, ...info.alternatives].filter(({ confidence }) => confidence >= from);
  const wanted = sure.flatMap(({ intent }) => intent.split("+")).flatMap((name) => flow.intents[name]?.effect ?? []);
  return wanted.some((effect) => effects.includes(effect));
}
