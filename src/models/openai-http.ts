import * as z from "zod";
import type { ModelFailureKind } from "../core/ports/model/model.ts";
import { retryAfterMs, shortName } from "./model-failure.ts";

/** What servers that speak as OpenAI's have in common: their addresses, and their errors. */

/** `https://host` → `https://host/v1/…`; an address with a path of its own is taken at its word. */
export function endpointAddress(given: string, endpoint: `/${string}`): string {
  const url = new URL(given);
  const path = url.pathname.replace(/\/+$/, "");
  if (path.endsWith(endpoint)) url.pathname = path;
  else url.pathname = `${path === "" ? "/v1" : path}${endpoint}`;
  return url.toString();
}

export interface HttpFailure {
  readonly kind: ModelFailureKind;
  readonly code: string;
  readonly httpStatus: number;
  readonly retryAfterMs: number | null;
}

/** Only a person brings quota and credit back; waiting does not. */
const SPENT: ReadonlySet<string> = new Set(["insufficient_quota", "billing_hard_limit_reached", "billing_not_active"]);
const LATER: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** The meaning of an answer other than a 2xx: by its status and code, never by its words. */
export function failureOfAnswer({ status, headers }: Response, body: Uint8Array): HttpFailure {
  return failureOfStatus(status, errorNames(parsed(body)), headers);
}

export function failureOfStatus(status: number, names: readonly string[], headers: Headers): HttpFailure {
  const code = names[0] ?? (status >= 300 && status < 400 ? "redirected" : `http_${status}`);
  if (status === 402 || names.some((name) => SPENT.has(name))) {
    return { kind: "spend", code, httpStatus: status, retryAfterMs: null };
  }
  const isForLater = LATER.has(status) || status >= 500;
  if (!isForLater) return { kind: "never", code, httpStatus: status, retryAfterMs: null };
  return { kind: "retry_later", code, httpStatus: status, retryAfterMs: retryAfterMs(headers) };
}

const name = z
  .unknown()
  .transform((value) => shortName(typeof value === "string" ? value.toLowerCase() : value))
  .optional();
const ERROR = z.object({ error: z.object({ code: name, type: name, status: name }) });

/** The names that an error gives itself. OpenAI sends `code` and `type`; Gemini sends a list and `status`. */
export function errorNames(body: unknown): string[] {
  const read = ERROR.safeParse(Array.isArray(body) ? body[0] : body);
  if (!read.success) return [];
  const { code, type, status } = read.data.error;
  return [code, type, status].filter((given): given is string => typeof given === "string");
}

/** undefined when it is no JSON: a page of some proxy's. */
export function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined; // The caller says what that means for it.
  }
}

/** null when it is longer than `maxBytes`; throws when it breaks off. */
export async function readCapped(response: Response, maxBytes: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) return null; // Leaving the loop cancels the rest.
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
