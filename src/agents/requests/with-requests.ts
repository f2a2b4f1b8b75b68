/** Agents that hear requests by the model that ships, where their settings name no other reader. */
import type { Agent } from "../../core/agent/agent.ts";
import { withArtifacts as withArtifactsByRules } from "../../core/agent/with-artifacts.ts";
import type { ArtifactSettings } from "../../core/artifacts/settings.ts";
import { definePlanner as definePlannerByRules } from "../../planner/define-planner.ts";
import type { PlannerOptions } from "../../planner/planner-options.ts";
import { shippedRequests } from "./shipped-requests.ts";

export function withArtifacts(agent: Agent, settings: Partial<ArtifactSettings> = {}): Agent {
  return withArtifactsByRules(agent, { requests: shippedRequests, ...settings });
}

export function definePlanner(options: PlannerOptions): Agent {
  return definePlannerByRules({ ...options, artifacts: { requests: shippedRequests, ...options.artifacts } });
}
