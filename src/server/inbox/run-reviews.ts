import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { RunScore } from "../../core/answers/review.ts";
import { isUuid, type RunId } from "../../core/ids.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { jsonBody, listAnswer } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { problems } from "../problem.ts";
import type { StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody, storableText } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Runs"];
const params = z.object({ runId: z.string() });

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/runs/{runId}/scores",
  "x-access": "view",
  tags,
  summary: "List how a run was judged: by the ledger, by the customer's reaction, by people and by models",
  security,
  request: { params },
  responses: { 200: listAnswer("The scores, from 0 to 1", RunScore), ...problems(401, 403, 404) },
});

const scoreRoute = createRoute({
  method: "post",
  path: "/internal/agent/runs/{runId}/scores",
  "x-access": "operate",
  tags,
  summary: "Judge a run. A second score of the same person under the same name replaces the first",
  security,
  request: {
    params,
    body: jsonBody(
      ActorBody.pick({ actor: true })
        .extend({
          name: storableText(1, 60).default("quality"),
          value: z.number().min(0).max(1),
          source: z.enum(["human", "llm_judge"]).default("human"),
          comment: storableText(1, 1_000).nullish(),
          correct: storableText(1, 4_096)
            .nullish()
            .openapi({ description: "What should have been said: the run becomes an example of a dataset." }),
        })
        .strict()
        .openapi("NewRunScore", {
          example: { actor: "ana@tienda.co", value: 0, correct: "Sí, enviamos a Leticia: tarda 5 días." },
        }),
    ),
  },
  responses: { 200: listAnswer("All scores of the run", RunScore), ...problems(400, 401, 403, 404, 415, 422) },
});

export function addRunReviewRoutes(app: OpenAPIHono<ServerEnv>, { store: { reviews } }: StorePorts<"reviews">): void {
  app.openapi(listRoute, async (c) => {
    const { runId } = c.req.valid("param");
    const items = isUuid(runId) ? await reviews.scores(c.get("principal").workspaceId, runId as RunId) : null;
    if (items === null) throw notFound("run", runId);
    return c.json({ items: [...items] }, 200);
  });

  app.openapi(scoreRoute, async (c) => {
    const { runId } = c.req.valid("param");
    const principal = c.get("principal");
    const { actor, comment = null, correct = null, ...score } = c.req.valid("json");
    const by = actorOf(principal, actor);
    const isKept =
      isUuid(runId) &&
      (await reviews.score(principal.workspaceId, { ...score, runId: runId as RunId, comment, correct, by }));
    const items = isKept ? await reviews.scores(principal.workspaceId, runId as RunId) : null;
    if (items === null) throw notFound("run", runId);
    return c.json({ items: [...items] }, 200);
  });
}
