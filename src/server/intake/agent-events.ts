import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { RecadoError } from "../../core/errors.ts";
import { type ConversationId, type EventId, isUuid, type PhoneNumberId, type WorkspaceId } from "../../core/ids.ts";
import type { EnqueuedItem } from "../../core/inbound/event.ts";
import { type CustomerIdentity, readIdentity } from "../../core/inbound/identity.ts";
import { callerOf, isInstallation, mayAccess, type Principal, scopeOf } from "../../core/operations/principal.ts";
import type { Conversations } from "../../core/ports/conversations.ts";
import { keyReused } from "../key-reused.ts";
import { InvalidRequest, problems } from "../problem.ts";
import type { IntakeDependencies } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { storableText, withoutUnstorable } from "../text-rules.ts";

const AgentEvent = z
  .object({
    conversationId: z.string().optional().openapi({ description: "Where it happens; else contact and phoneNumberId." }),
    contact: z
      .string()
      .optional()
      .openapi({ description: "Phone (with or without +) or BSUID.", example: "+573001234567" }),
    phoneNumberId: z
      .string()
      .regex(/^[\w.-]{1,64}$/, "1 to 64 letters, digits, dots, dashes or underscores")
      .optional()
      .openapi({ description: "Meta's id of the shop's number.", example: "106540352242922" }),
    type: z.enum(["message", "operator_command"]),
    asCustomer: z.boolean().default(false).openapi({
      description:
        "This message is the customer's own word: it answers what they are asked, and stops or resumes our messages. For owners, on the simulator alone.",
    }),
    text: z
      .string()
      .transform(withoutUnstorable)
      .pipe(z.string().min(1).max(65_536))
      .openapi({ type: "string", minLength: 1, maxLength: 65_536, example: "cuánto vale?" }),
    idempotencyKey: storableText(1, 512).openapi({
      description: "The same request under the same key is a duplicate, for ever; another one is refused.",
    }),
  })
  .openapi("AgentEvent");

const AcceptedEvent = z
  .object({ eventId: z.string(), runId: z.string(), duplicate: z.boolean() })
  .openapi("AcceptedEvent");

const postRoute = createRoute({
  method: "post",
  path: "/internal/agent/events",
  "x-access": "operate",
  tags: ["Agent"],
  summary: "Say something to an agent: on the customer's side, or as the shop's own people",
  description:
    "The agent answers a `message` as it would its customer. It is not the customer's word: it answers no question that the customer is asked, changes nothing about whether they are written to, and opens no 24-hour window on Meta's own API. Its caller stands in the audit log.",
  security: [{ bearer: [] }],
  request: { body: { required: true, content: { "application/json": { schema: AgentEvent } } } },
  responses: {
    202: { description: "Committed", content: { "application/json": { schema: AcceptedEvent } } },
    ...problems(400, 401, 403, 404, 409, 413, 415, 422, 503),
  },
});

type AgentEvent = z.output<typeof AgentEvent>;

export function addAgentEventRoutes(app: OpenAPIHono<ServerEnv>, parts: IntakeDependencies): void {
  app.openapi(postRoute, async (c) => {
    const event = c.req.valid("json");
    const principal = c.get("principal");
    if (event.asCustomer) checkImpersonation(parts, principal, event);
    const address = await addressOf(parts, principal, event);
    const [item] = await parts.enqueue([
      {
        ...address,
        eventId: parts.newId() as EventId,
        idempotencyKey: `api:${event.idempotencyKey}`,
        profileName: null,
        source: event.asCustomer ? "rehearsal" : "api",
        saidBy: callerOf(principal),
        inputType: event.type,
        content: { type: "text", body: event.text },
        sourceMessageId: null,
        raw: null,
        occurredAt: parts.clock.now(),
      },
    ]);
    if (item === undefined) throw new Error("The store enqueued one item and returned none.");
    if (item.duplicate) await refuseAnother(parts, item, { ...address, event });
    return c.json({ eventId: item.eventId, runId: item.runId, duplicate: item.duplicate }, 202);
  });
}

/** Nobody speaks as a person who could speak for themselves. */
function checkImpersonation({ settings }: IntakeDependencies, principal: Principal, { type }: AgentEvent): void {
  if (type !== "message")
    throw new InvalidRequest([{ field: "asCustomer", message: "goes with type message: customers give no commands" }]);
  if (!mayAccess(principal, "impersonate", "events"))
    throw new RecadoError(
      "forbidden",
      `asCustomer needs an owner, with the scope ${scopeOf("events", "impersonate")} where the token has scopes; ${principal.actor} is ${principal.role} of ${principal.workspaceId}.`,
    );
  if (!settings.isSimulator)
    throw new RecadoError(
      "forbidden",
      "asCustomer is for the simulator: here customers speak for themselves, in WhatsApp. Leave it out to say something that is not theirs.",
    );
}

/** The same key is the same request, and never another one (invariant 5). Of an event that was erased, or is kept no longer, nobody knows. */
async function refuseAnother(
  { store: { conversations } }: IntakeDependencies,
  { workspaceId, eventId }: EnqueuedItem,
  { phoneNumberId, identity, event }: Address & { readonly event: AgentEvent },
): Promise<void> {
  const known = await conversations.findEvent(workspaceId, eventId);
  if (known === null || known.text === null) return;
  const isSamePerson =
    (identity.phone !== null && known.identity.phone === identity.phone) ||
    (identity.bsuid !== null && known.identity.bsuid === identity.bsuid);
  const isSame =
    known.text === event.text &&
    known.inputType === event.type &&
    (known.source === "rehearsal") === event.asCustomer &&
    known.phoneNumberId === phoneNumberId &&
    isSamePerson;
  if (isSame) return;
  throw keyReused(event.idempotencyKey);
}

interface Address {
  readonly phoneNumberId: PhoneNumberId;
  readonly identity: CustomerIdentity;
}

/** A conversation that is named wins over a contact: it says the same, and more exactly. */
async function addressOf(
  { store: { conversations }, accessAdmin }: IntakeDependencies,
  principal: Principal,
  event: AgentEvent,
): Promise<Address> {
  const { workspaceId } = principal;
  if (event.conversationId !== undefined) return conversationAddress(conversations, workspaceId, event.conversationId);
  const identity = event.contact === undefined ? null : readIdentity(event.contact);
  const errors = [
    ...(identity === null
      ? [{ field: "contact", message: "a phone or BSUID is needed where there is no conversationId" }]
      : []),
    ...(event.phoneNumberId === undefined
      ? [{ field: "phoneNumberId", message: "needed where there is no conversationId" }]
      : []),
  ];
  if (identity === null || event.phoneNumberId === undefined) throw new InvalidRequest(errors);
  const phoneNumberId = event.phoneNumberId as PhoneNumberId;
  const ownedBy = await accessAdmin.workspaceOf(phoneNumberId);
  // One that was never seen will belong to the default workspace for good: only the installation gives numbers out.
  const isTheirs = ownedBy === null ? isInstallation(principal) : ownedBy === workspaceId;
  if (!isTheirs) throw new RecadoError("not_found", `There is no number ${JSON.stringify(phoneNumberId)}.`);
  return { phoneNumberId, identity };
}

async function conversationAddress(
  conversations: Conversations,
  workspaceId: WorkspaceId,
  id: string,
): Promise<Address> {
  const found = isUuid(id) ? await conversations.addressOf(workspaceId, id as ConversationId) : null;
  if (found === null)
    throw new RecadoError("not_found", `There is no conversation ${JSON.stringify(id.slice(0, 64))}.`);
  return { phoneNumberId: found.phoneNumberId, identity: { phone: found.phone, bsuid: found.bsuid } };
}
