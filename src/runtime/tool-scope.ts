import { classifyInput } from "../core/input-class.ts";
import { bindCrm, type Crm } from "../core/ports/crm.ts";
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
export function toolScope({ turn, input, context }: Calling, crm: Crm): Omit<ToolScope, "newId"> {
  const { agent, session } = context;
  const { workspaceId, conversationId } = turn.lease;
  return {
    workspaceId,
    conversationId,
    contactId: turn.contact.id,
    agentId: agent.id,
    agentVersion: agent.version,
    granted: agent.tools ?? [],
    isDryRun: false,
    actor: { kind: "agent", name: agent.id, role: null },
    // What a picture asks for, nobody has asked for.
    requestedExplicitly: classifyInput(input.contents) === "TEXT_TOOL_INTENT",
    approval: null,
    crm: bindCrm(crm, workspaceId),
    catalogue: agent.catalogue ?? null,
    sessionId: session.id,
    orders: turn.orders,
    cause: input.dueTimer === null ? "customer" : "timer",
    now: turn.now,
    lastCustomerMessageAt: turn.lastCustomerMessageAt,
  };
}
