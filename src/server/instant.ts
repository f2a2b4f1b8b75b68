import { z } from "@hono/zod-openapi";

/** An instant on the wire: ISO 8601 in UTC. */
export const Instant = z.string().openapi({ format: "date-time", example: "2026-03-02T15:04:05.000Z" });
