import type { ListedScheduledMessage } from "../answers/scheduled-message.ts";
import type { ConversationId, ScheduledMessageId, WorkspaceId } from "../ids.ts";
import type {
  DueMessage,
  ScheduledKind,
  ScheduledStatus,
  ScheduledVerdict,
  StoredScheduledMessage,
} from "../outbound/scheduled-message.ts";
import type { Page } from "./page.ts";

export type NewScheduledMessage = Pick<
  StoredScheduledMessage,
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
  | "rule"
> & {
  /** Unique in a workspace. A known key is the same message, and never another one. */
  readonly idempotencyKey: string;
  /** Hash of the request as it was written: a time in words is another instant a minute later. */
  readonly argumentsHash: string;
  /** Null means the workspace's. */
  readonly timeZone: string | null;
};

export type ScheduleResult =
  /** `isNew` is false when the key was known. */
  | { readonly kind: "scheduled"; readonly message: StoredScheduledMessage; readonly isNew: boolean }
  /** The key was used for another message. */
  | { readonly kind: "key_reused" }
  | { readonly kind: "not_found" }
  /** The time has passed. The caller hears it now, instead of the customer too late. */
  | { readonly kind: "past" }
  | { readonly kind: "opted_out" }
  | { readonly kind: "window_maintenance_off" };

/** A message with the contact that it is for. */
export type ListedScheduled = StoredScheduledMessage & Pick<ListedScheduledMessage, "contact">;

export interface Judged {
  readonly due: DueMessage;
  readonly verdict: ScheduledVerdict;
}

/** Reminders and follow-ups: messages that we send on our own. */
/** What is due now. */
export interface Backlog {
  readonly overdue: number;
  /** How many of them have lost their use: they will not be said. */
  readonly tooLate: number;
  /** The earliest time that was named; null when nothing is due. */
  readonly oldest: Date | null;
}

export interface Scheduled {
  /** A follow-up replaces the one that waits in its category. */
  create(workspace: WorkspaceId, message: NewScheduledMessage): Promise<ScheduleResult>;
  list(
    workspace: WorkspaceId,
    filter: {
      kind?: ScheduledKind | undefined;
      status?: ScheduledStatus | undefined;
      conversationId?: ConversationId | undefined;
      dueFrom?: Date | undefined;
      /** Not included. */
      dueBefore?: Date | undefined;
      cursor?: string | undefined;
      limit: number;
    },
  ): Promise<Page<ListedScheduled>>;
  /**
   * Null when there is none. A message that was sent, or is being sent, is returned unchanged. The
   * id of any time of a recurring reminder cancels the one that waits, and so the series.
   */
  cancel(workspace: WorkspaceId, id: ScheduledMessageId, actor: string): Promise<StoredScheduledMessage | null>;
  /**
   * Takes due messages for `leaseMs`: at most one of each contact, only when its conversation is idle, and what is still of use first.
   * `backlog` is of all due messages, so that the first look after an outage can announce them.
   */
  claim(request: { limit: number; leaseMs: number }): Promise<{
    due: DueMessage[];
    backlog: Backlog;
    nextDueInMs: number | null;
  }>;
  /** Carries out each verdict: an event with its own run, a later time, or an end. Returns the number of events. */
  settle(judged: readonly Judged[], newId: () => string): Promise<number>;
  /** Settles the messages that were being sent, from their runs and sends. Returns their number. */
  conclude(): Promise<number>;
}
