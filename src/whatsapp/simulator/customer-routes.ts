import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod";
import { readJson } from "../read-json.ts";
import { isBearer } from "./bearer.ts";
import { invalid, problem } from "./problem.ts";
import { chatOf, type SimulatedWhatsApp } from "./simulated-whatsapp.ts";

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_WAIT_MS = 25_000;

const phoneNumberId = z.string().regex(/^[0-9]{1,32}$/, "must be Meta's id of a number: digits");

const SAYS = z
  .object({
    phoneNumberId,
    text: z.string().min(1).optional(),
    /** Any message as Meta writes it, without ids: `{ "type": "image", "image": { "id": "1" } }`. */
    message: z.looseObject({ type: z.string().min(1) }).optional(),
    name: z.string().min(1).max(200).optional(),
  })
  .refine((says) => (says.text === undefined) !== (says.message === undefined), {
    path: ["text"],
    message: "give either `text` or `message`",
  });

const HEARS = z.object({
  phoneNumberId,
  after: z.coerce.number().int().min(0).default(0),
  waitMs: z.coerce.number().int().min(0).max(MAX_WAIT_MS).default(0),
});

/** The customers' side: to write to the business, and to see what arrives. Refusals are problem details. */
export function customerRoutes(whatsapp: SimulatedWhatsApp, accessToken: string): Hono {
  const app = new Hono();

  app.use("/customers/*", async (context, next) => {
    if (isBearer(context.req.header("authorization"), accessToken)) return next();
    return problem(context, 401, "Unauthorized", "The simulator takes the access token as a bearer token.");
  });

  const tooLarge = (context: Context) => problem(context, 413, "Too large", "A message has at most 1 MiB.");
  const limit = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge });

  /** 202 once the webhook was tried: `webhookStatus` is its answer, null when nobody answered (it is tried again). */
  app.post("/customers/:customer/messages", limit, async (context) => {
    const json = readJson(new Uint8Array(await context.req.arrayBuffer()));
    if (json.kind === "unreadable") return problem(context, 400, "Malformed body", json.reason);
    const says = SAYS.safeParse(json.value);
    if (!says.success) return invalid(context, says.error);
    const { name, text, message, phoneNumberId } = says.data;
    const person = whatsapp.people.find(context.req.param("customer"), { name });
    if (person === null) return unknownCustomer(context);
    const content = message ?? { type: "text", text: { body: text } };
    const said = whatsapp.customerSays(person, { phoneNumberId, content });
    const answer = await said.firstAnswer;
    const webhookStatus = answer?.kind === "answered" ? answer.httpStatus : null;
    return context.json({ wamid: said.wamid, webhookStatus }, 202);
  });

  app.get("/customers/:customer/messages", async (context) => {
    const hears = HEARS.safeParse(context.req.query());
    if (!hears.success) return invalid(context, hears.error);
    const person = whatsapp.people.find(context.req.param("customer"));
    if (person === null) return unknownCustomer(context);
    const { phoneNumberId, after, waitMs } = hears.data;
    const chat = chatOf(phoneNumberId, person);
    return context.json(await whatsapp.phones.watch(chat, after, waitMs, context.req.raw.signal));
  });
  return app;
}

function unknownCustomer(context: Context): Response {
  return problem(context, 422, "Invalid request", "customer: must be a phone with country code, or a BSUID");
}
