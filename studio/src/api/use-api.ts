import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/preact-query";
import { client, POLL_MS } from "./client.ts";
import { pathWith, type Query, request } from "./request.ts";

interface ApiOptions {
  readonly query?: Query;
  /** False: not asked yet. */
  readonly enabled?: boolean;
  /** How often it is asked again; false: only when the stream says so. */
  readonly pollMs?: number | false;
}

/** One GET, kept fresh by the stream and the poll. Its key is its path, so whatever shows the same shares one answer. */
export function useApi<Answer>(path: string, { query, enabled = true, pollMs = POLL_MS }: ApiOptions = {}) {
  const url = pathWith(path, query);
  return useQuery({
    queryKey: [path, url],
    queryFn: ({ signal }) => request<Answer>("GET", url, { signal }),
    enabled,
    refetchInterval: pollMs,
    placeholderData: (before) => before,
  });
}

export interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** A list by its pages. `items` has those that were loaded; `fetchNextPage` brings more. */
export function usePages<Item>(path: string, { query = {}, enabled = true, pollMs = POLL_MS }: ApiOptions = {}) {
  const pages = useInfiniteQuery({
    queryKey: [path, "pages", pathWith(path, query)],
    queryFn: ({ pageParam, signal }) =>
      request<PageOf<Item>>("GET", pathWith(path, { ...query, cursor: pageParam }), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: PageOf<Item>) => last.nextCursor,
    enabled,
    refetchInterval: pollMs,
  });
  return { ...pages, items: pages.data?.pages.flatMap((page) => page.items) };
}

interface Command<Body> {
  readonly method?: "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: Body;
}

/** A command; what is shown under `touches` (paths, or beginnings of paths) is read again after it. */
export function useCommand<Answer = unknown, Body = unknown>(touches: readonly string[]) {
  return useMutation({
    mutationFn: ({ method = "POST", path, body }: Command<Body>) => request<Answer>(method, path, { body }),
    onSettled: () => refresh(...touches),
  });
}

/** Reads again whatever is shown of these paths, and all below them. */
export async function refresh(...paths: readonly string[]): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === "string" && paths.some((touched) => path === touched || path.startsWith(`${touched}/`)),
  });
}
