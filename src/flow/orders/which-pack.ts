import { because, type Draft, say, type Turn } from "../draft.ts";
import { enterPurchase, enterSummary } from "../enter-stage.ts";
import { packSpokenOf } from "./pack-spoken-of.ts";

/**
 * A yes to the offer that names no pack. A customer who spoke of a number before means that number, and the
 * summary says it back; any other customer is asked which one.
 */
export function askWhichPack(turn: Turn, draft: Draft): Draft {
  const pack = packSpokenOf(turn);
  if (pack === null) return say(draft, "whichPack");
  return enterSummary(turn, because({ ...draft, pack }, `a yes, and pack ${pack} was spoken of before`));
}

/** The customer buys. "Esa me sirve", behind the price of two: two are noted, and said back at once. */
export function beginPurchase(turn: Turn, draft: Draft): Draft {
  const pack = draft.pack ?? packSpokenOf(turn);
  if (pack === draft.pack) return enterPurchase(turn, draft);
  return enterPurchase(turn, because({ ...draft, pack }, `a yes, and pack ${pack} was spoken of just now`));
}
