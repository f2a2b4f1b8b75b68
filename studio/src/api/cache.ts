import { useEffect, useLayoutEffect, useReducer, useRef } from "preact/hooks";
import { pause } from "./pause.ts";
import { ApiError } from "./request.ts";

/** The poll under the live stream: a change that was not announced is seen this much later. */
export const POLL_MS = 30_000;

/** An answer younger than this is not asked for again when another component shows it. */
const FRESH_MS = 5_000;
/** An answer that no component shows is kept this long for a return to its screen. */
const KEPT_MS = 300_000;
const RETRIES = 2;

/** One answer of the server, shared by all components that show it. */
class Entry {
  data: unknown = undefined;
  error: unknown = null;
  updatedAt = 0;
  load: ((before: unknown, signal: AbortSignal) => Promise<unknown>) | null = null;
  readonly shownBy = new Set<() => void>();
  #work: Promise<void> | null = null;
  #abort = new AbortController();
  /**
   * The field is true when a refresh was asked for while the former request was under way: its
   * answer may be too old.
   */
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

  /** Asks the server again. A call during a request leads to one more request after it. */
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
        if (tries > 0) await pause(500 * 2 ** (tries - 1), signal);
        return this.set(await this.load(this.data, signal));
      } catch (error) {
        if (signal.aborted) return;
        // The server would refuse again what it refused; a lost request may succeed. A busy one was asked again already.
        const isRefusal =
          error instanceof ApiError && ((error.status >= 400 && error.status < 500) || error.status === 503);
        if (isRefusal || tries === RETRIES) {
          this.error = error;
          return this.tell();
        }
      }
    }
  }
}

/** All answers by address. The path finds every address that shows the same thing. */
const entries = new Map<string, { readonly path: string; readonly entry: Entry }>();

function entryOf(path: string, key: string): Entry {
  let found = entries.get(key);
  if (found === undefined) {
    found = { path, entry: new Entry() };
    entries.set(key, found);
  }
  return found.entry;
}

/**
 * Asks again for the shown answers of these paths. The others are asked for when they are shown.
 */
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

/** Sign-in and sign-out call this: another person may sit here now. */
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
  /** `before` is the last answer, if there is one. */
  readonly load: (before: Answer | undefined, signal: AbortSignal) => Promise<Answer>;
  readonly enabled?: boolean;
  readonly pollMs?: number | false;
}

export interface Cached<Answer> {
  readonly data: Answer | undefined;
  /** The reason why the last request failed. `data` still holds the answer before it. */
  readonly error: unknown;
  readonly isPending: boolean;
  readonly dataUpdatedAt: number;
  readonly refetch: () => Promise<void>;
  readonly set: (answer: Answer) => void;
}

/**
 * An answer and its state; each change redraws. While another address of the same path loads, the
 * former answer is shown.
 */
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
  // The answer may come to another component before the next frame, when effects begin: it is listened for from now on.
  useLayoutEffect(() => (enabled ? entry.show(draw) : undefined), [entry, enabled]);
  useEffect(() => {
    if (!enabled) return;
    if (Date.now() - entry.updatedAt > FRESH_MS) void entry.refresh();
    const timer =
      pollMs === false
        ? undefined
        : setInterval(() => {
            if (!document.hidden && Date.now() - entry.updatedAt > pollMs / 2) void entry.refresh();
          }, pollMs);
    return () => clearInterval(timer);
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
