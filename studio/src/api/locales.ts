import type { AgentConfig } from "./types.ts";

/** The server's own list gives its type: one that is missing here does not compile. */
const ALL: Readonly<Record<AgentConfig["locale"], true>> = {
  "es-CO": true,
  "es-MX": true,
  "pt-BR": true,
  "en-US": true,
};
export const LOCALES = Object.keys(ALL) as readonly AgentConfig["locale"][];
