import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { Confirmation } from "../../core/answers/confirmation.ts";
import { RecadoError } from "../../core/errors.ts";
import { type ConversationId, isUuid, type RunId } from "../../core/ids.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { RUN_STATUSES } from "../../core/turn/run-machine.ts";
import { PageQuery, readPage } from "../paging.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody } from "../text-rules.ts";
import { describeRun, Run } from "./run-json.ts";

const security = [{ bearer: [] }];
const tags = ["Runs"];
// Not a uuid schema: an id that cannot exist is an unknown id, 404 and not 422.
const params = z.object({ runId: z.string() });

const RunWithConfirmation = Run.extend({
  confirmation: Confirmation.nullable(),
}).openapi("RunWithConfirmation");

const getRoute = createRoute({
  method: "get",
  path: "/internal/agent/runs/{runId}",
  "x-access": "view",
  tags,
  summary: "One run: its status, events and steps",
  security,
  request: { params },
  responses: {
    200: { description: "The run", content: { "application/json": { schema: RunWithConfirmation } } },
    ...problems(401, 403, 404),
  },
});

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/runs",
  "x-access": "view",
  tags,
  summary: "Runs, the newest first",
  security,
  request: {
    query: PageQuery.extend({
      status: z.enum(RUN_STATUSES).optional(),
      discarded: z
        .stringbool()
        .optional()
        .openapi({ type: "boolean", description: "Dead letters that somebody has discarded, or that nobody has." }),
      conversationId: z.string().refine(isUuid, "not an id").optional(),
      minAttempts: z.coerce.number().int().min(0).max(1_000).optional(),
      minDurationMs: z.coerce
        .number()
        .int()
        .min(0)
        .max(31_536_000_000)
        .optional()
        .openapi({ description: "From its making to its end, or until now." }),
    }),
  },
  responses: {
    200: {
      description: "A page",
      content: {
        "application/json": { schema: z.object({ items: z.array(Run), nextCursor: z.string().nullable() }) },
      },
    },
    ...problems(401, 403, 422),
  },
});

const retryRoute = createRoute({
  method: "post",
  path: "/internal/agent/runs/{runId}/retry",
  "x-access": "operate",
  tags,
  summary: "Put a failed or dead run back in the queue",
  security,
  request: { params },
  responses: {
    202: {
      description: "Queued",
      content: { "application/json": { schema: z.object({ id: z.string(), status: z.enum(RUN_STATUSES) }) } },
    },
    ...problems(401, 403, 404, 409),
  },
});

const discardRoute = createRoute({
  method: "post",
  path: "/internal/agent/runs/{runId}/discard",
  "x-access": "operate",
  tags,
  summary: "Say that nothing is to be done about a dead letter, or call off what a run asks",
  security,
  request: {
    params,
    body: { required: true, content: { "application/json": { schema: ActorBody.openapi("ActorBody") } } },
  },
  responses: {
    200: { description: "Discarded, now or before; or called off", content: { "application/json": { schema: Run } } },
    ...problems(400, 401, 403, 404, 409, 415, 422),
  },
});

export function addRunRoutes(app: OpenAPIHono<ServerEnv>, { store, runtime }: ServerDependencies): void {
  const { ledger } = store;

  app.openapi(getRoute, async (c) => {
    const { runId } = c.req.valid("param");
    const { workspaceId } = c.get("principal");
    const run = isUuid(runId) ? await ledger.getRun(workspaceId, runId as RunId) : null;
    if (run === null) throw unknownRun(runId);
    const { items } = await store.confirmations.list(workspaceId, { runId: run.id, limit: 1 });
    return c.json({ ...describeRun(run), confirmation: items[0] ?? null }, 200);
  });

  app.openapi(listRoute, async (c) => {
    const { conversationId, ...query } = c.req.valid("query");
    const filter = { ...query, conversationId: conversationId as ConversationId | undefined };
    const { items, nextCursor } = await readPage(ledger.listRuns(c.get("principal").workspaceId, filter));
    return c.json({ items: items.map(describeRun), nextCursor }, 200);
  });

  app.openapi(retryRoute, async (c) => {
    const { runId } = c.req.valid("param");
    if (!isUuid(runId)) throw unknownRun(runId);
    const { workspaceId, actor } = c.get("principal");
    const result = await ledger.retryRun(workspaceId, runId as RunId, actor);
    switch (result.kind) {
      case "not_found":
        throw unknownRun(runId);
      case "illegal":
        throw new RecadoError(
          "run_not_retryable",
          `Run ${runId} is ${result.status}; only a failed or dead_letter run is retried.`,
        );
      case "forgotten":
        throw new RecadoError(
          "run_not_retryable",
          `Run ${runId} is too old: what was said in it, or what was done, is kept no longer (GET /internal/agent/retention).`,
        );
      case "busy":
        throw new RecadoError(
          "run_not_retryable",
          `Run ${runId} cannot be taken now: its conversation has other work under way; try again in a moment.`,
        );
      case "requeued":
        runtime.wake();
        return c.json({ id: runId, status: "queued" as const }, 202);
    }
  });

  app.openapi(discardRoute, async (c) => {
    const { runId } = c.req.valid("param");
    const { actor, note } = c.req.valid("json");
    const principal = c.get("principal");
    if (!isUuid(runId)) throw unknownRun(runId);
    const result = await ledger.discardRun(principal.workspaceId, runId as RunId, {
      actor: actorOf(principal, actor),
      note: note ?? null,
    });
    switch (result.kind) {
      case "not_found":
        throw unknownRun(runId);
      case "illegal":
        throw new RecadoError(
          "run_not_dead",
          `Run ${runId} is ${result.status}; only a dead_letter run, or one that waits for an answer, is discarded.`,
        );
      case "discarded":
        return c.json(describeRun(result.run), 200);
    }
  });
}

function unknownRun(id: string): RecadoError {
  return new RecadoError("not_found", `There is no run ${JSON.stringify(id.slice(0, 64))}.`);
}
