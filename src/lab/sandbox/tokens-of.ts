import type { Sandbox } from "../../core/answers/lab/sandbox.ts";
import type { SandboxTurn } from "../../core/answers/lab/sandbox-turn.ts";

/**
 * What models took in these turns, one by one; `used` and `limit` are of the session, which may
 * reach further back.
 */
export function tokensOf(turns: readonly SandboxTurn[], used: number, limit: number): Sandbox["tokens"] {
  const byModel = new Map<string, { model: string; calls: number; inputTokens: number; outputTokens: number }>();
  for (const { model, inputTokens, outputTokens } of turns.flatMap(({ calls }) => calls)) {
    const sum = byModel.get(model) ?? { model, calls: 0, inputTokens: 0, outputTokens: 0 };
    byModel.set(model, {
      model,
      calls: sum.calls + 1,
      inputTokens: sum.inputTokens + inputTokens,
      outputTokens: sum.outputTokens + outputTokens,
    });
  }
  return { used, limit, byModel: [...byModel.values()] };
}
