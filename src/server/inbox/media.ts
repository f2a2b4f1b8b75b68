import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { CustomerFile } from "../../core/answers/customer-file.ts";
import { RecadoError } from "../../core/errors.ts";
import { isUuid } from "../../core/ids.ts";
import { pageAnswer } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { ConversationQuery, PageQuery, readPage } from "../paging.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies, StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";

const security = [{ bearer: [] }];
const tags = ["Media"];
const params = z.object({ mediaId: z.string() });

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/media",
  "x-access": "view",
  tags,
  summary: "List files that customers sent, newest first",
  security,
  request: { query: PageQuery.extend({ conversationId: ConversationQuery }) },
  responses: { 200: pageAnswer(CustomerFile), ...problems(401, 403, 422) },
});

const contentRoute = createRoute({
  method: "get",
  path: "/internal/agent/media/{mediaId}/content",
  "x-access": "view",
  tags,
  summary: "Download the bytes of one file",
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

/** Types that a browser shows and never runs. Every other file is sent as bytes to be saved. */
const HARMLESS = /^(image\/(png|jpeg|webp|gif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf)$/;

export function addMediaRoutes(
  app: OpenAPIHono<ServerEnv>,
  { store, desk }: StorePorts<"media"> & Pick<ServerDependencies, "desk">,
): void {
  app.openapi(listRoute, async (c) => {
    return c.json(await readPage(store.media.list(c.get("principal").workspaceId, c.req.valid("query"))), 200);
  });

  app.openapi(contentRoute, async (c) => {
    const { mediaId } = c.req.valid("param");
    const { workspaceId, actor } = c.get("principal");
    const found = isUuid(mediaId) ? await store.media.read(workspaceId, mediaId, actor) : null;
    if (found === null) {
      // A file that a person of the shop sent.
      const ours = isUuid(mediaId) ? await desk.readFile(workspaceId, mediaId) : null;
      if (ours === null) throw notFound("file", mediaId);
      if (ours.bytes === null) throw new RecadoError("not_found", `The file ${mediaId} is no longer kept.`);
      return c.body(new Uint8Array(ours.bytes), 200, headersOf(ours.type, mediaId));
    }
    const { media, bytes } = found;
    if (bytes === null) {
      const why = media.detail === null ? "" : ` (${media.detail})`;
      throw new RecadoError("not_found", `The file ${media.id} is not here: it is ${media.status}${why}.`);
    }
    const type = media.detectedType ?? "";
    // A browser must never open a stranger's file inside our pages: its type comes from its bytes,
    // and it is saved.
    return c.body(new Uint8Array(bytes), 200, headersOf(type, media.id));
  });
}

function headersOf(type: string, id: string): Record<string, string> {
  return {
    "content-type": HARMLESS.test(type) ? type : "application/octet-stream",
    "content-disposition": `attachment; filename="${id}"`,
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "private, max-age=3600",
  };
}
