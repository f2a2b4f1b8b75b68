import { createServer, type Http2Server, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import type { ConversationId, WorkspaceId } from "../core/ids.ts";
import type { ConversationKey } from "../core/ports/mailbox.ts";
import { SWEEP_EVERY_MS, type WakeEngine, type Woken } from "../core/ports/wake-engine.ts";
import { createPostJson } from "./post-json.ts";

export interface RestateEngineOptions {
  /** Where Restate takes requests, as `http://127.0.0.1:8080`. */
  readonly ingressUrl: string;
  /** Where Restate is administered, as `http://127.0.0.1:9070`. When given, this worker registers itself at its start. */
  readonly adminUrl?: string;
  /** The address at which Restate reaches this worker. Default: `http://<host>:<port>`. */
  readonly publicUrl?: string;
  /** Default 127.0.0.1. A caller of this port may ask for work, never for data. */
  readonly host?: string;
  /** Default 9080; 0 takes a free one. */
  readonly port?: number;
  /** Public keys of Restate's request signatures (`publickeyv1_…`). Requests without one of them are refused. */
  readonly identityKeys?: readonly string[];
  /** A bearer token for the ingress, as Restate Cloud asks for. */
  readonly token?: string;
}

/** The parts of `@restatedev/restate-sdk` that we use. The package is the shop's choice, so its types are not here. */
export interface RestateSdk {
  object(definition: {
    readonly name: string;
    readonly handlers: Readonly<Record<string, (context: never) => Promise<void>>>;
    readonly options: { readonly journalRetention: number; readonly idempotencyRetention: number };
  }): unknown;
  endpoint(): unknown;
}

interface RestateEndpoint {
  bind(service: unknown): RestateEndpoint;
  withIdentityV1(...keys: string[]): RestateEndpoint;
  http2Handler(): Parameters<typeof createServer>[1];
}

interface RestateContext {
  readonly key: string;
  run(name: string, work: () => Promise<void>, options: { maxRetryAttempts: number }): Promise<void>;
}

const CONVERSATIONS = "RecadoConversation";
const SWEEPS = "RecadoSweep";
const TIMEOUT_MS = 5_000;

/** Restate forgets a call that has ended, but for its name, as long as a wake of the same name may come. */
const KEEPING = { journalRetention: 0, idempotencyRetention: 2 * SWEEP_EVERY_MS };

/**
 * Restate calls the workers: one virtual object a conversation, so that it calls for each one at a
 * time, wherever workers run. It keeps instants over its own restarts and tries a call that failed
 * again. docs/engines/restate.md says how to run it.
 */
export function restateEngine(sdk: RestateSdk, options: RestateEngineOptions): WakeEngine {
  const { ingressUrl, adminUrl, host = "127.0.0.1", port = 9080, identityKeys = [] } = options;
  const authorization: Record<string, string> =
    options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
  let server: Http2Server | null = null;
  let sweeping: NodeJS.Timeout | null = null;
  const calls = new Set<Promise<unknown>>();
  const sessions = new Set<ServerHttp2Session>();
  const post = createPostJson(TIMEOUT_MS);
  /** What Restate has kept in this half minute: it drops a repetition, so it is not asked for one. */
  const kept = { period: 0, names: new Set<string>() };

  /** Sends a request that Restate keeps. The same `once` is kept once. */
  async function send(path: string, once: string, delayMs: number): Promise<void> {
    const url = `${ingressUrl.replace(/\/+$/, "")}/${path}/send?delay=${Math.max(0, Math.ceil(delayMs))}ms`;
    await post(url, { ...authorization, "idempotency-key": once });
  }

  /** Asks for a conversation unless Restate has been asked for the same in this half minute. */
  async function ask(key: string, id: string, inMs: number): Promise<void> {
    const period = periodOf(Date.now());
    if (kept.period !== period) Object.assign(kept, { period, names: new Set() });
    const { names } = kept;
    const once = `${id}-${period}`;
    const name = `${key}-${once}`;
    if (names.has(name)) return;
    // A wake that came to nothing is asked for again by a later sweep, under another name.
    await send(`${CONVERSATIONS}/${encodeURIComponent(key)}/work`, once, inMs);
    names.add(name);
  }

  async function open(woken: Woken): Promise<Http2Server> {
    const conversations = sdk.object({
      name: CONVERSATIONS,
      handlers: {
        // Nothing of it is journaled there: PostgreSQL knows what is done, and a call that is made again does the rest.
        work: async (context: RestateContext) => {
          const { nextAt } = await track(woken.work(readKey(context.key)));
          const inMs = nextAt === null ? null : nextAt.getTime() - Date.now();
          // What is due later is the next sweep's to ask for; a timer is fired by the worker itself.
          if (nextAt !== null && inMs !== null && inMs <= SWEEP_EVERY_MS) {
            await ask(context.key, `next-${nextAt.getTime()}`, inMs);
          }
        },
      },
      options: KEEPING,
    });
    const sweeps = sdk.object({
      name: SWEEPS,
      // The next sweep comes anyway: this one is not tried again.
      handlers: {
        sweep: (context: RestateContext) => context.run("sweep", () => track(woken.sweep()), { maxRetryAttempts: 1 }),
      },
      options: KEEPING,
    });
    const endpoint = (sdk.endpoint() as RestateEndpoint).bind(conversations).bind(sweeps);
    if (identityKeys.length > 0) endpoint.withIdentityV1(...identityKeys);
    const opened = createServer(endpoint.http2Handler());
    opened.on("session", (session: ServerHttp2Session) => {
      sessions.add(session);
      session.once("close", () => sessions.delete(session));
    });
    await new Promise<void>((resolve, reject) => {
      opened.once("error", reject);
      opened.listen(port, host, resolve);
    });
    return opened;
  }

  /** Restate keeps its connections open for the next call: each one ends after the calls on it, or at the time limit. */
  async function shut(opened: Http2Server): Promise<void> {
    const closed = new Promise<void>((resolve) => opened.close(() => resolve()));
    for (const session of sessions) session.close();
    const late = setTimeout(() => {
      for (const session of sessions) session.destroy();
    }, TIMEOUT_MS);
    await closed;
    clearTimeout(late);
  }

  function track<Result>(call: Promise<Result>): Promise<Result> {
    calls.add(call);
    return call.finally(() => calls.delete(call));
  }

  return {
    async wake(wakes) {
      const nowMs = Date.now();
      await Promise.all(wakes.map(({ at, id, ...conversation }) => ask(keyOf(conversation), id, at.getTime() - nowMs)));
    },
    async serve(woken) {
      server = await open(woken);
      const { port: taken } = server.address() as AddressInfo;
      const uri = options.publicUrl ?? `http://${host}:${taken}`;
      if (adminUrl !== undefined) {
        await post(`${adminUrl.replace(/\/+$/, "")}/deployments`, authorization, { uri, force: true });
      }
      // Each worker asks; Restate keeps one request a period.
      const sweep = () => void track(send(`${SWEEPS}/all/sweep`, `sweep-${periodOf(Date.now())}`, 0)).catch(() => {});
      sweeping = setInterval(sweep, SWEEP_EVERY_MS);
      sweep();
    },
    async health() {
      const response = await fetch(`${ingressUrl.replace(/\/+$/, "")}/restate/health`, {
        headers: authorization,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch(() => null);
      return response?.ok === true ? null : "Restate does not answer: replies wait until it does.";
    },
    async close() {
      if (sweeping !== null) clearInterval(sweeping);
      await Promise.allSettled(calls);
      if (server !== null) await shut(server);
    },
  };
}

function keyOf({ workspaceId, conversationId }: ConversationKey): string {
  return `${workspaceId}/${conversationId}`;
}

function readKey(key: string): ConversationKey {
  const [workspaceId, conversationId] = key.split("/");
  return { workspaceId: workspaceId as WorkspaceId, conversationId: conversationId as ConversationId };
}

const periodOf = (ms: number) => Math.floor(ms / SWEEP_EVERY_MS);
