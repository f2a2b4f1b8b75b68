import { z } from "@hono/zod-openapi";
import type { CommandResult } from "../../core/ports/desk/confirmations.ts";
import { keyReused } from "../key-reused.ts";
import { notFound } from "../not-found.ts";
import type { ServerDependencies } from "../server-dependencies.ts";

/** The run that carries a person's command out. */
export const PlacedRun = z.object({ eventId: z.string(), runId: z.string(), duplicate: z.boolean() });

interface Asked {
  readonly conversationId: string;
  readonly idempotencyKey: string;
}

/** Answers a command that was placed, and wakes a worker for a new one; throws the problem of one that was not. */
export function placedRun(
  result: CommandResult,
  { conversationId, idempotencyKey }: Asked,
  runtime: ServerDependencies["runtime"],
): z.output<typeof PlacedRun> {
  switch (result.kind) {
    case "not_found":
      throw notFound("conversation", conversationId);
    case "key_reused":
      throw keyReused(idempotencyKey);
    case "taken": {
      const { eventId, runId, duplicate } = result;
      if (!duplicate) runtime.wake();
      return { eventId, runId, duplicate };
    }
  }
}
