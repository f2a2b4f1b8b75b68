import { captureFields } from "./capture-fields.ts";
import { because, type Draft, decided, goOn, justSaid, type RuleResult, type Turn, wordless } from "./draft.ts";
import { enterPurchase } from "./enter-stage.ts";
import { knownFields } from "./known-fields.ts";

/** A yes to "shall we use the same data?" takes it over, and buys. */
export function acceptKnownData(turn: Turn, draft: Draft): RuleResult {
  const said = turn.reading?.messages ?? [];
  const isYes = said.some(({ acknowledgement }) => acknowledgement === "yes" || acknowledgement === "fine");
  if (!isYes || !justSaid(turn, "knownData")) return goOn(draft);
  const taken = captureFields(draft, { ...knownFields(turn), ...draft.data }, []);
  const buying = Object.keys(turn.flow.intents).find((one) => turn.flow.intents[one]?.effect === "start_collecting");
  const named = buying === undefined ? taken : { ...taken, intentInfo: wordless(buying, 95), seen: [buying] };
  return decided(enterPurchase(turn, because(named, "yes to the data that we knew: it is taken over")));
}
