import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { Evaluation, Paper, ScoredExample } from "../../core/answers/review.ts";
import { isUuid } from "../../core/ids.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { answer, jsonBody, listAnswer, pageAnswer } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { PageQuery, readPage } from "../paging.ts";
import { InvalidRequest, problems } from "../problem.ts";
import type { ServerDependencies, StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody, storableText } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Quality"];
const params = z.object({ id: z.string() });
const AgentQuery = z.object({ agent: storableText(1, 100).optional() });
/** Limits the examples of a list, and those that one evaluation plays. */
const MOST_EXAMPLES = 200;

const reportsRoute = createRoute({
  method: "get",
  path: "/internal/agent/reports",
  "x-access": "view",
  tags,
  summary: "List the reports that `/dev-review` has saved, the newest first",
  security,
  request: { query: PageQuery },
  responses: { 200: pageAnswer(Paper), ...problems(401, 403, 422) },
});

const reportRoute = createRoute({
  method: "get",
  path: "/internal/agent/reports/{id}",
  "x-access": "view",
  tags,
  summary: "Get one report",
  security,
  request: { params },
  responses: { 200: answer("The report", Paper), ...problems(401, 403, 404) },
});

const examplesRoute = createRoute({
  method: "get",
  path: "/internal/agent/evaluations/examples",
  "x-access": "view",
  tags,
  summary: "List the runs that a person or a customer has judged, as examples of a dataset, the newest 200",
  security,
  request: { query: AgentQuery },
  responses: { 200: listAnswer("The newest first", ScoredExample), ...problems(401, 403, 422) },
});

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/evaluations",
  "x-access": "view",
  tags,
  summary: "List the evaluations that were run, the newest 50",
  security,
  request: { query: AgentQuery },
  responses: { 200: listAnswer("The newest first", Evaluation), ...problems(401, 403, 422) },
});

const runRoute = createRoute({
  method: "post",
  path: "/internal/agent/evaluations",
  "x-access": "operate",
  tags,
  summary: "Play the newest 200 judged runs with the agent of this process, in memory and without a model",
  security,
  request: {
    body: jsonBody(
      ActorBody.pick({ actor: true })
        .extend({ agentId: storableText(1, 100) })
        .strict()
        .openapi("NewEvaluation", { example: { actor: "ana@tienda.co", agentId: "somnio" } }),
    ),
  },
  responses: { 201: answer("What came of it", Evaluation), ...problems(400, 401, 403, 404, 415, 422) },
});

type Dependencies = StorePorts<"reviews"> & Pick<ServerDependencies, "settings" | "newId" | "evaluator">;

export function addQualityRoutes(
  app: OpenAPIHono<ServerEnv>,
  { store: { reviews }, settings, newId, evaluator }: Dependencies,
): void {
  app.openapi(reportsRoute, async (c) => {
    const { workspaceId } = c.get("principal");
    return c.json(await readPage(reviews.papers(workspaceId, { kind: "report", ...c.req.valid("query") })), 200);
  });

  app.openapi(reportRoute, async (c) => {
    const { id } = c.req.valid("param");
    const paper = isUuid(id) ? await reviews.paper(c.get("principal").workspaceId, id) : null;
    if (paper?.kind !== "report") throw notFound("report", id);
    return c.json(paper, 200);
  });

  app.openapi(examplesRoute, async (c) => {
    const { agent: agentId = settings.defaultAgentId } = c.req.valid("query");
    const runs = await reviews.scored(c.get("principal").workspaceId, { agentId, limit: MOST_EXAMPLES });
    const items = runs.map(({ runId, kind, before, input, output, correct, intent }) => ({
      ...{ runId, kind, correct, intent },
      ...{ before: [...before], input: [...input], output: [...output] },
    }));
    return c.json({ items }, 200);
  });

  app.openapi(listRoute, async (c) => {
    const items = await reviews.evaluations(c.get("principal").workspaceId, c.req.valid("query").agent);
    return c.json({ items: [...items] }, 200);
  });

  app.openapi(runRoute, async (c) => {
    const principal = c.get("principal");
    const { actor, agentId } = c.req.valid("json");
    const runs = await reviews.scored(principal.workspaceId, { agentId, limit: MOST_EXAMPLES });
    const played = (await evaluator?.evaluate(principal.workspaceId, agentId, runs)) ?? null;
    if (played === null) throw notFound("agent", agentId);
    if (played.examples === 0) {
      throw new InvalidRequest([
        {
          field: "agentId",
          message: `no run of "${agentId}" has been judged yet: judge some in the Studio, or wait for reactions of customers`,
        },
      ]);
    }
    const kept = await reviews.keepEvaluation(principal.workspaceId, {
      ...played,
      ...{ id: newId(), agentId, model: null, dataset: "judged runs", by: actorOf(principal, actor) },
    });
    return c.json(kept, 201);
  });
}
