import type { Catalogue } from "../catalogue.ts";
import type { KnownOrder, TransactionalEffect } from "../effects.ts";
import type { RiskLevel } from "../tool-call.ts";

/**
 * - `read`: changes nothing; may be repeated
 * - `transactional`: our own rows, committed with the turn; before that nothing has happened, so it may be asked again
 * - `external`: someone else's API: journaled before, called with one key, journaled after
 */
export type EffectKind = "read" | "transactional" | "external";

export interface ToolTraits {
  readonly kind: EffectKind;
  readonly timeoutMs: number;
  /** Where a tool does not say, `medium`. */
  readonly riskLevel?: RiskLevel;
}

/** What a call may know of the turn that makes it. Neither the customer nor a model chooses any of it. */
export interface ToolScope {
  /** Null where the agent sells nothing. */
  readonly catalogue: Catalogue | null;
  readonly sessionId: string;
  /** Orders of this session. */
  readonly orders: readonly KnownOrder[];
  /** Who set the turn off. */
  readonly cause: "customer" | "timer";
  readonly newId: () => string;
}

export interface ToolCall {
  readonly tool: string;
  readonly input: unknown;
  /** The same on every attempt: `<run id>:<call id>`. */
  readonly idempotencyKey: string;
  readonly scope: ToolScope;
  readonly signal: AbortSignal;
}

export type ToolResult =
  | {
      readonly kind: "ok";
      readonly output: unknown;
      /** Of a transactional tool: what is committed with the turn; null where it stands in the books already. */
      readonly effect?: TransactionalEffect | null;
      /** The rule that let it pass, for the ledger. */
      readonly allowedBy?: string;
    }
  /** The tool answered that it could not; the agent may say so. */
  | { readonly kind: "error"; readonly code: string; readonly message: string }
  /** Not ours to call: unknown tool, missing policy, bad arguments. Nothing was executed. */
  | { readonly kind: "denied"; readonly reason: string };

/** The hands of an agent. Deny by default: what `kindOf` does not know is never executed. */
export interface Tools {
  kindOf(tool: string): ToolTraits | null;
  execute(call: ToolCall): Promise<ToolResult>;
}
