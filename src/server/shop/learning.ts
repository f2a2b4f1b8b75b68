import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { LearningSample } from "../../core/answers/lab/learning-sample.ts";
import type { RunId } from "../../core/ids.ts";
import { MOST_LABELLED_RUNS } from "../../core/knowledge/group-questions.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { answer, jsonBody } from "../answer.ts";
import { InvalidRequest, problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody, storableText } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Knowledge"];

/** The label of a text that belongs to no intent of the shop. */
const OUTSIDE = "otro";

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/learning/samples",
  "x-access": "view",
  tags,
  summary: "List texts that engines were unsure of or contradicted in, for an operator to label, most frequent first",
  security,
  request: {
    query: z.object({
      agent: z.string().max(100).optional(),
      days: z.coerce.number().int().min(1).max(366).default(30),
      limit: z.coerce.number().int().min(1).max(200).default(100),
    }),
  },
  responses: {
    200: answer(
      "The samples",
      z.object({
        keepsTexts: z.boolean().openapi({ description: "False when the workspace keeps no texts: the list is empty." }),
        items: z.array(LearningSample),
      }),
    ),
    ...problems(401, 422),
  },
});

const Labelled = ActorBody.pick({ actor: true }).extend({
  label: storableText(1, 100).openapi({ description: `An intent of the agent, or \`${OUTSIDE}\`.` }),
});

const labelRoute = createRoute({
  method: "post",
  path: "/internal/agent/learning/labels",
  "x-access": "operate",
  tags,
  summary: "Label what a text means",
  security,
  request: {
    body: jsonBody(
      z.union([
        Labelled.extend({ agentId: storableText(1, 100), textHash: storableText(1, 200) }).strict(),
        Labelled.extend({
          runIds: z
            .array(z.uuid())
            .min(1)
            .max(MOST_LABELLED_RUNS)
            .openapi({ description: "Those of an unanswered question." }),
        }).strict(),
      ]),
    ),
  },
  responses: {
    200: answer("Number of samples with the label now", z.object({ labelled: z.number().int() })),
    ...problems(400, 401, 415, 422),
  },
});

export function addLearningRoutes(
  app: OpenAPIHono<ServerEnv>,
  { learningAdmin, agents }: Pick<ServerDependencies, "learningAdmin" | "agents">,
): void {
  app.openapi(listRoute, async (c) => {
    const { agent = null, days, limit } = c.req.valid("query");
    const { workspaceId } = c.get("principal");
    const [{ keepsTexts }, items] = await Promise.all([
      learningAdmin.status(workspaceId, days),
      learningAdmin.harvest(workspaceId, { agentId: agent, days, limit }),
    ]);
    return c.json({ keepsTexts, items: items.map(({ labelConfidence: _, ...sample }) => sample) }, 200);
  });

  app.openapi(labelRoute, async (c) => {
    const { actor, ...body } = c.req.valid("json");
    const { label } = body;
    const principal = c.get("principal");
    const by = actorOf(principal, actor);
    // A run does not say here whose it is: the label must be an intent of one of the agents.
    const flows = agents
      .filter(({ id }) => !("agentId" in body) || id === body.agentId)
      .flatMap(({ flow }) => flow ?? []);
    const isKnown =
      label === OUTSIDE ||
      flows.length === 0 ||
      flows.some(({ intents }) => intents.some(({ name }) => name === label));
    if (!isKnown) throw new InvalidRequest([{ field: "label", message: "is no intent of the agent" }]);
    const labelled =
      "agentId" in body
        ? await learningAdmin.review(principal.workspaceId, [body], by)
        : await learningAdmin.reviewRuns(principal.workspaceId, body.runIds as RunId[], label, by);
    return c.json({ labelled }, 200);
  });
}
