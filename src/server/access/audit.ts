import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { mayAccess } from "../../core/operations/principal.ts";
import { Instant } from "../instant.ts";
import { PageQuery, readPage } from "../paging.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { storableText } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Audit"];

const AuditLineJson = z
  .object({
    seq: z.number().int().nullable().openapi({ description: "Its place in the chain; null until it is sealed." }),
    at: Instant,
    actor: z.string().openapi({ example: "agent:somnio@2" }),
    action: z.string().openapi({ example: "tool.ok" }),
    subject: z.object({ kind: z.string(), id: z.string() }),
    runId: z.string().nullable(),
    detail: z.unknown(),
    hash: z.string().nullable(),
  })
  .openapi("AuditLine");

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/audit",
  "x-access": "view",
  tags,
  summary: "Who did what, the newest first",
  security,
  request: {
    query: PageQuery.extend({
      subjectId: storableText(1, 200).optional().openapi({ description: "A conversation, a task, an alert." }),
    }),
  },
  responses: {
    200: {
      description: "A page",
      content: {
        "application/json": { schema: z.object({ items: z.array(AuditLineJson), nextCursor: z.string().nullable() }) },
      },
    },
    ...problems(401, 403, 422),
  },
});

const Verdict = z
  .object({
    lines: z.number().int(),
    verifiedFrom: z.number().int().openapi({
      description:
        "1 for an owner: all of it was looked at. Else the line after those that the server has proved before.",
    }),
    unsealed: z.number().int(),
    lastHash: z.string().nullable().openapi({ description: "Kept elsewhere, it also proves that the end is whole." }),
    brokenAt: z.number().int().nullable().openapi({ description: "The first line that is not as it was written." }),
  })
  .openapi("AuditVerdict");

const verifyRoute = createRoute({
  method: "get",
  path: "/internal/agent/audit/verification",
  "x-access": "view",
  tags,
  summary: "Whether the chain of the log holds",
  security,
  responses: {
    200: { description: "The verdict", content: { "application/json": { schema: Verdict } } },
    ...problems(401, 403),
  },
});

export function addAuditRoutes(app: OpenAPIHono<ServerEnv>, { store }: ServerDependencies): void {
  app.openapi(listRoute, async (c) => {
    const { items, nextCursor } = await readPage(
      store.audit.list(c.get("principal").workspaceId, c.req.valid("query")),
    );
    return c.json({ items: items.map((line) => ({ ...line, at: line.at.toISOString() })), nextCursor }, 200);
  });
  app.openapi(verifyRoute, async (c) => {
    const principal = c.get("principal");
    // All of it costs what the log is long: for those who answer for the workspace.
    const whole = mayAccess(principal, "administer", "audit");
    return c.json(await store.audit.verify(principal.workspaceId, { whole }), 200);
  });
}
