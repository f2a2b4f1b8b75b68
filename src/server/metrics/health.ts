import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { withDeadline } from "../deadline.ts";
import { type FieldError, problemResponse, problems } from "../problem.ts";
import type { ReadinessCheck, ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { CHECK_DEADLINE_MS, renderMetrics } from "./metrics-door.ts";

const healthzRoute = createRoute({
  method: "get",
  path: "/healthz",
  tags: ["Operation"],
  summary: "Check that the process is alive. This says nothing about the database",
  responses: {
    200: { description: "Alive", content: { "application/json": { schema: z.object({ status: z.literal("ok") }) } } },
  },
});

const readyzRoute = createRoute({
  method: "get",
  path: "/readyz",
  tags: ["Operation"],
  summary: "Check that messages can be stored: the database answers and is migrated",
  responses: {
    200: {
      description: "Ready",
      content: {
        "application/json": {
          schema: z.object({
            status: z.literal("ready"),
            checks: z.array(z.string()),
            warnings: z.array(z.string()).openapi({ description: "What works but should be mended." }),
          }),
        },
      },
    },
    ...problems(503),
  },
});

const metricsRoute = createRoute({
  method: "get",
  path: "/metrics",
  tags: ["Operation"],
  summary: "Read the metrics as Prometheus text",
  responses: { 200: { description: "Metrics", content: { "text/plain": { schema: z.string() } } } },
});

export function addHealthRoutes(app: OpenAPIHono<ServerEnv>, parts: ServerDependencies): void {
  const { store } = parts;
  const checks: Record<string, ReadinessCheck> = {
    database: async () => {
      await store.health.ping();
      return null;
    },
    ...parts.readinessChecks,
  };

  app.openapi(healthzRoute, (c) => c.json({ status: "ok" as const }, 200));

  // The route is an `app.get` with a path entry: a problem with its own content type is not a typed
  // answer of `app.openapi`.
  app.openAPIRegistry.registerPath(readyzRoute);
  app.get("/readyz", async (c) => {
    const answers = await Promise.all(Object.entries(checks).map(([name, check]) => runCheck(parts, name, check)));
    const errors = answers.filter((answer): answer is FieldError => answer !== null);
    if (errors.length === 0) {
      return c.json({ status: "ready", checks: Object.keys(checks), warnings: parts.warnings ?? [] });
    }
    const detail = errors.map(({ field, message }) => `${field}: ${message}`).join("; ");
    return problemResponse({ code: "not_ready", detail, errors, requestId: c.get("requestId") });
  });

  app.openapi(metricsRoute, async (c) => {
    const { contentType, text } = await renderMetrics(parts);
    return c.text(text, 200, { "content-type": contentType });
  });
}

async function runCheck(
  { logger }: ServerDependencies,
  field: string,
  check: ReadinessCheck,
): Promise<FieldError | null> {
  try {
    const answer = await withDeadline(check(), CHECK_DEADLINE_MS);
    if (answer.kind === "late") return { field, message: `no answer within ${CHECK_DEADLINE_MS} ms` };
    return answer.value === null ? null : { field, message: answer.value };
  } catch (thrown) {
    logger.warn({ check: field, err: thrown }, "a readiness check failed");
    return { field, message: "not reachable; the log says why" };
  }
}
