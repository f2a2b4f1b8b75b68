import type { AgentConfig } from "../agent/agent-config.ts";
import type { WorkspaceId } from "../ids.ts";

export interface KnownAgentConfig extends AgentConfig {
  readonly updatedAt: Date;
  readonly updatedBy: string;
}

/** What a workspace has set for itself. It holds from the next turn on, in every process. */
export interface AgentConfigs {
  get(workspace: WorkspaceId): Promise<KnownAgentConfig | null>;
  /** Changes what is named; null back to the environment's. Null where there is no such workspace. */
  change(workspace: WorkspaceId, change: Partial<AgentConfig>, actor: string): Promise<KnownAgentConfig | null>;
}
