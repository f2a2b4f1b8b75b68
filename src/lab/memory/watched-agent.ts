import type { Agent, AgentInput, AgentRegistry } from "../../core/agent/agent.ts";
import type { DecisionTrail } from "../../core/agent/decision-trail.ts";
import { deepFreeze } from "./deep-freeze.ts";

/**
 * The agent of a conversation in memory. What it receives is frozen, and it tells how it decided.
 */
export interface WatchedAgent {
  readonly registry: AgentRegistry;
  /** The trail of its last decision; null when it cannot tell. */
  trail(): DecisionTrail | null;
  /**
   * The intent that the next turns decide in the customer's place; null: they decide for
   * themselves.
   */
  force(intent: string | null): void;
}

export function watchAgent(agent: Agent, explains: boolean): WatchedAgent {
  let trail: DecisionTrail | null = null;
  let forced: string | null = null;
  const watched: Agent = {
    ...agent,
    async decide(input) {
      const given = frozen(forced === null ? input : { ...input, message: "", messages: [], forceIntent: forced });
      trail = null;
      if (!explains || agent.explain === undefined) return agent.decide(given);
      const explained = await agent.explain(given);
      trail = explained.trail;
      return explained.decision;
    },
  };
  return {
    registry: {
      ids: [agent.id],
      get: (id) => (id === agent.id ? watched : null),
      versionsOf: (id) => (id === agent.id ? [agent.version] : []),
    },
    trail: () => trail,
    force(intent) {
      forced = intent;
    },
  };
}

/** The doors to the outside stay as they are. */
function frozen({ tools, model, pause, ...data }: AgentInput): AgentInput {
  return {
    ...deepFreeze(structuredClone(data)),
    tools,
    ...(model === undefined ? {} : { model }),
    ...(pause === undefined ? {} : { pause }),
  };
}
