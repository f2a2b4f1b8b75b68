import { type Context, Hono } from "hono";
import * as z from "zod";
import { readIdentity } from "../core/inbound/identity.ts";
import { field } from "../whatsapp/loose-fields.ts";
import { readJson } from "../whatsapp/read-json.ts";
import { isBearer } from "./bearer.ts";
import { FAULT, FAULT_KINDS } from "./fault-kinds.ts";
import { LEDGER_TYPES } from "./ledger.ts";
import { invalid, problem } from "./problem.ts";
import { RULES } from "./provider-limits.ts";
import type { SimulatedWhatsApp } from "./simulated-whatsapp.ts";

const MAX_PAGE = 20_000;

const LEDGER_QUERY = z.strictObject({
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(1000),
  /** One or more types, with commas. */
  type: z
    .string()
    .transform((text) => text.split(",").filter((part) => part !== ""))
    .pipe(z.array(z.enum(LEDGER_TYPES, `must be of ${LEDGER_TYPES.join(", ")}`)))
    .default([]),
});

/** The tester's side: faults, rules, the ledger. Refusals are problem details. */
export function controlRoutes(whatsapp: SimulatedWhatsApp, accessToken: string, status: () => unknown): Hono {
  const { faults, ledger, limits } = whatsapp;
  const app = new Hono();
  for (const path of ["/status", "/faults/*", "/rules", "/ledger"]) {
    app.use(path, async (context, next) => {
      if (isBearer(context.req.header("authorization"), accessToken)) return next();
      return problem(context, 401, "Unauthorized", "The simulator takes the access token as a bearer token.");
    });
  }

  app.get("/status", (context) => context.json(status()));

  app.get("/faults", (context) => context.json({ items: faults.list(), kinds: FAULT_KINDS }));
  app.post("/faults", async (context) => {
    const json = await bodyOf(context);
    if (json.kind === "unreadable") return problem(context, 400, "Malformed body", json.reason);
    const kind = field(json.value, "kind");
    if (!FAULT_KINDS.some((known) => known === kind)) {
      const what = kind === undefined ? "is missing" : `is ${JSON.stringify(kind)}`;
      return problem(context, 422, "Invalid request", `kind ${what}: it must be one of ${FAULT_KINDS.join(", ")}`);
    }
    const order = FAULT.safeParse(json.value);
    if (!order.success) return invalid(context, order.error);
    const { recipient } = order.data;
    if (recipient !== undefined && readIdentity(recipient) === null) {
      return problem(context, 422, "Invalid request", "recipient: must be a phone with country code, or a BSUID");
    }
    return context.json(faults.add(order.data), 201);
  });
  app.delete("/faults", (context) => context.json({ removed: faults.clear() }));
  app.delete("/faults/:id", (context) => {
    const id = context.req.param("id");
    if (faults.remove(id)) return context.json({ removed: 1 });
    return problem(context, 404, "Not found", `There is no fault ${JSON.stringify(id)}; GET /faults lists them.`);
  });

  app.get("/rules", (context) => context.json(limits.rules));
  app.patch("/rules", async (context) => {
    const json = await bodyOf(context);
    if (json.kind === "unreadable") return problem(context, 400, "Malformed body", json.reason);
    const changes = RULES.partial().safeParse(json.value);
    if (!changes.success) return invalid(context, changes.error);
    limits.rules = RULES.parse({ ...limits.rules, ...changes.data });
    return context.json(limits.rules);
  });

  app.get("/ledger", (context) => {
    const query = LEDGER_QUERY.safeParse(context.req.query());
    if (!query.success) return invalid(context, query.error);
    const { after, limit, type } = query.data;
    return context.json(ledger.readPage(after, limit, type));
  });
  return app;
}

async function bodyOf(context: Context) {
  return readJson(new Uint8Array(await context.req.arrayBuffer()));
}
