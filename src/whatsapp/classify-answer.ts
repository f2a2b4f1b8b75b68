import * as z from "zod";
import { readIdentity } from "../core/identity.ts";
import type { SendOutcome } from "../core/outbox.ts";
import { graphAgain } from "./graph-errors.ts";
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
 * What a Cloud API answer to a send proves. Only two kinds of answer prove anything: a 2xx that names the message, and
 * a 4xx in which Graph itself says no. Anything else may have been said after the message left.
 *
 * @param body the whole body, or null when it could not be read to its end
 */
export function classifyAnswer(httpStatus: number, body: Uint8Array | null): SendOutcome {
  const json = body === null ? null : readJson(body);
  const answer = json?.kind === "json" ? json.value : null;
  if (httpStatus >= 200 && httpStatus <= 299) {
    const wamid = id.parse(field(list.parse(field(answer, "messages"))[0], "id"));
    if (wamid === null) return { kind: "in_doubt", detail: `HTTP ${httpStatus} without a message id` };
    const waId = id.parse(field(list.parse(field(answer, "contacts"))[0], "wa_id"));
    return { kind: "accepted", wamid: storableText(wamid), recipientPhone: readIdentity(waId ?? "")?.phone ?? null };
  }
  if (httpStatus >= 400 && httpStatus <= 499) {
    const graph = GRAPH_ERROR.safeParse(answer);
    if (graph.success) return refusal(httpStatus, graph.data.error);
    // Whoever sheds load with a 429, Graph or a gateway before it, has not taken the message.
    if (httpStatus === 429) return { kind: "refused", code: null, detail: "HTTP 429", again: "soon" };
    return { kind: "in_doubt", detail: `HTTP ${httpStatus} without a Graph error` };
  }
  return { kind: "in_doubt", detail: `HTTP ${httpStatus}` };
}

function refusal(httpStatus: number, error: z.infer<typeof GRAPH_ERROR>["error"]): SendOutcome {
  const words = [error.message, error.error_data.details].filter((part) => part !== null && part !== "");
  return {
    kind: "refused",
    code: error.code,
    detail: storableText(`${error.code}: ${words.join(": ") || "no explanation"}`.slice(0, MAX_DETAIL)),
    again: httpStatus === 429 ? "soon" : graphAgain(error.code, error.is_transient),
  };
}
