import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { ListedScheduledMessage, ScheduledMessage } from "../../core/answers/scheduled-message.ts";
import { canonicalJson } from "../../core/canonical-json.ts";
import { RecadoError } from "../../core/errors.ts";
import { type ConversationId, isUuid, type ScheduledMessageId, type WorkspaceId } from "../../core/ids.ts";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "../../core/locale/locale.ts";
import { packOf } from "../../core/locale/pack-of.ts";
import { actorOf } from "../../core/operations/principal.ts";
import { seriesFault } from "../../core/outbound/reminder-series.ts";
import {
  FOLLOW_UP_AFTER_MS,
  FOLLOW_UP_CATEGORIES,
  SCHEDULED_KINDS,
  SCHEDULED_STATUSES,
  type ScheduledKind,
  type StoredScheduledMessage,
  USEFUL_FOR_MS,
} from "../../core/outbound/scheduled-message.ts";
import { templateHole } from "../../core/outbound/template-hole.ts";
import type { ScheduleResult } from "../../core/ports/scheduled.ts";
import { sha256 } from "../../core/sha256.ts";
import { isTimeZone, STANDARD_HOURS } from "../../core/time/contact-hours.ts";
import { TIME_QUESTIONS } from "../../core/time/languages/time-questions.ts";
import { readRule } from "../../core/time/read-rule.ts";
import { readTime } from "../../core/time/read-time.ts";
import { recurrenceText } from "../../core/time/recurrence.ts";
import { sayRule } from "../../core/time/say-rule.ts";
import { sayInstant } from "../../core/time/say-time.ts";
import { answer, jsonBody, pageAnswer } from "../answer.ts";
import { keyReused } from "../key-reused.ts";
import { notFound } from "../not-found.ts";
import { ConversationQuery, PageQuery, readPage } from "../paging.ts";
import { problems } from "../problem.ts";
import { askedTemplate, registeredTemplate } from "../registered-template.ts";
import type { ServerDependencies, StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { ActorBody, storableText } from "../text-rules.ts";

const security = [{ bearer: [] }];
const tags = ["Reminders and follow-ups"];

const common = ActorBody.pick({ actor: true }).extend({
  conversationId: z.string().refine(isUuid, "not an id"),
  text: storableText(1, 1_000).refine((body) => templateHole({ type: "text", body }) === null, {
    error: "has a {{variable}} that is not filled in: write the words themselves",
  }),
  template: askedTemplate.nullable().default(null),
  idempotencyKey: storableText(1, 200),
});

const timeZone = z.string().max(100).refine(isTimeZone, "must be an IANA name, such as America/Bogota");

const NewReminder = common
  .extend({
    dueAt: z.iso.datetime({ offset: true }).optional(),
    when: storableText(1, 200).optional().openapi({ example: "el viernes a las 8" }),
    timeZone: timeZone.nullable().default(null).openapi({ description: "Null means the workspace's." }),
    isRequested: z.boolean().default(true),
  })
  .strict()
  .refine(({ dueAt, when }) => (dueAt === undefined) !== (when === undefined), "give either dueAt or when")
  .openapi("NewReminder");

const NewFollowUp = common
  .extend({
    category: z.enum(FOLLOW_UP_CATEGORIES),
    afterMinutes: z
      .number()
      .int()
      .min(1)
      .max(30 * 24 * 60)
      .default(FOLLOW_UP_AFTER_MS / 60_000),
  })
  .strict()
  .openapi("NewFollowUp");

const instant = z.iso.datetime({ offset: true });

const DOORS = { reminder: "reminders", follow_up: "follow-ups" } as const;
const WORDS = { reminder: "reminder", follow_up: "follow-up" } as const;

type ScheduledDependencies = StorePorts<"scheduled" | "agentConfigs"> &
  Pick<ServerDependencies, "templates" | "clock" | "newId" | "runtime">;

export function addScheduledRoutes(app: OpenAPIHono<ServerEnv>, dependencies: ScheduledDependencies): void {
  for (const kind of SCHEDULED_KINDS) addListAndCancel(app, dependencies, kind);

  app.openapi(createRouteOf("reminder", NewReminder), async (c) => {
    const { workspaceId } = c.get("principal");
    const body = c.req.valid("json");
    const { actor, dueAt, when, ...given } = body;
    const { at, rule } =
      dueAt === undefined
        ? await readWhen(when ?? "", given.timeZone, workspaceId, dependencies)
        : { at: new Date(dueAt), rule: null };
    const traits = { kind: "reminder", category: null, rule, ...times("reminder", at) } as const;
    const message = { ...given, ...traits, argumentsHash: hashOf("reminder", body) };
    const made = await add(dependencies, workspaceId, message, actorOf(c.get("principal"), actor));
    return c.json(inWords(made, localeOfReader(c.req.header("accept-language"))), 201);
  });

  app.openapi(createRouteOf("follow_up", NewFollowUp), async (c) => {
    const { workspaceId } = c.get("principal");
    const body = c.req.valid("json");
    const { actor, afterMinutes, ...given } = body;
    const due = new Date(dependencies.clock.now().getTime() + afterMinutes * 60_000);
    const traits = {
      kind: "follow_up",
      isRequested: false,
      timeZone: null,
      rule: null,
      ...times("follow_up", due),
    } as const;
    const asked = { ...given, ...traits, argumentsHash: hashOf("follow_up", body) };
    const message = await add(dependencies, workspaceId, asked, actorOf(c.get("principal"), actor));
    return c.json(inWords(message, localeOfReader(c.req.header("accept-language"))), 201);
  });
}

function createRouteOf<Body extends z.ZodType>(kind: ScheduledKind, body: Body) {
  return createRoute({
    method: "post",
    path: `/internal/agent/${DOORS[kind]}`,
    "x-access": "operate",
    tags,
    summary:
      kind === "reminder"
        ? "Schedule a reminder at `dueAt`, or at `when` in Spanish words, once or recurring"
        : "Schedule a follow-up, after 60 minutes by default. It replaces the one that waits in its category",
    security,
    request: { body: jsonBody(body) },
    responses: {
      201: answer("The message waits for its time. A known key is the same message", ScheduledMessage),
      ...problems(400, 401, 403, 404, 409, 415, 422),
    },
  });
}

function addListAndCancel(
  app: OpenAPIHono<ServerEnv>,
  { store: { scheduled } }: StorePorts<"scheduled">,
  kind: ScheduledKind,
): void {
  const path = `/internal/agent/${DOORS[kind]}` as const;
  const list = createRoute({
    method: "get",
    path,
    "x-access": "view",
    tags,
    summary: `List ${WORDS[kind]}s, newest first`,
    security,
    request: {
      query: PageQuery.extend({
        status: z.enum(SCHEDULED_STATUSES).optional(),
        conversationId: ConversationQuery,
        dueFrom: instant.optional(),
        dueBefore: instant.optional().openapi({ description: "Not included." }),
      }),
    },
    responses: { 200: pageAnswer(ListedScheduledMessage), ...problems(401, 403, 422) },
  });
  const cancel = createRoute({
    method: "post",
    path: `${path}/{id}/cancel`,
    "x-access": "operate",
    tags,
    summary: `Cancel a ${WORDS[kind]}. One that was sent, or is being sent, is returned unchanged`,
    security,
    request: { params: z.object({ id: z.string() }), body: jsonBody(ActorBody.pick({ actor: true })) },
    responses: { 200: answer("The message as it is now", ScheduledMessage), ...problems(400, 401, 403, 404, 415, 422) },
  });

  app.openapi(list, async (c) => {
    const { dueFrom, dueBefore, ...asked } = c.req.valid("query");
    const filter = { ...asked, dueFrom: dateOf(dueFrom), dueBefore: dateOf(dueBefore), kind };
    const { items, nextCursor } = await readPage(scheduled.list(c.get("principal").workspaceId, filter));
    const locale = localeOfReader(c.req.header("accept-language"));
    return c.json(
      { items: items.map(({ contact, ...message }) => ({ ...inWords(message, locale), contact })), nextCursor },
      200,
    );
  });

  app.openapi(cancel, async (c) => {
    const { id } = c.req.valid("param");
    const by = actorOf(c.get("principal"), c.req.valid("json").actor);
    const { workspaceId } = c.get("principal");
    const message = isUuid(id) ? await scheduled.cancel(workspaceId, id as ScheduledMessageId, by) : null;
    if (message === null || message.kind !== kind) {
      throw notFound(WORDS[kind], id);
    }
    return c.json(inWords(message, localeOfReader(c.req.header("accept-language"))), 200);
  });
}

function dateOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

async function readWhen(
  words: string,
  zone: string | null,
  workspace: WorkspaceId,
  { store, clock }: ScheduledDependencies,
): Promise<{ readonly at: Date; readonly rule: string | null }> {
  const config = await store.agentConfigs.get(workspace);
  const { language } = packOf(config?.locale ?? DEFAULT_LOCALE);
  const [now, timeZone] = [clock.now(), zone ?? config?.timeZone ?? STANDARD_HOURS.timeZone];
  const read = readTime(words, now, timeZone, language);
  if (read.kind === "once") return { at: read.at, rule: null };
  const rule = read.kind === "recurring" ? recurrenceText(read.rule) : null;
  if (read.kind === "recurring" && rule !== null && seriesFault(rule, read.at) === null) return { at: read.at, rule };
  const question =
    read.kind === "ask"
      ? TIME_QUESTIONS[language][read.reason]
      : "Puedo recordarlo como mucho una vez por hora. ¿Cada cuánto se lo recuerdo?";
  throw new RecadoError("request_invalid", `when: ${JSON.stringify(words)} needs clarification: ${question}`);
}

/**
 * The hash of the request without its actor: another operator may send it again under the same key.
 */
function hashOf(
  kind: ScheduledKind,
  { actor: _, idempotencyKey: __, ...asked }: { readonly actor: string; readonly idempotencyKey: string },
): string {
  return sha256(canonicalJson({ kind, ...asked }));
}

function times(kind: ScheduledKind, dueAt: Date) {
  return { dueAt, usefulUntil: new Date(dueAt.getTime() + USEFUL_FOR_MS[kind]) };
}

type Given = Omit<
  Parameters<ServerDependencies["store"]["scheduled"]["create"]>[1],
  "id" | "createdBy" | "conversationId" | "template"
> & {
  readonly conversationId: string;
  readonly template: z.output<typeof askedTemplate> | null;
};

async function add(
  { store, templates, newId, runtime }: ScheduledDependencies,
  workspace: WorkspaceId,
  { template: asked, ...given }: Given,
  createdBy: string,
): Promise<StoredScheduledMessage> {
  const template = asked === null ? null : await registeredTemplate("template", asked, { templates, workspace });
  const conversationId = given.conversationId as ConversationId;
  const id = newId() as ScheduledMessageId;
  const result = await store.scheduled.create(workspace, { ...given, template, conversationId, id, createdBy });
  if (result.kind !== "scheduled") throw refusalOf(result, given);
  runtime.wake();
  return result.message;
}

function refusalOf(
  { kind }: Exclude<ScheduleResult, { kind: "scheduled" }>,
  { conversationId, idempotencyKey, dueAt }: Omit<Given, "template">,
): RecadoError {
  switch (kind) {
    case "not_found":
      return new RecadoError("not_found", `There is no conversation ${JSON.stringify(conversationId)}.`);
    case "key_reused":
      return keyReused(idempotencyKey);
    case "past":
      return new RecadoError("request_invalid", `dueAt: ${dueAt.toISOString()} has passed. Give a time in the future.`);
    case "opted_out":
      return new RecadoError(
        "customer_opted_out",
        "This customer asked for no more messages. They can write ALTA to get messages again.",
      );
    case "window_maintenance_off":
      return new RecadoError(
        "request_invalid",
        "category: window_maintenance is off in this workspace. Turn on windowMaintenance in its settings.",
      );
  }
}

/** The first language that a reader asks for; Spanish for one that we do not speak. */
function localeOfReader(asked: string | undefined): Locale {
  const language = asked?.trim().slice(0, 2).toLowerCase();
  return LOCALES.find((locale) => locale.slice(0, 2) === language) ?? DEFAULT_LOCALE;
}

function inWords(message: StoredScheduledMessage, locale: Locale): ScheduledMessage {
  const read = message.rule === null ? null : readRule(message.rule);
  return {
    ...message,
    dueAtInWords: sayInstant(message.dueAt, message.createdAt, message.timeZone, locale),
    ruleInWords: read !== null && "rule" in read ? sayRule(read.rule, locale) : null,
  };
}
