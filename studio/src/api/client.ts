import { QueryClient } from "@tanstack/preact-query";
import { ApiError } from "./request.ts";

/** The net under the live stream: what nobody announced is seen this much later. */
export const POLL_MS = 30_000;

export const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchInterval: POLL_MS,
      refetchIntervalInBackground: false,
      // What the server refused it refuses again; what did not arrive may.
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      retryDelay: (failures) => Math.min(500 * 2 ** failures, 5_000),
    },
  },
});
