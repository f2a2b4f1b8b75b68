import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { RecadoError } from "../../core/errors.ts";
import { type ConversationId, isUuid, type TaskId } from "../../core/ids.ts";
import { actorOf } from "../../core/operations/principal.ts";
import type { Task } from "../../core/ports/tasks.ts";
import { TASK_PRIORITIES, TASK_STATUSES } from "../../core/turn/effects.ts";
import { Instant } from "../instant.ts";
import { PageQuery, readPage } from "../paging.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody, storableText } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Tasks"];
const params = z.object({ id: z.string() });
const person = storableText(1, 200);

const TaskJson = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    runId: z
      .string()
      .nullable()
      .openapi({ description: "The run that asked for it; null: a reminder that could not be said." }),
    title: z.string(),
    priority: z.enum(TASK_PRIORITIES),
    note: z.string().nullable(),
    status: z.enum(TASK_STATUSES),
    assignee: z.string().nullable(),
    assignedAt: Instant.nullable(),
    createdAt: Instant,
    closedAt: Instant.nullable(),
    closedBy: z.string().nullable(),
    closingNote: z.string().nullable(),
  })
  .openapi("Task");

const taskAnswer = (description: string) => ({
  200: { description, content: { "application/json": { schema: TaskJson } } },
  ...problems(400, 401, 403, 404, 415, 422),
});

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/tasks",
  "x-access": "view",
  tags,
  summary: "What people of the shop are to do, the newest first",
  security,
  request: {
    query: PageQuery.extend({
      status: z.enum(TASK_STATUSES).optional(),
      assignee: person.optional(),
      conversationId: z.string().refine(isUuid, "not an id").optional(),
    }),
  },
  responses: {
    200: {
      description: "A page",
      content: {
        "application/json": { schema: z.object({ items: z.array(TaskJson), nextCursor: z.string().nullable() }) },
      },
    },
    ...problems(401, 403, 422),
  },
});

const Assignment = ActorBody.pick({ actor: true })
  .extend({ assignee: person.nullable().openapi({ description: "Null gives it back to all." }) })
  .openapi("Assignment");

const assignRoute = createRoute({
  method: "post",
  path: "/internal/agent/tasks/{id}/assign",
  "x-access": "operate",
  tags,
  summary: "Give a task to somebody; one that is done stays as it is",
  security,
  request: { params, body: { required: true, content: { "application/json": { schema: Assignment } } } },
  responses: taskAnswer("The task as it stands now"),
});

const completeRoute = createRoute({
  method: "post",
  path: "/internal/agent/tasks/{id}/complete",
  "x-access": "operate",
  tags,
  summary: "A task is done; done before, it stays as it was",
  security,
  request: {
    params,
    body: { required: true, content: { "application/json": { schema: ActorBody.openapi("ActorBody") } } },
  },
  responses: taskAnswer("The task as it stands now"),
});

export function addTaskRoutes(app: OpenAPIHono<ServerEnv>, { store, logger }: ServerDependencies): void {
  const { tasks } = store;

  app.openapi(listRoute, async (c) => {
    const { conversationId, ...query } = c.req.valid("query");
    const filter = { ...query, conversationId: conversationId as ConversationId | undefined };
    const { items, nextCursor } = await readPage(tasks.list(c.get("principal").workspaceId, filter));
    return c.json({ items: items.map(describeTask), nextCursor }, 200);
  });

  app.openapi(assignRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { assignee, actor } = c.req.valid("json");
    const principal = c.get("principal");
    const by = actorOf(principal, actor);
    const task = isUuid(id) ? await tasks.assign(principal.workspaceId, id as TaskId, assignee, by) : null;
    if (task === null) throw unknownTask(id);
    logger.info({ actor: by, taskId: id, assignee }, "a task was assigned");
    return c.json(describeTask(task), 200);
  });

  app.openapi(completeRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { actor, note } = c.req.valid("json");
    const principal = c.get("principal");
    const by = { actor: actorOf(principal, actor), note: note ?? null };
    const task = isUuid(id) ? await tasks.complete(principal.workspaceId, id as TaskId, by) : null;
    if (task === null) throw unknownTask(id);
    return c.json(describeTask(task), 200);
  });
}

function unknownTask(id: string): RecadoError {
  return new RecadoError("not_found", `There is no task ${JSON.stringify(id.slice(0, 64))}.`);
}

function describeTask(task: Task): z.output<typeof TaskJson> {
  return {
    ...task,
    assignedAt: task.assignedAt?.toISOString() ?? null,
    createdAt: task.createdAt.toISOString(),
    closedAt: task.closedAt?.toISOString() ?? null,
  };
}
