import type { ConversationId, WorkspaceId } from "../core/ids.ts";
import { SWEEP_EVERY_MS, type Wake, type WakeEngine, type Woken } from "../core/ports/wake-engine.ts";

/** What a client of `inngest` has. The package is the shop's choice, so its types are not here. */
export interface InngestClient {
  readonly createFunction: (options: never, handler: never) => unknown;
  readonly send: (events: never) => Promise<unknown>;
}

/** The same, with what we give it. */
interface Client {
  createFunction(options: object, handler: (context: InngestContext) => Promise<unknown>): unknown;
  send(events: readonly InngestEvent[]): Promise<unknown>;
}

interface InngestEvent {
  readonly name: string;
  readonly data: { readonly workspaceId: string; readonly conversationId: string };
  /** When its function runs, in ms; in the past: at once. */
  readonly ts: number;
  /** Inngest takes an event with a known id once in 24 hours. */
  readonly id: string;
}

interface InngestContext {
  readonly event: Pick<InngestEvent, "data">;
  readonly step: {
    run<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
    sleep(name: string, ms: number): Promise<void>;
    waitForEvent(
      name: string,
      options: { readonly event: string; readonly timeout: Date; readonly if: string },
    ): Promise<object | null>;
  };
}

export interface InngestEngine extends WakeEngine {
  /** For `serve({ client, functions })` of the shop's framework. */
  readonly functions: readonly unknown[];
}

const DUE = "recado/conversation.due";

/**
 * Inngest calls the workers, over the HTTP handler that the shop already has. Each conversation's
 * function works, then waits for its next instant or for the next wake, whichever comes first.
 *
 * Checked against Inngest's SDK and public specification, not against its engine.
 */
export function inngestEngine(inngest: InngestClient): InngestEngine {
  const client = inngest as Client;
  let woken: Woken | null = null;
  const calls = new Set<Promise<unknown>>();

  /** Throws until `serve`: Inngest then tries again. */
  function serving(): Woken {
    if (woken === null) throw new Error("Recado has not started yet, or is stopping");
    return woken;
  }

  function track<Result>(call: Promise<Result>): Promise<Result> {
    calls.add(call);
    return call.finally(() => calls.delete(call));
  }

  const conversations = client.createFunction(
    {
      id: "recado-conversation",
      triggers: [{ event: DUE }],
      concurrency: [{ key: "event.data.conversationId", limit: 1 }],
    },
    async ({ event, step }: InngestContext) => {
      const conversation = {
        workspaceId: event.data.workspaceId as WorkspaceId,
        conversationId: event.data.conversationId as ConversationId,
      };
      for (let call = 1; call <= CALLS_A_RUN; call += 1) {
        const nextAt = await step.run(`work-${call}`, async () => {
          const { nextAt: at } = await track(serving().work(conversation));
          return at?.toISOString() ?? null;
        });
        if (nextAt === null) return;
        const newer = await step.waitForEvent(`next-${call}`, {
          event: DUE,
          timeout: new Date(nextAt),
          if: "async.data.conversationId == event.data.conversationId",
        });
        // A newer wake has a run of its own, which goes on.
        if (newer !== null) return;
      }
    },
  );
  const sweeps = client.createFunction(
    { id: "recado-sweep", triggers: [{ cron: "* * * * *" }], concurrency: [{ limit: 1 }], retries: 0 },
    async ({ step }: InngestContext) => {
      await step.run("sweep-1", () => track(serving().sweep()));
      await step.sleep("half-a-minute", SWEEP_EVERY_MS);
      await step.run("sweep-2", () => track(serving().sweep()));
    },
  );

  return {
    functions: [conversations, sweeps],
    async wake(wakes) {
      const period = Math.floor(Date.now() / SWEEP_EVERY_MS);
      await client.send(wakes.map((wake) => eventOf(wake, period)));
    },
    async serve(served) {
      woken = served;
    },
    health: async () => null,
    async close() {
      woken = null;
      await Promise.allSettled(calls);
    },
  };
}

/** A run of Inngest has at most 1,000 steps. A conversation that goes on is woken by the next sweep. */
const CALLS_A_RUN = 400;

/** A wake that came to nothing is asked for again by a later sweep, under another id. */
function eventOf({ workspaceId, conversationId, at, id }: Wake, period: number): InngestEvent {
  return {
    name: DUE,
    data: { workspaceId, conversationId },
    ts: at.getTime(),
    id: `${conversationId}-${id}-${period}`,
  };
}
