import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { errorText, RecadoError } from "../../core/errors.ts";
import { mayAccess, type Principal } from "../../core/operations/principal.ts";
import type { Doorkeeper } from "../access/authenticate.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies, StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { LiveFeed, type NumberedChange, type Subscriber } from "./live-feed.ts";

/**
 * Keeps proxies from closing a silent stream, finds readers that have gone, and ends streams whose
 * token was revoked.
 */
const HEARTBEAT_MS = 15_000;
/** A reader with more unread bytes is cut off. It reconnects and goes on where it was. */
const UNREAD_LIMIT_BYTES = 64 * 1024;

const streamRoute = createRoute({
  method: "get",
  path: "/internal/agent/stream",
  "x-access": "view",
  tags: ["Conversations"],
  summary: "Stream changes as they happen (server-sent events)",
  description:
    "Each `data` is `{ topic, id, conversationId }`: that object may have changed, read it again. `Last-Event-ID` resumes where a reader stopped. The event `reset` means that too much has happened since: read everything again. A comment comes every 15 s. The stream ends with the token or session that opened it, at the latest with the next comment.",
  security: [{ bearer: [] }],
  request: {
    headers: z.object({ "last-event-id": z.string().max(200).optional() }),
  },
  responses: {
    200: { description: "A stream without end", content: { "text/event-stream": { schema: z.string() } } },
    ...problems(401, 403, 503),
  },
});

export function addStreamRoute(
  app: OpenAPIHono<ServerEnv>,
  {
    store,
    logger,
    clock,
    newId,
    stopping,
  }: StorePorts<"inbox"> & Pick<ServerDependencies, "logger" | "clock" | "newId" | "stopping">,
  { door, accessChanges }: { readonly door: Doorkeeper; readonly accessChanges: EventTarget },
): void {
  const feed = new LiveFeed({ inbox: store.inbox, logger, nowMs: () => clock.monotonicMs(), epoch: newId() });
  const checks = new Set<() => Promise<void>>();
  accessChanges.addEventListener("changed", () => {
    for (const check of checks) void check();
  });
  app.openapi(streamRoute, (c) => {
    const principal = c.get("principal");
    const { workspaceId, identity } = principal;
    if (feed.isFullFor(principal)) {
      throw new RecadoError("overloaded", "The most readers are connected already. Try again in a moment.");
    }
    const lastEventId = c.req.valid("header")["last-event-id"] ?? null;
    let leave = () => {};
    let isOver = false;
    const body = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          const send = (text: string) => {
            if (isOver) return;
            if ((controller.desiredSize ?? 0) < -UNREAD_LIMIT_BYTES) return end();
            controller.enqueue(Buffer.from(text));
          };
          const subscriber: Subscriber = { workspaceId, identity, hear: (change) => send(lineOf(change)) };
          const checkReader = async () => {
            try {
              if (!mayStillRead(await door.identifyAgain(c), principal)) end();
            } catch (thrown) {
              // The database is away and has no changes to tell either. The next heartbeat asks
              // again.
              logger.warn({ error: errorText(thrown) }, "a stream's reader could not be looked up");
            }
          };
          const heartbeat = setInterval(() => {
            send(":\n\n");
            void checkReader();
          }, HEARTBEAT_MS);
          checks.add(checkReader);
          leave = () => {
            clearInterval(heartbeat);
            checks.delete(checkReader);
            feed.leave(subscriber);
            stopping?.removeEventListener("abort", end);
          };
          const end = () => {
            if (isOver) return;
            isOver = true;
            leave();
            controller.close();
          };
          stopping?.addEventListener("abort", end);
          const missed = feed.subscribe(subscriber, lastEventId);
          // The reader gets an id at once: if it is cut off before the first change, it resumes
          // here.
          send(`retry: 2000\nid: ${feed.position}\n${missed === null ? "event: reset\ndata: {}\n" : ""}\n`);
          for (const change of missed ?? []) send(lineOf(change));
        },
        cancel: () => {
          isOver = true;
          leave();
        },
      },
      { highWaterMark: 0, size: (chunk) => chunk?.byteLength ?? 0 },
    );
    return c.body(body, 200, {
      "content-type": "text/event-stream",
      "x-accel-buffering": "no",
    });
  });
}

function mayStillRead(now: Principal | null, before: Principal): boolean {
  return (
    now !== null &&
    now.workspaceId === before.workspaceId &&
    now.identity === before.identity &&
    mayAccess(now, "view", "stream")
  );
}

function lineOf({ eventId, topic, id, conversationId }: NumberedChange): string {
  return `id: ${eventId}\ndata: ${JSON.stringify({ topic, id, conversationId })}\n\n`;
}
