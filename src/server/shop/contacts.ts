import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { RecadoError } from "../../core/errors.ts";
import { type ContactId, isUuid } from "../../core/ids.ts";
import { readIdentity } from "../../core/inbound/identity.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { Instant } from "../instant.ts";
import { InvalidRequest, problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { actorText, storableText } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Contacts"];
const params = z.object({ id: z.string() });

const ContactName = z
  .object({ id: z.string(), name: z.string().nullable(), phone: z.string().nullable(), bsuid: z.string().nullable() })
  .openapi("ContactName");

const findRoute = createRoute({
  method: "get",
  path: "/internal/agent/contacts",
  "x-access": "view",
  tags,
  summary: "Who a phone or BSUID is: the id for export and erasure",
  security,
  request: { query: z.object({ contact: z.string().openapi({ description: "Phone (with or without +) or BSUID." }) }) },
  responses: {
    200: {
      description: "One, or nobody",
      content: { "application/json": { schema: z.object({ items: z.array(ContactName) }) } },
    },
    ...problems(401, 403, 422),
  },
});

const exportRoute = createRoute({
  method: "get",
  path: "/internal/agent/contacts/{id}/export",
  "x-access": "administer",
  tags,
  summary: "All that is kept about a customer, for a machine to read; leaves a line in the audit log",
  security,
  request: {
    params,
    query: z.object({
      files: z.enum(["none", "inline"]).default("none").openapi({
        description:
          "`inline`: what the customer's files hold, base64, up to 64 MiB. Else by `/internal/agent/media/{id}/content`.",
      }),
    }),
  },
  responses: {
    200: {
      description: "The rows of each table that names them",
      content: {
        "application/json": {
          schema: z
            .object({
              format: z.literal("recado.contact-export.v1"),
              exportedAt: Instant,
              contact: ContactName,
              tables: z.record(z.string(), z.array(z.unknown()).readonly()).readonly(),
            })
            .openapi("ContactExport"),
        },
      },
    },
    ...problems(401, 403, 404, 422),
  },
});

const Erasure = z
  .object({
    actor: actorText.openapi({ example: "maria@tienda.co" }),
    reason: storableText(1, 500).openapi({
      description: "Kept in the audit log for ever: it must name neither the person nor a phone or e-mail.",
      example: "request of 3 March, ticket 81",
    }),
  })
  .openapi("Erasure");

const eraseRoute = createRoute({
  method: "post",
  path: "/internal/agent/contacts/{id}/erase",
  "x-access": "administer",
  tags,
  summary: "Erase a customer and all that names them; it cannot be taken back",
  security,
  request: { params, body: { required: true, content: { "application/json": { schema: Erasure } } } },
  responses: {
    200: {
      description: "How many rows each table has lost",
      content: {
        "application/json": {
          schema: z.object({ id: z.string(), rows: z.record(z.string(), z.number().int()) }).openapi("Erased"),
        },
      },
    },
    ...problems(400, 401, 403, 404, 415, 422),
  },
});

export function addContactRoutes(app: OpenAPIHono<ServerEnv>, { store, logger }: ServerDependencies): void {
  const { personalData } = store;

  app.openapi(findRoute, async (c) => {
    const identity = readIdentity(c.req.valid("query").contact);
    const name = identity?.bsuid ?? identity?.phone ?? null;
    if (name === null) throw new InvalidRequest([{ field: "contact", message: "neither a phone nor a BSUID" }]);
    const found = await personalData.find(c.get("principal").workspaceId, name);
    return c.json({ items: found === null ? [] : [found] }, 200);
  });

  app.openapi(exportRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { workspaceId, actor } = c.get("principal");
    if (!isUuid(id)) throw unknownContact(id);
    const withFiles = c.req.valid("query").files === "inline";
    const result = await personalData.export(workspaceId, id as ContactId, { actor, withFiles });
    if (result.kind === "not_found") throw unknownContact(id);
    if (result.kind === "too_big") {
      const message = `the files hold ${result.fileBytes} bytes, more than one answer takes: leave it out, and read each by /internal/agent/media/{id}/content`;
      throw new InvalidRequest([{ field: "files", message }]);
    }
    const { contact, exportedAt, tables } = result.export;
    const format = "recado.contact-export.v1" as const;
    return c.json({ format, exportedAt: exportedAt.toISOString(), contact, tables }, 200);
  });

  app.openapi(eraseRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { actor: said, reason } = c.req.valid("json");
    const principal = c.get("principal");
    if (!isUuid(id)) throw unknownContact(id);
    const actor = actorOf(principal, said);
    const result = await personalData.erase(principal.workspaceId, id as ContactId, { actor, reason });
    if (result.kind === "not_found") throw unknownContact(id);
    if (result.kind === "reason_names_person") {
      const message = "names the person, a phone or an e-mail; it stays in the audit log: say why without saying who";
      throw new InvalidRequest([{ field: "reason", message }]);
    }
    logger.info({ actor, contact_id: id }, "a customer was erased");
    return c.json({ id, rows: { ...result.rows } }, 200);
  });
}

function unknownContact(id: string): RecadoError {
  return new RecadoError("not_found", `There is no contact ${JSON.stringify(id.slice(0, 64))}.`);
}
