import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { type StoredTimer, Timer } from "../../core/answers/timer.ts";
import { RecadoError } from "../../core/errors.ts";
import { isUuid, type RunId } from "../../core/ids.ts";
import { actorOf } from "../../core/operations/principal.ts";
import type { TimerCommand } from "../../core/ports/timer-admin.ts";
import { TIMER_STATUSES } from "../../core/time/timer-policy.ts";
import { answer, jsonBody, pageAnswer } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { ConversationQuery, PageQuery, readPage } from "../paging.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies, StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Timers"];

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/timers",
  "x-access": "view",
  tags,
  summary: "List timers: pending ones by due time, fired and cancelled ones newest first",
  security,
  request: {
    query: PageQuery.extend({
      status: z.enum(TIMER_STATUSES).default("pending"),
      conversationId: ConversationQuery,
    }),
  },
  responses: { 200: pageAnswer(Timer), ...problems(401, 422) },
});

const request = { params: z.object({ id: z.string() }), body: jsonBody(ActorBody.pick({ actor: true })) };
const responses = { 200: answer("The timer as it is now", Timer), ...problems(400, 401, 404, 409, 415, 422) };

const fireRoute = createRoute({
  method: "post",
  path: "/internal/agent/timers/{id}/fire",
  "x-access": "operate",
  tags,
  summary: "Make a timer due now. It becomes an event behind any message that waits",
  security,
  request,
  responses,
});

const cancelRoute = createRoute({
  method: "post",
  path: "/internal/agent/timers/{id}/cancel",
  "x-access": "operate",
  tags,
  summary: "Cancel a timer. The next turn may arm another",
  security,
  request,
  responses,
});

export function addTimerRoutes(
  app: OpenAPIHono<ServerEnv>,
  { store: { timerAdmin }, agents, runtime }: StorePorts<"timerAdmin"> & Pick<ServerDependencies, "agents" | "runtime">,
): void {
  const withAction = (timer: StoredTimer): Timer => {
    const flow = agents.find(({ id }) => id === timer.agent)?.flow;
    return { ...timer, action: flow?.timers.find(({ level }) => level === timer.level)?.action ?? null };
  };

  app.openapi(listRoute, async (c) => {
    const page = await readPage(timerAdmin.list(c.get("principal").workspaceId, c.req.valid("query")));
    return c.json({ items: page.items.map(withAction), nextCursor: page.nextCursor }, 200);
  });

  app.openapi(fireRoute, async (c) => {
    const { id } = c.req.valid("param");
    const principal = c.get("principal");
    if (!isUuid(id)) throw notFound("timer", id);
    const actor = actorOf(principal, c.req.valid("json").actor);
    const timer = done(id, await timerAdmin.hurry(principal.workspaceId, id as RunId, actor));
    runtime.wake();
    return c.json(withAction(timer), 200);
  });

  app.openapi(cancelRoute, async (c) => {
    const { id } = c.req.valid("param");
    const principal = c.get("principal");
    if (!isUuid(id)) throw notFound("timer", id);
    const actor = actorOf(principal, c.req.valid("json").actor);
    return c.json(withAction(done(id, await timerAdmin.cancel(principal.workspaceId, id as RunId, actor))), 200);
  });
}

function done(id: string, result: TimerCommand): StoredTimer {
  switch (result.kind) {
    case "not_found":
      throw notFound("timer", id);
    case "over":
      throw new RecadoError(
        "timer_over",
        `Timer ${id} is ${result.status}. Only a pending timer fires or is cancelled.`,
      );
    case "done":
      return result.timer;
  }
}
