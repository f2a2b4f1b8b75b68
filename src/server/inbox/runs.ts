import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { Confirmation } from "../../core/answers/desk/confirmation.ts";
import { PLAN_STATUSES, Plan } from "../../core/answers/plan.ts";
import { Run } from "../../core/answers/run.ts";
import { RecadoError } from "../../core/errors.ts";
import { isUuid, type RunId } from "../../core/ids.ts";
import { actorOf, type Principal } from "../../core/operations/principal.ts";
import { RUN_STATUSES } from "../../core/turn/run-machine.ts";
import { answer, jsonBody, pageAnswer } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { ConversationQuery, PageQuery, readPage } from "../paging.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies, StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Runs"];
// No uuid schema: an id that cannot exist is an unknown id, so 404 and not 422.
const params = z.object({ runId: z.string() });

const RunWithConfirmation = Run.and(z.object({ confirmation: Confirmation.nullable() })).meta({
  id: "RunWithConfirmation",
});

const getRoute = createRoute({
  method: "get",
  path: "/internal/agent/runs/{runId}",
  "x-access": "view",
  tags,
  summary: "Get one run with its status, events, steps and tool calls",
  security,
  request: { params },
  responses: { 200: answer("The run", RunWithConfirmation), ...problems(401, 403, 404) },
});

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/runs",
  "x-access": "view",
  tags,
  summary: "List runs, newest first",
  security,
  request: {
    query: PageQuery.extend({
      status: z.enum(RUN_STATUSES).optional(),
      discarded: z
        .stringbool()
        .optional()
        .openapi({ type: "boolean", description: "Dead letters that an operator has discarded, or that none has." }),
      conversationId: ConversationQuery,
      minAttempts: z.coerce.number().int().min(0).max(1_000).optional(),
      minDurationMs: z.coerce
        .number()
        .int()
        .min(0)
        .max(31_536_000_000)
        .optional()
        .openapi({ description: "Least time from a run's creation to its end, or until now." }),
    }),
  },
  responses: { 200: pageAnswer(Run), ...problems(401, 403, 422) },
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
    202: answer("Queued", z.object({ id: z.string(), status: z.enum(RUN_STATUSES) })),
    ...problems(401, 403, 404, 409),
  },
});

const discardRoute = createRoute({
  method: "post",
  path: "/internal/agent/runs/{runId}/discard",
  "x-access": "operate",
  tags,
  summary: "Discard a dead letter that needs no more work, or cancel the question of a run that waits for an answer",
  security,
  request: { params, body: jsonBody(ActorBody.openapi("ActorBody")) },
  responses: {
    200: answer("Discarded, now or before, or cancelled", Run),
    ...problems(400, 401, 403, 404, 409, 415, 422),
  },
});

/** What a person may do with a run that goes on in segments. `done`: how the answer tells that it is so. */
const segmentsRoute = <Deed extends string>(deed: Deed, summary: string, done: string) =>
  createRoute({
    method: "post",
    path: `/internal/agent/runs/{runId}/${deed}`,
    "x-access": "operate",
    tags,
    summary,
    security,
    request: { params },
    responses: { 200: answer(`${done}, now or before`, Run), ...problems(401, 403, 404, 409) },
  });

const cancelRoute = segmentsRoute(
  "cancel",
  "Call off a run that goes on in segments; it ends at its next edge and says nothing more",
  "Cancelled",
);
const pauseRoute = segmentsRoute(
  "pause",
  "Pause a run that goes on in segments: the part that is worked on ends, and no other begins",
  "Paused",
);
const resumeRoute = segmentsRoute(
  "resume",
  "Resume a paused run: its next segment begins when it is due, or at once",
  "Resumed",
);

const plansRoute = createRoute({
  method: "get",
  path: "/internal/agent/plans",
  "x-access": "view",
  tags,
  summary: "List the plans of agents that plan, with their tasks, newest first",
  security,
  request: {
    query: PageQuery.extend({ status: z.enum(PLAN_STATUSES).optional(), conversationId: ConversationQuery }),
  },
  responses: { 200: pageAnswer(Plan), ...problems(401, 403, 422) },
});

export function addRunRoutes(
  app: OpenAPIHono<ServerEnv>,
  {
    store: { runs, confirmations },
    runtime,
  }: StorePorts<"runs" | "confirmations"> & Pick<ServerDependencies, "runtime">,
): void {
  app.openapi(getRoute, async (c) => {
    const { runId } = c.req.valid("param");
    const { workspaceId } = c.get("principal");
    const run = isUuid(runId) ? await runs.get(workspaceId, runId as RunId) : null;
    if (run === null) throw notFound("run", runId);
    const { items } = await confirmations.list(workspaceId, { runId: run.id, limit: 1 });
    return c.json({ ...run, confirmation: items[0] ?? null }, 200);
  });

  app.openapi(listRoute, async (c) => {
    return c.json(await readPage(runs.list(c.get("principal").workspaceId, c.req.valid("query"))), 200);
  });

  app.openapi(retryRoute, async (c) => {
    const { runId } = c.req.valid("param");
    if (!isUuid(runId)) throw notFound("run", runId);
    const { workspaceId, actor } = c.get("principal");
    const result = await runs.retry(workspaceId, runId as RunId, actor);
    switch (result.kind) {
      case "not_found":
        throw notFound("run", runId);
      case "illegal":
        throw new RecadoError(
          "run_not_retryable",
          `Run ${runId} is ${result.status}. Only a failed or dead_letter run can be retried.`,
        );
      case "forgotten":
        throw new RecadoError(
          "run_not_retryable",
          `Run ${runId} is too old: its messages or its journal are no longer kept (GET /internal/agent/retention).`,
        );
      case "busy":
        throw new RecadoError(
          "run_not_retryable",
          `Run ${runId} cannot be taken now: its conversation has other work under way. Try again in a moment.`,
        );
      case "requeued":
        runtime.wake();
        return c.json({ id: runId, status: "queued" as const }, 202);
    }
  });

  app.openapi(cancelRoute, async (c) => {
    const { runId } = c.req.valid("param");
    const principal = c.get("principal");
    if (!isUuid(runId)) throw notFound("run", runId);
    const result = await runs.cancel(principal.workspaceId, runId as RunId, actorOf(principal, "operator"));
    switch (result.kind) {
      case "not_found":
        throw notFound("run", runId);
      case "over":
      case "no_segments":
        throw new RecadoError(
          "run_not_cancellable",
          result.kind === "over"
            ? `Run ${runId} is ${result.status}: it is over.`
            : `Run ${runId} does not go on in segments: it ends with its own answer.`,
        );
      case "cancelled":
        runtime.wake();
        return c.json(result.run, 200);
    }
  });

  const pauseOf = async (principal: Principal, runId: string, isPaused: boolean) => {
    if (!isUuid(runId)) throw notFound("run", runId);
    const change = { isPaused, actor: actorOf(principal, "operator") };
    const result = await runs.pause(principal.workspaceId, runId as RunId, change);
    switch (result.kind) {
      case "not_found":
        throw notFound("run", runId);
      case "over":
        throw new RecadoError("run_not_pausable", `Run ${runId} is ${result.status}: it goes on no more.`);
      case "no_segments":
        throw new RecadoError(
          "run_not_pausable",
          `Run ${runId} does not go on in segments: it ends with its own answer.`,
        );
      case "paused":
      case "resumed":
        runtime.wake();
        return result.run;
    }
  };

  app.openapi(pauseRoute, async (c) =>
    c.json(await pauseOf(c.get("principal"), c.req.valid("param").runId, true), 200),
  );

  app.openapi(resumeRoute, async (c) =>
    c.json(await pauseOf(c.get("principal"), c.req.valid("param").runId, false), 200),
  );

  app.openapi(plansRoute, async (c) =>
    c.json(await readPage(runs.plans(c.get("principal").workspaceId, c.req.valid("query"))), 200),
  );

  app.openapi(discardRoute, async (c) => {
    const { runId } = c.req.valid("param");
    const { actor, note } = c.req.valid("json");
    const principal = c.get("principal");
    if (!isUuid(runId)) throw notFound("run", runId);
    const result = await runs.discard(principal.workspaceId, runId as RunId, {
      actor: actorOf(principal, actor),
      note: note ?? null,
    });
    switch (result.kind) {
      case "not_found":
        throw notFound("run", runId);
      case "illegal":
        throw new RecadoError(
          "run_not_dead",
          `Run ${runId} is ${result.status}. Only a dead_letter run, or one that waits for an answer, can be discarded.`,
        );
      case "discarded":
        return c.json(result.run, 200);
    }
  });
}
