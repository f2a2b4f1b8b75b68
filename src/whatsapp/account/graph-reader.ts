import * as z from "zod";
import { errorText } from "../../core/errors.ts";
import { readCapped } from "../read-capped.ts";
import { readJson } from "../read-json.ts";
import { USER_AGENT } from "../user-agent.ts";

const TIMEOUT_MS = 15_000;
/** A page of a hundred templates with their texts. */
const MAX_BYTES = 4 * 1024 * 1024;

const graphError = z.object({ error: z.object({ message: z.string(), code: z.number() }) });

/** What Graph answered, or why it answered nothing of use. */
export type GraphAnswer<Value> =
  | { readonly kind: "read"; readonly value: Value }
  | { readonly kind: "refused"; readonly detail: string }
  | { readonly kind: "unreachable"; readonly detail: string };

/** Reads one object of the Graph API with a token of its own. */
export type GraphReader = <Value>(path: string, token: string, shape: z.ZodType<Value>) => Promise<GraphAnswer<Value>>;

export function createGraphReader(baseUrl: string, fetchNow: typeof fetch = fetch): GraphReader {
  return async (path, token, shape) => {
    let response: Response;
    let read: Awaited<ReturnType<typeof readCapped>>;
    try {
      response = await fetchNow(`${baseUrl.replace(/\/$/, "")}/${path}`, {
        headers: { authorization: `Bearer ${token}`, "user-agent": USER_AGENT },
        // The token must not follow an answer to another address.
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      read = await readCapped(response.body, MAX_BYTES);
    } catch (thrown) {
      return { kind: "unreachable", detail: causeOf(thrown) };
    }
    const json = read.kind === "whole" ? readJson(read.bytes) : null;
    const value = json?.kind === "json" ? json.value : null;
    const refusal = graphError.safeParse(value);
    if (refusal.success) {
      const { code, message } = refusal.data.error;
      return { kind: "refused", detail: `${code}: ${message.slice(0, 300)}` };
    }
    const parsed = shape.safeParse(value);
    if (response.ok && parsed.success) return { kind: "read", value: parsed.data };
    return { kind: "unreachable", detail: `it answered ${response.status} with something that is not Graph's` };
  };
}

/** `fetch` says "fetch failed"; what failed is its cause. */
function causeOf(thrown: unknown): string {
  return thrown instanceof Error && thrown.cause !== undefined ? errorText(thrown.cause) : errorText(thrown);
}
