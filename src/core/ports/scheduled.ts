import type { ConversationId, ScheduledMessageId, WorkspaceId } from "../ids.ts";
import type {
  DueMessage,
  ScheduledKind,
  ScheduledMessage,
  ScheduledStatus,
  ScheduledVerdict,
} from "../outbound/scheduled-message.ts";
import type { Page } from "./page.ts";

export type NewScheduledMessage = Pick<
  ScheduledMessage,
  | "id"
  | "conversationId"
  | "kind"
  | "category"
  | "text"
  | "template"
  | "isRequested"
  | "usefulUntil"
  | "dueAt"
  | "createdBy"
> & {
  /** Unique in a workspace: the same key again is the same message, and never another one. */
  readonly idempotencyKey: string;
  /** Of what was asked for, as it was asked: a time in words is another instant a minute later. */
  readonly argumentsHash: string;
  /** Null: the workspace's. */
  readonly timeZone: string | null;
};

export type ScheduleResult =
  /** `isNew`: false where its key was there before. */
  | { readonly kind: "scheduled"; readonly message: ScheduledMessage; readonly isNew: boolean }
  /** The key was used for another message. */
  | { readonly kind: "key_reused" }
  | { readonly kind: "not_found" }
  /** Its time has passed: whoever asks for it is told now, not the customer too late. */
  | { readonly kind: "past" }
  | { readonly kind: "opted_out" }
  | { readonly kind: "window_maintenance_off" };

/** With whom it is for. */
export type ListedScheduled = ScheduledMessage & {
  readonly contact: { readonly name: string | null; readonly phone: string | null };
};

export interface Judged {
  readonly due: DueMessage;
  readonly verdict: ScheduledVerdict;
}

/** Reminders and follow-ups: what we say by ourselves. */
export interface Scheduled {
  /** A follow-up takes the place of the one that waits in its category. */
  create(workspace: WorkspaceId, message: NewScheduledMessage): Promise<ScheduleResult>;
  list(
    workspace: WorkspaceId,
    filter: {
      kind?: ScheduledKind | undefined;
      status?: ScheduledStatus | undefined;
      conversationId?: ConversationId | undefined;
      cursor?: string | undefined;
      limit: number;
    },
  ): Promise<Page<ListedScheduled>>;
  /** Null when there is none. One that is settled or being said stays as it is. */
  cancel(workspace: WorkspaceId, id: ScheduledMessageId, actor: string): Promise<ScheduledMessage | null>;
  /**
   * Takes what is due for `leaseMs`, one of a conversation at a time and only where the conversation is idle. `overdue`: how many are due
   * in all, so that a first look after an outage can say what is coming before it comes.
   */
  claim(request: { limit: number; leaseMs: number }): Promise<{
    due: DueMessage[];
    overdue: number;
    nextDueInMs: number | null;
  }>;
  /** Carries out what was judged: an event with a run of its own, a later time, or an end. Returns how many became events. */
  settle(judged: readonly Judged[], newId: () => string): Promise<number>;
  /** Reads from their runs and messages what became of those that were being said. */
  conclude(): Promise<number>;
}
