import type { AgentSummary } from "../api/types.ts";
import { useApi } from "../api/use-api.ts";
import { useTechnical } from "./technical.ts";

/** What an agent is called by its id: `somnio` → `Somnio`. With technical details it is the id, and so is an agent that no longer runs. */
export function useAgentName(): (id: string) => string {
  const isTechnical = useTechnical();
  const { data } = useApi<{ readonly items: readonly AgentSummary[] }>("/internal/agent/agents", { pollMs: false });
  return (id) => (isTechnical ? id : (data?.items.find((agent) => agent.id === id)?.name ?? id));
}
