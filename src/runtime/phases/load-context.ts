import type { Agent, AgentRegistry } from "../../core/agent/agent.ts";
import { localeOf } from "../../core/agent/agent-config.ts";
import { newSession } from "../../core/agent/new-session.ts";
import type { ChatLine, Session } from "../../core/agent/session.ts";
import { RecadoError } from "../../core/errors.ts";
import type { Locale } from "../../core/locale/locale.ts";
import type { ClaimedTurn } from "../../core/turn/turn.ts";
import type { TurnDependencies } from "../dependencies.ts";
import { hasActed } from "../has-acted.ts";
import type { Route } from "./classify.ts";

/** Loads what a turn may read, and nothing that its route does not allow. */
export interface Context {
  readonly agent: Agent;
  /** The active session, or a new one that begins with this turn. */
  readonly session: Session;
  readonly isNewSession: boolean;
  /** In which the customer is read and answered. */
  readonly locale: Locale;
  readonly history: readonly ChatLine[];
}

interface Routed {
  readonly turn: ClaimedTurn;
  readonly route: Route;
}

export function loadContext(
  { turn, route }: Routed,
  { agents, modelGate = null }: Pick<TurnDependencies, "agents" | "modelGate">,
): Context {
  const agent = findAgent(turn, agents);
  // The own session of a run that comes back, or null when that session is over.
  const comesBackTo = turn.asked ?? turn.segment;
  const own = comesBackTo === null || turn.session?.id === comesBackTo.sessionId ? turn.session : null;
  return {
    agent,
    session:
      own ??
      newSession({
        // The run's own id, so that a key made in one attempt (a purchase's) still names the
        // session in the next.
        id: comesBackTo?.sessionId ?? (String(turn.run.id) as Session["id"]),
        agentId: agent.id,
        mode: agent.initialMode,
      }),
    isNewSession: own === null,
    locale: localeOf(agent, turn.settings),
    // A summary replaces what lies before the last 20 lines (B9). With a model, none of the 20 is
    // left out.
    history: route.kind === "answer" ? turn.history.slice(modelGate === null ? -route.historyTurns : 0) : [],
  };
}

/**
 * A session keeps its agent for life (L-7). A run keeps the version that decided for it while this
 * process has that version, and for good once something was done on that decision. Until then a
 * newer version may decide anew.
 */
function findAgent(turn: ClaimedTurn, agents: AgentRegistry): Agent {
  const id = turn.run.agentId ?? turn.session?.agentId ?? turn.agentId;
  if (agents.get(id) === null) {
    throw new RecadoError(
      "agent_unknown",
      `The number ${turn.phoneNumberId} is served by agent "${id}", which is not registered (known: ${agents.ids.join(", ")}): register it, or give the number another agent.`,
    );
  }
  const version = turn.run.agentVersion ?? undefined;
  // A yes covers one version: a resumed run with another version does nothing (resume-run.ts).
  const mayBeAnother = turn.asked !== null || !hasActed(turn);
  const agent = agents.get(id, version) ?? (mayBeAnother ? agents.get(id) : null);
  if (agent === null) {
    throw new RecadoError(
      "agent_version_unknown",
      `Run ${turn.run.id} was begun with version ${version} of agent "${id}", which this process does not have: start a worker that has it.`,
    );
  }
  return agent;
}
