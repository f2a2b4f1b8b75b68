import type { Agent } from "../core/agent.ts";
import { somnio } from "./somnio/somnio.ts";

/** The agents that come with Recado. One that is not finished does not stand here. */
export const SHIPPED_AGENTS: readonly Agent[] = [somnio];
