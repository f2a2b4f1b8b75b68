/** What the SDK answers: one of the operations of Inngest's public SDK specification. */
interface Operation {
  /** StepRun, StepError, WaitForEvent, Sleep, RunComplete. */
  readonly op: string;
  readonly id: string;
  readonly data?: unknown;
  readonly opts?: { readonly timeout?: string };
}

interface Event {
  readonly id?: string;
  readonly name: string;
  readonly data: { readonly conversationId?: string };
  readonly ts?: number;
}

/** The handler that a shop gives its framework. */
export type Handler = (request: Request) => Promise<Response>;

interface Host {
  readonly handler: Handler;
  /** Resolves when the connection to it is lost. */
  readonly gone: Promise<null>;
  end(): void;
}

export interface Executor {
  add(handler: Handler): void;
  remove(handler: Handler): void;
  /** For the client's `fetch`: it takes the events that are sent. */
  readonly post: typeof fetch;
  close(): Promise<void>;
}

const APP = "recado";
const CONVERSATION = `${APP}-recado-conversation`;
const SWEEP = `${APP}-recado-sweep`;
const RETRY_MS = 200;
/** In place of the half minute between two sweeps. */
const SWEEP_EVERY_MS = 400;
/** In place of the half minute that a run waits for an event: one that ends early looks for work, and waits again. */
const LONGEST_WAIT_MS = 2_000;

/**
 * Calls the SDK as Inngest's public specification says that its engine does: one request a step, what is known sent along,
 * one run at a time of a conversation, an event with a known id once. It is ours, so it proves what the specification says
 * and not what the engine does.
 */
export function openExecutor(): Executor {
  const hosts: Host[] = [];
  const known = new Set<string>();
  const waiting = new Map<string, Set<(event: Event) => void>>();
  const running = new Map<string, Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  let isClosed = false;
  let next = 0;

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        resolve();
      }, ms);
      timers.add(timer);
    });

  /** One run at a time: `concurrency: [{ key, limit: 1 }]`. */
  function queue(key: string, run: () => Promise<void>): void {
    const before = running.get(key) ?? Promise.resolve();
    running.set(key, before.then(run));
  }

  function take(event: Event): void {
    if (event.id !== undefined && known.has(event.id)) return;
    if (event.id !== undefined) known.add(event.id);
    const key = String(event.data.conversationId);
    void sleep(Math.max(0, (event.ts ?? 0) - Date.now())).then(() => {
      for (const resolve of waiting.get(key) ?? []) resolve(event);
      queue(key, () => play(CONVERSATION, event, key, {}));
    });
  }

  async function play(fn: string, event: Event, key: string, steps: Record<string, unknown>): Promise<void> {
    while (!isClosed) {
      const host = hosts[next++ % Math.max(1, hosts.length)];
      const response = host === undefined ? null : await ask(host, requestOf(fn, event, steps));
      if (response?.status === 200) return;
      const operations = response?.status === 206 ? ((await response.json()) as Operation[]) : null;
      if (operations === null) await sleep(RETRY_MS);
      for (const operation of operations ?? []) {
        if (operation.op === "RunComplete") return;
        if (operation.op === "WaitForEvent") {
          // A run that waits holds no place of its key.
          void waitFor(operation, key).then((found) => {
            steps[operation.id] = { type: "data", data: found };
            queue(key, () => play(fn, event, key, steps));
          });
          return;
        }
        if (operation.op === "StepError") await sleep(RETRY_MS);
        else steps[operation.id] = { type: "data", data: operation.data ?? null };
        if (operation.op === "Sleep") await sleep(SWEEP_EVERY_MS);
      }
    }
  }

  async function waitFor({ opts }: Operation, key: string): Promise<Event | null> {
    const listeners = waiting.get(key) ?? new Set();
    waiting.set(key, listeners);
    return new Promise((resolve) => {
      const end = (event: Event | null) => {
        listeners.delete(end as (event: Event) => void);
        resolve(event);
      };
      listeners.add(end as (event: Event) => void);
      const waitMs = Math.max(0, Date.parse(String(opts?.timeout)) - Date.now());
      void sleep(Math.min(waitMs, LONGEST_WAIT_MS)).then(() => end(null));
    });
  }

  queue(SWEEP, async () => {
    while (!isClosed) await play(SWEEP, { name: "inngest/scheduled.timer", data: {} }, SWEEP, {});
  });

  return {
    add(handler) {
      let end = () => {};
      const gone = new Promise<null>((resolve) => {
        end = () => resolve(null);
      });
      hosts.push({ handler, gone, end });
    },
    remove(handler) {
      const place = hosts.findIndex((host) => host.handler === handler);
      for (const host of place < 0 ? [] : hosts.splice(place, 1)) host.end();
    },
    async post(_url, init) {
      for (const event of JSON.parse(String(init?.body)) as Event[]) take(event);
      return Response.json({ ids: [], status: 200 });
    },
    async close() {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Null when the host is gone, or has answered with no answer at all. */
function ask({ handler, gone }: Host, request: Request): Promise<Response | null> {
  return Promise.race([handler(request).catch(() => null), gone]);
}

function requestOf(fn: string, event: Event, steps: Record<string, unknown>): Request {
  const stack = Object.keys(steps);
  return new Request(`http://localhost/api/inngest?fnId=${fn}&stepId=step`, {
    method: "POST",
    headers: { "content-type": "application/json", host: "localhost" },
    body: JSON.stringify({
      version: 2,
      ctx: {
        ...{ run_id: "run", attempt: 0, fn_id: fn, env: "dev" },
        ...{ disable_immediate_execution: false, use_api: false, stack: { stack, current: stack.length } },
      },
      ...{ event, events: [event], steps, use_api: false },
    }),
  });
}
