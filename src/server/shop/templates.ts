import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { MessageTemplate } from "../../core/answers/message-template.ts";
import { TemplateSync } from "../../core/answers/template-sync.ts";
import { RecadoError } from "../../core/errors.ts";
import { DEFAULT_WORKSPACE, type PhoneNumberId } from "../../core/ids.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { TEMPLATE_CATEGORIES } from "../../core/outbound/outbound-content.ts";
import { countHoles } from "../../core/outbound/registered-template.ts";
import { planSync, saveSync } from "../../whatsapp/account/plan-template-sync.ts";
import { answer, jsonBody, listAnswer } from "../answer.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody, storableText } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Tools"];

const templatesRoute = createRoute({
  method: "get",
  path: "/internal/agent/templates",
  "x-access": "view",
  tags,
  summary: "List the approved templates that tools may send",
  security,
  responses: { 200: listAnswer("All templates", MessageTemplate), ...problems(401) },
});

const templateParams = z.object({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/, "must be lower-case letters, digits and _, as in WhatsApp"),
  language: z.string().regex(/^[a-z]{2,3}(_[A-Za-z0-9]{2,4})?$/, "must be a code such as es or es_CO"),
});

const saveRoute = createRoute({
  method: "put",
  path: "/internal/agent/templates/{name}/{language}",
  "x-access": "administer",
  tags,
  summary: "Save a template that WhatsApp has approved, so that tools may send it",
  security,
  request: {
    params: templateParams,
    body: jsonBody(
      ActorBody.extend({
        category: z.enum(TEMPLATE_CATEGORIES),
        body: storableText(1, 1024).openapi({ description: "Its text, with {{1}}, {{2}}, … in the place of values." }),
      }),
    ),
  },
  responses: { 200: answer("The template as it is now", MessageTemplate), ...problems(400, 401, 403, 415, 422) },
});

const removeRoute = createRoute({
  method: "delete",
  path: "/internal/agent/templates/{name}/{language}",
  "x-access": "administer",
  tags,
  summary: "Delete a template from the list. Tools can no longer send it",
  security,
  request: { params: templateParams },
  responses: { 204: { description: "Deleted" }, ...problems(401, 403, 404) },
});

const syncRoute = createRoute({
  method: "post",
  path: "/internal/agent/templates/sync",
  "x-access": "administer",
  tags,
  summary:
    "Bring the list to what WhatsApp has approved for the shop's numbers. Says what it adds, changes and removes",
  security,
  request: {
    body: jsonBody(
      ActorBody.pick({ actor: true })
        .extend({ dryRun: z.boolean().default(false) })
        .strict()
        .openapi("NewTemplateSync"),
    ),
  },
  responses: { 200: answer("What was done", TemplateSync), ...problems(400, 401, 403, 415, 422, 503) },
});

type TemplateDependencies = Pick<ServerDependencies, "templates" | "accessAdmin" | "readShopTemplates">;

export function addTemplateRoutes(
  app: OpenAPIHono<ServerEnv>,
  { templates, accessAdmin, readShopTemplates }: TemplateDependencies,
): void {
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

  app.openapi(syncRoute, async (c) => {
    const { workspaceId, ...principal } = c.get("principal");
    const { actor, dryRun } = c.req.valid("json");
    if (readShopTemplates === undefined) throw new RecadoError("not_ready", "This process has no way to WhatsApp.");
    const owners = new Map((await accessAdmin.numbers(null)).map((number) => [number.id, number.workspaceId]));
    // A number that was never seen will be of the first workspace.
    const found = await readShopTemplates(
      (id) => (owners.get(id as PhoneNumberId) ?? DEFAULT_WORKSPACE) === workspaceId,
    );
    switch (found.kind) {
      case "no_account":
        throw new RecadoError(
          "request_invalid",
          "The token of WhatsApp manages no account that has a number of this workspace.",
        );
      case "refused":
        throw new RecadoError(
          "request_invalid",
          `WhatsApp refuses the question (${found.detail}): \`recado doctor\` says what is wrong.`,
        );
      case "unreachable":
        throw new RecadoError("channel_unreachable", `WhatsApp did not answer (${found.detail}). Try again.`);
      case "read": {
        const planned = planSync(found.templates, await templates.list(workspaceId));
        if (!dryRun) {
          const by = actorOf({ workspaceId, ...principal }, actor);
          await saveSync(templates, planned, { workspace: workspaceId, by });
        }
        return c.json({ isDryRun: dryRun, changes: planned.map(({ save: _, ...change }) => change) }, 200);
      }
    }
  });
}
