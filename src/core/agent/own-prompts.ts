/** The prompts of an agent that the shop's people may replace, by part (docs/evaluation.md). */
export type PromptParts = Readonly<Record<string, string>>;

/** What is in use in each workspace, by agent. It is read inside a turn, so it asks no database. */
export interface PromptSource {
  /** Called before a turn: reads again what is in use, when `changes` is more than what is known; null reads it always. */
  refresh(workspaceId: string, changes: number | null): Promise<void>;
  /** Undefined when nothing replaces the agent's own. */
  of(workspaceId: string, agentId: string): PromptParts | undefined;
}
