import type { InboxCounts } from "./types.ts";
import { useApi } from "./use-api.ts";

/** What waits for people of the shop. It stands below the inbox, so it is read again with it. */
export const COUNTS = "/internal/agent/inbox/counts";

export function useCounts(): InboxCounts | undefined {
  return useApi<InboxCounts>(COUNTS).data;
}
