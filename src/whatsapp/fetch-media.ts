import { createHash, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { startDeadline } from "../core/call-deadline.ts";
import type { MediaOutcome } from "../core/inbound/media.ts";
import type { MediaSource } from "../core/ports/media-source.ts";
import { classifyFailure } from "./classify-failure.ts";
import { detectType } from "./detect-type.ts";
import { field, id, text } from "./loose-fields.ts";
import { checkMediaAddress } from "./media-address.ts";
import { readAnswer } from "./read-answer.ts";
import { readCapped } from "./read-capped.ts";
import { readJson } from "./read-json.ts";
import { USER_AGENT } from "./user-agent.ts";

export interface MediaFetchSettings {
  readonly baseUrl: string;
  /** null to send no `Authorization` at all. */
  readonly accessToken: string | null;
  readonly maxBytes: number;
  readonly fetch?: typeof fetch;
  readonly timeoutMs?: number;
}

/** Both calls of one fetch together. WhatsApp takes files of up to 100 MB. */
const TIMEOUT_MS = 60_000;

const DESCRIPTION = z.looseObject({
  url: z.string().min(1),
  sha256: text,
  file_size: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,12}$/)
        .transform(Number),
    ])
    .nullable()
    .catch(null),
});

/**
 * Fetches a customer's file in Meta's two steps, both with our token: the id gives an address that
 * lives five minutes, and the address gives the bytes. No redirect is followed, the address must be
 * Meta's, the size is capped before and while reading, and the bytes must have the hash from the
 * signed webhook.
 */
export function createMediaSource(settings: MediaFetchSettings): MediaSource {
  const fetchNow = settings.fetch ?? fetch;
  const baseUrl = settings.baseUrl.replace(/(?<!\/)\/+$/, "");
  const headers = {
    "user-agent": USER_AGENT,
    // The hash covers the file itself, and an unpacked bomb is larger than its packing.
    "accept-encoding": "identity",
    ...(settings.accessToken === null ? {} : { authorization: `Bearer ${settings.accessToken}` }),
  };

  return {
    async fetch({ phoneNumberId, reference, signal: stopping }): Promise<MediaOutcome> {
      const deadline = startDeadline({ timeoutMs: settings.timeoutMs ?? TIMEOUT_MS, signal: stopping });
      const { signal } = deadline;
      const get = (url: string | URL) => fetchNow(url, { headers, redirect: "manual", signal });
      const query = new URLSearchParams({ phone_number_id: phoneNumberId });
      try {
        const described = await describe(await get(`${baseUrl}/${encodeURIComponent(reference.mediaId)}?${query}`));
        if (described.kind !== "described") return described;
        const { url, file_size: size, sha256 } = described.description;
        if (size !== null && size > settings.maxBytes) return tooLarge(settings.maxBytes);
        const address = checkMediaAddress(url, baseUrl);
        if (address.kind === "refused") return address;
        const read = await download(await get(address.url), settings.maxBytes);
        if (read.kind !== "bytes") return read;
        return await identify(read.bytes, [reference.declaredSha256, sha256]);
      } catch (thrown) {
        return { kind: "again", detail: classifyFailure(thrown).detail };
      } finally {
        deadline.end();
      }
    },
  };
}

type Described =
  | { readonly kind: "described"; readonly description: z.infer<typeof DESCRIPTION> }
  | Extract<MediaOutcome, { kind: "unknown" | "again" }>;

async function describe(response: Response): Promise<Described> {
  const bytes = await readAnswer(response.body);
  const json = bytes === null ? null : readJson(bytes);
  const answer = json?.kind === "json" ? json.value : null;
  if (response.ok) {
    const read = DESCRIPTION.safeParse(answer);
    if (read.success) return { kind: "described", description: read.data };
    return { kind: "again", detail: `HTTP ${response.status} without an address` };
  }
  const code = id.parse(field(field(answer, "error"), "code"));
  const detail = code === null ? `HTTP ${response.status}` : `HTTP ${response.status}, Graph error ${code}`;
  // 100: the id does not exist, or not for this number. An expired token (190) says nothing about
  // the file.
  return { kind: response.status === 404 || code === "100" ? "unknown" : "again", detail };
}

type Downloaded =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | Extract<MediaOutcome, { kind: "refused" | "again" }>;

async function download(response: Response, maxBytes: number): Promise<Downloaded> {
  if (response.status >= 300 && response.status <= 399) {
    await response.body?.cancel();
    // The token must not follow an answer to another address.
    return { kind: "refused", detail: `its address redirects elsewhere (HTTP ${response.status})` };
  }
  if (!response.ok) {
    await response.body?.cancel();
    // Also 404: the address has expired, and the next fetch asks for a new one.
    return { kind: "again", detail: `HTTP ${response.status} from its address` };
  }
  const read = await readCapped(response.body, maxBytes);
  switch (read.kind) {
    case "whole":
      return { kind: "bytes", bytes: read.bytes };
    case "too_large":
      return tooLarge(maxBytes);
    case "broken":
      return { kind: "again", detail: `broke off: ${read.detail}` };
  }
}

async function identify(bytes: Uint8Array, named: readonly (string | null)[]): Promise<MediaOutcome> {
  if (bytes.byteLength === 0) return { kind: "again", detail: "it came empty" };
  const digest = createHash("sha256").update(bytes).digest();
  for (const hash of named) {
    if (hash !== null && hash !== "" && !isHash(hash, digest)) {
      return { kind: "refused", detail: "its bytes are not those that WhatsApp named: the hash differs" };
    }
  }
  return { kind: "fetched", bytes, sha256: digest.toString("hex"), detectedType: await detectType(bytes) };
}

/** Webhooks write base64, Graph's answer hexadecimal. */
function isHash(written: string, digest: Buffer): boolean {
  const bytes = /^[0-9a-f]{64}$/i.test(written) ? Buffer.from(written, "hex") : Buffer.from(written, "base64");
  return bytes.byteLength === digest.byteLength && timingSafeEqual(bytes, digest);
}

function tooLarge(maxBytes: number): Extract<MediaOutcome, { kind: "refused" }> {
  return { kind: "refused", detail: `it is larger than ${maxBytes} bytes (RECADO_MEDIA_MAX_MB)` };
}
