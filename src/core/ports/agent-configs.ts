import type { AgentConfig, KnownAgentConfig } from "../answers/agent-config.ts";
import type { WorkspaceId } from "../ids.ts";

/** Settings of a workspace. A change holds from the next turn on, in every process. */
export interface AgentConfigs {
  get(workspace: WorkspaceId): Promise<KnownAgentConfig | null>;
  /** Changes the named settings; null means the environment's. Returns null when there is no such workspace. */
  change(workspace: WorkspaceId, change: Partial<AgentConfig>, actor: string): Promise<KnownAgentConfig | null>;
}
