import type { PromptParts, PromptSource } from "../../core/agent/own-prompts.ts";
import type { WorkspaceId } from "../../core/ids.ts";
import type { Prompts } from "../../core/ports/learning/prompts.ts";

interface Known {
  readonly changes: number;
  readonly byAgent: ReadonlyMap<string, PromptParts>;
}

/** The prompts in use. The next turn after an approval or a rollback has them, in every process. */
export function promptsInUse(prompts: Pick<Prompts, "inUse">): PromptSource {
  const known = new Map<string, Known>();
  return {
    of: (workspaceId, agentId) => known.get(workspaceId)?.byAgent.get(agentId),
    async refresh(workspaceId, changes) {
      const before = known.get(workspaceId)?.changes ?? 0;
      if (changes !== null && changes <= before) return;
      const read = await prompts.inUse(workspaceId as WorkspaceId);
      const byAgent = new Map<string, PromptParts>();
      for (const { agentId, part, text } of read.prompts) {
        byAgent.set(agentId, { ...byAgent.get(agentId), [part]: text });
      }
      known.set(workspaceId, { changes: read.changes, byAgent });
    },
  };
}
