import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { AgentDescription, AgentSummary } from "../../core/answers/agent.ts";
import { answer, listAnswer } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";

const security = [{ bearer: [] }];
const tags = ["Agents"];

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/agents",
  "x-access": "view",
  tags,
  summary: "List the agents of this installation",
  security,
  responses: { 200: listAnswer("All agents", AgentSummary), ...problems(401) },
});

const getRoute = createRoute({
  method: "get",
  path: "/internal/agent/agents/{id}",
  "x-access": "view",
  tags,
  summary: "Get one agent: its modes, intents, templates, tools and thresholds",
  security,
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: answer("The agent", AgentDescription), ...problems(401, 404) },
});

export function addAgentRoutes(app: OpenAPIHono<ServerEnv>, { agents }: Pick<ServerDependencies, "agents">): void {
  app.openapi(listRoute, (c) => c.json({ items: agents.map(summarise) }, 200));

  app.openapi(getRoute, (c) => {
    const { id } = c.req.valid("param");
    const agent = agents.find((one) => one.id === id);
    if (agent === undefined) throw notFound("agent", id);
    return c.json(agent, 200);
  });
}

function summarise({ id, name, description, version, versions, tools, flow, prompts }: AgentDescription): AgentSummary {
  return {
    id,
    name,
    description,
    version,
    versions,
    modes: flow?.modes.length ?? 0,
    intents: flow?.intents.length ?? 0,
    templates: flow?.intents.reduce((sum, { templates }) => sum + templates.length, 0) ?? 0,
    tools: tools.length,
    promptParts: Object.keys(prompts),
  };
}
