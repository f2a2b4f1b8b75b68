import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { TASK_STATUSES } from "../../core/agent/shop-words.ts";
import { Task } from "../../core/answers/desk/task.ts";
import { isUuid, type TaskId } from "../../core/ids.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { answer, jsonBody, pageAnswer } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { ConversationQuery, PageQuery, readPage } from "../paging.ts";
import { problems } from "../problem.ts";
import type { ServerDependencies, StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody, storableText } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Tasks"];
const params = z.object({ id: z.string() });
const person = storableText(1, 200);
const responses = { 200: answer("The task as it is now", Task), ...problems(400, 401, 403, 404, 415, 422) };

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/tasks",
  "x-access": "view",
  tags,
  summary: "List tasks for the people of the shop, newest first",
  security,
  request: {
    query: PageQuery.extend({
      status: z.enum(TASK_STATUSES).optional(),
      assignee: person.optional(),
      conversationId: ConversationQuery,
    }),
  },
  responses: { 200: pageAnswer(Task), ...problems(401, 403, 422) },
});

const Assignment = ActorBody.pick({ actor: true })
  .extend({ assignee: person.nullable().openapi({ description: "Null opens the task to all." }) })
  .openapi("Assignment");

const assignRoute = createRoute({
  method: "post",
  path: "/internal/agent/tasks/{id}/assign",
  "x-access": "operate",
  tags,
  summary: "Assign a task. A done task is returned unchanged",
  security,
  request: { params, body: jsonBody(Assignment) },
  responses,
});

const completeRoute = createRoute({
  method: "post",
  path: "/internal/agent/tasks/{id}/complete",
  "x-access": "operate",
  tags,
  summary: "Close a task. A done task is returned unchanged",
  security,
  request: { params, body: jsonBody(ActorBody.openapi("ActorBody")) },
  responses,
});

export function addTaskRoutes(
  app: OpenAPIHono<ServerEnv>,
  { store: { tasks }, logger }: StorePorts<"tasks"> & Pick<ServerDependencies, "logger">,
): void {
  app.openapi(listRoute, async (c) => {
    return c.json(await readPage(tasks.list(c.get("principal").workspaceId, c.req.valid("query"))), 200);
  });

  app.openapi(assignRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { assignee, actor } = c.req.valid("json");
    const principal = c.get("principal");
    const by = actorOf(principal, actor);
    const task = isUuid(id) ? await tasks.assign(principal.workspaceId, id as TaskId, assignee, by) : null;
    if (task === null) throw notFound("task", id);
    logger.info({ actor: by, taskId: id, assignee }, "a task was assigned");
    return c.json(task, 200);
  });

  app.openapi(completeRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { actor, note } = c.req.valid("json");
    const principal = c.get("principal");
    const by = { actor: actorOf(principal, actor), note: note ?? null };
    const task = isUuid(id) ? await tasks.complete(principal.workspaceId, id as TaskId, by) : null;
    if (task === null) throw notFound("task", id);
    return c.json(task, 200);
  });
}
