import type { IntentInfo } from "../../core/agent/agent.ts";
import type { Effect } from "../definition/flow-definition.ts";
import { saysAPrice } from "../draft/binding-yes.ts";
import { clausesOf } from "../draft/clauses-of.ts";
import { stageOf, type Turn } from "../draft/draft.ts";
import type { Wanted } from "./effects.ts";

/**
 * Beside what is sure, what a trained model hears in words that no reading of intents knows: a wish to buy ("necesito otra pa mi
 * abuela") while we talk, and a pack ("el del medio") beside that wish or at the offer. A pack that is sure already stands. It
 * binds to nothing: the summary says it back.
 */
export function withHeardWish(turn: Turn, sure: readonly Wanted[], { engine }: IntentInfo): readonly Wanted[] {
  const acts = sure.filter(({ definition }) => definition.effect !== "inform");
  const isOpen = acts.every(({ definition }) => definition.effect === "start_collecting");
  // A bare answer says what our question makes of it, and a language model hears more than a small one.
  if (!isOpen || engine === "context" || engine === "model") return sure;
  const wish = heardWish(turn, acts.length > 0);
  if (wish === null || (acts.length > 0 && wish.definition.effect === "start_collecting")) return sure;
  return [...sure.filter((one) => !acts.includes(one)), wish];
}

function heardWish(turn: Turn, isWished: boolean): Wanted | null {
  const { flow, input, reading } = turn;
  const stage = stageOf(flow, input.session.mode);
  const isTalk = stage === "welcome" || stage === "talk";
  if (!isTalk && stage !== "offer" && stage !== "collect") return null;
  // Data tells where the parcel goes, and no model of answers has read any.
  if (reading?.messages.some(({ fields }) => Object.keys(fields).length > 0) === true) return null;
  const clauses = clausesOf(turn) ?? [];
  const counts = clauses.includes("choice") || clauses.includes("quantity") || saysAPrice(turn);
  // A number that counts something else, a floor, a day, a child: "llevo 3 días sin dormir".
  if (clauses.includes("figure") && !counts) return null;
  if (isTalk && !isWished && reading?.answerTo?.("buy") !== "yes") return null;
  const pack = reading?.answerTo?.("pack") ?? null;
  const chosen = pack === null ? null : wanted(turn, "choose_pack", pack);
  return chosen ?? (isTalk ? wanted(turn, "start_collecting") : null);
}

function wanted({ flow }: Turn, effect: Effect, pack?: string): Wanted | null {
  const found = Object.entries(flow.intents).find(([, one]) => one.effect === effect && one.pack === pack);
  return found === undefined ? null : { intent: found[0], definition: found[1] };
}
