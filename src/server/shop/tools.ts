import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { RecadoError } from "../../core/errors.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { TOOL_MODULES } from "../../core/ports/tools.ts";
import { POLICY_DECISIONS, RISK_LEVELS } from "../../core/tools/tool-call.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody, storableText } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Tools"];

const Schema = z.record(z.string(), z.unknown()).openapi({ description: "A JSON Schema." });

const ToolJson = z
  .object({
    name: z.string().openapi({ example: "crm.note.create" }),
    modelName: z.string().openapi({ description: "What a language model calls it.", example: "crm_note_create" }),
    description: z.string(),
    module: z.enum(TOOL_MODULES),
    effect: z.enum(["read", "transactional", "external"]),
    risk: z.enum(RISK_LEVELS),
    permissions: z.array(z.string()),
    reversible: z.boolean(),
    isPaid: z.boolean().openapi({ description: "Somebody is paid for each call." }),
    timeoutMs: z.number().int(),
    inputSchema: Schema,
    staffInputSchema: Schema,
    outputSchema: Schema,
    rules: z
      .array(z.object({ name: z.string(), decision: z.enum(POLICY_DECISIONS), why: z.string() }))
      .openapi({ description: "Those that may decide about a call of it, in their order: the first that fits does." }),
  })
  .openapi("Tool");

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/tools",
  "x-access": "view",
  tags,
  summary: "The tools of this process, with their schemas and the rules that judge a call",
  security,
  responses: {
    200: {
      description: "All of them",
      content: { "application/json": { schema: z.object({ items: z.array(ToolJson) }) } },
    },
    ...problems(401),
  },
});

const TemplateJson = z
  .object({
    name: z.string(),
    language: z.string(),
    category: z.enum(["marketing", "utility", "authentication"]),
    body: z.string(),
    variables: z.number().int(),
  })
  .openapi("MessageTemplate");

const templatesRoute = createRoute({
  method: "get",
  path: "/internal/agent/templates",
  "x-access": "view",
  tags,
  summary: "The approved templates that tools may send",
  security,
  responses: {
    200: {
      description: "All of them",
      content: { "application/json": { schema: z.object({ items: z.array(TemplateJson) }) } },
    },
    ...problems(401),
  },
});

const templateParams = z.object({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/, "small letters, digits and _ only, as WhatsApp has it"),
  language: z.string().regex(/^[a-z]{2,3}(_[A-Za-z0-9]{2,4})?$/, "a code such as es or es_CO"),
});

const saveRoute = createRoute({
  method: "put",
  path: "/internal/agent/templates/{name}/{language}",
  "x-access": "administer",
  tags,
  summary: "Write down a template that WhatsApp has approved, so that tools may send it",
  security,
  request: {
    params: templateParams,
    body: {
      content: {
        "application/json": {
          schema: ActorBody.extend({
            category: z.enum(["marketing", "utility", "authentication"]),
            body: storableText(1, 1024).openapi({ description: "Its text, with {{1}}, {{2}}, … where values go." }),
          }),
        },
      },
      required: true,
    },
  },
  responses: {
    200: { description: "As it stands now", content: { "application/json": { schema: TemplateJson } } },
    ...problems(400, 401, 403, 415, 422),
  },
});

const removeRoute = createRoute({
  method: "delete",
  path: "/internal/agent/templates/{name}/{language}",
  "x-access": "administer",
  tags,
  summary: "Take a template off the list: tools send it no more",
  security,
  request: { params: templateParams },
  responses: { 204: { description: "It is gone" }, ...problems(401, 403, 404) },
});

export function addToolRoutes(app: OpenAPIHono<ServerEnv>, { tools, templates }: ServerDependencies): void {
  app.openapi(listRoute, (c) => {
    const items = tools.map((tool) => ({ ...tool, permissions: [...tool.permissions], rules: [...tool.rules] }));
    return c.json({ items }, 200);
  });
  app.openapi(templatesRoute, async (c) =>
    c.json({ items: await templates.list(c.get("principal").workspaceId) }, 200),
  );
  app.openapi(saveRoute, async (c) => {
    const principal = c.get("principal");
    const { actor, category, body } = c.req.valid("json");
    const template = { ...c.req.valid("param"), category, body, variables: countHoles(body) };
    await templates.save(principal.workspaceId, template, actorOf(principal, actor));
    return c.json(template, 200);
  });
  app.openapi(removeRoute, async (c) => {
    const { name, language } = c.req.valid("param");
    const { workspaceId, actor } = c.get("principal");
    if (await templates.remove(workspaceId, name, language, actor)) return c.body(null, 204);
    throw new RecadoError("not_found", `There is no template "${name}" in "${language}".`);
  });
}

/** {{1}} … {{n}}: as many values as the highest of them says. */
function countHoles(body: string): number {
  const numbers = [...body.matchAll(/\{\{\s*(\d{1,2})\s*\}\}/g)].map(([, digits]) => Number(digits));
  return Math.max(0, ...numbers);
}
