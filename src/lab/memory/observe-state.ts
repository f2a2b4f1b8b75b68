import type { ConversationState } from "../../core/conversation/conversation-state.ts";
import type { SandboxOrder, SandboxReminder, SandboxTask } from "./scenario-player.ts";

/** The agent's reminders that wait, the next one first. */
export function remindersIn(state: ConversationState): readonly SandboxReminder[] {
  return state.reminders
    .toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime())
    .map(({ key, dueAt, text, rule, template }) => ({ key, at: dueAt, text, rule, template: template?.name ?? null }));
}

export function ordersIn(state: ConversationState): readonly SandboxOrder[] {
  return state.orders.map(({ purchaseKey, source, status, pack, total, shippingAddress, note }) => ({
    ...{ purchaseKey, source, status, pack, total, shippingAddress, note },
  }));
}

export function tasksIn(state: ConversationState): readonly SandboxTask[] {
  return state.tasks.map(({ title, priority }) => ({ title, priority }));
}
