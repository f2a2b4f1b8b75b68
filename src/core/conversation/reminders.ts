import type { ScheduledMessageId, TaskId } from "../ids.ts";
import type { MessageContent } from "../inbound/content.ts";
import { packOf } from "../locale/pack-of.ts";
import { MAX_OPEN_REMINDERS, type OpenReminder } from "../outbound/reminder.ts";
import { occurrenceAfter } from "../outbound/reminder-series.ts";
import { judgeScheduled, STANDARD_PROACTIVE_LIMITS } from "../outbound/scheduled-message.ts";
import type { CreateTask } from "../turn/effects.ts";
import { remindersFull } from "../turn/reminders-full.ts";
import type { TurnEnding } from "../turn/turn.ts";
import type { ConversationReminder, ConversationState } from "./conversation-state.ts";

/** The reminders after a turn: a key that is set again or cancelled gives up the one that waits. */
export function applyReminders(
  state: ConversationState,
  { turn, commit: { reminders: writes = [] } }: TurnEnding,
): ConversationState {
  if (writes.length === 0) return state;
  const keys = new Set(writes.map(({ key }) => key));
  const added = writes.flatMap((write): ConversationReminder[] => {
    if (write.kind === "cancel") return [];
    const { kind: _, ...reminder } = write;
    return [{ ...reminder, fireAt: write.dueAt, heldBy: null, missed: 0, skipped: 0 }];
  });
  const reminders = [...state.reminders.filter(({ key }) => !keys.has(key)), ...added];
  if (added.length > 0 && reminders.length > MAX_OPEN_REMINDERS) throw remindersFull(turn);
  return { ...state, reminders };
}

/** The reminders that an agent sees, the next one first. */
export function openReminders({ reminders }: ConversationState): OpenReminder[] {
  return reminders
    .toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime() || (one.key < other.key ? -1 : 1))
    .map(({ key, dueAt, text, rule }) => ({ key, at: dueAt, text, rule }));
}

/** The reminder that is looked at first; null when none waits. */
export function firstReminder({ reminders }: ConversationState): ConversationReminder | null {
  return reminders.toSorted(byTime)[0] ?? null;
}

/** A worker takes them in this order: two that were held back to the same minute go in their own. */
function byTime(one: ConversationReminder, other: ConversationReminder): number {
  const fires = one.fireAt.getTime() - other.fireAt.getTime();
  const dues = one.dueAt.getTime() - other.dueAt.getTime();
  return fires || dues || (one.id < other.id ? -1 : 1);
}

/**
 * Judges the first reminder, which is due, as a worker does: it is said (`content` opens a turn),
 * waits, or ends. A reminder that cannot be said may leave a task for a person.
 */
export function fireReminder(
  state: ConversationState,
  now: Date,
  newId: () => string,
): { readonly state: ConversationState; readonly content: Extract<MessageContent, { type: "scheduled" }> | null } {
  const due = firstReminder(state);
  if (due === null) throw new Error("no reminder waits in this conversation");
  const { timeZone = state.settings.timeZone } = due;
  const verdict = judgeScheduled({
    message: { ...due, category: null, timeZone },
    missed: due.missed,
    lastCustomerMessageAt: state.lastCustomerMessageAt,
    hasOptedOut: state.gate.hasOptedOut,
    isBotOff: !state.gate.botEnabled || !state.gate.workspaceEnabled || state.gate.stopTagged,
    saidAt: state.spokeFirstAt,
    toldAt: state.remindedAt,
    contactHours: state.settings,
    limits: STANDARD_PROACTIVE_LIMITS,
    now,
  });
  const { id, text, template, usefulUntil, skipped, isRequested } = due;
  const next = occurrenceAfter({ ...due, timeZone, isContinued: false }, verdict, now);
  const others = state.reminders.filter((one) => one.id !== id);
  if (next !== null) {
    const waits = { fireAt: next.dueAt, heldBy: null };
    others.push({ ...due, ...next, ...waits, id: newId() as ScheduledMessageId });
  }
  switch (verdict.kind) {
    case "wait": {
      const held = { ...due, fireAt: verdict.until, heldBy: verdict.reason };
      return { state: { ...state, reminders: [...others, held] }, content: null };
    }
    case "end": {
      const ended = { ...state, reminders: others };
      if (!verdict.asksPerson) return { state: ended, content: null };
      const task: CreateTask = {
        kind: "create_task",
        id: newId() as TaskId,
        priority: "high",
        ...{ mode: null, data: {}, pack: null },
        title: packOf(state.settings.locale).texts.tasks.not_said,
        note: text,
        about: { code: "not_said", values: { kind: "reminder", reason: verdict.reason } },
      };
      return { state: { ...ended, tasks: [...ended.tasks, task] }, content: null };
    }
    case "say":
      return {
        state: { ...state, reminders: others },
        content: {
          ...{ type: "scheduled", id, kind: "reminder", text, template, isRequested, isVerbatim: true },
          ...(skipped > 0 ? { skipped } : {}),
          usefulUntil: usefulUntil.toISOString(),
        },
      };
  }
}
