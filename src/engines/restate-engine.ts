import { createServer, type Http2Server, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import type { ConversationId, WorkspaceId } from "../core/ids.ts";
import type { ConversationKey } from "../core/ports/mailbox.ts";
import { SWEEP_EVERY_MS, type WakeEngine, type Woken } from "../core/ports/wake-engine.ts";

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
  }): unknown;
  endpoint(): unknown;
  readonly rpc: { sendOpts(options: { readonly delay: number }): unknown };
}

interface RestateEndpoint {
  bind(service: unknown): RestateEndpoint;
  withIdentityV1(...keys: string[]): RestateEndpoint;
  http2Handler(): Parameters<typeof createServer>[1];
}

interface RestateContext {
  readonly key: string;
  run<Result>(name: string, work: () => Promise<Result>, options?: { maxRetryAttempts: number }): Promise<Result>;
  objectSendClient(service: { name: string }, key: string): { work(options: unknown): void };
}

const CONVERSATIONS = "RecadoConversation";
const SWEEPS = "RecadoSweep";
const TIMEOUT_MS = 5_000;

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

  /** Sends a request that Restate keeps. The same `once` is kept once. */
  async function send(path: string, once: string, delayMs: number): Promise<void> {
    const url = `${ingressUrl.replace(/\/+$/, "")}/${path}/send?delay=${Math.max(0, Math.ceil(delayMs))}ms`;
    await post(url, { ...authorization, "idempotency-key": once });
  }

  async function open(woken: Woken): Promise<Http2Server> {
    const conversations = sdk.object({
      name: CONVERSATIONS,
      handlers: {
        work: async (context: RestateContext) => {
          const inMs = await context.run("work", () => track(workFor(woken, context.key)));
          if (inMs === null) return;
          context.objectSendClient({ name: CONVERSATIONS }, context.key).work(sdk.rpc.sendOpts({ delay: inMs }));
        },
      },
    });
    const sweeps = sdk.object({
      name: SWEEPS,
      // The next sweep comes anyway: this one is not tried again.
      handlers: {
        sweep: (context: RestateContext) => context.run("sweep", () => track(woken.sweep()), { maxRetryAttempts: 1 }),
      },
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
      await Promise.all(
        wakes.map(({ at, id, ...conversation }) =>
          // A wake that came to nothing is asked for again by a later sweep, under another name.
          send(`${CONVERSATIONS}/${keyOf(conversation)}/work`, `${id}-${periodOf(nowMs)}`, at.getTime() - nowMs),
        ),
      );
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

/** In how many ms it wants to be called again; null when not. */
async function workFor(woken: Woken, key: string): Promise<number | null> {
  const { nextAt } = await woken.work(readKey(key));
  return nextAt === null ? null : Math.max(0, nextAt.getTime() - Date.now());
}

function keyOf({ workspaceId, conversationId }: ConversationKey): string {
  return encodeURIComponent(`${workspaceId}/${conversationId}`);
}

function readKey(key: string): ConversationKey {
  const [workspaceId, conversationId] = key.split("/");
  return { workspaceId: workspaceId as WorkspaceId, conversationId: conversationId as ConversationId };
}

const periodOf = (ms: number) => Math.floor(ms / SWEEP_EVERY_MS);

async function post(url: string, headers: Record<string, string>, body: unknown = {}): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`Restate answered ${response.status} at ${new URL(url).pathname}`);
  await response.body?.cancel();
}
