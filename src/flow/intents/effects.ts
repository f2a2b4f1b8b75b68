import type { IntentInfo } from "../../core/agent/agent.ts";
import type { Effect, IntentDefinition, Stage } from "../definition/flow-definition.ts";
import { isHeld, isNothingButChoice, isNothingButYes } from "../draft/binding-yes.ts";
import { clausesOf } from "../draft/clauses-of.ts";
import {
  because,
  type Draft,
  justSaid,
  keepSilent,
  say,
  sentTemplates,
  signal,
  stageOf,
  type Turn,
} from "../draft/draft.ts";
import {
  enterOffer,
  enterPurchase,
  enterSummary,
  goOnWithYes,
  showOffer,
  withKnownData,
} from "../modes/enter-stage.ts";
import { handOver } from "../modes/hand-over.ts";
import { cancelOrder, placeOrder, updateOrder } from "../orders/place-order.ts";
import { askWhichPack, beginPurchase } from "../orders/which-pack.ts";
import { isDataSame } from "../told/ingest-data.ts";
import { hasUnseenChange } from "../told/unseen-change.ts";

/** Acts on an intent. */
export interface Wanted {
  readonly intent: string;
  readonly definition: IntentDefinition;
}

type Carrier = (turn: Turn, draft: Draft, wanted: Wanted) => Draft;

const ask: Carrier = (_, draft, { intent }) => ({ ...draft, asked: [...draft.asked, intent] });
const buy: Carrier = (turn, draft) => beginPurchase(turn, draft);
const whichPack: Carrier = (turn, draft) => askWhichPack(turn, draft);
const askConfirmation: Carrier = (_, draft) => say(draft, "askConfirmation");
const stay: Carrier = (_, draft, { intent }) =>
  keepSilent(because(draft, `${intent} asks for nothing more here`), "acknowledged");
/** Anything that changes with the yes is read once more before it is ordered; a note to the courier is in no summary. */
const order: Carrier = (turn, draft) => {
  const isChanged = draft.captured.some((field) => !turn.flow.fieldSets.welcome.includes(field));
  if (isChanged && !isDataSame(turn, draft))
    return enterSummary(turn, because(draft, "confirmed with a change: the summary is shown again"));
  const sent = sentTemplates(turn);
  if (hasUnseenChange(turn, sent))
    return enterSummary(turn, because(draft, "confirmed, but something was told that the summary did not show"));
  if (awaitsCorrection(turn, sent))
    return enterSummary(turn, because(draft, "confirmed, but a correction was announced and not told"));
  return placeOrder(turn, draft, "customer");
};
/** Whether we asked how a datum must read, and have shown no summary since: a yes would order what is wrong. */
function awaitsCorrection(turn: Turn, sentIds: readonly string[]): boolean {
  const { intents, steps, templates } = turn.flow;
  const sent = sentIds.map((sentId) => templates.find(({ id }) => id === sentId)?.intent ?? "");
  const asked = sent.findLastIndex((of) => intents[of]?.effect === "inform" && intents[of].unlessTold === true);
  return asked > sent.lastIndexOf(steps.summary);
}

/** "Así lo quiero, dele", at the summary: a wish to buy in words that are nothing but a yes is that yes. */
const orderOrAsk: Carrier = (turn, draft, wanted) => {
  const isYes = clausesOf(turn)?.includes("yes") === true && isNothingButYes(turn, []) && !isHeld(turn);
  return isYes ? order(turn, draft, wanted) : askConfirmation(turn, draft, wanted);
};
const changeByPerson: Carrier = (turn, draft, { intent }) =>
  handOver(turn, draft, turn.flow.handoff.orderChange, `${intent} after the order was confirmed`);
const handOverFor: Carrier = (turn, draft, { intent }) =>
  handOver(turn, draft, intent, `the customer asks for ${intent}`);

/** While the offer cannot be made, its content is told as an answer. */
const showOffers: Carrier = (_, draft, { definition }) =>
  definition.asQuestion === undefined ? draft : { ...draft, asked: [...draft.asked, definition.asQuestion] };

const postpone: Carrier = (_, draft) =>
  say({ ...signal(draft, "reevaluate", "not yet: nothing presses"), isPostponed: true }, "postponed");

const close: Carrier = (turn, draft, wanted) => {
  if (turn.flow.onNoInterest === "hand_over") return handOverFor(turn, draft, wanted);
  const ended = signal({ ...draft, signals: [], asked: [] }, "cancel", "no interest");
  return because({ ...say(ended, "goodbye"), closesSession: true }, "no interest: a polite goodbye");
};

/** A pack is stored only when the customer chooses it (requirement A11). */
const withPack = (draft: Draft, { definition }: Wanted): Draft =>
  because({ ...draft, pack: definition.pack ?? draft.pack }, `pack ${definition.pack} was chosen`);
const chooseAndBuy: Carrier = (turn, draft, wanted) => enterPurchase(turn, withPack(draft, wanted));
const chooseAndNote: Carrier = (turn, draft, wanted) => {
  const chosen = withPack(draft, wanted);
  // A number, in answer to the data that we showed: it holds, and the summary shows it once more.
  if (justSaid(turn, "knownData") && isNothingButChoice(turn))
    return enterPurchase(turn, withKnownData(turn, chosen, "a number in answer to what we know: it holds"));
  return goOnWithYes(turn, chosen) ?? say(chosen, "packNoted");
};
const chooseAndSum: Carrier = (turn, draft, wanted) => enterSummary(turn, withPack(draft, wanted));
const chooseAndUpdate: Carrier = (turn, draft, wanted) => updateOrder(turn, withPack(draft, wanted));

/** Data in the same message says it already; without any, the agent names what is missing. */
const alreadyBuying: Carrier = (turn, draft) =>
  goOnWithYes(turn, draft) ?? (draft.captured.length > 0 ? draft : say(draft, "missingData"));
/** A yes after a timer's order. */
const confirmProvisional: Carrier = (turn, draft) =>
  draft.pack === null ? say(draft, "whichPack") : updateOrder(turn, draft);
const refuseOrder: Carrier = (turn, draft) =>
  handOver(turn, draft, turn.flow.handoff.orderChange, "no interest after the order was placed");

/** What an effect does in each stage. A missing cell does not compile. */
const CARRIERS: Readonly<Record<Effect, Readonly<Record<Stage, Carrier>>>> = {
  inform: everywhere(ask),
  start_collecting: {
    welcome: buy,
    talk: buy,
    collect: alreadyBuying,
    offer: whichPack,
    summary: orderOrAsk,
    confirmed: changeByPerson,
    provisional: confirmProvisional,
    handoff: stay,
  },
  offer: {
    welcome: showOffers,
    talk: showOffers,
    collect: showOffers,
    offer: showOffers,
    summary: (turn, draft) => enterOffer(turn, { ...draft, pack: null }),
    confirmed: showOffers,
    provisional: showOffers,
    handoff: stay,
  },
  choose_pack: {
    welcome: chooseAndBuy,
    talk: chooseAndBuy,
    collect: chooseAndNote,
    offer: chooseAndSum,
    summary: chooseAndSum,
    confirmed: changeByPerson,
    provisional: chooseAndUpdate,
    handoff: stay,
  },
  confirm: {
    welcome: buy,
    talk: buy,
    collect: alreadyBuying,
    offer: whichPack,
    summary: order,
    confirmed: stay,
    provisional: confirmProvisional,
    handoff: stay,
  },
  postpone: { ...everywhere(postpone), confirmed: stay, provisional: stay, handoff: stay },
  close: { ...everywhere(close), confirmed: refuseOrder, provisional: refuseOrder, handoff: stay },
  // At the beginning of a session the order is an earlier one: a person finds it.
  cancel: {
    ...everywhere(close),
    welcome: changeByPerson,
    talk: changeByPerson,
    confirmed: cancelOrder,
    provisional: cancelOrder,
    handoff: stay,
  },
  hand_over: { ...everywhere(handOverFor), handoff: stay },
  order_without_pack: { ...everywhere(stay), offer: (turn, draft) => placeOrder(turn, draft, "timer_sinpack") },
  order_unconfirmed: {
    ...everywhere(stay),
    offer: (turn, draft) => placeOrder(turn, draft, draft.pack === null ? "timer_sinpack" : "timer_pendiente"),
    summary: (turn, draft) => placeOrder(turn, draft, "timer_pendiente"),
  },
};

function everywhere(carrier: Carrier): Record<Stage, Carrier> {
  return {
    welcome: carrier,
    talk: carrier,
    collect: carrier,
    offer: carrier,
    summary: carrier,
    confirmed: carrier,
    provisional: carrier,
    handoff: carrier,
  };
}

export function carryOut(turn: Turn, draft: Draft, wanted: Wanted): Draft {
  const stage = stageOf(turn.flow, draft.mode);
  const named = because(draft, `${wanted.intent} (${wanted.definition.effect}) in ${draft.mode}`);
  return CARRIERS[wanted.definition.effect][stage](turn, named, wanted);
}

/** An intent that the system decided: nothing is read and no gate asks (requirement A7). */
export function carryOutForced(turn: Turn, draft: Draft, intent: string): Draft {
  const definition = turn.flow.intents[intent];
  const forced: Draft = { ...draft, intentInfo: forcedInfo(intent), seen: [...draft.seen, intent] };
  if (definition === undefined)
    return handOver(turn, draft, turn.flow.unknownIntent, `no intent "${intent}" can be forced`);
  if (definition.effect === "offer") return showOffer(turn, forced, true);
  // The caller has spoken: no templates.
  if (definition.effect === "confirm") return placeOrder(turn, forced, "customer", false);
  return carryOut(turn, forced, { intent, definition });
}

function forcedInfo(intent: string): IntentInfo {
  return { intent, confidence: 100, alternatives: [], reasoning: "forced by the caller" };
}
