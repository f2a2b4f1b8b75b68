import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { AgentDescription } from "../../core/agent/agent-description.ts";
import { RecadoError } from "../../core/errors.ts";
import { TOOL_MODULES } from "../../core/ports/tools.ts";
import { RISK_LEVELS } from "../../core/tools/tool-call.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";

const security = [{ bearer: [] }];
const tags = ["Agents"];
const params = z.object({ id: z.string() });

const AgentSummary = z
  .object({
    id: z.string().openapi({ example: "somnio" }),
    name: z.string(),
    description: z.string(),
    version: z.string().openapi({ description: "Decides new runs." }),
    versions: z.array(z.string()).openapi({ description: "The newest first; a run that has begun keeps to its own." }),
    modes: z.number().int(),
    intents: z.number().int(),
    templates: z.number().int(),
    tools: z.number().int(),
  })
  .openapi("AgentSummary");

const Confidence = z.number().openapi({ description: "0 to 100." });

const AgentJson = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    version: z.string(),
    versions: z.array(z.string()),
    initialMode: z.string(),
    understands: z.array(z.string()).openapi({ description: "Files that it wants to be listened to or looked at." }),
    localModel: z.string().nullable().openapi({ description: "Hash of what its own engines answer with." }),
    tools: z.array(
      z.object({
        name: z.string(),
        module: z.enum(TOOL_MODULES),
        description: z.string(),
        kind: z.string(),
        risk: z.enum(RISK_LEVELS),
        rules: z.array(z.string()).openapi({ description: "Those that judge a call of it, the first that fits wins." }),
      }),
    ),
    withheld: z
      .array(
        z.object({
          name: z.string(),
          module: z.enum(TOOL_MODULES),
          description: z.string(),
          kind: z.string(),
          risk: z.enum(RISK_LEVELS),
          why: z.enum(["not_granted", "of_nobody"]),
        }),
      )
      .openapi({
        description:
          "Tools of this process that it may not ask for: it was not given them, or the policy denies them to every agent.",
      }),
    flow: z
      .object({
        modes: z.array(
          z.object({ name: z.string(), stage: z.string(), gates: z.array(z.string()), next: z.array(z.string()) }),
        ),
        intents: z.array(
          z.object({
            name: z.string(),
            effect: z.string(),
            pack: z.string().nullable(),
            label: z.string().nullable(),
            actFrom: z.number().nullable(),
            examples: z.array(z.string()),
            trainedOn: z.number().int().openapi({ description: "Phrases that its classifier has learnt." }),
            templates: z.array(
              z.object({
                id: z.string(),
                visit: z.string(),
                order: z.number().int(),
                priority: z.string(),
                text: z.string(),
              }),
            ),
          }),
        ),
        fields: z.array(z.object({ name: z.string(), label: z.string(), isCritical: z.boolean() })),
        packs: z.array(z.object({ id: z.string(), name: z.string(), price: z.number() })),
        timers: z.array(z.object({ level: z.string(), action: z.string(), seconds: z.record(z.string(), z.number()) })),
        thresholds: z.object({
          act: Confidence,
          reanalyse: Confidence,
          clarify: Confidence,
          lowConfidenceHandoff: Confidence.nullable(),
        }),
        engine: z.string().openapi({ example: "cascade" }),
        hasOrchestrator: z.boolean(),
      })
      .nullable()
      .openapi({ description: "Null: it decides by code of its own." }),
  })
  .openapi("Agent");

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/agents",
  "x-access": "view",
  tags,
  summary: "The agents of this installation",
  security,
  responses: {
    200: {
      description: "All of them",
      content: { "application/json": { schema: z.object({ items: z.array(AgentSummary) }) } },
    },
    ...problems(401),
  },
});

const getRoute = createRoute({
  method: "get",
  path: "/internal/agent/agents/{id}",
  "x-access": "view",
  tags,
  summary: "One agent: its modes, intents, templates, tools and thresholds",
  security,
  request: { params },
  responses: {
    200: { description: "The agent", content: { "application/json": { schema: AgentJson } } },
    ...problems(401, 404),
  },
});

export function addAgentRoutes(app: OpenAPIHono<ServerEnv>, { agents }: ServerDependencies): void {
  app.openapi(listRoute, async (c) => c.json({ items: agents.map(summarise) }, 200));

  app.openapi(getRoute, async (c) => {
    const { id } = c.req.valid("param");
    const agent = agents.find((one) => one.id === id);
    if (agent === undefined) {
      throw new RecadoError("not_found", `There is no agent ${JSON.stringify(id.slice(0, 64))}.`);
    }
    // Copies: what is described is read-only, what is written out is a mutable type.
    return c.json(AgentJson.parse(agent), 200);
  });
}

function summarise({ id, name, description, version, versions, tools, flow }: AgentDescription) {
  return {
    id,
    name,
    description,
    version,
    versions: [...versions],
    modes: flow?.modes.length ?? 0,
    intents: flow?.intents.length ?? 0,
    templates: flow?.intents.reduce((sum, { templates }) => sum + templates.length, 0) ?? 0,
    tools: tools.length,
  };
}
