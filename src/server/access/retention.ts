import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { RetentionAnswer } from "../../core/answers/retention.ts";
import { RecadoError } from "../../core/errors.ts";
import { describeRetention } from "../../core/operations/describe-retention.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { DATA_CLASSES, type DataClass, type KeepDays, MOST_KEEP_DAYS } from "../../core/operations/retention.ts";
import { answer, jsonBody } from "../answer.ts";
import { problems } from "../problem.ts";
import type { StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Settings"];

const days = z.number().int().min(1).max(MOST_KEEP_DAYS).nullable().optional();

const Change = ActorBody.pick({ actor: true })
  .extend({
    days: z
      .strictObject(Object.fromEntries(DATA_CLASSES.map((of) => [of, days])) as Record<DataClass, typeof days>)
      .openapi({ description: "Days by class; null means for ever. A class that is left out gets its default again." }),
  })
  .strict()
  .openapi("RetentionChange", { example: { actor: "ana@tienda.co", days: { messages: 730, journals: 30 } } });

const readRoute = createRoute({
  method: "get",
  path: "/internal/agent/retention",
  "x-access": "view",
  tags,
  summary: "Show how many days each class of data is kept",
  security,
  responses: { 200: answer("The classes", RetentionAnswer), ...problems(401, 403) },
});

const setRoute = createRoute({
  method: "put",
  path: "/internal/agent/retention",
  "x-access": "administer",
  tags,
  summary: "Set how many days each class of data is kept. Older data is deleted the next night and cannot be restored",
  security,
  request: { body: jsonBody(Change) },
  responses: { 200: answer("The classes as they are now", RetentionAnswer), ...problems(400, 401, 403, 415, 422) },
});

export function addRetentionRoutes(
  app: OpenAPIHono<ServerEnv>,
  { store: { retention } }: StorePorts<"retention">,
): void {
  app.openapi(readRoute, async (c) =>
    c.json(describeRetention(await retention.get(c.get("principal").workspaceId)), 200),
  );

  app.openapi(setRoute, async (c) => {
    const principal = c.get("principal");
    const { actor, days: own } = c.req.valid("json");
    const result = await retention.set(principal.workspaceId, own as Partial<KeepDays>, actorOf(principal, actor));
    if (result.kind === "refused") throw new RecadoError("request_invalid", `days.${result.fault}.`);
    return c.json(describeRetention(await retention.get(principal.workspaceId)), 200);
  });
}
