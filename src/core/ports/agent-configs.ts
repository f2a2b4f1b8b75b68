import type { AgentConfig, KnownAgentConfig } from "../answers/agent-config.ts";
import type { WorkspaceId } from "../ids.ts";
import type { Locale } from "../locale/locale.ts";

/** Settings of a workspace. A change holds from the next turn on, in every process. */
export interface AgentConfigs {
  get(workspace: WorkspaceId): Promise<KnownAgentConfig | null>;
  /** Changes the named settings; null means the environment's. Returns null when there is no such workspace. */
  change(workspace: WorkspaceId, change: Partial<AgentConfig>, actor: string): Promise<KnownAgentConfig | null>;
  /**
   * Gives each workspace whose settings no person has changed the place of the one agent that answers
   * its numbers; of `defaultAgentId` when it has none. An agent that is not in `places` moves nothing.
   */
  takePlaces(places: readonly AgentPlace[], defaultAgentId: string): Promise<void>;
}

/** Where the customers of an agent are. */
export interface AgentPlace {
  readonly agentId: string;
  readonly locale: Locale;
  readonly timeZone: string;
}
