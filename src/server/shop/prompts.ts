import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { PromptVersion } from "../../core/answers/prompt.ts";
import { RecadoError } from "../../core/errors.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { answer, jsonBody, listAnswer } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { InvalidRequest, problems } from "../problem.ts";
import type { ServerDependencies, StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody, storableText } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Quality"];
const agentParams = z.object({ id: z.string() });
const partParams = agentParams.extend({ part: z.string() });
const Actor = ActorBody.pick({ actor: true });

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/agents/{id}/prompts",
  "x-access": "view",
  tags,
  summary: "List the versions of an agent's prompts, the newest first, and the agent's own words",
  security,
  request: { params: agentParams },
  responses: {
    200: answer("The versions", z.object({ own: z.record(z.string(), z.string()), items: z.array(PromptVersion) })),
    ...problems(401, 403, 404),
  },
});

const proposeRoute = createRoute({
  method: "post",
  path: "/internal/agent/agents/{id}/prompts/{part}",
  "x-access": "operate",
  tags,
  summary: "Propose a version of a prompt. It is not used before an owner approves it",
  security,
  request: {
    params: partParams,
    body: jsonBody(
      Actor.extend({ text: storableText(1, 32_000), note: storableText(1, 1_000).nullish() })
        .strict()
        .openapi("NewPromptVersion", {
          example: { actor: "ana@tienda.co", text: "Usted atiende…", note: "más corto" },
        }),
    ),
  },
  responses: { 201: answer("The version", PromptVersion), ...problems(400, 401, 403, 404, 415, 422) },
});

const approveRoute = createRoute({
  method: "post",
  path: "/internal/agent/agents/{id}/prompts/{part}/approve",
  "x-access": "administer",
  tags,
  summary: "Approve a version and put it into use, from the next turn on and in every process",
  security,
  request: {
    params: partParams,
    body: jsonBody(
      Actor.extend({ version: z.int().min(1) })
        .strict()
        .openapi("ApprovedPrompt"),
    ),
  },
  responses: { 200: answer("The version", PromptVersion), ...problems(400, 401, 403, 404, 415, 422) },
});

const useRoute = createRoute({
  method: "post",
  path: "/internal/agent/agents/{id}/prompts/{part}/use",
  "x-access": "operate",
  tags,
  summary: "Go back to an approved version, or to the agent's own words (null), from the next turn on",
  security,
  request: {
    params: partParams,
    body: jsonBody(
      Actor.extend({ version: z.int().min(1).nullable() })
        .strict()
        .openapi("UsedPrompt"),
    ),
  },
  responses: { 200: listAnswer("The versions", PromptVersion), ...problems(400, 401, 403, 404, 409, 415, 422) },
});

export function addPromptRoutes(
  app: OpenAPIHono<ServerEnv>,
  { store: { prompts }, agents }: StorePorts<"prompts"> & Pick<ServerDependencies, "agents">,
): void {
  const ownOf = (id: string) => {
    const agent = agents.find((one) => one.id === id);
    if (agent === undefined) throw notFound("agent", id);
    return agent.prompts;
  };
  const checkPart = (id: string, part: string) => {
    const parts = Object.keys(ownOf(id));
    if (parts.includes(part)) return { agentId: id, part };
    throw new InvalidRequest([
      {
        field: "part",
        message:
          parts.length === 0
            ? `the agent "${id}" has no prompt that can be replaced`
            : `must be one of ${parts.join(", ")}`,
      },
    ]);
  };

  app.openapi(listRoute, async (c) => {
    const { id } = c.req.valid("param");
    const own = ownOf(id);
    return c.json({ own: { ...own }, items: [...(await prompts.list(c.get("principal").workspaceId, id))] }, 200);
  });

  app.openapi(proposeRoute, async (c) => {
    const { id, part } = c.req.valid("param");
    const place = checkPart(id, part);
    const principal = c.get("principal");
    const { actor, text, note = null } = c.req.valid("json");
    const by = actorOf(principal, actor);
    return c.json(await prompts.propose(principal.workspaceId, { ...place, text, note, by }), 201);
  });

  app.openapi(approveRoute, async (c) => {
    const { id, part } = c.req.valid("param");
    const place = checkPart(id, part);
    const principal = c.get("principal");
    const { actor, version } = c.req.valid("json");
    const approved = await prompts.approve(principal.workspaceId, place, version, actorOf(principal, actor));
    if (approved === null) throw notFound("version of this prompt", String(version));
    return c.json(approved, 200);
  });

  app.openapi(useRoute, async (c) => {
    const { id, part } = c.req.valid("param");
    const place = checkPart(id, part);
    const principal = c.get("principal");
    const { actor, version } = c.req.valid("json");
    const fate = await prompts.use(principal.workspaceId, place, version, actorOf(principal, actor));
    if (fate === "not_found") throw notFound("version of this prompt", String(version));
    if (fate === "not_approved") {
      throw new RecadoError(
        "prompt_not_approved",
        `Version ${version} has not been approved: an owner approves it first.`,
      );
    }
    return c.json({ items: [...(await prompts.list(principal.workspaceId, id))] }, 200);
  });
}
