import { createHash } from "node:crypto";
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { RecadoError } from "../../core/errors.ts";
import { type ConversationId, isUuid, type PhoneNumberId } from "../../core/ids.ts";
import { sendableKind } from "../../core/outbound/sendable-file.ts";
import { detectType } from "../../whatsapp/detect-type.ts";
import { answer } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { InvalidRequest, problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { storableText } from "../text-rules.ts";

const uploadRoute = createRoute({
  method: "post",
  path: "/internal/agent/conversations/{id}/files",
  "x-access": "operate",
  tags: ["Media"],
  summary: "Upload a file that a person will send: the body is its bytes",
  description:
    "The type comes from the bytes. WhatsApp gets the file at once; the customer gets it with `POST …/messages` and the `file` of this answer.",
  security: [{ bearer: [] }],
  request: {
    params: z.object({ id: z.string() }),
    query: z.object({ fileName: storableText(1, 240).optional() }),
    body: {
      required: true,
      content: { "application/octet-stream": { schema: z.string().openapi({ format: "binary" }) } },
    },
  },
  responses: {
    201: answer(
      "Uploaded",
      z
        .object({
          id: z.string(),
          kind: z.enum(["image", "audio", "video", "document"]),
          type: z.string(),
          fileName: z.string().nullable(),
          sizeBytes: z.number().int(),
        })
        .openapi("UploadedFile"),
    ),
    ...problems(400, 401, 403, 404, 413, 422, 503),
  },
});

export function addFileRoutes(
  app: OpenAPIHono<ServerEnv>,
  { desk, newId, uploadFile }: Pick<ServerDependencies, "desk" | "newId" | "uploadFile">,
): void {
  app.openapi(uploadRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { workspaceId, actor } = c.get("principal");
    const number = isUuid(id) ? await desk.numberOf(workspaceId, id as ConversationId) : null;
    if (number === null) throw notFound("conversation", id);
    const { bytes } = c.get("body");
    const fileName = c.req.valid("query").fileName ?? null;
    const sendable = sendableKind(await detectType(bytes), bytes.byteLength, fileName);
    if (sendable.kind === "refused") throw new InvalidRequest([{ field: "body", message: sendable.why }]);
    const { kind, type } = sendable.file;
    if (uploadFile === undefined) throw new RecadoError("not_ready", "This process has no way to WhatsApp.");
    const done = await uploadFile(number as PhoneNumberId, { bytes, type, fileName });
    if (done.kind === "refused") {
      throw new InvalidRequest([{ field: "body", message: `WhatsApp does not take it: ${done.detail}` }]);
    }
    if (done.kind === "unreachable") {
      throw new RecadoError("channel_unreachable", `WhatsApp did not take the file (${done.detail}). Try again.`);
    }
    const file = {
      ...{ id: newId(), mediaId: done.mediaId, kind, type, fileName, bytes },
      sha256: createHash("sha256").update(bytes).digest("hex"),
    };
    await desk.keepFile(workspaceId, id as ConversationId, file, actor);
    return c.json({ id: file.id, kind, type, fileName, sizeBytes: bytes.byteLength }, 201);
  });
}
