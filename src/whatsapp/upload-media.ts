import * as z from "zod";
import type { PhoneNumberId } from "../core/ids.ts";
import type { FileToUpload, UploadOutcome } from "../core/ports/channel.ts";
import { USER_AGENT } from "./user-agent.ts";

interface UploadSettings {
  readonly baseUrl: string;
  readonly accessToken: string | null;
}

const UPLOAD_TIMEOUT_MS = 60_000;

const uploaded = z.object({ id: z.string().min(1) });
const refused = z.object({ error: z.object({ message: z.string() }) });

/**
 * Gives WhatsApp a file (`POST /{phone_number_id}/media`). An upload sends nothing to a customer, so one
 * of which nothing was heard may be repeated.
 */
export async function uploadMedia(
  { baseUrl, accessToken }: UploadSettings,
  phoneNumberId: PhoneNumberId,
  { bytes, type, fileName }: FileToUpload,
): Promise<UploadOutcome> {
  const form = new FormData();
  form.set("messaging_product", "whatsapp");
  form.set("type", type);
  form.set("file", new Blob([new Uint8Array(bytes)], { type }), fileName ?? "file");
  try {
    const answer = await fetch(`${baseUrl.replace(/(?<!\/)\/+$/, "")}/${encodeURIComponent(phoneNumberId)}/media`, {
      method: "POST",
      headers: {
        "user-agent": USER_AGENT,
        ...(accessToken === null ? {} : { authorization: `Bearer ${accessToken}` }),
      },
      body: form,
      redirect: "error",
      signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
    });
    const json: unknown = await answer.json().catch(() => null);
    const read = uploaded.safeParse(json);
    if (answer.ok && read.success) return { kind: "uploaded", mediaId: read.data.id };
    const told = refused.safeParse(json);
    const detail = told.success ? told.data.error.message.slice(0, 300) : `it answered ${answer.status}`;
    // A wrong token and a throttle are no fault of the file.
    const isOfFile = answer.status === 400 || answer.status === 413 || answer.status === 415;
    return isOfFile ? { kind: "refused", detail } : { kind: "unreachable", detail };
  } catch (error) {
    return { kind: "unreachable", detail: error instanceof Error ? error.message : String(error) };
  }
}
