import { useEffect, useReducer, useRef } from "preact/hooks";
import { ApiError } from "./request.ts";

/** The net under the live stream: what nobody announced is seen this much later. */
export const POLL_MS = 30_000;

/** So long an answer is taken for fresh by whoever comes to show it too. */
const FRESH_MS = 5_000;
/** An answer that nobody shows is kept for those who come back. */
const KEPT_MS = 300_000;
const RETRIES = 2;

/** One answer of the server, shared by all who show it. */
class Entry {
  data: unknown = undefined;
  error: unknown = null;
  updatedAt = 0;
  load: ((before: unknown, signal: AbortSignal) => Promise<unknown>) | null = null;
  readonly shownBy = new Set<() => void>();
  #work: Promise<void> | null = null;
  #abort = new AbortController();
  /** Asked for while the former answer was under way, which may not have it yet. */
  #isStale = false;
  #expiry: ReturnType<typeof setTimeout> | undefined;

  set(data: unknown): void {
    this.data = data;
    this.error = null;
    this.updatedAt = Date.now();
    this.tell();
  }

  tell(): void {
    for (const draw of this.shownBy) draw();
  }

  /** Asks again; whoever asks meanwhile gets an answer that began after that. */
  refresh(): Promise<void> {
    if (this.#work !== null) {
      this.#isStale = true;
      return this.#work;
    }
    this.#work = this.#ask().finally(() => {
      this.#work = null;
      if (!this.#isStale) return;
      this.#isStale = false;
      return this.refresh();
    });
    return this.#work;
  }

  show(draw: () => void): () => void {
    clearTimeout(this.#expiry);
    this.shownBy.add(draw);
    return () => {
      this.shownBy.delete(draw);
      if (this.shownBy.size > 0) return;
      this.#abort.abort();
      this.#abort = new AbortController();
      this.#expiry = setTimeout(() => this.shownBy.size === 0 && this.forget(), KEPT_MS);
    };
  }

  forget(): void {
    this.data = undefined;
    this.error = null;
    this.updatedAt = 0;
  }

  async #ask(): Promise<void> {
    const { signal } = this.#abort;
    for (let tries = 0; this.load !== null; tries += 1) {
      try {
        return this.set(await this.load(this.data, signal));
      } catch (error) {
        if (signal.aborted) return;
        // What the server refused it refuses again; what did not arrive may.
        const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500;
        if (isRefusal || tries === RETRIES) {
          this.error = error;
          return this.tell();
        }
        await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** tries));
      }
    }
  }
}

/** By path and address: what is shown of one path is found by it. */
const entries = new Map<string, { readonly path: string; readonly entry: Entry }>();

function entryOf(path: string, key: string): Entry {
  let found = entries.get(key);
  if (found === undefined) {
    found = { path, entry: new Entry() };
    entries.set(key, found);
  }
  return found.entry;
}

/** Reads again what is shown of these paths; what nobody shows is read when somebody does. */
export async function refreshWhere(isMeant: (path: string) => boolean): Promise<void> {
  await Promise.all(
    [...entries.values()].map(async ({ path, entry }) => {
      if (!isMeant(path)) return;
      entry.updatedAt = 0;
      if (entry.shownBy.size > 0) await entry.refresh();
    }),
  );
}

export function setAnswer(key: string, data: unknown): void {
  entryOf(key, key).set(data);
}

/** Somebody else may sit here now. */
export function forgetAll(): void {
  for (const { entry } of entries.values()) entry.forget();
}

for (const [target, event] of [
  [document, "visibilitychange"],
  [window, "online"],
] as const) {
  target.addEventListener(event, () => {
    if (document.hidden) return;
    for (const { entry } of entries.values()) {
      if (entry.shownBy.size > 0 && Date.now() - entry.updatedAt > FRESH_MS) void entry.refresh();
    }
  });
}

interface CachedOptions<Answer> {
  readonly path: string;
  readonly key: string;
  /** `before`: the last answer, where there is one. */
  readonly load: (before: Answer | undefined, signal: AbortSignal) => Promise<Answer>;
  readonly enabled?: boolean;
  readonly pollMs?: number | false;
}

export interface Cached<Answer> {
  readonly data: Answer | undefined;
  /** Why the last try to read it failed; the former answer stands beside it. */
  readonly error: unknown;
  readonly isPending: boolean;
  readonly dataUpdatedAt: number;
  readonly refetch: () => Promise<void>;
  readonly set: (answer: Answer) => void;
}

/** An answer and its standing, drawn anew with each change. While another address of the same path loads, the former is shown. */
export function useCached<Answer>({
  path,
  key,
  load,
  enabled = true,
  pollMs = POLL_MS,
}: CachedOptions<Answer>): Cached<Answer> {
  const [, draw] = useReducer<number, void>((n) => n + 1, 0);
  const entry = entryOf(path, key);
  entry.load = load as Entry["load"];
  useEffect(() => {
    if (!enabled) return;
    const leave = entry.show(draw);
    if (Date.now() - entry.updatedAt > FRESH_MS) void entry.refresh();
    const timer =
      pollMs === false
        ? undefined
        : setInterval(() => {
            if (!document.hidden && Date.now() - entry.updatedAt > pollMs / 2) void entry.refresh();
          }, pollMs);
    return () => {
      clearInterval(timer);
      leave();
    };
  }, [entry, enabled, pollMs]);
  const former = useRef<{ path: string; data: unknown }>({ path, data: undefined });
  if (entry.data !== undefined) former.current = { path, data: entry.data };
  const data = entry.data ?? (former.current.path === path ? former.current.data : undefined);
  return {
    data: data as Answer | undefined,
    error: entry.error,
    isPending: data === undefined && entry.error === null,
    dataUpdatedAt: entry.updatedAt,
    refetch: () => entry.refresh(),
    set: (answer: Answer) => entry.set(answer),
  };
}
