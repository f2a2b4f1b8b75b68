import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { type AgentConfig, RESPONSE_SPEEDS } from "../../core/agent/agent-config.ts";
import { RecadoError } from "../../core/errors.ts";
import { nearestName } from "../../core/nearest-name.ts";
import { actorOf } from "../../core/operations/principal.ts";
import type { KnownAgentConfig } from "../../core/ports/agent-configs.ts";
import { isTimeZone } from "../../core/time/contact-hours.ts";
import { TIMER_PRESETS } from "../../core/time/timer-policy.ts";
import { Instant } from "../instant.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody, storableText } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Settings"];

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 09:00");
const open = z
  .tuple([clock, clock])
  .refine(([from, until]) => from < until, "must end after it begins")
  .exactOptional();
const Hours = z
  .strictObject({ mon: open, tue: open, wed: open, thu: open, fri: open, sat: open, sun: open })
  .openapi("BusinessHours", { example: { mon: ["09:00", "18:00"] } });

const AgentConfigJson = z
  .object({
    agentEnabled: z.boolean().openapi({ description: "Off: what customers write is kept, and no agent answers." }),
    conversationalAgentId: z
      .string()
      .nullable()
      .openapi({ description: "Serves all numbers of the workspace; null: each number its own agent." }),
    handoffMessage: z.string().nullable().openapi({ description: "Null: the agent's own words." }),
    crmAgentsEnabled: z.boolean().openapi({
      description: "Off: agents use no tool of module crm; a flow's own orders and tasks go on, and so do people.",
    }),
    timerPreset: z.enum(TIMER_PRESETS).nullable().openapi({ description: "Null: RECADO_TIMER_PRESET." }),
    responseSpeed: z.number().nullable().openapi({ description: "1, 0.2 or 0; null: RECADO_RESPONSE_SPEED." }),
    timeZone: z.string().openapi({ example: "America/Bogota" }),
    businessHours: Hours.nullable().openapi({ description: "Narrows the legal hours of contact; null: those alone." }),
    proactivePerDay: z
      .number()
      .int()
      .openapi({ description: "Messages a day that nobody asked for, for one customer." }),
    proactiveSpacingMinutes: z.number().int(),
    quietMinutes: z.number().int().openapi({ description: "None so soon after the customer's last words." }),
    windowMaintenance: z.boolean().openapi({ description: "May we write only to keep a 24-hour window open?" }),
    updatedAt: Instant,
    updatedBy: z.string(),
  })
  .openapi("AgentConfig");

const Change = ActorBody.pick({ actor: true })
  .extend({
    agentEnabled: z.boolean().optional(),
    conversationalAgentId: storableText(1, 100).nullable().optional(),
    handoffMessage: storableText(1, 1_000).nullable().optional(),
    crmAgentsEnabled: z.boolean().optional(),
    timerPreset: z.enum(TIMER_PRESETS).nullable().optional(),
    responseSpeed: z
      .number()
      .refine((speed) => RESPONSE_SPEEDS.some((one) => one === speed), `must be one of ${RESPONSE_SPEEDS.join(", ")}`)
      .nullable()
      .optional(),
    timeZone: z.string().max(100).refine(isTimeZone, "must be an IANA name, such as America/Bogota").optional(),
    businessHours: Hours.nullable().optional(),
    proactivePerDay: z.number().int().min(0).max(100).optional(),
    proactiveSpacingMinutes: z.number().int().min(0).max(10_080).optional(),
    quietMinutes: z.number().int().min(0).max(1_440).optional(),
    windowMaintenance: z.boolean().optional(),
  })
  .strict()
  .openapi("AgentConfigChange");

const answer = (description: string) => ({
  200: { description, content: { "application/json": { schema: AgentConfigJson } } },
});

const readRoute = createRoute({
  method: "get",
  path: "/internal/agent/config",
  "x-access": "view",
  tags,
  summary: "What the workspace has set for its agents",
  security,
  responses: { ...answer("The settings"), ...problems(401, 403) },
});

const changeRoute = createRoute({
  method: "patch",
  path: "/internal/agent/config",
  "x-access": "administer",
  tags,
  summary: "Changes what is named; null goes back to the environment's. It holds from the next turn on",
  security,
  request: { body: { required: true, content: { "application/json": { schema: Change } } } },
  responses: { ...answer("The settings as they are now"), ...problems(400, 401, 403, 415, 422) },
});

export function addAgentConfigRoutes(
  app: OpenAPIHono<ServerEnv>,
  { store, agents }: Pick<ServerDependencies, "store" | "agents">,
): void {
  app.openapi(readRoute, async (c) => {
    const { workspaceId } = c.get("principal");
    return c.json(describe(await store.agentConfigs.get(workspaceId), workspaceId), 200);
  });

  app.openapi(changeRoute, async (c) => {
    const { workspaceId } = c.get("principal");
    const { actor, ...change } = c.req.valid("json");
    checkAgent(
      change.conversationalAgentId ?? null,
      agents.map(({ id }) => id),
    );
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const by = actorOf(c.get("principal"), actor);
    const changed = await store.agentConfigs.change(workspaceId, given as Partial<AgentConfig>, by);
    return c.json(describe(changed, workspaceId), 200);
  });
}

/** An agent that nobody has would answer nobody. */
function checkAgent(id: string | null, known: readonly string[]): void {
  if (id === null || known.includes(id)) return;
  throw new RecadoError(
    "request_invalid",
    `conversationalAgentId: there is no agent ${JSON.stringify(id)}; did you mean ${nearestName(id, known)}?`,
  );
}

function describe(config: KnownAgentConfig | null, workspace: string): z.output<typeof AgentConfigJson> {
  if (config === null) throw new Error(`workspace ${workspace} has no row of settings`);
  return { ...config, updatedAt: config.updatedAt.toISOString() };
}
