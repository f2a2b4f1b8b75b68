/** `read` may be repeated; `external` is someone else's API: journaled before, called with one key, journaled after. */
export type EffectKind = "read" | "external";

export interface ToolCall {
  readonly tool: string;
  readonly input: unknown;
  /** The same on every attempt: `<run id>:<call id>`. */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
}

export type ToolResult =
  | { readonly kind: "ok"; readonly output: unknown }
  /** The tool answered that it could not; the agent may say so. */
  | { readonly kind: "error"; readonly code: string; readonly message: string }
  /** Not ours to call: unknown tool, missing policy, bad arguments. Nothing was executed. */
  | { readonly kind: "denied"; readonly reason: string };

/** The hands of an agent. Deny by default: what `kindOf` does not know is never executed. */
export interface Tools {
  kindOf(tool: string): { readonly kind: EffectKind; readonly timeoutMs: number } | null;
  execute(call: ToolCall): Promise<ToolResult>;
}
