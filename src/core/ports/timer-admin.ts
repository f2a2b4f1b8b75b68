import type { ConversationId, RunId, WorkspaceId } from "../ids.ts";
import type { Page } from "./page.ts";

export const TIMER_STATUSES = ["pending", "fired", "cancelled"] as const;
export type TimerStatus = (typeof TIMER_STATUSES)[number];

/** A timer as people see it. It is named by the run that armed it. */
export interface TimerView {
  readonly id: RunId;
  readonly conversationId: ConversationId;
  readonly contact: { readonly name: string | null; readonly phone: string | null };
  readonly agent: string;
  /** Where its session stands. */
  readonly mode: string;
  readonly level: string;
  readonly status: TimerStatus;
  readonly armedAt: Date;
  readonly dueAt: Date;
  readonly firedAt: Date | null;
  readonly cancelledAt: Date | null;
  /** Who made it due before its time, or called it off; null where nobody did by hand. */
  readonly hurriedBy: string | null;
  readonly cancelledBy: string | null;
}

export type TimerCommand =
  | { readonly kind: "done"; readonly timer: TimerView }
  | { readonly kind: "not_found" }
  /** It has fired or was cancelled before. */
  | { readonly kind: "over"; readonly status: TimerStatus };

/** What will happen next, for people: to look at, to hurry and to call off. */
export interface TimerAdmin {
  /** Pending: the next one first. Else the newest first. */
  list(
    workspace: WorkspaceId,
    filter: {
      status: TimerStatus;
      conversationId?: ConversationId | undefined;
      cursor?: string | undefined;
      limit: number;
    },
  ): Promise<Page<TimerView>>;
  /** Due now: a worker makes it an event as it does with any that is due, behind a message that waits. */
  hurry(workspace: WorkspaceId, id: RunId, actor: string): Promise<TimerCommand>;
  cancel(workspace: WorkspaceId, id: RunId, actor: string): Promise<TimerCommand>;
}
