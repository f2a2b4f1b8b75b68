import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { Confirmation } from "../../core/answers/desk/confirmation.ts";
import { errorText, RecadoError } from "../../core/errors.ts";
import { type ConfirmationId, isUuid, type RunId } from "../../core/ids.ts";
import { actorOf } from "../../core/operations/principal.ts";
import type { DecideResult } from "../../core/ports/desk/confirmations.ts";
import { CONFIRMATION_STATUSES } from "../../core/tool-calls/confirmation.ts";
import { answer, jsonBody, pageAnswer } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { ConversationQuery, PageQuery, readPage } from "../paging.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies, StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Confirmations"];

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/confirmations",
  "x-access": "view",
  tags,
  summary: "List questions whose yes releases a tool call, newest first",
  security,
  request: {
    query: PageQuery.extend({ status: z.enum(CONFIRMATION_STATUSES).optional(), conversationId: ConversationQuery }),
  },
  responses: { 200: pageAnswer(Confirmation), ...problems(401, 403, 422) },
});

const getRoute = createRoute({
  method: "get",
  path: "/internal/agent/confirmations/{id}",
  "x-access": "view",
  tags,
  summary: "Get one question",
  security,
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: answer("The question", Confirmation), ...problems(401, 403, 404) },
});

const Answer = ActorBody.extend({
  decision: z.enum(["approve", "deny"]),
  argumentsHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "not the argumentsHash of a confirmation")
    .optional()
    .openapi({ description: "The question's own hash. An answer with another hash is refused." }),
}).openapi("ConfirmationAnswer");

const confirmRoute = createRoute({
  method: "post",
  path: "/internal/agent/runs/{runId}/confirm",
  "x-access": "operate",
  tags,
  summary: "Answer the question that a run waits for, once",
  security,
  request: { params: z.object({ runId: z.string() }), body: jsonBody(Answer) },
  responses: {
    200: answer("The decided question; the run goes on", Confirmation),
    ...problems(400, 401, 403, 404, 409, 415, 422),
  },
});

export function addConfirmationRoutes(
  app: OpenAPIHono<ServerEnv>,
  {
    store: { confirmations },
    runtime,
    logger,
    newId,
  }: StorePorts<"confirmations"> & Pick<ServerDependencies, "runtime" | "logger" | "newId">,
): void {
  app.openapi(listRoute, async (c) => {
    const filter = c.req.valid("query");
    return c.json(await readPage(confirmations.list(c.get("principal").workspaceId, filter)), 200);
  });

  app.openapi(getRoute, async (c) => {
    const { id } = c.req.valid("param");
    const found = isUuid(id) ? await confirmations.get(c.get("principal").workspaceId, id as ConfirmationId) : null;
    if (found === null) throw notFound("confirmation", id);
    return c.json(found, 200);
  });

  app.openapi(confirmRoute, async (c) => {
    const { runId } = c.req.valid("param");
    const { decision, actor, note, argumentsHash } = c.req.valid("json");
    const principal = c.get("principal");
    if (!isUuid(runId)) throw notFound("run", runId);
    const result = await confirmations.decide({
      workspaceId: principal.workspaceId,
      of: { runId: runId as RunId },
      decision,
      actor: actorOf(principal, actor),
      identity: principal.identity,
      note: note ?? null,
      argumentsHash,
    });
    if (result.kind !== "decided") throw refusalOf(result, runId);
    // The run goes on at once when its conversation is idle. If this fails, a worker looks within a
    // second.
    await confirmations.resume({ limit: 1, newId }).catch((error: unknown) => {
      logger.warn({ run_id: runId, error: errorText(error) }, "an answered run is left to the workers");
    });
    runtime.wake();
    return c.json(result.confirmation, 200);
  });
}

function refusalOf(result: Exclude<DecideResult, { kind: "decided" }>, runId: string): RecadoError {
  switch (result.kind) {
    case "not_found":
      return notFound("run", runId);
    case "not_waiting":
      return result.confirmation === null
        ? new RecadoError("run_not_waiting", `Run ${runId} waits for no confirmation.`)
        : new RecadoError("confirmation_decided", `${closedAs(result.confirmation)} Nothing was changed.`);
    case "expired":
      return new RecadoError(
        "confirmation_expired",
        `The question of run ${runId} expired at ${result.confirmation.expiresAt.toISOString()}. Nothing was done, and an answer no longer counts.`,
      );
    case "not_entitled":
      return new RecadoError(
        "confirmation_not_entitled",
        result.confirmation.audience === "customer"
          ? `Only the customer answers the question of run ${runId}, in the chat. You may discard the run.`
          : `You asked for what run ${runId} waits for, so another operator must approve it. You may deny it.`,
      );
    case "changed":
      return new RecadoError(
        "confirmation_changed",
        `Run ${runId} asks for other arguments than those you saw. Read the question again.`,
      );
  }
}

function closedAs({ runId, status, decidedBy, decidedAt, note }: Confirmation): string {
  const why = status === "cancelled" && note !== null ? `, because ${note}` : "";
  return `The question of run ${runId} was already ${status} by ${decidedBy ?? "Recado"} at ${decidedAt?.toISOString() ?? "an unknown time"}${why}.`;
}
