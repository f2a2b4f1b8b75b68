import * as z from "zod";
import type { TransactionalEffect } from "../core/effects.ts";
import type { ToolResult, ToolScope } from "../core/ports/tools.ts";
import type { RiskLevel } from "../core/tool-call.ts";

/** A tool whose effect is a row of ours. It changes nothing by itself: what it returns is committed with the turn, or lost. */
export interface TransactionalTool {
  readonly name: string;
  readonly riskLevel: RiskLevel;
  /** Judges a call and says what follows from it; denied where anything is not as it must be. */
  call(input: unknown, scope: ToolScope): ToolResult;
}

/** What a tool answers once its input is known to be whole. */
export type Judged =
  | {
      readonly decision: "allow";
      /** The rule that lets it pass. */
      readonly by: string;
      readonly output: unknown;
      /** Null where it stands in the books already. */
      readonly effect: TransactionalEffect | null;
    }
  | { readonly decision: "deny"; readonly reason: string };

interface ToolDefinition<Input> {
  readonly name: string;
  readonly riskLevel: RiskLevel;
  readonly input: z.ZodType<Input>;
  judge(input: Input, scope: ToolScope): Judged;
}

export function transactionalTool<Input>({
  name,
  riskLevel,
  input: schema,
  judge,
}: ToolDefinition<Input>): TransactionalTool {
  return {
    name,
    riskLevel,
    call(input, scope) {
      const parsed = schema.safeParse(input);
      if (!parsed.success) {
        const issue = parsed.error.issues[0];
        const where = z.core.toDotPath(issue?.path ?? []) || "input";
        return { kind: "denied", reason: `the input of "${name}" is not valid: ${where}: ${issue?.message}` };
      }
      const judged = judge(parsed.data, scope);
      if (judged.decision === "deny") return { kind: "denied", reason: judged.reason };
      return { kind: "ok", output: judged.output, effect: judged.effect, allowedBy: judged.by };
    },
  };
}

export function deny(reason: string): Judged {
  return { decision: "deny", reason };
}
