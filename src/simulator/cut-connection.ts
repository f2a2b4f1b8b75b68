import { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context } from "hono";
import { field } from "../whatsapp/loose-fields.ts";

const HALF_AN_ANSWER = '{"messaging_product":"whatsapp","contacts":';

/**
 * Ends a call whose answer is lost: the connection closes before a byte of it, or within its body.
 * An app that is called as a function has no connection; there the body stands for half an answer.
 */
export function cutConnection(context: Context, cut: "before_headers" | "in_body"): Response {
  const outgoing = field(context.env, "outgoing");
  if (!(outgoing instanceof ServerResponse)) return new Response(HALF_AN_ANSWER);
  if (cut === "before_headers") {
    outgoing.destroy();
  } else {
    outgoing.writeHead(200, { "content-type": "application/json", "content-length": "400" });
    outgoing.write(HALF_AN_ANSWER, () => outgoing.destroy());
  }
  return RESPONSE_ALREADY_SENT;
}
