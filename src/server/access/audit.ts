import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { AuditLine, AuditVerdict } from "../../core/answers/audit.ts";
import { mayAccess } from "../../core/operations/principal.ts";
import { answer, pageAnswer } from "../answer.ts";
import { PageQuery, readPage } from "../paging.ts";
import { problems } from "../problem.ts";
import type { StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { storableText } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Audit"];

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/audit",
  "x-access": "view",
  tags,
  summary: "List who did what, newest first",
  security,
  request: {
    query: PageQuery.extend({
      subjectId: storableText(1, 200)
        .optional()
        .openapi({ description: "Id of a conversation, a task, an alert or another subject." }),
    }),
  },
  responses: { 200: pageAnswer(AuditLine), ...problems(401, 403, 422) },
});

const verifyRoute = createRoute({
  method: "get",
  path: "/internal/agent/audit/verification",
  "x-access": "view",
  tags,
  summary: "Check that the chain of the audit log is unbroken",
  security,
  responses: { 200: answer("The verdict", AuditVerdict), ...problems(401, 403) },
});

export function addAuditRoutes(app: OpenAPIHono<ServerEnv>, { store: { audit } }: StorePorts<"audit">): void {
  app.openapi(listRoute, async (c) => {
    return c.json(await readPage(audit.list(c.get("principal").workspaceId, c.req.valid("query"))), 200);
  });
  app.openapi(verifyRoute, async (c) => {
    const principal = c.get("principal");
    // A whole proof costs more the longer the log is, so only those who administer the workspace
    // get one.
    const whole = mayAccess(principal, "administer", "audit");
    return c.json(await audit.verify(principal.workspaceId, { whole }), 200);
  });
}
