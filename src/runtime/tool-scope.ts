import type { ToolScope } from "../core/ports/tools.ts";
import type { ClaimedTurn } from "../core/turn.ts";
import type { Input } from "./phases/ingest.ts";
import type { Context } from "./phases/load-context.ts";

interface Calling {
  readonly turn: ClaimedTurn;
  readonly input: Input;
  readonly context: Context;
}

/** What the tools of a turn may know of it, whoever calls them. */
export function toolScope({ turn, input, context }: Calling): Omit<ToolScope, "newId"> {
  return {
    catalogue: context.agent.catalogue ?? null,
    sessionId: context.session.id,
    orders: turn.orders,
    cause: input.dueTimer === null ? "customer" : "timer",
  };
}
