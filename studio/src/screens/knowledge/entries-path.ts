/** The route of the shop's knowledge. */
export const ENTRIES = "/internal/agent/knowledge";
