import type { AuditCount } from "../agent/local-trust.ts";
import type { OpenCircuit } from "../answers/circuit.ts";
import type { StoredConversation, StoredConversationSummary } from "../answers/conversation.ts";
import type { CustomerFile } from "../answers/customer-file.ts";
import type { ConversationId, EventId, PhoneNumberId, RunId, WorkspaceId } from "../ids.ts";
import type { EventSource, InputType } from "../inbound/event.ts";
import type { CustomerIdentity } from "../inbound/identity.ts";
import type { Kept } from "../operations/retention.ts";
import type { OutboxStatus } from "../outbound/outbox.ts";
import type { CircuitScope } from "../outbound/refusal.ts";
import type { PolicyDecision, RiskLevel } from "../tools/tool-call.ts";
import type { RunStatus } from "../turn/run-machine.ts";
import type { OpenAlertCount } from "./alerts.ts";
import type { Page } from "./page.ts";

/** A question to a language model, without its words. */
export interface ModelStepView {
  readonly purpose: string;
  readonly prompt: { readonly id: string; readonly version: string };
  /** Null: nobody was asked. */
  readonly model: string | null;
  readonly tokens: number;
  readonly microUsd: number;
  /** Several where one failed. */
  readonly calls: number;
  /** A later attempt had the answer from the journal. */
  readonly isReplayed: boolean;
  /** Why there is no answer: the failure's code, or why nobody was asked. */
  readonly fault: string | null;
}

export interface RunView {
  readonly id: RunId;
  readonly conversationId: ConversationId;
  readonly status: RunStatus;
  readonly inputClass: string | null;
  readonly agent: string | null;
  readonly agentVersion: string | null;
  readonly attempts: number;
  readonly outcome: string | null;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** A dead letter with which nothing more is to be done. */
  readonly discarded: { readonly at: Date; readonly actor: string; readonly note: string | null } | null;
  readonly events: readonly {
    id: string;
    seq: number;
    source: string;
    inputType: string;
    occurredAt: Date;
    receivedAt: Date;
  }[];
  readonly steps: readonly {
    phase: string;
    name: string;
    status: string;
    startedAt: Date;
    durationMs: number;
    /** Of a question to a language model; null or absent for anything else. */
    model?: ModelStepView | null;
    /** What the journal kept of it; only when one run is asked for. */
    output?: unknown;
  }[];
  /** Only when one run is asked for. */
  readonly toolCalls?: readonly ToolCallView[];
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  /** What the agent decided, of the last attempt that got so far; only when one run is asked for. */
  readonly decision?: unknown;
  /** What is left of it: a night may have taken its journal, or also what was said. */
  readonly kept: Kept;
  /** The run that answered this one's events. */
  readonly mergedInto: RunId | null;
}

export interface ToolCallView {
  readonly callId: string;
  readonly tool: string;
  readonly risk: RiskLevel;
  readonly input: unknown;
  readonly output: unknown;
  readonly status: string;
  readonly error: string | null;
  readonly policy: PolicyDecision;
  readonly policyReason: string | null;
  /** Nothing was written and nobody was called. */
  readonly isDryRun: boolean;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

/** What a request asked for, as its event keeps it. */
export interface KnownEvent {
  readonly source: EventSource;
  readonly inputType: InputType;
  readonly text: string | null;
  readonly identity: CustomerIdentity;
  readonly phoneNumberId: PhoneNumberId;
}

export type RetryResult =
  | { readonly kind: "requeued" }
  | { readonly kind: "not_found" }
  | { readonly kind: "illegal"; readonly status: RunStatus }
  /** A night has taken what it would be thought over from. */
  | { readonly kind: "forgotten" }
  /** Both places of its conversation are taken at this moment, or a worker has just begun it. */
  | { readonly kind: "busy" };

export type DiscardResult =
  /** Now or before. */
  | { readonly kind: "discarded"; readonly run: RunView }
  | { readonly kind: "not_found" }
  | { readonly kind: "illegal"; readonly status: RunStatus };

/** What people and programs read and command, one workspace at a time and under its row security. */
export interface Ledger {
  getRun(workspace: WorkspaceId, id: RunId): Promise<RunView | null>;
  listRuns(
    workspace: WorkspaceId,
    filter: {
      status?: RunStatus | undefined;
      /** Of dead letters: those that somebody has discarded, or those that nobody has. */
      discarded?: boolean | undefined;
      /** Begun at least so often. */
      minAttempts?: number | undefined;
      /** From the run's making to its end, or until now, at least. */
      minDurationMs?: number | undefined;
      conversationId?: ConversationId | undefined;
      cursor?: string | undefined;
      limit: number;
    },
  ): Promise<Page<RunView>>;
  getConversation(workspace: WorkspaceId, id: ConversationId): Promise<StoredConversation | null>;
  /** `contact` is one alias: a phone without `+`, or a BSUID. */
  listConversations(
    workspace: WorkspaceId,
    filter: { contact?: string | undefined; cursor?: string | undefined; limit: number },
  ): Promise<Page<StoredConversationSummary>>;
  /** Who and where a conversation is, to address an event to it. */
  /** What an event that came over the API said, and where; null when there is none. */
  findEvent(workspace: WorkspaceId, id: EventId): Promise<KnownEvent | null>;
  findConversation(
    workspace: WorkspaceId,
    id: ConversationId,
  ): Promise<{ phoneNumberId: PhoneNumberId; phone: string | null; bsuid: string | null } | null>;
  /** Puts a failed or dead run back in the queue, at the head of its conversation's waiting work. */
  retryRun(workspace: WorkspaceId, id: RunId, by: string): Promise<RetryResult>;
  /** A person has looked at a dead letter, and nothing is to be done. Retried later all the same, it is one like any other. */
  discardRun(workspace: WorkspaceId, id: RunId, by: { actor: string; note: string | null }): Promise<DiscardResult>;
  /** A person takes the conversation over (bot off) or gives it back (bot on). False when there is none. */
  setBotEnabled(
    workspace: WorkspaceId,
    id: ConversationId,
    change: { enabled: boolean; actor: string; note: string | null },
  ): Promise<boolean>;
  /** Files that customers sent, the newest first. */
  listMedia(
    workspace: WorkspaceId,
    filter: { conversationId?: ConversationId | undefined; cursor?: string | undefined; limit: number },
  ): Promise<Page<CustomerFile>>;
  /** `bytes` is null until they are stored. */
  getMedia(
    workspace: WorkspaceId,
    id: string,
    by: string,
  ): Promise<{ media: CustomerFile; bytes: Uint8Array | null } | null>;
  /** Counts for `/metrics`, over all workspaces. */
  counts(): Promise<LedgerCounts>;
  /** What sending waits for, over all workspaces, the oldest first. */
  openCircuits(): Promise<OpenCircuit[]>;
}

export interface LocalModelCount extends AuditCount {
  readonly agentId: string;
  readonly localModel: string;
  readonly isStopped: boolean;
  /** The agent's newest decision was made with it: a stop of a model that was replaced troubles nobody. */
  readonly isInUse: boolean;
}

export interface LedgerCounts {
  /** Dead letters that nobody has discarded. */
  readonly deadLetters: number;
  readonly runsByStatus: Readonly<Record<RunStatus, number>>;
  readonly outboxByStatus: Readonly<Record<OutboxStatus, number>>;
  readonly openCircuits: Readonly<Record<CircuitScope, number>>;
  readonly quarantined: number;
  readonly openAlerts: readonly OpenAlertCount[];
  /** What audits of the last days say of answers that no language model was asked for. */
  readonly localModels: readonly LocalModelCount[];
  /** Age in seconds of the conversation that has waited longest past its due time. */
  readonly oldestDueSeconds: number;
}
