import { keep, onKeptElsewhere, readKept } from "../stored-json.ts";
import { useRedraw } from "../use-redraw.ts";
import { isServerReached, onReach, probe } from "./reach.ts";
import { ApiError, request } from "./request.ts";
import { refresh } from "./use-api.ts";

/**
 * What a person has sent and the server has not taken yet. It is kept over a reload and sent again
 * under the same key until the server takes it or refuses it, so it arrives once or is shown as
 * refused.
 */
export interface Unsent {
  readonly key: string;
  /** Who wrote it: it is sent in no other person's name. */
  readonly by: string;
  /** The conversation. */
  readonly path: string;
  readonly kind: "messages" | "notes";
  /** What the server gets beside the key. */
  readonly body: Readonly<Record<string, unknown>>;
  /** What is shown meanwhile, as a message's content. */
  readonly content: Readonly<Record<string, unknown>>;
  readonly at: string;
  /** Set when the server refused it: a person decides what becomes of it. */
  readonly refusal: { readonly code: string; readonly detail: string } | null;
  /** The run or note that the server has made of it: shown no more once that one is. */
  readonly takenAs?: string | undefined;
}

const KEPT = "unsent";
const FIRST_AGAIN_MS = 1_000;
const LAST_AGAIN_MS = 15_000;

let all: readonly Unsent[] = read();
let actor: string | null = null;
const heeding = new Set<() => void>();
const sending = new Set<string>();

function read(): readonly Unsent[] {
  const kept = readKept(KEPT);
  return Array.isArray(kept) ? (kept as readonly Unsent[]) : [];
}

function write(next: readonly Unsent[]): void {
  all = next;
  keep(KEPT, next.length === 0 ? null : next);
  tell();
}

function tell(): void {
  for (const heed of heeding) heed();
}

/** Puts a message on its way. It is shown in the conversation at once. */
export function send(what: Omit<Unsent, "key" | "at" | "refusal">): void {
  actor = what.by;
  write([...all, { ...what, key: crypto.randomUUID(), at: new Date().toISOString(), refusal: null }]);
  void pump(what.path);
}

/** Takes back what has not been taken by the server. */
export function discard(key: string): void {
  write(all.filter((one) => one.key !== key));
}

/** Sends again what was refused, under a key of its own: the refused one stands for a refusal. */
export function sendAgain(key: string): void {
  const found = all.find((one) => one.key === key);
  if (found === undefined) return;
  write(all.map((one) => (one.key === key ? { ...one, key: crypto.randomUUID(), refusal: null } : one)));
  void pump(found.path);
}

/** One conversation at a time, and in it one message after the other. */
async function pump(path: string): Promise<void> {
  if (sending.has(path)) return;
  sending.add(path);
  let waitMs = FIRST_AGAIN_MS;
  try {
    for (;;) {
      const next = all.find((one) => one.path === path && one.by === actor && one.refusal === null);
      if (next === undefined) return;
      try {
        const { runId, id } = await request<{ readonly runId?: string; readonly id?: string }>(
          "POST",
          `${path}/${next.kind}`,
          { body: { ...next.body, idempotencyKey: next.key } },
        );
        write(all.map((one) => (one.key === next.key ? { ...one, takenAs: runId ?? id } : one)));
        await refresh(path, "/internal/agent/inbox").catch(() => undefined);
        discard(next.key);
        waitMs = FIRST_AGAIN_MS;
      } catch (error) {
        // Signed out: it is sent when the person is back.
        if (error instanceof ApiError && error.status === 401) return;
        if (isRefusal(error)) {
          const refusal = { code: error.code, detail: error.message };
          write(all.map((one) => (one.key === next.key ? { ...one, refusal } : one)));
          continue;
        }
        await untilReached(waitMs);
        waitMs = Math.min(LAST_AGAIN_MS, waitMs * 2);
      }
    }
  } finally {
    sending.delete(path);
  }
}

/** The server would refuse it again. 408, 425 and 429 are about the moment. */
function isRefusal(error: unknown): error is ApiError {
  return (
    error instanceof ApiError && error.status >= 400 && error.status < 500 && ![408, 425, 429].includes(error.status)
  );
}

/** Waits for the server to come back, or for `mostMs` where it is there. */
function untilReached(mostMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      if (!isServerReached()) void probe();
      end();
    }, mostMs);
    const leave = onReach((isReached) => isReached && end());
    const end = () => {
      clearTimeout(timer);
      leave();
      resolve();
    };
  });
}

/** Goes on with what this person left when the page was closed. */
export function resumeUnsent(by: string): void {
  actor = by;
  for (const path of new Set(all.map((one) => one.path))) void pump(path);
}

onKeptElsewhere(KEPT, () => {
  all = read();
  tell();
});

/** The unsent messages of one conversation, the oldest first. */
export function useUnsent(path: string): readonly Unsent[] {
  useRedraw(heeding);
  return all.filter((one) => one.path === path);
}
