import * as z from "zod";
import { readIdentity } from "../core/inbound/identity.ts";
import type { SendOutcome } from "../core/outbound/outbox.ts";
import type { RefusalKind } from "../core/outbound/refusal.ts";
import { refusalKindOf } from "./graph-errors.ts";
import { field, id, list, text } from "./loose-fields.ts";
import { readJson } from "./read-json.ts";
import { storableText } from "./storable.ts";

const GRAPH_ERROR = z.looseObject({
  error: z.looseObject({
    code: z.int(),
    message: text,
    is_transient: z.boolean().catch(false),
    error_data: z.looseObject({ details: text }).catch({ details: null }),
  }),
});

/** The largest error text worth keeping. */
const MAX_DETAIL = 500;

/**
 * What a Cloud API answer to a send proves. Only two kinds of answer prove anything: a 2xx that
 * names the message, and one in which Graph itself says no (a 4xx, or a rate limit by its code).
 * Any other answer may have come after the message left.
 *
 * @param body the whole body; null when it could not be read to its end
 * @param retryAfterMs how long its headers ask us to stay away
 */
export function classifyAnswer(
  httpStatus: number,
  body: Uint8Array | null,
  retryAfterMs: number | null = null,
): SendOutcome {
  const json = body === null ? null : readJson(body);
  const answer = json?.kind === "json" ? json.value : null;
  if (httpStatus >= 200 && httpStatus <= 299) {
    const wamid = id.parse(field(list.parse(field(answer, "messages"))[0], "id"));
    if (wamid === null) return { kind: "in_doubt", detail: `HTTP ${httpStatus} without a message id`, httpStatus };
    const waId = id.parse(field(list.parse(field(answer, "contacts"))[0], "wa_id"));
    const recipientPhone = readIdentity(waId ?? "")?.phone ?? null;
    return { kind: "accepted", wamid: storableText(wamid), recipientPhone, httpStatus };
  }
  if (httpStatus >= 400 && httpStatus <= 499) {
    const graph = GRAPH_ERROR.safeParse(answer);
    if (graph.success) return refusal(httpStatus, graph.data.error, retryAfterMs);
    // A server that sheds load with a 429, Graph or a gateway before it, has not taken the message.
    if (httpStatus === 429) {
      return { kind: "refused", refusal: "throttled", code: null, detail: "HTTP 429", retryAfterMs, httpStatus };
    }
    return { kind: "in_doubt", detail: `HTTP ${httpStatus} without a Graph error`, httpStatus };
  }
  // Meta says to go by the code, and sends the codes of its limits with a 5xx too: a request that
  // was shed was not taken.
  const shed = GRAPH_ERROR.safeParse(answer);
  if (httpStatus >= 500 && shed.success && LIMITS.has(refusalKindOf(shed.data.error.code, false))) {
    return refusal(httpStatus, shed.data.error, retryAfterMs);
  }
  return { kind: "in_doubt", detail: `HTTP ${httpStatus}`, httpStatus };
}

const LIMITS: ReadonlySet<RefusalKind> = new Set(["pair_limit", "throttled"]);

function refusal(
  httpStatus: number,
  error: z.infer<typeof GRAPH_ERROR>["error"],
  retryAfterMs: number | null,
): SendOutcome {
  const words = [error.message, error.error_data.details].filter((part) => part !== null && part !== "");
  const kind = refusalKindOf(error.code, error.is_transient);
  return {
    kind: "refused",
    // An unknown code, in an answer that sheds load.
    refusal: kind === "unknown" && httpStatus === 429 ? "throttled" : kind,
    code: error.code,
    detail: storableText(`${error.code}: ${words.join(": ") || "no explanation"}`.slice(0, MAX_DETAIL)),
    retryAfterMs,
    httpStatus,
  };
}
