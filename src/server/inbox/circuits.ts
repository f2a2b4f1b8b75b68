import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { Circuit } from "../../core/answers/circuit.ts";
import { listAnswer } from "../answer.ts";
import { problems } from "../problem.ts";
import type { StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/circuits",
  "x-access": "view",
  tags: ["Operation"],
  summary: "List tokens and numbers that WhatsApp refuses and that sending waits for, oldest first",
  security: [{ bearer: [] }],
  responses: { 200: listAnswer("All open circuits", Circuit), ...problems(401, 403) },
});

export function addCircuitRoute(app: OpenAPIHono<ServerEnv>, { store: { outbox } }: StorePorts<"outbox">): void {
  app.openapi(listRoute, async (c) => {
    const open = await outbox.openCircuits();
    const own = open.filter(({ workspaceId }) => workspaceId === c.get("principal").workspaceId);
    return c.json({ items: own.map(({ workspaceId: _, ...circuit }) => circuit) }, 200);
  });
}
