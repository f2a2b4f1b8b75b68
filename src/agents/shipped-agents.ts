import type { Agent } from "../core/agent.ts";
import { somnioFlow } from "./somnio/somnio-flow.ts";

/** The agents that come with Recado. One that is not finished does not stand here. */
export const SHIPPED_AGENTS: readonly Agent[] = [somnioFlow];
