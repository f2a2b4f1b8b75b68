import type { OrderSource } from "../../core/turn/effects.ts";
import type { Step } from "../definition/flow-definition.ts";
import { because, type Draft, say, signal, type Turn } from "../draft/draft.ts";
import { handOver } from "../modes/hand-over.ts";
import { moveMode } from "../modes/move-mode.ts";
import { measureCompleteness } from "../sale/completeness.ts";
import { cancelCalls, orderCalls } from "./order-calls.ts";
import { hasPriceMoved, readBackAgain } from "./price-read-back.ts";
import { forgetReminder, remindOf } from "./remind.ts";

const CLOSINGS: Readonly<
  Record<OrderSource, { step: Step; mode: "confirmed" | "orderedWithoutPack" | "orderedUnconfirmed" }>
> = {
  customer: { step: "orderConfirmed", mode: "confirmed" },
  timer_sinpack: { step: "orderedWithoutPack", mode: "orderedWithoutPack" },
  timer_pendiente: { step: "orderedUnconfirmed", mode: "orderedUnconfirmed" },
};

/**
 * The order of this session: one, and only with what it needs; else a person learns what is missing
 * (requirement A34).
 */
export function placeOrder(turn: Turn, draft: Draft, source: OrderSource, isSpoken = true): Draft {
  const { flow } = turn;
  if (!measureCompleteness(flow, draft.data).hasCritical) {
    return handOver(turn, draft, flow.handoff.orderBlocked, "an order lacks data that it needs");
  }
  // What a person of the shop forces is theirs to say.
  if (turn.input.forceIntent === null && hasPriceMoved(turn, draft)) return readBackAgain(turn, draft);
  const { step, mode } = CLOSINGS[source];
  const closing = flow.purposes[mode];
  if (closing === null) return because(draft, "this shop orders nothing that is not confirmed");
  const move = moveMode(turn, draft, [closing], source !== "customer" || !isSpoken);
  if (move.kind === "held") return say(move.draft, move.by === "pack_chosen" ? "whichPack" : "summary");
  const ordered = remindOf(turn, {
    ...move.draft,
    tools: [...draft.tools, ...orderCalls("create_order", turn, move.draft, source)],
  });
  const ended = signal({ ...ordered, signals: [] }, "cancel", "the order is placed");
  return isSpoken ? say(ended, step) : ended;
}

/** An existing order is changed, never created again. It keeps the price that was confirmed: a person decides about another. */
export function updateOrder(turn: Turn, draft: Draft): Draft {
  if (hasPriceMoved(turn, draft)) {
    return handOver(turn, draft, turn.flow.handoff.orderChange, "the price has changed since the order");
  }
  const changed = { ...draft, tools: [...draft.tools, ...orderCalls("update_order", turn, draft, "customer")] };
  return say(remindOf(turn, changed), "orderUpdated");
}

/** The order is cancelled and the session over: what the customer wants next is another purchase. */
export function cancelOrder(turn: Turn, draft: Draft): Draft {
  const tools = [...draft.tools, ...cancelCalls(turn, draft)];
  const called = forgetReminder(turn, { ...draft, tools, signals: [], asked: [] });
  const ended = signal(called, "cancel", "the customer cancels the order");
  return because({ ...say(ended, "orderCancelled"), closesSession: true }, "the order is cancelled");
}
