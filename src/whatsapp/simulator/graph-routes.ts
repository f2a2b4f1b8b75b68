import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { readJson } from "../read-json.ts";
import { isBearer } from "./bearer.ts";
import {
  BAD_TOKEN,
  BODY_TOO_LARGE,
  badParameter,
  type GraphRefusal,
  graphErrorBody,
  unknownObject,
} from "./graph-refusal.ts";
import { readSend } from "./read-send.ts";
import type { SimulatedWhatsApp } from "./simulated-whatsapp.ts";

const MAX_BODY_BYTES = 1024 * 1024;

/** The business's side: the part of the Cloud API that Recado calls, answering in Meta's shapes. */
export function graphRoutes(whatsapp: SimulatedWhatsApp, accessToken: string, random: () => number): Hono {
  const app = new Hono();
  const refuse = (context: Context, refusal: GraphRefusal) =>
    context.json(graphErrorBody(refusal, random), refusal.httpStatus);
  const limit = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (context) => refuse(context, BODY_TOO_LARGE) });

  app.post("/:version{v[0-9]+\\.[0-9]+}/:phoneNumberId/messages", limit, async (context) => {
    if (!isBearer(context.req.header("authorization"), accessToken)) return refuse(context, BAD_TOKEN);
    const phoneNumberId = context.req.param("phoneNumberId");
    if (!/^[0-9]{1,32}$/.test(phoneNumberId)) return refuse(context, unknownObject(phoneNumberId));
    const json = readJson(new Uint8Array(await context.req.arrayBuffer()));
    if (json.kind === "unreadable") return refuse(context, badParameter(`The request cannot be read: ${json.reason}`));

    const order = readSend(json.value);
    if (order.kind === "refused") return refuse(context, order.refusal);
    if (order.kind === "mark_read") {
      const isKnown = whatsapp.markRead(phoneNumberId, order.messageId, order.isTyping);
      return isKnown ? context.json({ success: true }) : refuse(context, unknownObject(order.messageId));
    }
    const person = whatsapp.people.find(order.recipient);
    if (person === null) return refuse(context, badParameter("Param to is not a valid WhatsApp user"));
    const wamid = whatsapp.businessSays(phoneNumberId, person, order.body, order.opaque);
    const contact = {
      input: order.recipient,
      ...(person.phone === null ? {} : { wa_id: person.phone }),
      user_id: person.bsuid,
    };
    return context.json({ messaging_product: "whatsapp", contacts: [contact], messages: [{ id: wamid }] });
  });
  return app;
}
