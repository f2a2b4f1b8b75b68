import * as z from "zod";
import { SESSION_STATUSES } from "../agent/session.ts";
import type { ContactId, ConversationId, RunId, SessionId } from "../ids.ts";
import { Instant } from "./instant.ts";
import { id } from "./json-values.ts";

const KnownDatum = z.object({
  field: z.string().meta({ example: "ciudad" }),
  value: z.string(),
  source: z
    .object({ message: z.string(), at: Instant })
    .nullable()
    .meta({ description: "The customer's message that gave it. Null when the message is not on record." }),
});
export type KnownDatum = z.output<typeof KnownDatum>;

export const KnownSession = z.object({
  id: id<SessionId>(),
  agent: z.string(),
  status: z.enum(SESSION_STATUSES),
  mode: z.string(),
  pack: z.string().nullable(),
  createdAt: Instant,
  known: z.array(KnownDatum),
});

/** What Recado knows of the customer of one conversation. */
export const Known = z
  .object({
    conversationId: id<ConversationId>(),
    contact: z.object({
      id: id<ContactId>(),
      name: z.string().nullable(),
      whatsappName: z.string().nullable().meta({ description: "The name of their WhatsApp profile." }),
      phone: z.string().nullable(),
      bsuid: z.string().nullable(),
      tags: z.array(z.string()),
      since: Instant,
      marketingStoppedAt: Instant.nullable(),
      sold: z
        .object({
          name: z.string().nullable(),
          address: z.string().nullable(),
          city: z.string().nullable(),
          otherPhone: z.string().nullable(),
        })
        .meta({ description: "What their orders told the shop of them, which WhatsApp's name does not." }),
    }),
    sessions: z.array(KnownSession),
    summary: z
      .object({
        text: z.string(),
        throughTurn: z.number().int(),
        model: z.string().nullable(),
        updatedAt: Instant.nullable(),
      })
      .nullable(),
  })
  .meta({ id: "Known" });
export type Known = z.output<typeof Known>;

/** A message that an agent was not sure of. */
export const Doubt = z
  .object({
    id: z.string(),
    conversationId: id<ConversationId>(),
    runId: id<RunId>(),
    message: z.string(),
    mode: z.string().nullable(),
    intent: z.string(),
    confidence: z.number(),
    alternatives: z.array(z.object({ intent: z.string(), confidence: z.number() })),
    reasoning: z.string(),
    createdAt: Instant,
  })
  .meta({ id: "Doubt" });
export type Doubt = z.output<typeof Doubt>;
