import type { ConfirmationId, ConversationId, EventId, RunId, WorkspaceId } from "../ids.ts";
import type { TriedTurn } from "../inbound/content.ts";
import type { Role } from "../operations/principal.ts";
import type { Audience, ConfirmationStatus } from "../tools/confirmation.ts";
import type { RiskLevel } from "../tools/tool-call.ts";
import type { Page } from "./page.ts";

/** A question whose yes releases one exact call, as people read it. */
export interface Confirmation {
  readonly id: ConfirmationId;
  readonly runId: RunId;
  readonly conversationId: ConversationId;
  readonly contact: { readonly name: string | null; readonly phone: string | null };
  readonly tool: string;
  readonly risk: RiskLevel;
  readonly input: unknown;
  /** Of exactly this: given back with an answer, it says what was seen. */
  readonly argumentsHash: string;
  readonly question: string;
  readonly rule: string;
  readonly reason: string;
  readonly audience: Audience;
  readonly status: ConfirmationStatus;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly note: string | null;
}

export interface DecideRequest {
  readonly workspaceId: WorkspaceId;
  /** A question, or the newest one of a run. */
  readonly of: { readonly confirmationId: ConfirmationId } | { readonly runId: RunId };
  readonly decision: "approve" | "deny";
  readonly actor: string;
  /** Of the principal. A person is told from another by it, and never by a name. */
  readonly identity: string;
  readonly note: string | null;
  /** What whoever decides has seen; absent: they did not say. */
  readonly argumentsHash?: string | undefined;
}

export type DecideResult =
  | { readonly kind: "decided"; readonly confirmation: Confirmation }
  | { readonly kind: "not_found" }
  /** Null: nothing was ever asked. Else it was answered, or called off, before. */
  | { readonly kind: "not_waiting"; readonly confirmation: Confirmation | null }
  | { readonly kind: "expired"; readonly confirmation: Confirmation }
  /** It is the customer's to answer; or an operator's, and this one asked for it. */
  | { readonly kind: "not_entitled"; readonly confirmation: Confirmation }
  | { readonly kind: "changed"; readonly confirmation: Confirmation };

/** An operator has a tool called in a conversation. */
export interface ToolCommand {
  readonly workspaceId: WorkspaceId;
  readonly conversationId: ConversationId;
  readonly tool: string;
  readonly input: unknown;
  /** Of tool and input. */
  readonly argumentsHash: string;
  readonly idempotencyKey: string;
  readonly actor: string;
  readonly identity: string;
  readonly role: Role;
  /** Judged and answered like any other; nothing is written, nobody is called or asked. Part of what its key stands for. */
  readonly isDryRun: boolean;
  /** Absent: they mean it. */
  readonly tried?: TriedTurn;
  /** New ids, used where the key is new. */
  readonly eventId: EventId;
  readonly runId: RunId;
}

export type CommandResult =
  | { readonly kind: "taken"; readonly eventId: EventId; readonly runId: RunId; readonly duplicate: boolean }
  | { readonly kind: "not_found" }
  /** The key was used for another call. */
  | { readonly kind: "key_reused" };

/** What waits for a person's word, and runs that take the head of a conversation when it is idle. */
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
  /** One conditional update: of answers that come at once one counts. */
  decide(request: DecideRequest): Promise<DecideResult>;
  command(command: ToolCommand): Promise<CommandResult>;
  /**
   * Takes runs up again whose question was answered, or has expired now, and begins those that waited for an idle conversation.
   * `nextDueInMs`: when the next question expires, if any is open.
   */
  resume(request: { limit: number; newId: () => string }): Promise<{ resumed: number; nextDueInMs: number | null }>;
}
