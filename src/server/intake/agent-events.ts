import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { RecadoError } from "../../core/errors.ts";
import { type ConversationId, type EventId, isUuid, type PhoneNumberId, type WorkspaceId } from "../../core/ids.ts";
import type { EnqueuedItem } from "../../core/inbound/event.ts";
import { type CustomerIdentity, readIdentity } from "../../core/inbound/identity.ts";
import { callerOf, isInstallation, mayAccess, type Principal, scopeOf } from "../../core/operations/principal.ts";
import type { Conversations } from "../../core/ports/conversations.ts";
import { answer, jsonBody } from "../answer.ts";
import { keyReused } from "../key-reused.ts";
import { notFound } from "../not-found.ts";
import { InvalidRequest, problems } from "../problem.ts";
import type { ServerDependencies, StorePorts } from "../server-dependencies.ts";
import type { ServerEnv } from "../server-env.ts";
import { storableText, withoutUnstorable } from "../text-rules.ts";
import type { StoreItems } from "./gather-requests.ts";

const AgentEvent = z
  .object({
    conversationId: z
      .string()
      .optional()
      .openapi({ description: "The conversation. Otherwise give contact and phoneNumberId." }),
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
        "Treat the message as the customer's own word: it answers questions and stops or resumes our messages. Only for owners, and only on the simulator.",
    }),
    text: z
      .string()
      .transform(withoutUnstorable)
      .pipe(z.string().min(1).max(65_536))
      .openapi({ type: "string", minLength: 1, maxLength: 65_536, example: "cuánto vale?" }),
    idempotencyKey: storableText(1, 512).openapi({
      description:
        "A repeated request with a known key is a duplicate, for ever. Another request with that key is refused.",
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
  summary: "Send an agent a message on the customer's side, or a note of the shop's people",
  description:
    "The agent answers a `message` as if the customer had sent it. The message does not count as the customer's word: it answers no question to the customer, does not change their opt-out, and opens no 24-hour window on Meta's API. The audit log names the caller.",
  security: [{ bearer: [] }],
  request: { body: jsonBody(AgentEvent) },
  responses: {
    202: answer("Committed", AcceptedEvent),
    ...problems(400, 401, 403, 404, 409, 413, 415, 422, 503),
  },
});

type AgentEvent = z.output<typeof AgentEvent>;

type EventDependencies = StorePorts<"conversations"> &
  Pick<ServerDependencies, "accessAdmin" | "clock" | "newId" | "settings"> & { readonly enqueue: StoreItems };

export function addAgentEventRoutes(app: OpenAPIHono<ServerEnv>, dependencies: EventDependencies): void {
  app.openapi(postRoute, async (c) => {
    const event = c.req.valid("json");
    const principal = c.get("principal");
    if (event.asCustomer) checkImpersonation(dependencies, principal, event);
    const address = await addressOf(dependencies, principal, event);
    const [item] = await dependencies.enqueue([
      {
        ...address,
        eventId: dependencies.newId() as EventId,
        idempotencyKey: `api:${event.idempotencyKey}`,
        profileName: null,
        source: event.asCustomer ? "rehearsal" : "api",
        saidBy: callerOf(principal),
        inputType: event.type,
        content: { type: "text", body: event.text },
        sourceMessageId: null,
        raw: null,
        occurredAt: dependencies.clock.now(),
      },
    ]);
    if (item === undefined) throw new Error("The store enqueued one item and returned none.");
    if (item.duplicate) await refuseAnother(dependencies, item, { ...address, event });
    return c.json({ eventId: item.eventId, runId: item.runId, duplicate: item.duplicate }, 202);
  });
}

/** Lets an owner speak as a customer on the simulator only: real customers speak for themselves. */
function checkImpersonation({ settings }: EventDependencies, principal: Principal, { type }: AgentEvent): void {
  if (type !== "message")
    throw new InvalidRequest([{ field: "asCustomer", message: "needs type message: customers give no commands" }]);
  if (!mayAccess(principal, "impersonate", "events"))
    throw new RecadoError(
      "forbidden",
      `asCustomer needs an owner, and the scope ${scopeOf("events", "impersonate")} when the token has scopes. ${principal.actor} is ${principal.role} of ${principal.workspaceId}.`,
    );
  if (!settings.isSimulator)
    throw new RecadoError(
      "forbidden",
      "asCustomer works only with the simulator. Here customers speak for themselves, in WhatsApp. Leave asCustomer out to send a message that is not theirs.",
    );
}

/**
 * A key stands for one request, for ever (invariant 5). An event that was erased or deleted cannot
 * be compared.
 */
async function refuseAnother(
  { store: { conversations } }: EventDependencies,
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

/** A named conversation wins over a contact, because it says more exactly the same. */
async function addressOf(
  { store: { conversations }, accessAdmin }: EventDependencies,
  principal: Principal,
  event: AgentEvent,
): Promise<Address> {
  const { workspaceId } = principal;
  if (event.conversationId !== undefined) return conversationAddress(conversations, workspaceId, event.conversationId);
  const identity = event.contact === undefined ? null : readIdentity(event.contact);
  const errors = [
    ...(identity === null
      ? [{ field: "contact", message: "a phone or BSUID is needed without a conversationId" }]
      : []),
    ...(event.phoneNumberId === undefined
      ? [{ field: "phoneNumberId", message: "needed without a conversationId" }]
      : []),
  ];
  if (identity === null || event.phoneNumberId === undefined) throw new InvalidRequest(errors);
  const phoneNumberId = event.phoneNumberId as PhoneNumberId;
  const ownedBy = await accessAdmin.workspaceOf(phoneNumberId);
  // A number that was never seen would belong to the default workspace for ever: only the
  // installation assigns numbers.
  const isTheirs = ownedBy === null ? isInstallation(principal) : ownedBy === workspaceId;
  if (!isTheirs) throw notFound("number", phoneNumberId);
  return { phoneNumberId, identity };
}

async function conversationAddress(
  conversations: Conversations,
  workspaceId: WorkspaceId,
  id: string,
): Promise<Address> {
  const found = isUuid(id) ? await conversations.addressOf(workspaceId, id as ConversationId) : null;
  if (found === null) throw notFound("conversation", id);
  return { phoneNumberId: found.phoneNumberId, identity: { phone: found.phone, bsuid: found.bsuid } };
}
