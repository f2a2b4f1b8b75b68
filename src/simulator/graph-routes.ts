import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { readJson } from "../whatsapp/read-json.ts";
import { cutConnection } from "./cut-connection.ts";
import type { GraphDoor } from "./graph-door.ts";
import { BODY_TOO_LARGE, badParameter, type GraphRefusal, unknownObject } from "./graph-refusal.ts";
import { guessSend, readSend } from "./read-send.ts";
import type { SimulatedWhatsApp } from "./simulated-whatsapp.ts";
import { type SendAnswer, takeSend } from "./take-send.ts";

const MAX_BODY_BYTES = 1024 * 1024;

/** The business's side: the part of the Cloud API that Recado calls, answering in Meta's shapes. */
export function graphRoutes(whatsapp: SimulatedWhatsApp, door: GraphDoor): Hono {
  const app = new Hono();
  const limit = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: () => door.refuse(BODY_TOO_LARGE) });

  app.post("/:version{v[0-9]+\\.[0-9]+}/:phoneNumberId/messages", limit, async (context) => {
    const phoneNumberId = context.req.param("phoneNumberId");
    const json = readJson(new Uint8Array(await context.req.arrayBuffer()));
    const guess = json.kind === "json" ? guessSend(json.value) : null;
    const closed = door.checkToken(context, phoneNumberId) ?? unknownNumber(whatsapp, phoneNumberId);
    if (closed !== null) {
      whatsapp.noteRefusal(phoneNumberId, guess, closed);
      return door.refuse(closed);
    }
    const order =
      json.kind === "unreadable"
        ? { kind: "refused" as const, refusal: badParameter(`The request cannot be read: ${json.reason}`) }
        : readSend(json.value);
    switch (order.kind) {
      case "refused":
        whatsapp.noteRefusal(phoneNumberId, guess, order.refusal);
        return door.refuse(order.refusal);
      case "mark_read": {
        const isKnown = whatsapp.markRead(phoneNumberId, order.messageId, order.isTyping);
        return isKnown ? context.json({ success: true }) : door.refuse(unknownObject(order.messageId));
      }
      case "message":
        return answer(context, door, await takeSend(whatsapp, phoneNumberId, order.send));
    }
  });
  return app;
}

function unknownNumber({ limits }: SimulatedWhatsApp, phoneNumberId: string): GraphRefusal | null {
  return limits.hasNumber(phoneNumberId) ? null : unknownObject(phoneNumberId);
}

function answer(context: Context, door: GraphDoor, given: SendAnswer): Response {
  switch (given.kind) {
    case "answered":
      return context.json(given.body);
    case "refused":
      return door.refuse(given.refusal);
    case "cut":
      return cutConnection(context, given.cut);
  }
}
