import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { CIRCUIT_SCOPES } from "../../core/outbound/refusal.ts";
import { Instant } from "../instant.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";

const CircuitJson = z
  .object({
    scope: z.enum(CIRCUIT_SCOPES),
    key: z.string().openapi({ description: "A business number, or a short hash of an access token." }),
    kind: z.string(),
    code: z.number().int().nullable().openapi({ description: "WhatsApp's own." }),
    detail: z.string().nullable(),
    openedAt: Instant,
    retryAt: Instant.openapi({ description: "When a message is tried again; all others wait for it." }),
  })
  .openapi("Circuit");

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/circuits",
  "x-access": "view",
  tags: ["Operation"],
  summary: "What sending waits for: tokens and numbers that WhatsApp refuses, the oldest first",
  security: [{ bearer: [] }],
  responses: {
    200: {
      description: "All that are open",
      content: { "application/json": { schema: z.object({ items: z.array(CircuitJson) }) } },
    },
    ...problems(401, 403),
  },
});

export function addCircuitRoute(app: OpenAPIHono<ServerEnv>, { store }: ServerDependencies): void {
  app.openapi(listRoute, async (c) => {
    const open = await store.ledger.openCircuits();
    const items = open
      .filter(({ workspaceId }) => workspaceId === c.get("principal").workspaceId)
      .map(({ scope, key, kind, code, detail, openedAt, retryAt }) => ({
        scope,
        key,
        kind,
        code,
        detail,
        openedAt: openedAt.toISOString(),
        retryAt: retryAt.toISOString(),
      }));
    return c.json({ items }, 200);
  });
}
