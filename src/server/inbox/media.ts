import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { RecadoError } from "../../core/errors.ts";
import { type ConversationId, isUuid } from "../../core/ids.ts";
import { MEDIA_STATUSES } from "../../core/inbound/media.ts";
import type { MediaView } from "../../core/ports/ledger.ts";
import { PageQuery, readPage } from "../paging.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";

const security = [{ bearer: [] }];
const tags = ["Media"];
const params = z.object({ mediaId: z.string() });

const MediaItem = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    eventId: z.string(),
    kind: z.string().openapi({ description: "What the message called it: image, audio, video, document or sticker." }),
    status: z.enum(MEDIA_STATUSES),
    declaredType: z.string().nullable(),
    detectedType: z.string().nullable().openapi({ description: "What its bytes are." }),
    fileName: z.string().nullable(),
    sizeBytes: z.number().nullable(),
    sha256: z.string().nullable().openapi({ description: "Hexadecimal." }),
    attempts: z.number(),
    detail: z.string().nullable().openapi({ description: "Why it is not here, where it is not." }),
    createdAt: z.string(),
  })
  .openapi("Media");

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/media",
  "x-access": "view",
  tags,
  summary: "Files that customers sent, the newest first",
  security,
  request: { query: PageQuery.extend({ conversationId: z.string().refine(isUuid, "not an id").optional() }) },
  responses: {
    200: {
      description: "A page",
      content: {
        "application/json": { schema: z.object({ items: z.array(MediaItem), nextCursor: z.string().nullable() }) },
      },
    },
    ...problems(401, 403, 422),
  },
});

const contentRoute = createRoute({
  method: "get",
  path: "/internal/agent/media/{mediaId}/content",
  "x-access": "view",
  tags,
  summary: "The bytes of one file, to be saved",
  security,
  request: { params },
  responses: {
    200: {
      description: "The file",
      content: { "application/octet-stream": { schema: z.string().openapi({ format: "binary" }) } },
    },
    ...problems(401, 403, 404),
  },
});

/** Types that a browser only shows and never runs. Everything else is bytes to be saved. */
const HARMLESS = /^(image\/(png|jpeg|webp|gif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf)$/;

export function addMediaRoutes(app: OpenAPIHono<ServerEnv>, { store }: ServerDependencies): void {
  app.openapi(listRoute, async (c) => {
    const { conversationId, cursor, limit } = c.req.valid("query");
    const filter = { conversationId: conversationId as ConversationId | undefined, cursor, limit };
    const { items, nextCursor } = await readPage(store.ledger.listMedia(c.get("principal").workspaceId, filter));
    return c.json({ items: items.map(describeMedia), nextCursor }, 200);
  });

  app.openapi(contentRoute, async (c) => {
    const { mediaId } = c.req.valid("param");
    const { workspaceId, actor } = c.get("principal");
    const found = isUuid(mediaId) ? await store.ledger.getMedia(workspaceId, mediaId, actor) : null;
    if (found === null) throw new RecadoError("not_found", `There is no file ${JSON.stringify(mediaId.slice(0, 64))}.`);
    const { media, bytes } = found;
    if (bytes === null) {
      const why = media.detail === null ? "" : ` (${media.detail})`;
      throw new RecadoError("not_found", `The file ${media.id} is not here: it is ${media.status}${why}.`);
    }
    const type = media.detectedType ?? "";
    // A stranger's file is never opened within our own pages: its type is its content's, and it is saved, not shown.
    return c.body(new Uint8Array(bytes), 200, {
      "content-type": HARMLESS.test(type) ? type : "application/octet-stream",
      "content-disposition": `attachment; filename="${media.id}"`,
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "private, max-age=3600",
    });
  });
}

function describeMedia(media: MediaView): z.infer<typeof MediaItem> {
  return { ...media, createdAt: media.createdAt.toISOString() };
}
