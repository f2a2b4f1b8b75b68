import type { IntentInfo } from "../../core/agent/agent.ts";
import { BUYING_EFFECTS, type Effect } from "../definition/flow-definition.ts";
import { type Draft, decided, goOn, type RuleResult, stageOf, type Turn, wishOf } from "../draft/draft.ts";

/** Beside one of these a wish for another is not clear. */
const TURNS_AWAY: readonly Effect[] = ["hand_over", "close", "postpone"];
/** Beside one of these it waits; a reading as no interest ("gracias, también deseo otro") is mistaken. */
const WAITS: readonly Effect[] = ["hand_over", "postpone"];

/**
 * After a confirmed order (L-5), a clear wish for another opens a new session with the known data.
 * Both signs are needed: an intent to buy, and words of another. A word of change leaves it to a
 * person, like any change of an order.
 */
export function startAnew(turn: Turn, draft: Draft): RuleResult {
  const { flow, reading } = turn;
  if (stageOf(flow, draft.mode) !== "confirmed" || reading === null) return goOn(draft);
  if (
    !speaksOfAnother(turn) ||
    wants(turn, TURNS_AWAY, flow.bands.reanalyse) ||
    !wants(turn, BUYING_EFFECTS, flow.bands.act)
  )
    return goOn(draft);
  return decided({ ...draft, startsAnew: true }, "they want another, beside the order that exists: a new session");
}

/**
 * A wish for another that stands in the words is a wish to buy, whatever else an engine makes of them ("quiero otro para mi
 * mamá" is no question about gifts). What it buys for whom is asked, and the summary waits for its yes. Other meanings are
 * answered beside it.
 */
export function hearWish(turn: Turn): Turn {
  const { flow, input, reading } = turn;
  const stage = stageOf(flow, input.session.mode);
  const isBuyerAgain = (stage === "welcome" || stage === "talk") && Object.keys(input.knownData ?? {}).length > 0;
  if (reading === null || !(stage === "confirmed" || isBuyerAgain) || !speaksOfAnother(turn)) return turn;
  // A classifier hears a person called, or a cancellation, in "quiero repetir el pedido": where nothing else is said, it is mistaken.
  const isPlain = isNothingElse(turn);
  if (!isPlain && (!said(turn).includes("wish") || wants(turn, WAITS, flow.bands.reanalyse))) return turn;
  const buying = Object.keys(flow.intents).find((intent) => flow.intents[intent]?.effect === "start_collecting");
  if (buying === undefined || (!isPlain && wants(turn, BUYING_EFFECTS, flow.bands.act))) return turn;
  const heard = wishOf(turn);
  const others = heard === null ? [] : [{ intent: heard.intent, confidence: heard.confidence }, ...heard.alternatives];
  const intent: IntentInfo = {
    ...{ intent: buying, confidence: flow.bands.act, reasoning: "words of another order", engine: "rules" },
    alternatives: isPlain
      ? []
      : others.filter((one) => one.intent !== buying && flow.intents[one.intent]?.effect !== "close"),
  };
  // A call for a person is heard in "quiero que me envíe otro" as well.
  const { concerns } = reading;
  const left = isPlain ? concerns?.filter(({ concern }) => concern !== "person") : concerns;
  return {
    ...turn,
    reading: { ...reading, intent, secondLook: null, ...(left === undefined ? {} : { concerns: left }) },
  };
}

/**
 * Words of another purchase, and none of a change. The rules' signs in the words hold also when a
 * model named the intent.
 */
export function speaksOfAnother(turn: Turn): boolean {
  const kinds = said(turn);
  return kinds.length > 0 && !kinds.includes("change");
}

/** Each message of the turn is a wish for one more, and says nothing besides. */
function isNothingElse({ reading, rules }: Turn): boolean {
  return ((rules ?? reading)?.messages ?? []).every(({ besideAnOrder }) => besideAnOrder === "plain_wish");
}

const said = ({ reading, rules }: Turn) =>
  ((rules ?? reading)?.messages ?? []).flatMap(({ besideAnOrder }) => besideAnOrder ?? []);

function wants(turn: Turn, effects: readonly Effect[], from: number): boolean {
  const { flow } = turn;
  const info = wishOf(turn);
  if (info === null) return false;
  const sure = [info, ...info.alternatives].filter(({ confidence }) => confidence >= from);
  const wanted = sure.flatMap(({ intent }) => intent.split("+")).flatMap((name) => flow.intents[name]?.effect ?? []);
  return wanted.some((effect) => effects.includes(effect));
}
