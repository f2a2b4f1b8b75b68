import { useRef, useState } from "preact/hooks";
import { POLL_MS, refreshWhere, useCached } from "./cache.ts";
import { pathWith, type Query, request } from "./request.ts";

interface ApiOptions {
  readonly query?: Query;
  /** Set to false while the request should wait. */
  readonly enabled?: boolean;
  /** The interval between two requests; false leaves the refresh to the live stream. */
  readonly pollMs?: number | false;
}

/**
 * One GET, kept fresh by the live stream and the poll. Components with the same address share one
 * answer.
 */
export function useApi<Answer>(path: string, { query, enabled = true, pollMs = POLL_MS }: ApiOptions = {}) {
  const url = pathWith(path, query);
  return useCached<Answer>({
    path,
    key: url,
    load: (_, signal) => request<Answer>("GET", url, { signal }),
    enabled,
    pollMs,
  });
}

export interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** A refresh reads at most this many pages again. Deeper pages are older and stay as they were. */
const REREAD_PAGES = 4;

export interface NextPage {
  readonly exists: boolean;
  readonly isLoading: boolean;
  /** The reason why it could not be loaded; null when nothing failed. A person asks again. */
  readonly error: unknown;
  load(): Promise<void>;
}

/** A list in pages. `items` has the loaded ones; `nextPage` loads more. */
export function usePages<Item>(path: string, { query = {}, enabled = true, pollMs = POLL_MS }: ApiOptions = {}) {
  const read = (cursor: string | null, signal?: AbortSignal) =>
    request<PageOf<Item>>("GET", pathWith(path, { ...query, cursor }), signal === undefined ? {} : { signal });
  const pages = useCached<readonly PageOf<Item>[]>({
    path,
    key: `${pathWith(path, query)}#pages`,
    load: async (before = [], signal) => {
      const fresh: PageOf<Item>[] = [];
      let cursor: string | null = null;
      do {
        const page: PageOf<Item> = await read(cursor, signal);
        fresh.push(page);
        cursor = page.nextCursor;
      } while (cursor !== null && fresh.length < Math.min(before.length, REREAD_PAGES));
      return cursor === null ? fresh : [...fresh, ...before.slice(fresh.length)];
    },
    enabled,
    pollMs,
  });
  const loaded = pages.data;
  const items = useFlat(loaded);
  const [isLoading, setLoading] = useState(false);
  const [failed, setFailed] = useState<{ after: typeof loaded; error: unknown } | null>(null);
  // A later answer for the list shows that the server can be reached.
  const error = failed !== null && failed.after === loaded ? failed.error : null;
  const cursor = loaded?.at(-1)?.nextCursor ?? null;
  const load = async () => {
    if (cursor === null || loaded === undefined || isLoading) return;
    setLoading(true);
    setFailed(null);
    try {
      pages.set([...loaded, await read(cursor)]);
    } catch (error) {
      setFailed({ after: loaded, error });
    } finally {
      setLoading(false);
    }
  };
  const nextPage: NextPage = { exists: cursor !== null, isLoading, error, load };
  return { ...pages, items, nextPage };
}

/**
 * Returns each item once, even when a page that was read again overlaps another. The list keeps its
 * identity while the pages do.
 */
function useFlat<Item>(pages: readonly PageOf<Item>[] | undefined): readonly Item[] | undefined {
  const last = useRef<{ pages: readonly PageOf<Item>[] | undefined; items: readonly Item[] | undefined }>({
    pages: undefined,
    items: undefined,
  });
  if (last.current.pages !== pages) {
    const seen = new Set<unknown>();
    const isNew = (item: Item) => {
      const id = typeof item === "object" && item !== null && "id" in item ? item.id : item;
      return seen.size < seen.add(id).size;
    };
    last.current = { pages, items: pages?.flatMap((page) => page.items.filter(isNew)) };
  }
  return last.current.items;
}

interface Command<Body> {
  readonly method?: "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: Body;
  /** Sent as it is, in place of a body. */
  readonly file?: Blob;
}

interface CommandHopes<Answer> {
  readonly onSuccess?: (answer: Answer) => unknown;
  readonly onError?: (error: Error) => unknown;
}

/**
 * A command. Answers shown under `touches` (paths, or beginnings of paths) are read again after it.
 */
export function useCommand<Answer = unknown, Body = unknown>(touches: readonly string[]) {
  const [state, setState] = useState<{ isPending: boolean; error: Error | null }>({ isPending: false, error: null });
  const mutate = async (
    { method = "POST", path, body, file }: Command<Body>,
    { onSuccess, onError }: CommandHopes<Answer> = {},
  ): Promise<void> => {
    setState({ isPending: true, error: null });
    try {
      const answer = await request<Answer>(method, path, file === undefined ? { body } : { file });
      setState({ isPending: false, error: null });
      onSuccess?.(answer);
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      setState({ isPending: false, error });
      onError?.(error);
    } finally {
      void refresh(...touches);
    }
  };
  return {
    ...state,
    mutate: (command: Command<Body>, hopes?: CommandHopes<Answer>) => void mutate(command, hopes),
    reset: () => setState({ isPending: false, error: null }),
  };
}

/** Reads the shown answers of these paths again, and of all paths below them. */
export function refresh(...paths: readonly string[]): Promise<void> {
  return refreshWhere((path) => paths.some((touched) => path === touched || path.startsWith(`${touched}/`)));
}
