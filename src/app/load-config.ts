import { SHIPPED_AGENT_IDS } from "../agents/shipped-agents.ts";
import { type Config, readConfig } from "./config.ts";

/** The environment of this process; what is merely odd in it is said on stderr, once. */
export function loadConfig(): Config {
  const config = readConfig(process.env, { agentIds: SHIPPED_AGENT_IDS, cwd: process.cwd() });
  for (const warning of config.warnings) process.stderr.write(`recado: ${warning}\n`);
  return config;
}
