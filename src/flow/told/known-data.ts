import {
  because,
  type Draft,
  decided,
  goOn,
  justSaid,
  type RuleResult,
  say,
  stageOf,
  type Turn,
  toldIn,
  wordless,
} from "../draft/draft.ts";
import { enterPurchase } from "../modes/enter-stage.ts";
import { captureFields } from "../sale/capture-fields.ts";
import { knownFields } from "../sale/known-fields.ts";

/**
 * The answer to "shall we use the same data?". A yes takes the data over, and buys. New data
 * changes that part and leaves the rest. Any other answer that asks for nothing gets the list of
 * what we need.
 */
export function answerKnownData(turn: Turn, draft: Draft): RuleResult {
  if (turn.reading === null || !justSaid(turn, "knownData")) return goOn(draft);
  const { messages, intent } = turn.reading;
  const told = toldIn(turn.reading);
  const isYes = messages.some(({ acknowledgement }) => acknowledgement === "yes" || acknowledgement === "fine");
  const isOnlyData = Object.keys(told).length > 0 && intent === null;
  if (isYes || isOnlyData) return decided(takeOverKnownData(turn, draft, told));
  const asksNothing = messages.every(({ messageClass }) => messageClass === "irrelevante");
  if (!asksNothing || stageOf(turn.flow, draft.mode) !== "collect") return goOn(draft);
  return decided({ ...say(draft, "askData"), intentInfo: wordless("irrelevante") }, "no yes to the data that we knew");
}

export function takeOverKnownData(turn: Turn, draft: Draft, told: Readonly<Record<string, string>>): Draft {
  const { fields, intents } = turn.flow;
  const unsettled = fields.flatMap(({ name, unsettles = [] }) => (told[name] === undefined ? [] : unsettles));
  const stillTrue = Object.entries(knownFields(turn)).filter(([name]) => !unsettled.includes(name));
  const taken = captureFields(draft, { ...Object.fromEntries(stillTrue), ...draft.data, ...told }, []);
  const buying = Object.keys(intents).find((one) => intents[one]?.effect === "start_collecting");
  const named = buying === undefined ? taken : { ...taken, intentInfo: wordless(buying, 95), seen: [buying] };
  return enterPurchase(turn, because(named, "the data that we knew is taken over"));
}
