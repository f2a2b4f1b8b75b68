import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod";
import { field } from "../whatsapp/loose-fields.ts";
import { readJson } from "../whatsapp/read-json.ts";
import { isBearer } from "./bearer.ts";
import { type Acted, act } from "./customer-acts.ts";
import { CUSTOMER_ACT, CUSTOMER_KINDS, type CustomerAct, RAW_SAYS } from "./customer-kinds.ts";
import { invalid, problem, wordsOf } from "./problem.ts";
import { chatOf, type SimulatedWhatsApp } from "./simulated-whatsapp.ts";

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_WAIT_MS = 25_000;

const phoneNumberId = z.string().regex(/^[0-9]{1,32}$/, "must be Meta's id of a number: digits");

const HEARS = z.object({
  phoneNumberId,
  after: z.coerce.number().int().min(0).default(0),
  waitMs: z.coerce.number().int().min(0).max(MAX_WAIT_MS).default(0),
});

/**
 * `webhook`: answered after the webhook was tried. `none`: at once, so that later writes are surely
 * later.
 */
const WRITES = z.object({ wait: z.enum(["webhook", "none"]).default("webhook") });

/**
 * The customers' side: writing to the business, and reading what arrives. Refusals are problem
 * details.
 */
export function customerRoutes(whatsapp: SimulatedWhatsApp, accessToken: string): Hono {
  const app = new Hono();

  app.use("/customers/*", async (context, next) => {
    if (isBearer(context.req.header("authorization"), accessToken)) return next();
    return problem(context, 401, "Unauthorized", "The simulator takes the access token as a bearer token.");
  });

  const tooLarge = (context: Context) => problem(context, 413, "Too large", "A message has at most 1 MiB.");
  const limit = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge });

  /**
   * 202 once the webhook was tried. `webhookStatus` is its answer, null when there was none (it is
   * tried again) or when the caller did not wait.
   */
  app.post("/customers/:customer/messages", limit, async (context) => {
    const writes = WRITES.safeParse(context.req.query());
    if (!writes.success) return invalid(context, writes.error);
    const json = readJson(new Uint8Array(await context.req.arrayBuffer()));
    if (json.kind === "unreadable") return problem(context, 400, "Malformed body", json.reason);
    const order = readOrder(json.value);
    if (order.kind === "wrong") return problem(context, 422, "Invalid request", order.detail);
    const { name, username, phoneNumberId } = order.says;
    const person = whatsapp.people.find(context.req.param("customer"), { name, username });
    if (person === null) return unknownCustomer(context);
    const acted: Acted =
      "message" in order.says
        ? { kind: "done", said: whatsapp.customerSays(person, { phoneNumberId, content: order.says.message }) }
        : act(whatsapp, person, order.says);
    if (acted.kind === "impossible") return problem(context, 422, "Invalid request", acted.detail);
    if (writes.data.wait === "none") return context.json({ wamid: acted.said.wamid, webhookStatus: null }, 202);
    const answer = await acted.said.firstAnswer;
    const webhookStatus = answer?.kind === "answered" ? answer.httpStatus : null;
    return context.json({ wamid: acted.said.wamid, webhookStatus }, 202);
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

type Order =
  | { readonly kind: "order"; readonly says: CustomerAct | z.infer<typeof RAW_SAYS> }
  | { readonly kind: "wrong"; readonly detail: string };

/** An act by its kind, a text by its words alone, or a message as Meta writes it. */
function readOrder(json: unknown): Order {
  const message = field(json, "message");
  const kind = field(json, "kind") ?? (field(json, "text") === undefined ? undefined : "text");
  if ((message === undefined) === (kind === undefined)) {
    return { kind: "wrong", detail: "text: give one of `text`, `message` and `kind`" };
  }
  if (message === undefined && !CUSTOMER_KINDS.some((known) => known === kind)) {
    return { kind: "wrong", detail: `kind is ${JSON.stringify(kind)}: it must be one of ${CUSTOMER_KINDS.join(", ")}` };
  }
  const says = message === undefined ? CUSTOMER_ACT.safeParse(withKind(json, kind)) : RAW_SAYS.safeParse(json);
  return says.success ? { kind: "order", says: says.data } : { kind: "wrong", detail: wordsOf(says.error) };
}

function withKind(json: unknown, kind: unknown): unknown {
  return typeof json === "object" ? { ...json, kind } : json;
}

function unknownCustomer(context: Context): Response {
  return problem(context, 422, "Invalid request", "customer: must be a phone with country code, or a BSUID");
}
