import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { EntryVersion, FoundShopEntry, ShopEntry } from "../../core/answers/shop-entry.ts";
import { RecadoError } from "../../core/errors.ts";
import type { WorkspaceId } from "../../core/ids.ts";
import { findKnowledge } from "../../core/knowledge/find-knowledge.ts";
import { entryFaults, type KnowledgeEntry } from "../../core/knowledge/knowledge-entry.ts";
import type { KnowledgeSource } from "../../core/knowledge/knowledge-source.ts";
import { idOf, toWhatsapp } from "../../core/knowledge/read-markdown.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { type EntryChange, MAX_SHOP_ENTRIES } from "../../core/ports/shop-entries.ts";
import { dayIn } from "../../core/time/civil-day.ts";
import { STANDARD_HOURS } from "../../core/time/contact-hours.ts";
import { answer, jsonBody, listAnswer } from "../answer.ts";
import { notFound } from "../not-found.ts";
import { InvalidRequest, problems } from "../problem.ts";
import type { ServerDependencies, StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody, storableText } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Knowledge"];
const Actor = ActorBody.pick({ actor: true });
const params = z.object({ id: z.string() });
const AgentQuery = z.object({
  agent: z
    .string()
    .max(100)
    .optional()
    .openapi({ description: "Whose files are meant; the default agent's if absent." }),
});

/** The table's own. */
const LONGEST_ID = 80;

const Fields = z.object({
  title: storableText(1, 200),
  asks: z.array(storableText(1, 300)).max(60),
  text: storableText(1, 1_024).openapi({ description: "Markdown, kept in WhatsApp's marks." }),
  until: z.iso.date().nullable(),
});
const EXAMPLE = {
  actor: "ana@tienda.co",
  title: "Factura electrónica",
  asks: ["¿dan factura?"],
  text: "Sí, cada compra va con factura.",
  until: null,
};

const listRoute = createRoute({
  method: "get",
  path: "/internal/agent/knowledge",
  "x-access": "view",
  tags,
  summary: "List what an agent may say of its shop: the entries of its files, and those that people wrote",
  security,
  request: { query: AgentQuery },
  responses: { 200: listAnswer("By title", ShopEntry), ...problems(401, 422) },
});

const searchRoute = createRoute({
  method: "get",
  path: "/internal/agent/knowledge/search",
  "x-access": "view",
  tags,
  summary: "Try what an agent would find for a question",
  security,
  request: { query: AgentQuery.extend({ text: storableText(1, 1_000) }) },
  responses: { 200: listAnswer("At most 3 entries, the best first", FoundShopEntry), ...problems(401, 422) },
});

const versionsRoute = createRoute({
  method: "get",
  path: "/internal/agent/knowledge/{id}/versions",
  "x-access": "view",
  tags,
  summary: "List the versions of an entry that people wrote, the newest first",
  security,
  request: { params },
  responses: { 200: listAnswer("At most 50", EntryVersion), ...problems(401, 404) },
});

const writeAnswers = { ...problems(400, 401, 403, 409, 415, 422) };

const addRoute = createRoute({
  method: "post",
  path: "/internal/agent/knowledge",
  "x-access": "operate",
  tags,
  summary: "Write a new entry. The next message of a customer finds it",
  security,
  request: {
    body: jsonBody(
      Actor.extend(Fields.partial({ asks: true, until: true }).shape)
        .extend({ id: storableText(1, 80).optional().openapi({ description: "Made from the title if absent." }) })
        .strict()
        .openapi("NewShopEntry", { example: EXAMPLE }),
    ),
  },
  responses: { 201: answer("The entry", ShopEntry), ...writeAnswers },
});

const changeRoute = createRoute({
  method: "patch",
  path: "/internal/agent/knowledge/{id}",
  "x-access": "operate",
  tags,
  summary: "Change an entry that people wrote; `version` is the one that was seen",
  security,
  request: {
    params,
    body: jsonBody(
      Actor.extend(Fields.partial().shape)
        .extend({ version: z.number().int().min(1) })
        .strict()
        .openapi("ChangedShopEntry", { example: { actor: "ana@tienda.co", version: 1, text: "Sí, siempre." } }),
    ),
  },
  responses: { 200: answer("The entry", ShopEntry), ...writeAnswers, ...problems(404) },
});

const removeRoute = createRoute({
  method: "delete",
  path: "/internal/agent/knowledge/{id}",
  "x-access": "operate",
  tags,
  summary: "Delete an entry that people wrote; with `version`, only if it is the newest. Its versions stay",
  security,
  request: { params, query: z.object({ version: z.coerce.number().int().min(1).optional() }) },
  responses: { 204: { description: "Deleted" }, ...problems(401, 403, 404, 409, 422) },
});

const dismissRoute = createRoute({
  method: "post",
  path: "/internal/agent/unanswered/dismiss",
  "x-access": "operate",
  tags,
  summary: "Leave a question, and those in near-equal words, out of the list of unanswered ones",
  security,
  request: {
    body: jsonBody(
      Actor.extend({ text: storableText(1, 1_000) })
        .strict()
        .openapi("DismissedQuestion", { example: { actor: "ana@tienda.co", text: "¿venden carros?" } }),
    ),
  },
  responses: { 204: { description: "Dismissed" }, ...problems(400, 401, 403, 415, 422) },
});

type Dependencies = StorePorts<"shopEntries" | "agentConfigs"> &
  Pick<ServerDependencies, "settings" | "newId" | "clock"> & { readonly shopKnowledge: KnowledgeSource };

export function addShopEntryRoutes(app: OpenAPIHono<ServerEnv>, dependencies: Dependencies): void {
  const { store, shopKnowledge, settings, newId, clock } = dependencies;
  const entries = store.shopEntries;

  /** What an agent has now, files first; people's entries with who wrote them. */
  async function shown(workspace: WorkspaceId, agent = settings.defaultAgentId): Promise<ShopEntry[]> {
    await shopKnowledge.refresh?.(workspace, null);
    const written = new Map((await entries.current(workspace)).entries.map((entry) => [entry.id, entry]));
    return shopKnowledge
      .entriesOf(workspace, agent)
      .map((entry) => {
        const own = written.get(entry.id);
        return own === undefined ? ofFile(entry) : shownVersion(own);
      })
      .sort((one, other) => one.title.localeCompare(other.title));
  }

  async function find(workspace: WorkspaceId, id: string): Promise<EntryVersion> {
    const found = (await entries.current(workspace)).entries.find((entry) => entry.id === id);
    if (found === undefined) throw notFound("entry that people wrote", id);
    return found;
  }

  async function write(workspace: WorkspaceId, change: EntryChange): Promise<ShopEntry> {
    const faults = change.isDeleted ? [] : entryFaults([change.entry]);
    if (faults.length > 0) throw new InvalidRequest(faults.map((message) => ({ field: "text", message })));
    const written = await entries.write(workspace, change);
    if (written.kind === "stale")
      throw new RecadoError(
        "changed_meanwhile",
        `Another person changed the entry ${JSON.stringify(change.entry.id)} meanwhile: read it again, and write your change into what it says now.`,
      );
    if (written.kind === "full")
      throw new InvalidRequest([
        { field: "title", message: `there are ${MAX_SHOP_ENTRIES} entries: delete what no customer asks` },
      ]);
    await shopKnowledge.refresh?.(workspace, null);
    return shownVersion(written.entry);
  }

  app.openapi(listRoute, async (c) =>
    c.json({ items: await shown(c.get("principal").workspaceId, c.req.valid("query").agent) }, 200),
  );

  app.openapi(searchRoute, async (c) => {
    const { text, agent = settings.defaultAgentId } = c.req.valid("query");
    const { workspaceId } = c.get("principal");
    await shopKnowledge.refresh?.(workspaceId, null);
    const config = await store.agentConfigs.get(workspaceId);
    const today = dayIn(clock.now(), config?.timeZone ?? STANDARD_HOURS.timeZone);
    return c.json({ items: findKnowledge(shopKnowledge.entriesOf(workspaceId, agent), text, today) }, 200);
  });

  app.openapi(versionsRoute, async (c) => {
    const { id } = c.req.valid("param");
    const items = await entries.versions(c.get("principal").workspaceId, id);
    if (items.length === 0) throw notFound("entry that people wrote", id);
    return c.json({ items: [...items] }, 200);
  });

  app.openapi(addRoute, async (c) => {
    const principal = c.get("principal");
    const { actor, id: given, title, asks = [], text, until = null } = c.req.valid("json");
    const id = given ?? idOf(title.slice(0, LONGEST_ID));
    const taken = (await shown(principal.workspaceId)).find((entry) => entry.id === id);
    if (taken !== undefined)
      throw new RecadoError(
        "already_there",
        taken.origin === "file"
          ? `The agent's files have an entry ${JSON.stringify(id)}: change it there, or give this one another title.`
          : `There is an entry ${JSON.stringify(id)}: change it, or give this one another title.`,
      );
    const [last] = await entries.versions(principal.workspaceId, id);
    const entry = { id, title: title.trim(), asks, text: toWhatsapp(text), until };
    const after = last?.version ?? 0;
    const by = actorOf(principal, actor);
    return c.json(await write(principal.workspaceId, { entry, after, isDeleted: false, by }), 201);
  });

  app.openapi(changeRoute, async (c) => {
    const principal = c.get("principal");
    const { actor, version, ...changed } = c.req.valid("json");
    const { title, asks, text, until } = changed;
    const before = await find(principal.workspaceId, c.req.valid("param").id);
    const entry = {
      id: before.id,
      title: title?.trim() ?? before.title,
      asks: asks ?? before.asks,
      text: text === undefined ? before.text : toWhatsapp(text),
      until: until === undefined ? before.until : until,
    };
    const by = actorOf(principal, actor);
    return c.json(await write(principal.workspaceId, { entry, after: version, isDeleted: false, by }), 200);
  });

  app.openapi(removeRoute, async (c) => {
    const principal = c.get("principal");
    const entry = await find(principal.workspaceId, c.req.valid("param").id);
    const after = c.req.valid("query").version ?? entry.version;
    await write(principal.workspaceId, { entry, after, isDeleted: true, by: principal.actor });
    return c.body(null, 204);
  });

  app.openapi(dismissRoute, async (c) => {
    const principal = c.get("principal");
    const { actor, text } = c.req.valid("json");
    await entries.dismiss(principal.workspaceId, { id: newId(), text }, actorOf(principal, actor));
    return c.body(null, 204);
  });
}

function ofFile({ id, title, asks, text, until }: KnowledgeEntry): ShopEntry {
  return {
    ...{ id, title, asks: [...asks], text, until },
    ...{ origin: "file", version: null, changedAt: null, changedBy: null },
  };
}

function shownVersion({ isDeleted: _, ...entry }: EntryVersion): ShopEntry {
  return { ...entry, origin: "shop" };
}
