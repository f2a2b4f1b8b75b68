import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { Note } from "../../core/answers/desk/note.ts";
import { RecadoError } from "../../core/errors.ts";
import {
  type ConversationId,
  type EventId,
  isUuid,
  type OutboxId,
  type RunId,
  type WorkspaceId,
} from "../../core/ids.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { contentFault, type OutboundContent } from "../../core/outbound/outbound-content.ts";
import { templateHole } from "../../core/outbound/template-hole.ts";
import type { Desk } from "../../core/ports/desk/desk.ts";
import type { MessageTemplates } from "../../core/ports/message-templates.ts";
import { answer, jsonBody, pageAnswer } from "../answer.ts";
import { keyReused } from "../key-reused.ts";
import { notFound } from "../not-found.ts";
import { PageQuery, readPage } from "../paging.ts";
import { InvalidRequest, problems } from "../problem.ts";
import { registeredTemplate } from "../registered-template.ts";
import type { ServerDependencies, StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { foreignJson, storableText } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Conversations"];
const params = z.object({ id: z.string() });
const idempotencyKey = storableText(1, 400).openapi({
  description: "A request with a known key is the same request, for ever.",
});
const actor = storableText(1, 200).optional().openapi({
  description: "The operator, when several share one token. Left out, the token's name counts.",
});

const Reply = z
  .object({
    text: storableText(1, 4_096).optional().openapi({
      description: "Beside a file it is its caption.",
      example: "Buenas tardes, le habla María.",
    }),
    file: z.uuid().optional().openapi({ description: "A file of `POST …/files`, of this conversation." }),
    reaction: z
      .object({ to: z.uuid().openapi({ description: "Our id of the customer's message." }), emoji: z.string().max(50) })
      .strict()
      .optional(),
    replyTo: z
      .uuid()
      .optional()
      .openapi({ description: "Our id of a message of this conversation: the customer sees it quoted." }),
    template: z
      .object({
        name: storableText(1, 512).openapi({ example: "seguimiento_pedido" }),
        language: storableText(1, 35).default("es"),
        category: z.enum(["marketing", "utility", "authentication"]).optional().openapi({
          description: "May be left out. The workspace's list of templates decides; another category is refused.",
        }),
        components: z.array(foreignJson).default([]).openapi({ description: "In the form of Meta's Cloud API." }),
      })
      .optional()
      .openapi({
        description:
          "A template of the workspace (`GET /internal/agent/templates`). Only templates leave outside the 24-hour window.",
      }),
    takeOver: z
      .boolean()
      .default(false)
      .openapi({ description: "Take the conversation over first when the bot answers it." }),
    idempotencyKey,
    actor,
  })
  .openapi("OperatorReply");

const replyRoute = createRoute({
  method: "post",
  path: "/internal/agent/conversations/{id}/messages",
  "x-access": "operate",
  tags,
  summary: "Send the customer a message from a person of the shop",
  description:
    "The message goes through the outbox like a reply of the bot: in order, with the same retries and delivery reports.",
  security,
  request: { params, body: jsonBody(Reply) },
  responses: {
    202: answer(
      "Committed. The reply leaves in its order",
      z.object({ messageId: z.string(), runId: z.string(), duplicate: z.boolean() }).openapi("QueuedReply"),
    ),
    ...problems(400, 401, 403, 404, 409, 413, 415, 422),
  },
});

const NewNote = z.object({ text: storableText(1, 4_000), idempotencyKey, actor }).openapi("NewNote");

const addNoteRoute = createRoute({
  method: "post",
  path: "/internal/agent/conversations/{id}/notes",
  "x-access": "operate",
  tags,
  summary: "Add a note for the people of the shop. The customer never sees it",
  security,
  request: { params, body: jsonBody(NewNote) },
  responses: { 201: answer("The note", Note), ...problems(400, 401, 403, 404, 409, 413, 415, 422) },
});

const listNotesRoute = createRoute({
  method: "get",
  path: "/internal/agent/conversations/{id}/notes",
  "x-access": "view",
  tags,
  summary: "List the notes of a conversation, newest first",
  security,
  request: { params, query: PageQuery },
  responses: { 200: pageAnswer(Note), ...problems(401, 403, 404, 422) },
});

export function addReplyRoutes(
  app: OpenAPIHono<ServerEnv>,
  {
    store: { inbox, conversations },
    desk,
    templates,
    runtime,
    newId,
  }: StorePorts<"inbox" | "conversations"> & Pick<ServerDependencies, "desk" | "templates" | "runtime" | "newId">,
): void {
  app.openapi(replyRoute, async (c) => {
    const { id } = c.req.valid("param");
    if (!isUuid(id)) throw notFound("conversation", id);
    const conversation = id as ConversationId;
    const body = c.req.valid("json");
    const principal = c.get("principal");
    const content = await contentOf(body, { templates, desk, workspace: principal.workspaceId, conversation });
    const by = actorOf(principal, body.actor ?? principal.actor);
    const say = () =>
      inbox.reply(principal.workspaceId, conversation, {
        content,
        replyTo: body.replyTo,
        actor: by,
        idempotencyKey: `${id}:${body.idempotencyKey}`,
        eventId: newId() as EventId,
        runId: newId() as RunId,
        messageId: newId() as OutboxId,
      });
    let said = await say();
    if (said.kind === "bot_answers" && body.takeOver) {
      await conversations.setBotEnabled(principal.workspaceId, conversation, { enabled: false, actor: by, note: null });
      said = await say();
    }
    switch (said.kind) {
      case "not_found":
        throw notFound("conversation", id);
      case "key_reused":
        throw keyReused(body.idempotencyKey);
      case "bot_answers":
        throw new RecadoError(
          "bot_answers",
          'The bot answers in this conversation. Take it over first, or send the reply with "takeOver": true.',
        );
      case "opted_out":
        throw new RecadoError(
          "customer_opted_out",
          "This customer asked for no more messages and has written nothing since. You may answer when they write again.",
        );
      case "window_closed":
        throw new RecadoError(
          "window_closed",
          `${said.closedAt === null ? "The customer has not written yet" : `The 24-hour window closed at ${said.closedAt.toISOString()}`}. Only a template may be sent now.`,
        );
      case "queued":
        if (!said.duplicate) runtime.wake("outbox");
        return c.json({ messageId: said.messageId, runId: said.runId, duplicate: said.duplicate }, 202);
    }
  });

  app.openapi(addNoteRoute, async (c) => {
    const { id } = c.req.valid("param");
    const { text, idempotencyKey: key, actor: said } = c.req.valid("json");
    const principal = c.get("principal");
    const author = actorOf(principal, said ?? principal.actor);
    const written = isUuid(id)
      ? await inbox.addNote(principal.workspaceId, id as ConversationId, {
          id: newId(),
          author,
          text,
          idempotencyKey: key,
        })
      : ({ kind: "not_found" } as const);
    switch (written.kind) {
      case "not_found":
        throw notFound("conversation", id);
      case "key_reused":
        throw keyReused(key);
      case "noted":
        return c.json(written.note, 201);
    }
  });

  app.openapi(listNotesRoute, async (c) => {
    const { id } = c.req.valid("param");
    const notes = isUuid(id)
      ? await readPage(inbox.listNotes(c.get("principal").workspaceId, id as ConversationId, c.req.valid("query")))
      : null;
    if (notes === null) throw notFound("conversation", id);
    return c.json(notes, 200);
  });
}

interface Surroundings {
  readonly templates: MessageTemplates;
  readonly desk: Desk;
  readonly workspace: WorkspaceId;
  readonly conversation: ConversationId;
}

/**
 * Takes exactly one of text, template, file and reaction; a file may have a text. Refuses what Meta
 * would refuse, in the words that an agent gets.
 */
async function contentOf(reply: z.output<typeof Reply>, around: Surroundings): Promise<OutboundContent> {
  const { text, template, file, reaction } = reply;
  const { templates, workspace } = around;
  const said = [file ?? text, template, reaction].filter((one) => one !== undefined);
  if (said.length !== 1) {
    throw new InvalidRequest([{ field: "text", message: "send either text, file, template or reaction" }]);
  }
  if (template !== undefined) return registeredTemplate("template", template, { templates, workspace });
  if (reaction !== undefined) return reactionOf(reaction, around);
  if (file !== undefined) return fileOf(file, text, around);
  const given = { type: "text", body: text ?? "" } as const;
  const hole = templateHole(given);
  const fault = hole === null ? contentFault(given) : `${hole} is not filled in: write the words themselves`;
  if (fault !== null) throw new InvalidRequest([{ field: "text", message: fault }]);
  return given;
}

async function fileOf(id: string, caption: string | undefined, around: Surroundings): Promise<OutboundContent> {
  const file = await around.desk.findFile(around.workspace, around.conversation, id);
  if (file === null) throw new InvalidRequest([{ field: "file", message: "no file of this conversation has this id" }]);
  const given = {
    type: "media",
    media: file.kind,
    source: { id: file.mediaId },
    ...(caption === undefined ? {} : { caption }),
    ...(file.kind === "document" && file.fileName !== null ? { fileName: file.fileName } : {}),
  } as const;
  const fault = contentFault(given);
  if (fault !== null) throw new InvalidRequest([{ field: "file", message: fault }]);
  return given;
}

async function reactionOf(
  { to, emoji }: NonNullable<z.output<typeof Reply>["reaction"]>,
  { desk, workspace, conversation }: Surroundings,
): Promise<OutboundContent> {
  const targetWamid = await desk.wamidOf(workspace, conversation, to);
  if (targetWamid === null) {
    throw new InvalidRequest([{ field: "reaction.to", message: "no message of this conversation has this id" }]);
  }
  const given = { type: "reaction", targetWamid, emoji } as const;
  const fault = contentFault(given);
  if (fault !== null) throw new InvalidRequest([{ field: "reaction", message: fault }]);
  return given;
}
