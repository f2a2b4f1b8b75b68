import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { InboxCounts } from "../../core/answers/desk/inbox-counts.ts";
import { SearchAnswer } from "../../core/answers/search.ts";
import { type ContactId, type ConversationId, isUuid } from "../../core/ids.ts";
import { actorOf } from "../../core/operations/principal.ts";
import type { DeskChange } from "../../core/ports/desk/desk.ts";
import { answer, jsonBody, listAnswer } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { InvalidRequest, problems } from "../problem.ts";
import type { ServerDependencies, StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { actorText, storableText } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Conversations"];
const params = z.object({ id: z.string() });

const Change = z.object({
  assignee: storableText(1, 200)
    .nullable()
    .optional()
    .openapi({ description: "A person of the shop, by name. Null takes it from the person who has it." }),
  snoozedUntil: z.iso
    .datetime({ offset: true })
    .nullable()
    .optional()
    .openapi({ description: "It rests until then, or until the customer writes. Null wakes it." }),
  isResolved: z
    .boolean()
    .optional()
    .openapi({ description: "True closes it with its open tasks. A message of the customer opens it again." }),
  isSeen: z.literal(true).optional().openapi({ description: "A person has read it until now." }),
  actor: actorText.optional(),
});

/** Longer than any holiday of a customer. */
const LONGEST_SNOOZE_MS = 366 * 24 * 3_600_000;
const MOST_AT_ONCE = 200;

const changeRoute = createRoute({
  method: "patch",
  path: "/internal/agent/conversations/{id}/desk",
  "x-access": "operate",
  tags,
  summary: "Assign, snooze, close or open a conversation, or note that it was read",
  description: "What is left out stays as it is.",
  security,
  request: { params, body: jsonBody(Change.strict().openapi("DeskChange", { example: { assignee: "Camila" } })) },
  responses: { 204: { description: "Done" }, ...problems(400, 401, 403, 404, 415, 422) },
});

const bulkRoute = createRoute({
  method: "post",
  path: "/internal/agent/inbox/changes",
  "x-access": "operate",
  tags,
  summary: "Change many conversations at once, in one transaction",
  security,
  request: {
    body: jsonBody(
      Change.extend({
        conversations: z.array(z.uuid()).min(1).max(MOST_AT_ONCE),
        seen: z.record(z.uuid(), z.string().max(200).nullable()).optional().openapi({
          description:
            "Whom the caller saw each conversation with, by its id; null for no person. One that another person has taken since stays as it is.",
        }),
      })
        .strict()
        .openapi("DeskChanges", {
          example: { conversations: ["01890a5d-ac96-774b-bcce-b302099a8057"], isResolved: true },
        }),
    ),
  },
  responses: {
    200: answer(
      "What became of them",
      z.object({
        changed: z.array(z.string()).openapi({ description: "Those that exist and were not left alone." }),
        same: z.array(z.string()).openapi({ description: "Of the changed ones, those that stood so before." }),
        taken: z.array(z.string()).openapi({ description: "Those that another person has, unlike `seen`." }),
      }),
    ),
    ...problems(400, 401, 403, 415, 422),
  },
});

const writingRoute = createRoute({
  method: "post",
  path: "/internal/agent/conversations/{id}/writing",
  "x-access": "operate",
  tags,
  summary: "Tell the others that a person writes an answer. It counts for ten seconds",
  security,
  request: { params, body: jsonBody(z.object({ actor: actorText.optional() }).strict().openapi("Writing")) },
  responses: {
    200: answer(
      "Who else writes here",
      z.object({ other: z.string().nullable().openapi({ description: "Null when no other person writes." }) }),
    ),
    ...problems(400, 401, 403, 404, 415, 422),
  },
});

const countsRoute = createRoute({
  method: "get",
  path: "/internal/agent/inbox/counts",
  "x-access": "view",
  tags,
  summary: "Count what waits for people of the shop",
  security,
  responses: { 200: answer("The counts", InboxCounts), ...problems(401, 403) },
});

const peopleRoute = createRoute({
  method: "get",
  path: "/internal/agent/inbox/people",
  "x-access": "view",
  tags,
  summary: "List the people to whom a conversation may be given",
  security,
  responses: { 200: listAnswer("By name", z.string()), ...problems(401, 403) },
});

const stopMarketingRoute = createRoute({
  method: "post",
  path: "/internal/agent/contacts/{id}/stop-marketing",
  "x-access": "operate",
  tags: ["Contacts"],
  summary: "Note that a customer wants no more messages that the shop begins",
  description:
    "It counts like the customer's own word, and only the customer takes it back. What was to be sent is cancelled. A message of the customer is still answered.",
  security,
  request: { params, body: jsonBody(z.object({ actor: actorText.optional() }).strict().openapi("StopMarketing")) },
  responses: { 204: { description: "Noted" }, ...problems(400, 401, 403, 404, 415, 422) },
});

const searchRoute = createRoute({
  method: "get",
  path: "/internal/agent/search",
  "x-access": "view",
  tags,
  summary: "Find people, messages and orders by their words",
  description:
    "Accents and capitals do not matter; the last word may be a beginning. Of each kind come the newest eight.",
  security,
  request: { query: z.object({ q: storableText(1, 200) }) },
  responses: { 200: answer("What was found", SearchAnswer), ...problems(401, 403, 422) },
});

export function addDeskRoutes(
  app: OpenAPIHono<ServerEnv>,
  { desk, store: { inbox }, clock }: StorePorts<"inbox"> & Pick<ServerDependencies, "desk" | "clock">,
): void {
  const read = ({ snoozedUntil, actor: _, ...rest }: z.output<typeof Change>): DeskChange => {
    const until = snoozedUntil == null ? snoozedUntil : new Date(snoozedUntil);
    const now = clock.now().getTime();
    if (until != null && (until.getTime() <= now || until.getTime() > now + LONGEST_SNOOZE_MS)) {
      throw new InvalidRequest([{ field: "snoozedUntil", message: "must be in the next 366 days" }]);
    }
    const change = { ...rest, snoozedUntil: until };
    if (Object.values(change).every((value) => value === undefined)) {
      throw new InvalidRequest([
        { field: "assignee", message: "say what changes: assignee, snoozedUntil, isResolved or isSeen" },
      ]);
    }
    return change;
  };

  app.openapi(changeRoute, async (c) => {
    const { id } = c.req.valid("param");
    const body = c.req.valid("json");
    const principal = c.get("principal");
    const by = actorOf(principal, body.actor ?? principal.actor);
    const asked = { conversations: [id as ConversationId], change: read(body) };
    const done = isUuid(id) ? await desk.change(principal.workspaceId, asked, by) : null;
    if (done === null || done.changed.length === 0) throw notFound("conversation", id);
    return c.body(null, 204);
  });

  app.openapi(bulkRoute, async (c) => {
    const { conversations, seen, ...body } = c.req.valid("json");
    const principal = c.get("principal");
    const by = actorOf(principal, body.actor ?? principal.actor);
    const asked = { conversations: conversations.map((id) => id as ConversationId), change: read(body), seen };
    const { changed, same, taken } = await desk.change(principal.workspaceId, asked, by);
    return c.json({ changed: [...changed], same: [...same], taken: [...taken] }, 200);
  });

  app.openapi(writingRoute, async (c) => {
    const { id } = c.req.valid("param");
    const principal = c.get("principal");
    const by = actorOf(principal, c.req.valid("json").actor ?? principal.actor);
    const told = isUuid(id) ? await desk.writing(principal.workspaceId, id as ConversationId, by) : null;
    if (told === null) throw notFound("conversation", id);
    return c.json(told, 200);
  });

  app.openapi(countsRoute, async (c) => {
    const { workspaceId, actor } = c.get("principal");
    return c.json(await inbox.counts(workspaceId, actor), 200);
  });

  app.openapi(peopleRoute, async (c) => {
    return c.json({ items: [...(await desk.people(c.get("principal").workspaceId))] }, 200);
  });

  app.openapi(stopMarketingRoute, async (c) => {
    const { id } = c.req.valid("param");
    const principal = c.get("principal");
    const by = actorOf(principal, c.req.valid("json").actor ?? principal.actor);
    const isKnown = isUuid(id) && (await desk.stopMarketing(principal.workspaceId, id as ContactId, by));
    if (!isKnown) throw notFound("contact", id);
    return c.body(null, 204);
  });

  app.openapi(searchRoute, async (c) => {
    return c.json(await desk.search(c.get("principal").workspaceId, c.req.valid("query").q), 200);
  });
}
