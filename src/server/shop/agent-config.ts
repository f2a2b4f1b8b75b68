import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { RESPONSE_SPEEDS } from "../../core/agent/agent-config.ts";
import { type AgentConfig, KnownAgentConfig, MessagePrices } from "../../core/answers/agent-config.ts";
import { RecadoError } from "../../core/errors.ts";
import { LOCALES } from "../../core/locale/locale.ts";
import { nearestName } from "../../core/nearest-name.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { BusinessHours, isTimeZone } from "../../core/time/contact-hours.ts";
import { SessionEnd } from "../../core/time/session-end.ts";
import { TIMER_PRESETS } from "../../core/time/timer-policy.ts";
import { answer, jsonBody } from "../answer.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies, StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody, storableText } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Settings"];

/** A day must end after it begins; the database holds only days that came through here. */
const Hours = BusinessHours.superRefine((hours, context) => {
  for (const [day, open] of Object.entries(hours)) {
    if (open !== undefined && open[0] >= open[1])
      context.addIssue({ code: "custom", path: [day], message: "must end after it begins" });
  }
}).meta({ id: "BusinessHours" });

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
    locale: z.enum(LOCALES).optional(),
    timeZone: z.string().max(100).refine(isTimeZone, "must be an IANA name, such as America/Bogota").optional(),
    businessHours: Hours.nullable().optional(),
    sessionEnd: SessionEnd.nullable().optional(),
    confirmationMinutes: z.number().int().min(1).max(10_080).nullable().optional(),
    messagePrices: MessagePrices.optional(),
    proactivePerDay: z.number().int().min(0).max(100).optional(),
    proactiveSpacingMinutes: z.number().int().min(0).max(10_080).optional(),
    quietMinutes: z.number().int().min(0).max(1_440).optional(),
    windowMaintenance: z.boolean().optional(),
  })
  .strict()
  .openapi("AgentConfigChange");

const readRoute = createRoute({
  method: "get",
  path: "/internal/agent/config",
  "x-access": "view",
  tags,
  summary: "Show the settings of the workspace",
  security,
  responses: { 200: answer("The settings", KnownAgentConfig), ...problems(401, 403) },
});

const changeRoute = createRoute({
  method: "patch",
  path: "/internal/agent/config",
  "x-access": "administer",
  tags,
  summary: "Change the named settings, from the next turn on. Null goes back to the environment's",
  security,
  request: { body: jsonBody(Change) },
  responses: { 200: answer("The settings as they are now", KnownAgentConfig), ...problems(400, 401, 403, 415, 422) },
});

export function addAgentConfigRoutes(
  app: OpenAPIHono<ServerEnv>,
  { store: { agentConfigs }, agents }: StorePorts<"agentConfigs"> & Pick<ServerDependencies, "agents">,
): void {
  app.openapi(readRoute, async (c) => {
    const { workspaceId } = c.get("principal");
    return c.json(known(await agentConfigs.get(workspaceId), workspaceId), 200);
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
    const changed = await agentConfigs.change(workspaceId, given as Partial<AgentConfig>, by);
    return c.json(known(changed, workspaceId), 200);
  });
}

/** Refuses an agent that this process does not have: it would answer no customer. */
function checkAgent(id: string | null, ids: readonly string[]): void {
  if (id === null || ids.includes(id)) return;
  throw new RecadoError(
    "request_invalid",
    `conversationalAgentId: there is no agent ${JSON.stringify(id)}. Did you mean ${nearestName(id, ids)}?`,
  );
}

function known(config: KnownAgentConfig | null, workspace: string): KnownAgentConfig {
  if (config === null) throw new Error(`workspace ${workspace} has no row of settings`);
  return config;
}
