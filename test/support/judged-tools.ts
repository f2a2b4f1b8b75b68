import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import type { ToolResult } from "../../src/core/ports/tools.ts";
import type { KnownOrder } from "../../src/core/turn/effects.ts";
import { SHOP_TOOLS } from "../../src/tools/shop-tools.ts";
import { CUSTOMER_SCOPE } from "./tool-scope.ts";

/** What the runtime's own tools say to a call in a turn of a customer. */
export function judgedBy(sessionId: string, orders: readonly KnownOrder[] = []) {
  let ids = 0;
  return (tool: string, input: unknown): Promise<ToolResult> =>
    SHOP_TOOLS.execute({
      tool,
      input,
      idempotencyKey: "",
      scope: {
        ...CUSTOMER_SCOPE,
        catalogue: somnioFlow.catalogue ?? null,
        sessionId,
        orders,
        newId: () => `00000000-0000-7000-8000-${String(++ids).padStart(12, "0")}`,
      },
      signal: new AbortController().signal,
    });
}
