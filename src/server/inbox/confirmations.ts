import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { errorText, RecadoError } from "../../core/errors.ts";
import { type ConfirmationId, type ConversationId, isUuid, type RunId } from "../../core/ids.ts";
import { actorOf } from "../../core/operations/principal.ts";
import type { Confirmation, DecideResult } from "../../core/ports/confirmations.ts";
import { CONFIRMATION_STATUSES } from "../../core/tools/confirmation.ts";
import { PageQuery, readPage } from "../paging.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody } from "../text-rules.ts";
import { ConfirmationJson, describeConfirmation } from "./confirmation-json.ts";

const security = [{ bearer: [] }];
const tags = ["Confirmations"];

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/confirmations",
  "x-access": "view",
  tags,
  summary: "Questions whose yes releases a tool call, the newest first",
  security,
  request: {
    query: PageQuery.extend({
      status: z.enum(CONFIRMATION_STATUSES).optional(),
      conversationId: z.string().refine(isUuid, "not an id").optional(),
    }),
  },
  responses: {
    200: {
      description: "A page",
      content: {
        "application/json": {
          schema: z.object({ items: z.array(ConfirmationJson), nextCursor: z.string().nullable() }),
        },
      },
    },
    ...problems(401, 403, 422),
  },
});

const getRoute = createRoute({
  method: "get",
  path: "/internal/agent/confirmations/{id}",
  "x-access": "view",
  tags,
  summary: "One question",
  security,
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: { description: "The question", content: { "application/json": { schema: ConfirmationJson } } },
    ...problems(401, 403, 404),
  },
});

const Answer = ActorBody.extend({
  decision: z.enum(["approve", "deny"]),
  argumentsHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "not the argumentsHash of a confirmation")
    .optional()
    .openapi({ description: "As the question has it: refused where it asks for something else." }),
}).openapi("ConfirmationAnswer");

const confirmRoute = createRoute({
  method: "post",
  path: "/internal/agent/runs/{runId}/confirm",
  "x-access": "operate",
  tags,
  summary: "Answer the question that a run waits on, once",
  security,
  request: {
    params: z.object({ runId: z.string() }),
    body: { required: true, content: { "application/json": { schema: Answer } } },
  },
  responses: {
    200: { description: "Decided; the run goes on", content: { "application/json": { schema: ConfirmationJson } } },
    ...problems(400, 401, 403, 404, 409, 415, 422),
  },
});

export function addConfirmationRoutes(app: OpenAPIHono<ServerEnv>, parts: ServerDependencies): void {
  const { confirmations } = parts.store;

  app.openapi(listRoute, async (c) => {
    const { conversationId, ...query } = c.req.valid("query");
    const filter = { ...query, conversationId: conversationId as ConversationId | undefined };
    const { items, nextCursor } = await readPage(confirmations.list(c.get("principal").workspaceId, filter));
    return c.json({ items: items.map(describeConfirmation), nextCursor }, 200);
  });

  app.openapi(getRoute, async (c) => {
    const { id } = c.req.valid("param");
    const found = isUuid(id) ? await confirmations.get(c.get("principal").workspaceId, id as ConfirmationId) : null;
    if (found === null) throw unknown("confirmation", id);
    return c.json(describeConfirmation(found), 200);
  });

  app.openapi(confirmRoute, async (c) => {
    const { runId } = c.req.valid("param");
    const { decision, actor, note, argumentsHash } = c.req.valid("json");
    const principal = c.get("principal");
    if (!isUuid(runId)) throw unknown("run", runId);
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
    // It goes on at once where its conversation is idle. Whatever becomes of this, a worker looks within a second.
    await confirmations.resume({ limit: 1, newId: parts.newId }).catch((error: unknown) => {
      parts.logger.warn({ run_id: runId, error: errorText(error) }, "an answered run is left to the workers");
    });
    parts.runtime.wake();
    return c.json(describeConfirmation(result.confirmation), 200);
  });
}

function refusalOf(result: Exclude<DecideResult, { kind: "decided" }>, runId: string): RecadoError {
  switch (result.kind) {
    case "not_found":
      return unknown("run", runId);
    case "not_waiting":
      return result.confirmation === null
        ? new RecadoError("run_not_waiting", `Run ${runId} waits for no confirmation.`)
        : new RecadoError("confirmation_decided", `${closedAs(result.confirmation)} Nothing was changed.`);
    case "expired":
      return new RecadoError(
        "confirmation_expired",
        `The question of run ${runId} expired at ${result.confirmation.expiresAt.toISOString()}: nothing was done, and an answer does not count any more.`,
      );
    case "not_entitled":
      return new RecadoError(
        "confirmation_not_entitled",
        result.confirmation.audience === "customer"
          ? `The question of run ${runId} is the customer's to answer, in their chat; you may discard the run.`
          : `You asked for what run ${runId} waits for: somebody else of the shop says yes to it. You may say no.`,
      );
    case "changed":
      return new RecadoError(
        "confirmation_changed",
        `Run ${runId} asks for other arguments than you have seen: read the question again.`,
      );
  }
}

function closedAs({ runId, status, decidedBy, decidedAt }: Confirmation): string {
  return `The question of run ${runId} was already ${status} by ${decidedBy ?? "nobody"} at ${decidedAt?.toISOString() ?? "an unknown time"}.`;
}

function unknown(what: string, id: string): RecadoError {
  return new RecadoError("not_found", `There is no ${what} ${JSON.stringify(id.slice(0, 64))}.`);
}
