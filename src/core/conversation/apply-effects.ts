import type { SessionId } from "../ids.ts";
import { forgetFacts, keepFacts } from "../memory/keep-facts.ts";
import type { CrmChange } from "../turn/crm-change.ts";
import type { CreateOrder, CreateTask, TransactionalEffect, UpdateOrder } from "../turn/effects.ts";
import { orderUnknown } from "../turn/order-unknown.ts";
import type { TurnEnding } from "../turn/turn.ts";
import type { ConversationOrder, ConversationState } from "./conversation-state.ts";
import { closeForOrder } from "./questions.ts";

/**
 * A turn's effects on the shop's own rows, as far as its conversation reads them again: orders and
 * tasks. One order for each purchase key and one task for each id: a repetition changes nothing.
 */
export function applyEffects(state: ConversationState, ending: TurnEnding): ConversationState {
  const { turn, commit } = ending;
  const sessionId = commit.session?.id ?? turn.asked?.sessionId ?? turn.segment?.sessionId ?? turn.session?.id ?? null;
  let done = state;
  for (const effect of commit.effects) done = applyEffect(done, effect, sessionId, ending);
  return done;
}

function applyEffect(
  state: ConversationState,
  effect: TransactionalEffect,
  sessionId: SessionId | null,
  ending: TurnEnding,
): ConversationState {
  const { turn } = ending;
  switch (effect.kind) {
    case "create_order":
      return createOrder(state, effect, sessionId);
    case "update_order":
      return updateOrder(state, effect, ending);
    case "create_task":
      return createTask(state, effect);
    case "change_crm":
      return changeOrder(state, effect.change);
    case "remember_facts":
      return {
        ...state,
        // In memory a fact is named by its turn and its place; rows have ids of their own.
        memory: keepFacts(state.memory, effect.facts, { now: turn.now, idOf: (place) => `${turn.run.id}:${place}` }),
      };
    case "forget_facts":
      return {
        ...state,
        memory: forgetFacts(state.memory, effect.facts, turn.now),
        knownData: effect.fields === "all" ? {} : withoutFields(state.knownData, effect.fields),
      };
    case "ask_permission": {
      const { kind: _, ...asked } = effect;
      return { ...state, memory: { ...state.memory, asked: [...state.memory.asked, asked] } };
    }
    case "track_expense": {
      const { kind: _, ...expense } = effect;
      return { ...state, expenses: [...state.expenses, { ...expense, at: turn.now }] };
    }
    case "undo_expense":
      return { ...state, expenses: state.expenses.filter(({ id }) => id !== effect.id) };
    // The commit's outbox and its reminders hold the first two, another conversation the third; what was not understood is read by
    // people, and by no turn of this conversation.
    case "send_message":
    case "set_reminder":
    case "pass_on":
    case "log_disambiguation":
      return state;
  }
}

function withoutFields(
  data: Readonly<Record<string, string>>,
  fields: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(data).filter(([field]) => !fields.includes(field)));
}

function createOrder(
  state: ConversationState,
  { kind: _, ...order }: CreateOrder,
  sessionId: SessionId | null,
): ConversationState {
  if (state.orders.some(({ purchaseKey }) => purchaseKey === order.purchaseKey)) return state;
  return { ...state, orders: [...state.orders, { ...order, sessionId }] };
}

function updateOrder(
  state: ConversationState,
  { kind: _, ...order }: UpdateOrder,
  { turn, commit }: TurnEnding,
): ConversationState {
  const isMeant = ({ id, purchaseKey }: ConversationOrder) => id === order.id && purchaseKey === order.purchaseKey;
  if (!state.orders.some(isMeant)) throw orderUnknown(turn, commit);
  return { ...state, orders: state.orders.map((one) => (isMeant(one) ? { ...one, ...order } : one)) };
}

/**
 * The change of an order of this conversation. Other changes of the shop's books are read by no
 * turn of it.
 */
function changeOrder(state: ConversationState, change: CrmChange): ConversationState {
  if (change.op !== "order.update" && change.op !== "order.status" && change.op !== "order.delete") return state;
  const { op: _, orderId, seenStatus: __, ...terms } = change;
  const before = state.orders.find(({ id }) => id === orderId);
  const changed = { ...state, orders: state.orders.map((one) => (one.id === orderId ? { ...one, ...terms } : one)) };
  const isCancelled = "status" in terms && terms.status === "cancelled" && before?.status !== "cancelled";
  return isCancelled || change.op === "order.delete"
    ? closeForOrder(changed, before ?? { id: orderId, purchaseKey: "" })
    : changed;
}

function createTask(state: ConversationState, task: CreateTask): ConversationState {
  return state.tasks.some(({ id }) => id === task.id) ? state : { ...state, tasks: [...state.tasks, task] };
}
