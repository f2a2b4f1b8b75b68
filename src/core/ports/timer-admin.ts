import type { StoredTimer } from "../answers/timer.ts";
import type { ConversationId, RunId, WorkspaceId } from "../ids.ts";
import type { TimerStatus } from "../time/timer-policy.ts";
import type { Page } from "./page.ts";

export type TimerCommand =
  | { readonly kind: "done"; readonly timer: StoredTimer }
  | { readonly kind: "not_found" }
  /** The timer has fired or was cancelled before. */
  | { readonly kind: "over"; readonly status: TimerStatus };

/** Timers as operators see, hurry and cancel them. */
export interface TimerAdmin {
  /** Pending timers by due time; the others newest first. */
  list(
    workspace: WorkspaceId,
    filter: {
      status: TimerStatus;
      conversationId?: ConversationId | undefined;
      cursor?: string | undefined;
      limit: number;
    },
  ): Promise<Page<StoredTimer>>;
  /** Makes a timer due now. A worker turns it into an event as usual, behind a message that waits. */
  hurry(workspace: WorkspaceId, id: RunId, actor: string): Promise<TimerCommand>;
  cancel(workspace: WorkspaceId, id: RunId, actor: string): Promise<TimerCommand>;
}
