import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { RecadoError } from "../core/errors.ts";
import { LiveFeed, MOST_SUBSCRIBERS, type NumberedChange, type Subscriber } from "./live-feed.ts";
import { problems } from "./problem.ts";
import type { ServerEnv } from "./server-env.ts";
import type { ServerParts } from "./server-parts.ts";

/** Keeps proxies from closing what is silent, and tells us of a reader who has gone. */
const HEARTBEAT_MS = 15_000;
/** A reader who does not take what is sent is cut off, and comes back where it was. */
const UNREAD_LIMIT_BYTES = 64 * 1024;

const streamRoute = createRoute({
  method: "get",
  path: "/internal/agent/stream",
  "x-access": "view",
  tags: ["Conversations"],
  summary: "What changes, as it changes (server-sent events)",
  description:
    "Each `data` is `{ topic, id, conversationId }`: something may look different now, read it again. `Last-Event-ID` goes on where a reader was; the event `reset` says that too much has happened since: read everything again. A comment comes every 15 s.",
  security: [{ bearer: [] }],
  request: {
    headers: z.object({ "last-event-id": z.string().max(200).optional() }),
  },
  responses: {
    200: { description: "Without end", content: { "text/event-stream": { schema: z.string() } } },
    ...problems(401, 403, 503),
  },
});

export function addStreamRoute(
  app: OpenAPIHono<ServerEnv>,
  { store, logger, clock, newId, stopping }: ServerParts,
): void {
  const feed = new LiveFeed({ inbox: store.inbox, logger, nowMs: () => clock.monotonicMs(), epoch: newId() });
  app.openapi(streamRoute, (c) => {
    if (feed.isFull) {
      throw new RecadoError("overloaded", `${MOST_SUBSCRIBERS} readers are connected already. Try again in a moment.`);
    }
    const { workspaceId } = c.get("principal");
    const lastEventId = c.req.valid("header")["last-event-id"] ?? null;
    let leave = () => {};
    const body = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          const send = (text: string) => {
            if ((controller.desiredSize ?? 0) < -UNREAD_LIMIT_BYTES) return end();
            controller.enqueue(Buffer.from(text));
          };
          const subscriber: Subscriber = { workspaceId, hear: (change) => send(lineOf(change)) };
          const heartbeat = setInterval(() => send(":\n\n"), HEARTBEAT_MS);
          leave = () => {
            clearInterval(heartbeat);
            feed.leave(subscriber);
            stopping?.removeEventListener("abort", end);
          };
          const end = () => {
            leave();
            controller.close();
          };
          stopping?.addEventListener("abort", end);
          const missed = feed.subscribe(subscriber, lastEventId);
          // An id at once: who is cut off before the first change goes on from here.
          send(`retry: 2000\nid: ${feed.position}\n${missed === null ? "event: reset\ndata: {}\n" : ""}\n`);
          for (const change of missed ?? []) send(lineOf(change));
        },
        cancel: () => leave(),
      },
      { highWaterMark: 0, size: (chunk) => chunk?.byteLength ?? 0 },
    );
    return c.body(body, 200, {
      "content-type": "text/event-stream",
      "x-accel-buffering": "no",
    });
  });
}

function lineOf({ eventId, topic, id, conversationId }: NumberedChange): string {
  return `id: ${eventId}\ndata: ${JSON.stringify({ topic, id, conversationId })}\n\n`;
}
