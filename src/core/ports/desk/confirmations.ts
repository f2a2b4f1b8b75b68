import type { Confirmation } from "../../answers/desk/confirmation.ts";
import type { ConfirmationId, ConversationId, EventId, RunId, WorkspaceId } from "../../ids.ts";
import type { TriedTurn } from "../../inbound/content.ts";
import type { Role } from "../../operations/principal.ts";
import type { ConfirmationStatus } from "../../tool-calls/confirmation.ts";
import type { Page } from "../page.ts";

export interface DecideRequest {
  readonly workspaceId: WorkspaceId;
  /** A question, or the newest one of a run. */
  readonly of: { readonly confirmationId: ConfirmationId } | { readonly runId: RunId };
  readonly decision: "approve" | "deny";
  readonly actor: string;
  /** The principal's identity. It tells one person from another; a name never does. */
  readonly identity: string;
  readonly note: string | null;
  /** Hash of the arguments that the operator saw; absent when the operator did not say. */
  readonly argumentsHash?: string | undefined;
}

export type DecideResult =
  | { readonly kind: "decided"; readonly confirmation: Confirmation }
  | { readonly kind: "not_found" }
  /** Null when the run asked nothing. Otherwise the question was answered or cancelled before. */
  | { readonly kind: "not_waiting"; readonly confirmation: Confirmation | null }
  | { readonly kind: "expired"; readonly confirmation: Confirmation }
  /** The customer answers it; or this operator asked for the call and may not approve it alone. */
  | { readonly kind: "not_entitled"; readonly confirmation: Confirmation }
  | { readonly kind: "changed"; readonly confirmation: Confirmation };

/** A tool call that an operator or a program commands in a conversation. */
export interface ToolCommand {
  readonly workspaceId: WorkspaceId;
  readonly conversationId: ConversationId;
  readonly tool: string;
  readonly input: unknown;
  /** Hash of tool and input. */
  readonly argumentsHash: string;
  readonly idempotencyKey: string;
  readonly actor: string;
  readonly identity: string;
  readonly role: Role;
  /** The call is judged and answered like any other, but has no effect and asks no question. The key covers this flag. */
  readonly isDryRun: boolean;
  /** Absent when the command is meant, not tried. */
  readonly tried?: TriedTurn;
  /** New ids, used when the key is new. */
  readonly eventId: EventId;
  readonly runId: RunId;
}

/** An intent that an operator decides in the customer's place, for one turn (requirement A7). */
export interface IntentCommand {
  readonly workspaceId: WorkspaceId;
  readonly conversationId: ConversationId;
  readonly intent: string;
  readonly idempotencyKey: string;
  readonly actor: string;
  /** Why the person decided it. The event keeps it; the audit log, which nothing is taken out of, does not. */
  readonly note?: string | undefined;
  /** New ids, used when the key is new. */
  readonly eventId: EventId;
  readonly runId: RunId;
}

export type CommandResult =
  | { readonly kind: "taken"; readonly eventId: EventId; readonly runId: RunId; readonly duplicate: boolean }
  | { readonly kind: "not_found" }
  /** The key was used for another command. */
  | { readonly kind: "key_reused" };

/** Questions that wait for an operator, and commanded runs that start when their conversation is idle. */
export interface Confirmations {
  /** The newest first. */
  list(
    workspace: WorkspaceId,
    filter: {
      status?: ConfirmationStatus | undefined;
      conversationId?: ConversationId | undefined;
      runId?: RunId | undefined;
      cursor?: string | undefined;
      limit: number;
    },
  ): Promise<Page<Confirmation>>;
  get(workspace: WorkspaceId, id: ConfirmationId): Promise<Confirmation | null>;
  /** One conditional update: of simultaneous answers exactly one counts. */
  decide(request: DecideRequest): Promise<DecideResult>;
  command(command: ToolCommand): Promise<CommandResult>;
  /** The same, for a turn with a forced intent. The audit log names the operator in the same statement. */
  forceIntent(command: IntentCommand): Promise<CommandResult>;
  /**
   * Resumes runs whose question was answered or has expired, and starts those that waited for an idle conversation.
   * `nextDueInMs`: time until the next open question expires; null when none is open.
   */
  resume(request: { limit: number; newId: () => string }): Promise<{ resumed: number; nextDueInMs: number | null }>;
}
