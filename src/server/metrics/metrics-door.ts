import { Hono } from "hono";
import type { StoreCounts } from "../../core/ports/health.ts";
import type { Logger } from "../../core/ports/logger.ts";
import type { Store } from "../../core/ports/store.ts";
import { withDeadline } from "../deadline.ts";
import type { Metrics } from "./metrics.ts";

/** A check that takes longer counts as failed. */
export const CHECK_DEADLINE_MS = 900;

export interface MetricsDependencies {
  readonly store: Pick<Store, "health">;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

export async function renderMetrics({ store, metrics, logger }: MetricsDependencies): ReturnType<Metrics["render"]> {
  let counts: StoreCounts | null = null;
  try {
    const answer = await withDeadline(store.health.counts(), CHECK_DEADLINE_MS);
    counts = answer.kind === "done" ? answer.value : null;
  } catch (thrown) {
    // The process's own metrics matter most while the database is down. `recado_database_up` says
    // that it is.
    logger.warn({ err: thrown }, "the database did not give its counts");
  }
  return metrics.render(counts);
}

/** The door of a worker without a server: its health and its metrics only. */
export function createMetricsDoor(parts: MetricsDependencies): Hono {
  const app = new Hono();
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/metrics", async (c) => {
    const { contentType, text } = await renderMetrics(parts);
    return c.text(text, 200, { "content-type": contentType });
  });
  return app;
}
