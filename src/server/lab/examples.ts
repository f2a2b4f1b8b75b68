import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { actorOf } from "../../core/operations/principal.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { actorText } from "../text-rules.ts";

const tags = ["Examples"];
const security = [{ bearer: [] }];
const owners = { tags, security, "x-access": "administer" } as const;
const Count = z.number().int();

const countRoute = createRoute({
  ...owners,
  method: "get",
  path: "/internal/agent/examples",
  summary: "Count the example customers of a new shop",
  responses: {
    200: { description: "The count", content: { "application/json": { schema: z.object({ count: Count }) } } },
    ...problems(401, 403),
  },
});

const removeRoute = createRoute({
  ...owners,
  method: "post",
  path: "/internal/agent/examples/remove",
  summary: "Erase the example customers and all data about them, as `recado seed remove` does",
  request: {
    body: {
      required: true,
      content: { "application/json": { schema: z.object({ actor: actorText }).openapi("ExampleRemoval") } },
    },
  },
  responses: {
    200: {
      description: "Number of customers erased; 0 the second time",
      content: { "application/json": { schema: z.object({ removed: Count }) } },
    },
    ...problems(400, 401, 403, 415, 422),
  },
});

export function addExampleRoutes(app: OpenAPIHono<ServerEnv>, { examples }: ServerDependencies): void {
  app.openapi(countRoute, async (c) =>
    c.json({ count: (await examples?.count(c.get("principal").workspaceId)) ?? 0 }, 200),
  );

  app.openapi(removeRoute, async (c) => {
    const principal = c.get("principal");
    const actor = actorOf(principal, c.req.valid("json").actor);
    return c.json({ removed: (await examples?.remove(principal.workspaceId, actor)) ?? 0 }, 200);
  });
}
