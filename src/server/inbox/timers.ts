import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { RecadoError } from "../../core/errors.ts";
import { type ConversationId, isUuid, type RunId } from "../../core/ids.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { TIMER_STATUSES, type TimerCommand, type TimerView } from "../../core/ports/timer-admin.ts";
import { Instant } from "../instant.ts";
import { PageQuery, readPage } from "../paging.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Timers"];
const params = z.object({ id: z.string() });

const TimerJson = z
  .object({
    id: z.string().openapi({ description: "The run that armed it." }),
    conversationId: z.string(),
    contact: z.object({ name: z.string().nullable(), phone: z.string().nullable() }),
    agent: z.string(),
    mode: z.string().openapi({ description: "Where its session stands." }),
    level: z.string().openapi({ example: "L3" }),
    action: z
      .string()
      .nullable()
      .openapi({ description: "What it will do; null where the agent does not say.", example: "remind_data" }),
    status: z.enum(TIMER_STATUSES),
    armedAt: Instant,
    dueAt: Instant,
    firedAt: Instant.nullable(),
    cancelledAt: Instant.nullable(),
    hurriedBy: z.string().nullable().openapi({ description: "Who made it due before its time." }),
    cancelledBy: z.string().nullable().openapi({ description: "Null too where a turn or a takeover cancelled it." }),
  })
  .openapi("Timer");

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/timers",
  "x-access": "view",
  tags,
  summary: "What will happen next, the first of all first; what fired or was cancelled, the newest first",
  security,
  request: {
    query: PageQuery.extend({
      status: z.enum(TIMER_STATUSES).default("pending"),
      conversationId: z.string().refine(isUuid, "not an id").optional(),
    }),
  },
  responses: {
    200: {
      description: "A page",
      content: {
        "application/json": { schema: z.object({ items: z.array(TimerJson), nextCursor: z.string().nullable() }) },
      },
    },
    ...problems(401, 422),
  },
});

const body = { required: true, content: { "application/json": { schema: ActorBody.pick({ actor: true }) } } };
const answer = {
  200: { description: "The timer as it stands now", content: { "application/json": { schema: TimerJson } } },
  ...problems(400, 401, 404, 409, 415, 422),
};

const fireRoute = createRoute({
  method: "post",
  path: "/internal/agent/timers/{id}/fire",
  "x-access": "operate",
  tags,
  summary: "Due now: it becomes an event as any that is due, behind a message that waits",
  security,
  request: { params, body },
  responses: answer,
});

const cancelRoute = createRoute({
  method: "post",
  path: "/internal/agent/timers/{id}/cancel",
  "x-access": "operate",
  tags,
  summary: "It will not fire; the next turn may arm another",
  security,
  request: { params, body },
  responses: answer,
});

export function addTimerRoutes(app: OpenAPIHono<ServerEnv>, { store, agents, runtime }: ServerDependencies): void {
  const describe = ({ armedAt, dueAt, firedAt, cancelledAt, ...timer }: TimerView): z.output<typeof TimerJson> => ({
    ...timer,
    action:
      agents.find(({ id }) => id === timer.agent)?.flow?.timers.find(({ level }) => level === timer.level)?.action ??
      null,
    armedAt: armedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    firedAt: firedAt?.toISOString() ?? null,
    cancelledAt: cancelledAt?.toISOString() ?? null,
  });

  app.openapi(listRoute, async (c) => {
    const { conversationId, ...query } = c.req.valid("query");
    const filter = { ...query, conversationId: conversationId as ConversationId | undefined };
    const page = await readPage(store.timerAdmin.list(c.get("principal").workspaceId, filter));
    return c.json({ items: page.items.map(describe), nextCursor: page.nextCursor }, 200);
  });

  app.openapi(fireRoute, async (c) => {
    const { id } = c.req.valid("param");
    const principal = c.get("principal");
    if (!isUuid(id)) throw unknownTimer(id);
    const actor = actorOf(principal, c.req.valid("json").actor);
    const timer = done(id, await store.timerAdmin.hurry(principal.workspaceId, id as RunId, actor));
    runtime.wake();
    return c.json(describe(timer), 200);
  });

  app.openapi(cancelRoute, async (c) => {
    const { id } = c.req.valid("param");
    const principal = c.get("principal");
    if (!isUuid(id)) throw unknownTimer(id);
    const actor = actorOf(principal, c.req.valid("json").actor);
    return c.json(describe(done(id, await store.timerAdmin.cancel(principal.workspaceId, id as RunId, actor))), 200);
  });
}

function done(id: string, result: TimerCommand): TimerView {
  switch (result.kind) {
    case "not_found":
      throw unknownTimer(id);
    case "over":
      throw new RecadoError("timer_over", `Timer ${id} is ${result.status}; only a pending one fires or is cancelled.`);
    case "done":
      return result.timer;
  }
}

function unknownTimer(id: string): RecadoError {
  return new RecadoError("not_found", `There is no timer ${JSON.stringify(id.slice(0, 64))}.`);
}
