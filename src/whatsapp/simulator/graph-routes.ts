import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { readJson } from "../read-json.ts";
import { isBearer } from "./bearer.ts";
import { cutConnection } from "./cut-connection.ts";
import type { Occasion } from "./fault-board.ts";
import {
  BAD_TOKEN,
  BODY_TOO_LARGE,
  badParameter,
  EXPIRED_TOKEN,
  type GraphRefusal,
  graphErrorBody,
  unknownObject,
} from "./graph-refusal.ts";
import { readSend } from "./read-send.ts";
import type { SimulatedWhatsApp } from "./simulated-whatsapp.ts";
import { type SendAnswer, takeSend } from "./take-send.ts";

const MAX_BODY_BYTES = 1024 * 1024;

/** The business's side: the part of the Cloud API that Recado calls, answering in Meta's shapes. */
export function graphRoutes(whatsapp: SimulatedWhatsApp, accessToken: string, random: () => number): Hono {
  const app = new Hono();
  const refuse = (refusal: GraphRefusal): Response => {
    const headers = {
      "content-type": "application/json; charset=UTF-8",
      ...(refusal.retryAfterS === undefined ? {} : { "retry-after": String(refusal.retryAfterS) }),
    };
    return new Response(JSON.stringify(graphErrorBody(refusal, random)), { status: refusal.httpStatus, headers });
  };
  const limit = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: () => refuse(BODY_TOO_LARGE) });
  const answer = (context: Context, given: SendAnswer): Response => {
    switch (given.kind) {
      case "answered":
        return context.json(given.body);
      case "refused":
        return refuse(given.refusal);
      case "cut":
        return cutConnection(context, given.cut);
    }
  };

  app.post("/:version{v[0-9]+\\.[0-9]+}/:phoneNumberId/messages", limit, async (context) => {
    const phoneNumberId = context.req.param("phoneNumberId");
    const badToken = checkToken(whatsapp, context.req.header("authorization"), accessToken, phoneNumberId);
    if (badToken !== null) {
      whatsapp.noteRefusal(phoneNumberId, null, badToken);
      return refuse(badToken);
    }
    if (!whatsapp.limits.hasNumber(phoneNumberId)) return refuse(unknownObject(phoneNumberId));
    const json = readJson(new Uint8Array(await context.req.arrayBuffer()));
    if (json.kind === "unreadable") return refuse(badParameter(`The request cannot be read: ${json.reason}`));

    const order = readSend(json.value);
    if (order.kind === "refused") {
      whatsapp.noteRefusal(phoneNumberId, null, order.refusal);
      return refuse(order.refusal);
    }
    if (order.kind === "mark_read") {
      const isKnown = whatsapp.markRead(phoneNumberId, order.messageId, order.isTyping);
      return isKnown ? context.json({ success: true }) : refuse(unknownObject(order.messageId));
    }
    return answer(context, await takeSend(whatsapp, phoneNumberId, order.send));
  });
  return app;
}

/** Null when the call may go on. Once the token has expired, only its successor is good, until the fault is cleared. */
function checkToken(
  whatsapp: SimulatedWhatsApp,
  authorization: string | undefined,
  accessToken: string,
  phoneNumberId: string,
): GraphRefusal | null {
  const occasion: Occasion = { phoneNumberId, person: null };
  const expired = whatsapp.faults.strike("token_expired", occasion);
  if (expired === null) return isBearer(authorization, accessToken) ? null : BAD_TOKEN;
  return expired.newToken !== undefined && isBearer(authorization, expired.newToken) ? null : EXPIRED_TOKEN;
}
