import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { RecadoError } from "../../core/errors.ts";
import { describeRetention } from "../../core/operations/describe-retention.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { DATA_CLASSES, type DataClass, type KeepDays, MOST_KEEP_DAYS } from "../../core/operations/retention.ts";
import { Instant } from "../instant.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Settings"];

const RetentionJson = z
  .object({
    classes: z.array(
      z.object({
        class: z.enum(DATA_CLASSES),
        covers: z.string(),
        days: z.number().int().nullable().openapi({ description: "What holds; null: for good." }),
        isOwn: z
          .boolean()
          .openapi({ description: "The workspace has set it; else it is the installation's or the default." }),
        defaultDays: z.number().int().nullable(),
        leastDays: z.number().int(),
      }),
    ),
    setAt: Instant.nullable(),
    setBy: z.string().nullable(),
    lastNight: z
      .object({ endedAt: Instant, removed: z.partialRecord(z.enum(DATA_CLASSES), z.number().int()) })
      .nullable()
      .openapi({ description: "The newest night that is over, and how many rows of each class it took." }),
  })
  .openapi("Retention");

const days = z.number().int().min(1).max(MOST_KEEP_DAYS).nullable().exactOptional();

const Change = ActorBody.pick({ actor: true })
  .extend({
    days: z
      .strictObject(Object.fromEntries(DATA_CLASSES.map((of) => [of, days])) as Record<DataClass, typeof days>)
      .openapi({ description: "By class; null: for good. A class that is left out has its default again." }),
  })
  .strict()
  .openapi("RetentionChange", { example: { actor: "ana@tienda.co", days: { messages: 730, journals: 30 } } });

const answer = (description: string) => ({
  200: { description, content: { "application/json": { schema: RetentionJson } } },
});

const readRoute = createRoute({
  method: "get",
  path: "/internal/agent/retention",
  "x-access": "view",
  tags,
  summary: "How long what is kept is kept, by class of data",
  security,
  responses: { ...answer("The classes"), ...problems(401, 403) },
});

const setRoute = createRoute({
  method: "put",
  path: "/internal/agent/retention",
  "x-access": "administer",
  tags,
  summary: "Sets it, as a whole. What is older goes in the next night, and does not come back",
  security,
  request: { body: { required: true, content: { "application/json": { schema: Change } } } },
  responses: { ...answer("The classes as they are now"), ...problems(400, 401, 403, 415, 422) },
});

export function addRetentionRoutes(app: OpenAPIHono<ServerEnv>, { store }: Pick<ServerDependencies, "store">): void {
  app.openapi(readRoute, async (c) =>
    c.json(describeRetention(await store.retention.get(c.get("principal").workspaceId)), 200),
  );

  app.openapi(setRoute, async (c) => {
    const principal = c.get("principal");
    const { actor, days: own } = c.req.valid("json");
    const result = await store.retention.set(
      principal.workspaceId,
      own as Partial<KeepDays>,
      actorOf(principal, actor),
    );
    if (result.kind === "refused") throw new RecadoError("request_invalid", `days.${result.fault}.`);
    return c.json(describeRetention(await store.retention.get(principal.workspaceId)), 200);
  });
}
