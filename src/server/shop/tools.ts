import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { ToolDescription } from "../../core/answers/tool.ts";
import { listAnswer } from "../answer.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";

const security = [{ bearer: [] }];
const tags = ["Tools"];

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/tools",
  "x-access": "view",
  tags,
  summary: "List the tools of this process, with their schemas and the policy rules that judge a call",
  security,
  responses: { 200: listAnswer("All tools", ToolDescription), ...problems(401) },
});

export function addToolRoutes(app: OpenAPIHono<ServerEnv>, { tools }: Pick<ServerDependencies, "tools">): void {
  app.openapi(listRoute, (c) => c.json({ items: [...tools] }, 200));
}
