import type { EffectKind, ToolModule } from "../ports/tools.ts";
import type { PolicyDecision, RiskLevel } from "./tool-call.ts";

/** A tool as people read about it. */
export interface ToolDescription {
  readonly name: string;
  /** What a model calls it. */
  readonly modelName: string;
  readonly description: string;
  readonly module: ToolModule;
  readonly effect: EffectKind;
  readonly risk: RiskLevel;
  readonly permissions: readonly string[];
  readonly reversible: boolean;
  readonly isPaid: boolean;
  readonly timeoutMs: number;
  /** What an agent says; and what a person or a program of the shop says. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly staffInputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema: Readonly<Record<string, unknown>>;
  /** The rules that may decide about a call of it, in their order. */
  readonly rules: readonly { readonly name: string; readonly decision: PolicyDecision; readonly why: string }[];
}
