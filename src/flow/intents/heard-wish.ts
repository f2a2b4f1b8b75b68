import type { IntentInfo } from "../../core/agent/agent.ts";
import { BUYING_EFFECTS, type Effect } from "../definition/flow-definition.ts";
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
  if (engine !== "model" && isNoWish(turn))
    return sure.filter(({ definition }) => !BUYING_EFFECTS.includes(definition.effect));
  const acts = sure.filter(({ definition }) => definition.effect !== "inform");
  const isOpen = acts.every(({ definition }) => definition.effect === "start_collecting");
  // A bare answer says what our question makes of it, and a language model hears more than a small one.
  if (!isOpen || engine === "context" || engine === "model") return sure;
  const wish = heardWish(turn, { isWished: acts.length > 0, isUnexplained: sure.length === 0 });
  if (wish === null || (acts.length > 0 && wish.definition.effect === "start_collecting")) return sure;
  return [...sure.filter((one) => !acts.includes(one)), wish];
}

/** Below this the model is sure that they do not want to buy. */
const SURELY_NONE = 0.03;
/** From here on they rather want to buy. */
const LIKELY = 0.6;
/** In fewer words a model has too little to go by. */
const FEWEST_WORDS = 3;

/** "Sí, quiero saber si trae azúcar", "¿dos frascos cuánto duran?": words that rules take for a wish, while we talk. */
function isNoWish(turn: Turn): boolean {
  const { flow, input, reading } = turn;
  const stage = stageOf(flow, input.session.mode);
  if (reading === null || (stage !== "welcome" && stage !== "talk")) return false;
  const words = reading.messages.reduce((sum, { text }) => sum + text.trim().split(/\s+/).length, 0);
  const heard = words < FEWEST_WORDS ? null : reading.answerTo?.("buy");
  return heard != null && heard.probability < SURELY_NONE && !tellsData(turn);
}

/** Data tells where the parcel goes. A town alone may be part of the wish ("despácheme el mío pa Villavicencio"). */
function tellsData({ flow, reading }: Turn): boolean {
  const { city, department } = flow.contactFields ?? {};
  return (reading?.messages ?? []).some(({ fields }) =>
    Object.keys(fields).some((field) => field !== city && field !== department),
  );
}

function heardWish(
  turn: Turn,
  { isWished, isUnexplained }: { readonly isWished: boolean; readonly isUnexplained: boolean },
): Wanted | null {
  const { flow, input, reading } = turn;
  const stage = stageOf(flow, input.session.mode);
  const isTalk = stage === "welcome" || stage === "talk";
  if (!isTalk && stage !== "offer" && stage !== "collect") return null;
  if (tellsData(turn)) return null;
  const clauses = clausesOf(turn) ?? [];
  const counts = clauses.includes("choice") || clauses.includes("quantity") || saysAPrice(turn);
  // A number that counts something else, a floor, a day, a child: "llevo 3 días sin dormir".
  if (clauses.includes("figure") && !counts) return null;
  if (isTalk && !isWished) {
    const buy = reading?.answerTo?.("buy");
    if (buy == null) return null;
    // Nothing else explains the words, and they ask nothing: the agent asks for data, or it can only ask what they mean.
    const isLikely = isUnexplained && !clauses.includes("question") && buy.probability >= LIKELY;
    if (!buy.isHeard && !isLikely) return null;
  }
  const pack = reading?.answerTo?.("pack");
  const chosen = pack?.isHeard === true ? wanted(turn, "choose_pack", pack.answer) : null;
  return chosen ?? (isTalk ? wanted(turn, "start_collecting") : null);
}

function wanted({ flow }: Turn, effect: Effect, pack?: string): Wanted | null {
  const found = Object.entries(flow.intents).find(([, one]) => one.effect === effect && one.pack === pack);
  return found === undefined ? null : { intent: found[0], definition: found[1] };
}
