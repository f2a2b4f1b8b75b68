import type { Agent } from "../../api/types.ts";

/** The parts of an agent, one for each tab. */
export type Flow = NonNullable<Agent["flow"]>;
export type Mode = Flow["modes"][number];
export type Intent = Flow["intents"][number];
export type Tool = Agent["tools"][number];
