import { isIntentOfTime } from "../core/inbound/forced-intent.ts";
import { requestsOf } from "../core/inbound/input-class.ts";
import { bindCrm, type Crm } from "../core/ports/crm.ts";
import type { ToolScope } from "../core/ports/tools.ts";
import { ownLines } from "../core/turn/learn-facts.ts";
import type { ClaimedTurn } from "../core/turn/turn.ts";
import { type Asker, readAsker, readCheckpoint } from "./checkpoint.ts";
import type { Input } from "./phases/ingest.ts";
import type { Context } from "./phases/load-context.ts";

interface Calling {
  readonly turn: ClaimedTurn;
  readonly input: Input;
  readonly context: Context;
}

/** What the tools of a turn may know of it, whatever the caller. */
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
    isDryRun: input.command?.isDryRun === true,
    ...askerOf({ turn, input, context }),
    approval: null,
    crm: bindCrm(crm, workspaceId),
    crmAgentsEnabled: turn.settings.crmAgentsEnabled,
    catalogue: agent.catalogue ?? null,
    sessionId: session.id,
    said: ownLines(turn.events),
    reminders: turn.reminders,
    orders: turn.orders,
    now: turn.now,
    lastCustomerMessageAt: turn.lastCustomerMessageAt,
    hasOptedOut: turn.gate.hasOptedOut,
    contactHours: turn.settings,
  };
}

/** Who asks for the calls of a turn; of a run that comes back, who asked when it was opened. */
export function askerOf({ turn, input, context }: Calling): Asker {
  if (turn.asked !== null) return readCheckpoint(turn.asked).asker;
  if (turn.segment !== null) return readAsker(turn.segment.origin);
  const { command, dueTimer, forcedIntent, requests } = input;
  const isOfTime = dueTimer !== null || (forcedIntent !== null && isIntentOfTime(forcedIntent));
  if (command !== null) {
    const { actor: name, role, tried } = command;
    const kind = role === "service" ? "service" : "operator";
    return { cause: tried?.cause ?? kind, requests: tried?.requests ?? [], actor: { kind, name, role } };
  }
  return {
    cause: isOfTime ? "timer" : "customer",
    // Text in a picture is no request.
    requests: requestsOf(requests),
    actor: { kind: "agent", name: context.agent.id, role: null },
  };
}
