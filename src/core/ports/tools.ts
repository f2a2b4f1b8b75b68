import type { Catalogue } from "../agent/catalogue.ts";
import type { ToolRequest } from "../inbound/tool-request.ts";
import type { OwnLine } from "../memory/fact.ts";
import type { Role } from "../operations/principal.ts";
import type { OpenReminder } from "../outbound/reminder.ts";
import type { ContactHours } from "../time/contact-hours.ts";
import type { Audience } from "../tool-calls/confirmation.ts";
import type { RiskLevel } from "../tool-calls/tool-call.ts";
import type { KnownOrder, TransactionalEffect } from "../turn/effects.ts";
import type { CrmReader } from "./crm.ts";

/**
 * - `read`: changes nothing; may be repeated
 * - `transactional`: our own rows, committed with the turn; before that nothing has happened, so it may be asked again
 * - `external`: someone else's API: journaled before, called with one key, journaled after
 */
export const EFFECT_KINDS = ["read", "transactional", "external"] as const;
export type EffectKind = (typeof EFFECT_KINDS)[number];

export const TOOL_MODULES = ["crm", "whatsapp", "system", "external"] as const;
export type ToolModule = (typeof TOOL_MODULES)[number];

/** How often a tool is asked again within its time when it says that it did nothing and that it may be asked again. */
export interface ToolRetry {
  /** All of them, the first included. */
  readonly attempts: number;
  readonly backoffMs: number;
}

export interface ToolTraits {
  readonly kind: EffectKind;
  readonly timeoutMs: number;
  /** Where a tool does not say, `medium`. */
  readonly riskLevel?: RiskLevel;
  readonly module?: ToolModule;
  /** What a person or a program must be allowed to do; an agent is granted tools by name. */
  readonly permissions?: readonly string[];
  readonly reversible?: boolean;
  readonly retry?: ToolRetry;
  /** For a model: what the tool does. */
  readonly description?: string;
  /** For a model: the JSON Schema of the input. A tool without it is offered to no model. */
  readonly inputSchema?: Readonly<Record<string, unknown>>;
}

/** Who asks. An agent asks for its customer; a person or a program of the shop asks for themselves. */
export interface ToolActor {
  readonly kind: "agent" | "operator" | "service";
  readonly name: string;
  /** Null for an agent. */
  readonly role: Role | null;
}

/** What a call may know of the turn that makes it. Neither the customer nor a model chooses any of it. */
export interface ToolScope {
  readonly workspaceId: string;
  /** The contact of this conversation is the one written to: no argument names another. */
  readonly conversationId: string;
  readonly contactId: string;
  readonly agentId: string;
  readonly agentVersion: string;
  /** The tools that the agent was given by name. What is not here does not exist for it. */
  readonly granted: readonly string[];
  /**
   * Nothing is written and no outside service is called: what would have been done comes back with
   * an id of its own.
   */
  readonly isDryRun: boolean;
  readonly actor: ToolActor;
  /** What they asked for in this very turn, in words; not read out of a picture, and no timer's idea. */
  readonly requests: readonly ToolRequest[];
  /** Set by the runtime alone, after it has compared the hash of what was shown with what is called. */
  readonly approval: { readonly confirmationId: string } | null;
  readonly crm: CrmReader;
  /** Whether the workspace lets its agents use the books. */
  readonly crmAgentsEnabled: boolean;
  /** Null where the agent sells nothing. */
  readonly catalogue: Catalogue | null;
  readonly sessionId: string;
  /** What the customer themselves said in this turn: the only words that a fact about them may quote. */
  readonly said: readonly OwnLine[];
  /** The reminders of this customer that wait, as the turn found them. */
  readonly reminders: readonly OpenReminder[];
  /** Orders of this session. */
  readonly orders: readonly KnownOrder[];
  /** Who set the turn off. */
  readonly cause: "customer" | "timer" | "operator" | "service";
  /** Database time of the turn. */
  readonly now: Date;
  readonly lastCustomerMessageAt: Date | null;
  /** They want nothing that they did not ask for. */
  readonly hasOptedOut: boolean;
  /** The workspace's hours. */
  readonly contactHours: ContactHours;
  /** What this run has called before, in order: the same again without anything done in between is refused. */
  readonly made?: readonly { readonly tool: string; readonly input: unknown }[];
  readonly newId: () => string;
}

export interface ToolCall {
  readonly tool: string;
  readonly input: unknown;
  /** The same on every attempt: `<run id>:<call id>`. */
  readonly idempotencyKey: string;
  readonly scope: ToolScope;
  readonly signal: AbortSignal;
  /** Asked, not done: what comes of it is told to a model, and only the decision's own call counts. */
  readonly isTrial?: boolean;
}

export const TOOL_ERROR_TYPES = [
  "not_found",
  "conflict",
  "invalid",
  "rate_limited",
  "timeout",
  "unavailable",
  "failed",
] as const;
export type ToolErrorType = (typeof TOOL_ERROR_TYPES)[number];

/** A tool's own answer that it could not; it did nothing. The agent may say so. */
export interface ToolError {
  readonly kind: "error";
  readonly code: string;
  readonly message: string;
  /** Where it does not say, `failed`. */
  readonly type?: ToolErrorType;
  /** What to do in its place. */
  readonly suggestion?: string | null;
  /** The same call may succeed later. */
  readonly retryable?: boolean;
  /**
   * A limit of ours is spent until then: the caller waits for it, and no attempt is counted
   * (invariant 13).
   */
  readonly againAt?: Date;
  /** The rule that let it be tried, and why, for the ledger. */
  readonly allowedBy?: string;
}

export type ToolResult =
  | {
      readonly kind: "ok";
      readonly output: unknown;
      /**
       * What a transactional tool commits with the turn; null when it stands in the books already.
       */
      readonly effect?: TransactionalEffect | readonly TransactionalEffect[] | null;
      /** The rule that let it pass, and why, for the ledger. */
      readonly allowedBy?: string;
      readonly isDryRun?: boolean;
    }
  | ToolError
  /** Not ours to call: unknown tool, missing policy, bad arguments. Nothing was executed. */
  | { readonly kind: "denied"; readonly reason: string; readonly rule?: string }
  /** The policy wants a yes; nothing was executed. `question` is made of the arguments, never of a model's words. */
  | {
      readonly kind: "confirm";
      readonly rule: string;
      readonly reason: string;
      readonly audience: Audience;
      readonly question: string;
    };

/** The hands of an agent. Deny by default: what `kindOf` does not know is never executed. */
export interface Tools {
  kindOf(tool: string): ToolTraits | null;
  execute(call: ToolCall): Promise<ToolResult>;
  /**
   * Judges a call of an external tool, and calls nothing: `ok` with the effect null when the decision
   * may hold it. Absent: a model is denied every external tool.
   */
  judge?(call: ToolCall): Promise<ToolResult>;
}
