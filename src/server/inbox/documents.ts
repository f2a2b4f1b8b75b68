import { createHash } from "node:crypto";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { DocumentChunk, DocumentRecord, FoundPassage } from "../../core/answers/document-record.ts";
import { DOCUMENT_LIMITS, type Reference, referenceText } from "../../core/documents/document.ts";
import { passageOf } from "../../core/documents/stored-document.ts";
import { RecadoError } from "../../core/errors.ts";
import { isUuid, type WorkspaceId } from "../../core/ids.ts";
import { MOST_SHOP_DOCUMENTS } from "../../core/ports/documents.ts";
import { answer, listAnswer, pageAnswer } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { ConversationQuery, PageQuery, readPage } from "../paging.ts";
import { InvalidRequest, problems } from "../problem.ts";
import type { ServerDependencies, StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { storableText } from "../text-rules.ts";

/** A file may be sent here that is larger than any other body (`create-server.ts`). */
export const DOCUMENTS_PATH = "/internal/agent/documents";

const security = [{ bearer: [] }];
const tags = ["Documents"];
const params = z.object({ id: z.string() });
/** Chunks of one answer: a page of a PDF is one or a few. */
const CHUNKS = 50;
/** No document has more (`stored-document.ts`). */
const ALL_CHUNKS = 5_000;
const MOST_PASSAGES = 10;

const listRoute = createRoute({
  method: "get",
  path: DOCUMENTS_PATH,
  "x-access": "view",
  tags,
  summary: "List the documents that customers sent and people added, newest first",
  security,
  request: { query: PageQuery.extend({ conversationId: ConversationQuery }) },
  responses: { 200: pageAnswer(DocumentRecord), ...problems(401, 403, 422) },
});

const addRoute = createRoute({
  method: "post",
  path: DOCUMENTS_PATH,
  "x-access": "operate",
  tags,
  summary: "Add a document; the body is the file. Without a conversation every agent may quote it to every customer",
  security,
  request: {
    query: z.object({
      fileName: storableText(1, 200),
      conversationId: ConversationQuery,
    }),
    body: {
      required: true,
      content: { "application/octet-stream": { schema: z.any().openapi({ type: "string", format: "binary" }) } },
    },
  },
  responses: {
    200: answer("The same bytes were there already", DocumentRecord),
    202: answer("It is kept, and will be read", DocumentRecord),
    ...problems(401, 403, 404, 413, 422),
  },
});

const searchRoute = createRoute({
  method: "get",
  path: `${DOCUMENTS_PATH}/search`,
  "x-access": "view",
  tags,
  summary: "Find passages with their page, in the documents of the shop and of one conversation",
  security,
  request: { query: z.object({ text: storableText(1, 1_000), conversationId: ConversationQuery }) },
  responses: { 200: listAnswer("At most 10 passages, the best first", FoundPassage), ...problems(401, 403, 422) },
});

const oneRoute = createRoute({
  method: "get",
  path: `${DOCUMENTS_PATH}/{id}`,
  "x-access": "view",
  tags,
  summary: "Read what is known of one document",
  security,
  request: { params },
  responses: { 200: answer("The document", DocumentRecord), ...problems(401, 403, 404) },
});

const chunksRoute = createRoute({
  method: "get",
  path: `${DOCUMENTS_PATH}/{id}/chunks`,
  "x-access": "view",
  tags,
  summary: "Read the text of a document in pieces, each with its place",
  security,
  request: {
    params,
    query: z.object({
      from: z.coerce.number().int().min(0).max(100_000).default(0),
      reference: storableText(1, 400).optional().openapi({ description: "Only the pieces that stand there: `p. 4`." }),
    }),
  },
  responses: {
    200: answer("At most 50 pieces", z.object({ items: z.array(DocumentChunk), nextFrom: z.number().nullable() })),
    ...problems(401, 403, 404, 422),
  },
});

const contentRoute = createRoute({
  method: "get",
  path: `${DOCUMENTS_PATH}/{id}/content`,
  "x-access": "view",
  tags,
  summary: "Download the bytes of one document",
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

const eraseRoute = createRoute({
  method: "delete",
  path: `${DOCUMENTS_PATH}/{id}`,
  "x-access": "operate",
  tags,
  summary: "Erase a document: its bytes, its text and its index. What was quoted from it stays",
  security,
  request: { params },
  responses: { 204: { description: "Erased" }, ...problems(401, 403, 404) },
});

type Dependencies = StorePorts<"documents"> & Pick<ServerDependencies, "newId">;

export function addDocumentRoutes(app: OpenAPIHono<ServerEnv>, { store, newId }: Dependencies): void {
  const { documents } = store;
  const find = async (workspaceId: WorkspaceId, id: string) => {
    const found = isUuid(id) ? await documents.find(workspaceId, id) : null;
    if (found === null) throw notFound("document", id);
    return found;
  };

  app.openapi(listRoute, async (c) =>
    c.json(await readPage(documents.page(c.get("principal").workspaceId, c.req.valid("query"))), 200),
  );

  app.openapi(addRoute, async (c) => {
    const { workspaceId, actor } = c.get("principal");
    const { fileName, conversationId = null } = c.req.valid("query");
    const { bytes } = c.get("body");
    if (bytes.byteLength === 0) throw new InvalidRequest([{ field: "body", message: "the file is empty" }]);
    const added = await documents.add({
      ...{ id: newId(), workspaceId, conversationId, fileName, bytes, by: actor },
      sha256: createHash("sha256").update(bytes).digest("hex"),
    });
    switch (added.kind) {
      case "no_conversation":
        throw notFound("conversation", conversationId ?? "");
      case "full":
        throw new InvalidRequest([
          { field: "body", message: `the shop has ${MOST_SHOP_DOCUMENTS} documents: erase what no agent should quote` },
        ]);
      case "known":
        return c.json(added.document, 200);
      case "added":
        return c.json(added.document, 202);
    }
  });

  app.openapi(searchRoute, async (c) => {
    const { workspaceId } = c.get("principal");
    const { text, conversationId = null } = c.req.valid("query");
    const found = await documents.search(
      { workspaceId, conversationId },
      { text, documentId: null, limit: MOST_PASSAGES },
    );
    const items = found.map(({ reference, text: chunk, share, isOfShop: _, ...passage }) => ({
      ...passage,
      ...placeOf(reference),
      text: passageOf(chunk, text),
      share: Math.round(share * 100) / 100,
    }));
    return c.json({ items }, 200);
  });

  app.openapi(oneRoute, async (c) => c.json(await find(c.get("principal").workspaceId, c.req.valid("param").id), 200));

  app.openapi(chunksRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { from, reference } = c.req.valid("query");
    const { workspaceId } = c.get("principal");
    const most = reference === undefined ? CHUNKS + 1 : ALL_CHUNKS;
    const chunks = isUuid(id) ? await documents.chunks(workspaceId, id, from, most) : null;
    if (chunks === null) throw notFound("document", id);
    const placed = chunks
      .map(({ place, reference: at, text }) => ({ place, ...placeOf(at), text }))
      .filter((chunk) => reference === undefined || chunk.reference === reference);
    return c.json({ items: placed.slice(0, CHUNKS), nextFrom: placed.at(CHUNKS)?.place ?? null }, 200);
  });

  app.openapi(contentRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { workspaceId, actor } = c.get("principal");
    const { mediaType, status } = await find(workspaceId, id);
    const content = await documents.content(workspaceId, id, actor);
    if (content?.bytes == null) {
      throw new RecadoError("not_found", `The file of the document ${id} is not here: it is ${status}.`);
    }
    // Nothing of a stranger runs inside our pages: the door of customers' files does the same.
    return c.body(new Uint8Array(content.bytes), 200, {
      "content-type": mediaType === "application/pdf" ? mediaType : "application/octet-stream",
      "content-disposition": `attachment; filename="${id}"`,
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "private, max-age=3600",
    });
  });

  app.openapi(eraseRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { workspaceId, actor } = c.get("principal");
    const { status } = await find(workspaceId, id);
    if (status !== "erased") await documents.erase(workspaceId, id, actor);
    return c.body(null, 204);
  });
}

/** The largest file that the door takes: the reader reads no larger one. */
export const LARGEST_DOCUMENT_BYTES = DOCUMENT_LIMITS.bytes;

function placeOf(reference: Reference) {
  return { reference: referenceText(reference), page: reference.kind === "page" ? reference.page : null };
}
