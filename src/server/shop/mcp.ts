import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";

const mcpRoute = createRoute({
  method: "post",
  path: "/internal/agent/mcp",
  "x-access": "view",
  tags: ["MCP"],
  summary: "Call the read tools of the workspace over MCP (streamable HTTP, without sessions)",
  security: [{ bearer: [] }],
  request: {
    body: {
      required: true,
      content: {
        "application/json": { schema: z.unknown().openapi({ description: "JSON-RPC 2.0, as MCP defines it." }) },
      },
    },
  },
  responses: {
    200: {
      description: "JSON-RPC, or a stream of its events",
      content: { "application/json": { schema: z.unknown() } },
    },
    202: { description: "A notification was accepted" },
    ...problems(401, 403, 404),
  },
});

export function addMcpRoute(app: OpenAPIHono<ServerEnv>, { answerMcp }: Pick<ServerDependencies, "answerMcp">): void {
  if (answerMcp === undefined) return;
  app.openapi(mcpRoute, (c) => {
    const { url, method, headers } = c.req.raw;
    return answerMcp(c.get("principal"), {
      request: new Request(url, { method, headers }),
      body: c.req.valid("json"),
    }) as never;
  });
}
