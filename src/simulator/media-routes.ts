import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod";
import { isBearer } from "./bearer.ts";
import type { GraphDoor } from "./graph-door.ts";
import { BODY_TOO_LARGE, badParameter, type GraphRefusal, missingParameter, unknownObject } from "./graph-refusal.ts";
import { invalid, problem } from "./problem.ts";
import type { SimulatedWhatsApp } from "./simulated-whatsapp.ts";

const MEBI = 1024 * 1024;
/** The largest document, and the frame of the form around it. */
const MAX_UPLOAD_BYTES = 101 * MEBI;
/** How long an address gives its file. */
const ADDRESS_LIFE_MS = 300_000;

/** What may be uploaded, and how large. */
const UPLOADS: readonly { readonly types: RegExp; readonly maxBytes: number }[] = [
  { types: /^image\/(jpeg|png)$/, maxBytes: 5 * MEBI },
  { types: /^image\/webp$/, maxBytes: 500 * 1024 },
  { types: /^audio\/(aac|amr|mpeg|mp4|ogg; ?codecs=opus)$/, maxBytes: 16 * MEBI },
  { types: /^video\/(mp4|3gpp)$/, maxBytes: 16 * MEBI },
  { types: /^(text\/plain|application\/(pdf|msword|vnd\.[\w.-]+))$/, maxBytes: 100 * MEBI },
];

/**
 * Files, in Meta's two steps: an id gives an address, the address gives the bytes. Both need the
 * token.
 */
export function mediaRoutes(whatsapp: SimulatedWhatsApp, door: GraphDoor, mountPath: string): Hono {
  const { media, faults } = whatsapp;
  const app = new Hono();
  const limit = bodyLimit({ maxSize: MAX_UPLOAD_BYTES, onError: () => door.refuse(BODY_TOO_LARGE) });

  app.post("/:version{v[0-9]+\\.[0-9]+}/:phoneNumberId/media", limit, async (context) => {
    const phoneNumberId = context.req.param("phoneNumberId");
    const badToken = door.checkToken(context, phoneNumberId);
    if (badToken !== null) return door.refuse(badToken);
    if (!whatsapp.limits.hasNumber(phoneNumberId)) return door.refuse(unknownObject(phoneNumberId));
    const upload = await readUpload(context);
    if (upload.kind === "refused") return door.refuse(upload.refusal);
    return context.json({ id: media.put(upload.file).id });
  });

  app.get("/:version{v[0-9]+\\.[0-9]+}/:mediaId{[0-9]+}", (context) => {
    const mediaId = context.req.param("mediaId");
    const phoneNumberId = context.req.query("phone_number_id") ?? "";
    const badToken = door.checkToken(context, phoneNumberId);
    if (badToken !== null) return door.refuse(badToken);
    const file = media.get(mediaId);
    if (file === null) return door.refuse(unknownObject(mediaId, "get"));
    const expired = faults.strike("media_url_expired", { phoneNumberId, person: null });
    const key = media.address(mediaId, expired?.afterMs ?? ADDRESS_LIFE_MS);
    return context.json({
      messaging_product: "whatsapp",
      url: `${new URL(context.req.url).origin}${mountPath}/media/${key}`,
      mime_type: file.mimeType,
      sha256: file.sha256,
      file_size: file.size,
      id: mediaId,
    });
  });

  app.delete("/:version{v[0-9]+\\.[0-9]+}/:mediaId{[0-9]+}", (context) => {
    const mediaId = context.req.param("mediaId");
    const badToken = door.checkToken(context, context.req.query("phone_number_id") ?? "");
    if (badToken !== null) return door.refuse(badToken);
    return media.remove(mediaId) ? context.json({ success: true }) : door.refuse(unknownObject(mediaId));
  });

  app.get("/media/:key", (context) => {
    const badToken = door.checkToken(context, "");
    if (badToken !== null) return door.refuse(badToken);
    const file = media.find(context.req.param("key"));
    if (file === null) return context.text("URL signature expired", 404);
    return context.body(Uint8Array.from(file.bytes).buffer, 200, {
      "content-type": file.mimeType,
      "content-length": String(file.size),
    });
  });
  return app;
}

const FILE_QUERY = z.strictObject({ fileName: z.string().min(1).max(240).optional() });

/** A test puts here the file that a customer will send: the body is its bytes. */
export function sampleRoutes(whatsapp: SimulatedWhatsApp, accessToken: string): Hono {
  const app = new Hono();
  const limit = bodyLimit({
    maxSize: MAX_UPLOAD_BYTES,
    onError: (context) => problem(context, 413, "Too large", "A file has at most 100 MiB."),
  });
  app.post("/media", limit, async (context) => {
    if (!isBearer(context.req.header("authorization"), accessToken)) {
      return problem(context, 401, "Unauthorized", "The simulator takes the access token as a bearer token.");
    }
    const query = FILE_QUERY.safeParse(context.req.query());
    if (!query.success) return invalid(context, query.error);
    const bytes = new Uint8Array(await context.req.arrayBuffer());
    if (bytes.byteLength === 0) return problem(context, 422, "Invalid request", "body: the file's bytes are needed");
    const mimeType = context.req.header("content-type") ?? "application/octet-stream";
    return context.json(whatsapp.media.put({ bytes, mimeType, fileName: query.data.fileName ?? null }), 201);
  });
  return app;
}

type Upload =
  | { readonly kind: "file"; readonly file: { bytes: Uint8Array; mimeType: string; fileName: string | null } }
  | { readonly kind: "refused"; readonly refusal: GraphRefusal };

async function readUpload(context: Context): Promise<Upload> {
  // The parser refuses a body that is no form, in Meta's words for a missing file.
  const form = await context.req.parseBody().catch(() => ({}) as Record<string, string | File>);
  if (form["messaging_product"] !== "whatsapp") return refused(missingParameter("messaging_product"));
  const { file, type } = form;
  if (!(file instanceof File)) return refused(missingParameter("file"));
  const mimeType = typeof type === "string" && type !== "" ? type : file.type;
  const rule = UPLOADS.find(({ types }) => types.test(mimeType));
  if (rule === undefined) {
    return refused(badParameter(`Param file must be a file with one of the supported types - got "${mimeType}".`));
  }
  if (file.size > rule.maxBytes) {
    return refused(badParameter(`Param file must be at most ${rule.maxBytes} bytes - got ${file.size}.`));
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  return { kind: "file", file: { bytes, mimeType, fileName: file.name === "" ? null : file.name } };
}

function refused(refusal: GraphRefusal): Upload {
  return { kind: "refused", refusal };
}
