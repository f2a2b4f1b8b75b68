import type { AgentConfig } from "./types.ts";

/** The speeds of an agent's timers that a person may choose. */
export const TIMER_PRESETS = ["real", "rapido", "instantaneo"] as const satisfies readonly AgentConfig["timerPreset"][];
