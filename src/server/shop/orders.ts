import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { planLine, readOrderFile } from "../../core/agent/order-file.ts";
import { nextStatuses } from "../../core/agent/order-steps.ts";
import { ORDER_STATUSES } from "../../core/agent/shop-words.ts";
import { ChangedOrder, OrderChange, ShopOrder } from "../../core/answers/order.ts";
import { OrderFileLine } from "../../core/answers/order-file.ts";
import { canonicalJson } from "../../core/canonical-json.ts";
import { RecadoError } from "../../core/errors.ts";
import { isUuid, type OrderId } from "../../core/ids.ts";
import { actorOf } from "../../core/operations/principal.ts";
import type { OrderFilter } from "../../core/ports/orders.ts";
import { sha256 } from "../../core/sha256.ts";
import { answer, jsonBody, listAnswer, pageAnswer } from "../answer.ts";
import { keyReused } from "../key-reused.ts";
import { notFound } from "../not-found.ts";
import { PageQuery, readPage } from "../paging.ts";
import { InvalidRequest, problems } from "../problem.ts";
import { askedTemplate, registeredTemplate } from "../registered-template.ts";
import type { ServerDependencies, StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { actorText, storableText } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Orders"];

const Instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** A new order waits for a person's yes: `new` is another word for `pending`. */
const orderStatus = z.preprocess((word) => (word === "new" ? "pending" : word), z.enum(ORDER_STATUSES));

const NEXT_IN_WORDS = ORDER_STATUSES.map((from) => {
  const next = nextStatuses(from, "owner");
  return `${from} → ${next.length === 0 ? "nothing" : next.join(", ")}`;
}).join("; ");

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/orders",
  "x-access": "view",
  tags,
  summary: "List the orders of a shop with customer and address, newest first",
  security,
  request: {
    query: PageQuery.extend({
      status: orderStatus.optional(),
      contactId: z.string().refine(isUuid, "not an id").optional(),
      q: storableText(1, 200).optional().openapi({
        description: "Words of customer, phone, address, products, note or stage. Accents and capitals do not matter.",
      }),
      city: storableText(1, 100).optional().openapi({ description: "Whole words of the shipping address." }),
      from: Instant.optional().openapi({
        description: "Made at this instant or later.",
        example: "2026-11-23T00:00:00-05:00",
      }),
      to: Instant.optional().openapi({ description: "Made before this instant." }),
    }),
  },
  responses: { 200: pageAnswer(ShopOrder), ...problems(401, 403, 422) },
});

const showRoute = createRoute({
  method: "get",
  path: "/internal/agent/orders/{id}",
  "x-access": "view",
  tags,
  summary: "Read an order",
  security,
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: answer("The order", ShopOrder), ...problems(401, 403, 404) },
});

const countRoute = createRoute({
  method: "get",
  path: "/internal/agent/orders/counts",
  "x-access": "view",
  tags,
  summary: "Count orders by status",
  security,
  request: {
    query: z.object({
      from: Instant.optional().openapi({ description: "Made at this instant or later." }),
      most: z.coerce.number().int().min(1).max(100_000).optional().openapi({
        description: "Counts no further: this number may stand for more. All are counted without it.",
      }),
    }),
  },
  responses: {
    200: answer("How many stand where", z.record(z.enum(ORDER_STATUSES), z.number().int())),
    ...problems(401, 403, 422),
  },
});

const historyRoute = createRoute({
  method: "get",
  path: "/internal/agent/orders/{id}/history",
  "x-access": "view",
  tags,
  summary: "List the changes of an order, newest first",
  security,
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: listAnswer("Its changes", OrderChange), ...problems(401, 403, 404) },
});

const words = (most: number) =>
  storableText(1, most)
    .transform((text) => text.trim())
    .pipe(z.string().min(1));

const OrderPatch = z
  .strictObject({
    status: orderStatus.optional(),
    seenStatus: orderStatus
      .optional()
      .openapi({ description: "The status that the caller saw. Another one by now: 409." }),
    carrier: words(100).optional().openapi({ example: "Interrapidísimo" }),
    guide: words(100).optional().openapi({ example: "240012345678" }),
    stage: words(100).optional().openapi({ description: "The shop's own word." }),
    address: storableText(5, 1_000).optional(),
    note: storableText(0, 1_000).nullable().optional().openapi({ description: "Null or empty removes it." }),
    notify: z.boolean().optional().openapi({
      description: "Whether the customer hears of it: by default that it was sent, and not that it was cancelled.",
    }),
    template: askedTemplate.nullable().default(null).openapi({
      description: "Said outside the 24-hour window, in place of the template that the shop's language names.",
    }),
    idempotencyKey: storableText(1, 200).optional().openapi({ description: "The same key again is the same request." }),
    actor: actorText.optional().openapi({ example: "maria@tienda.co" }),
  })
  .openapi("OrderPatch");

const changeRoute = createRoute({
  method: "patch",
  path: "/internal/agent/orders/{id}",
  "x-access": "operate",
  tags,
  summary:
    "Change an order: its status, parcel, address or note. The customer hears once that it was sent, or cancelled",
  description: `What may follow: ${NEXT_IN_WORDS}. No price changes here: that takes a tool.`,
  security,
  request: { params: z.object({ id: z.string() }), body: jsonBody(OrderPatch) },
  responses: {
    200: answer("The order as it is now", ChangedOrder),
    ...problems(400, 401, 403, 404, 409, 415, 422),
  },
});

const MOST_LINES = 2_000;

const fileRoute = createRoute({
  method: "post",
  path: "/internal/agent/orders/file",
  "x-access": "operate",
  tags,
  summary: "Read a file of orders, such as a carrier's guide numbers: what each line would change. Nothing is changed",
  description: `CSV with a line of heads, one of them \`order\` or \`pedido\`; at most ${MOST_LINES} lines.`,
  security,
  request: {
    body: jsonBody(
      z
        .strictObject({
          text: storableText(1, 1_000_000).openapi({ example: "pedido;transportadora;guía\n019…;Envía;240012345678" }),
        })
        .openapi("OrderFile"),
    ),
  },
  responses: { 200: listAnswer("Its lines", OrderFileLine), ...problems(400, 401, 403, 413, 415, 422) },
});

type OrderDependencies = StorePorts<"orders"> & Pick<ServerDependencies, "templates" | "runtime" | "newId">;

export function addOrderRoutes(
  app: OpenAPIHono<ServerEnv>,
  { store: { orders }, templates, runtime, newId }: OrderDependencies,
): void {
  app.openapi(listRoute, async (c) => {
    const filter = c.req.valid("query") as OrderFilter;
    return c.json(await readPage(orders.list(c.get("principal").workspaceId, filter)), 200);
  });

  app.openapi(countRoute, async (c) => {
    const { from = null, most = null } = c.req.valid("query");
    return c.json(await orders.count(c.get("principal").workspaceId, { from, most }), 200);
  });

  app.openapi(showRoute, async (c) => {
    const { id } = c.req.valid("param");
    const order = isUuid(id) ? await orders.find(c.get("principal").workspaceId, id as OrderId) : null;
    if (order === null) throw notFound("order", id);
    return c.json(order, 200);
  });

  app.openapi(historyRoute, async (c) => {
    const { id } = c.req.valid("param");
    const items = isUuid(id) ? await orders.history(c.get("principal").workspaceId, id as OrderId) : null;
    if (items === null) throw notFound("order", id);
    return c.json({ items: [...items] }, 200);
  });

  app.openapi(fileRoute, async (c) => {
    const { workspaceId, role } = c.get("principal");
    const lines = readOrderFile(c.req.valid("json").text);
    if (lines === null)
      throw new InvalidRequest([
        { field: "text", message: "the first line must name columns, and one of them `order`" },
      ]);
    if (lines.length > MOST_LINES)
      throw new InvalidRequest([
        { field: "text", message: `has ${lines.length} lines; at most ${MOST_LINES} are read` },
      ]);
    const ids = [...new Set(lines.map(({ order }) => order.toLowerCase()).filter(isUuid))] as OrderId[];
    const found = new Map((await orders.findAll(workspaceId, ids)).map((order) => [String(order.id), order]));
    const by = role === "owner" ? "owner" : "operator";
    return c.json({ items: lines.map((line) => planLine(line, found.get(line.order.toLowerCase()), by)) }, 200);
  });

  app.openapi(changeRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { template, note, actor, idempotencyKey, ...given } = c.req.valid("json");
    const asked = { ...given, notify: given.notify ?? given.status !== "cancelled" };
    const principal = c.get("principal");
    if (!isUuid(id)) throw notFound("order", id);
    const workspace = principal.workspaceId;
    const result = await orders.change(
      workspace,
      id as OrderId,
      {
        ...asked,
        note: note === "" ? null : note,
        template: template === null ? null : await registeredTemplate("template", template, { templates, workspace }),
        role: principal.role === "owner" ? "owner" : "operator",
        actor: actorOf(principal, actor ?? principal.actor),
        idempotencyKey: idempotencyKey ?? null,
        argumentsHash: sha256(canonicalJson({ id, ...asked, note, template })),
      },
      newId,
    );
    switch (result.kind) {
      case "not_found":
        throw notFound("order", id);
      case "key_reused":
        throw keyReused(idempotencyKey ?? "");
      case "moved":
        throw new RecadoError("order_moved", `The order is ${result.status} by now. Read it again, then decide.`);
      case "refused":
        if (result.isOwnerOnly) throw new RecadoError("forbidden", `${result.why}.`);
        throw new InvalidRequest([{ field: result.field, message: result.why }]);
      case "changed":
        if (result.order.notice?.kind === "queued") runtime.wake("outbox");
        return c.json(result.order, 200);
    }
  });
}
