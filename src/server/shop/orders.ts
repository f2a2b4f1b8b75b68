import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { ORDER_STATUSES } from "../../core/agent/shop-words.ts";
import { ShopOrder } from "../../core/answers/order.ts";
import { isUuid, type OrderId } from "../../core/ids.ts";
import { answer, pageAnswer } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { PageQuery, readPage } from "../paging.ts";
import { problems } from "../problem.ts";
import type { StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { storableText } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Orders"];

const Instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/orders",
  "x-access": "view",
  tags,
  summary: "List the orders of a shop with customer and address, newest first",
  security,
  request: {
    query: PageQuery.extend({
      status: z.enum(ORDER_STATUSES).optional(),
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

export function addOrderRoutes(app: OpenAPIHono<ServerEnv>, { store: { orders } }: StorePorts<"orders">): void {
  app.openapi(listRoute, async (c) => {
    return c.json(await readPage(orders.list(c.get("principal").workspaceId, c.req.valid("query"))), 200);
  });

  app.openapi(showRoute, async (c) => {
    const { id } = c.req.valid("param");
    const order = isUuid(id) ? await orders.find(c.get("principal").workspaceId, id as OrderId) : null;
    if (order === null) throw notFound("order", id);
    return c.json(order, 200);
  });
}
