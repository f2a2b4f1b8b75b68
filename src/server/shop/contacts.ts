import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { ContactExport, Erased, FoundContact } from "../../core/answers/contact.ts";
import { ContactMemory } from "../../core/answers/contact-memory.ts";
import { type ContactId, isUuid } from "../../core/ids.ts";
import { readIdentity } from "../../core/inbound/identity.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { answer, jsonBody, listAnswer } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { InvalidRequest, problems } from "../problem.ts";
import type { ServerDependencies, StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { actorText, storableText } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Contacts"];
const params = z.object({ id: z.string() });

const findRoute = createRoute({
  method: "get",
  path: "/internal/agent/contacts",
  "x-access": "view",
  tags,
  summary: "Find the contact of a phone or BSUID: its id is what export and erasure take",
  security,
  request: { query: z.object({ contact: z.string().openapi({ description: "Phone (with or without +) or BSUID." }) }) },
  responses: { 200: listAnswer("The contact, or an empty list", FoundContact), ...problems(401, 403, 422) },
});

const exportRoute = createRoute({
  method: "get",
  path: "/internal/agent/contacts/{id}/export",
  "x-access": "administer",
  tags,
  summary: "Export all that is kept about a customer. The audit log gets a line",
  security,
  request: {
    params,
    query: z.object({
      files: z.enum(["none", "inline"]).default("none").openapi({
        description:
          "`inline` adds the bytes of the customer's files as base64, at most 64 MiB. Otherwise read each from `/internal/agent/media/{id}/content`.",
      }),
    }),
  },
  responses: { 200: answer("The export", ContactExport), ...problems(401, 403, 404, 422) },
});

const Erasure = z
  .object({
    actor: actorText.openapi({ example: "maria@tienda.co" }),
    reason: storableText(1, 500).openapi({
      description: "The audit log keeps it for ever, so it must name neither the person nor a phone or e-mail.",
      example: "request of 3 March, ticket 81",
    }),
  })
  .openapi("Erasure");

const eraseRoute = createRoute({
  method: "post",
  path: "/internal/agent/contacts/{id}/erase",
  "x-access": "administer",
  tags,
  summary: "Erase a customer and all that names them. This cannot be undone",
  security,
  request: { params, body: jsonBody(Erasure) },
  responses: {
    200: answer("Number of rows that each table lost", Erased),
    ...problems(400, 401, 403, 404, 415, 422),
  },
});

const memoryRoute = createRoute({
  method: "get",
  path: "/internal/agent/contacts/{id}/memory",
  "x-access": "view",
  tags,
  summary: "Show what is remembered of a customer, with the words that said it, and what was",
  security,
  request: { params },
  responses: { 200: answer("The memory", ContactMemory), ...problems(401, 404) },
});

const Forgetting = z
  .object({
    actor: actorText.openapi({ example: "maria@tienda.co" }),
    facts: z
      .union([z.literal("all"), z.array(z.uuid()).min(1).max(200)])
      .openapi({ description: "`all`, or the ids of facts." }),
  })
  .openapi("MemoryForgetting");

const forgetRoute = createRoute({
  method: "post",
  path: "/internal/agent/contacts/{id}/memory/forget",
  "x-access": "operate",
  tags,
  summary: "Forget facts about a customer, or all of them. Their words are deleted; this cannot be undone",
  security,
  request: { params, body: jsonBody(Forgetting) },
  responses: { 200: answer("What is still remembered", ContactMemory), ...problems(400, 401, 403, 404, 415, 422) },
});

export function addContactRoutes(
  app: OpenAPIHono<ServerEnv>,
  {
    store: { personalData, memory },
    logger,
  }: StorePorts<"personalData" | "memory"> & Pick<ServerDependencies, "logger">,
): void {
  app.openapi(findRoute, async (c) => {
    const identity = readIdentity(c.req.valid("query").contact);
    const name = identity?.bsuid ?? identity?.phone ?? null;
    if (name === null) throw new InvalidRequest([{ field: "contact", message: "neither a phone nor a BSUID" }]);
    const found = await personalData.find(c.get("principal").workspaceId, name);
    return c.json({ items: found === null ? [] : [found] }, 200);
  });

  app.openapi(memoryRoute, async (c) => {
    const { id } = c.req.valid("param");
    const known = await memory.ofContact(c.get("principal").workspaceId, id as ContactId);
    if (known === null) throw notFound("contact", id);
    return c.json(known, 200);
  });

  app.openapi(forgetRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { actor, facts } = c.req.valid("json");
    const principal = c.get("principal");
    const { workspaceId } = principal;
    const gone = await memory.forget(workspaceId, id as ContactId, { facts, actor: actorOf(principal, actor) });
    const known = gone === null ? null : await memory.ofContact(workspaceId, id as ContactId);
    if (known === null) throw notFound("contact", id);
    return c.json(known, 200);
  });

  app.openapi(exportRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { workspaceId, actor } = c.get("principal");
    if (!isUuid(id)) throw notFound("contact", id);
    const withFiles = c.req.valid("query").files === "inline";
    const result = await personalData.export(workspaceId, id as ContactId, { actor, withFiles });
    if (result.kind === "not_found") throw notFound("contact", id);
    if (result.kind === "too_big") {
      const message = `the files hold ${result.fileBytes} bytes, more than one answer takes: leave \`files\` out and read each from /internal/agent/media/{id}/content`;
      throw new InvalidRequest([{ field: "files", message }]);
    }
    return c.json(result.export, 200);
  });

  app.openapi(eraseRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { actor: said, reason } = c.req.valid("json");
    const principal = c.get("principal");
    if (!isUuid(id)) throw notFound("contact", id);
    const actor = actorOf(principal, said);
    const result = await personalData.erase(principal.workspaceId, id as ContactId, { actor, reason });
    if (result.kind === "not_found") throw notFound("contact", id);
    if (result.kind === "reason_names_person") {
      const message =
        "names the person, a phone or an e-mail, and the audit log keeps it for ever: give the reason without a name";
      throw new InvalidRequest([{ field: "reason", message }]);
    }
    logger.info({ actor, contact_id: id }, "a customer was erased");
    return c.json({ id, rows: { ...result.rows } }, 200);
  });
}
