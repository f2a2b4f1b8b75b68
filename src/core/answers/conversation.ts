import * as z from "zod";
import { SESSION_STATUSES } from "../agent/session.ts";
import { ORDER_ORIGINS, ORDER_STATUSES, TASK_PRIORITIES, TASK_STATUSES } from "../agent/shop-words.ts";
import type { ConversationId, EventId, OrderId, OutboxId, PhoneNumberId, TaskId } from "../ids.ts";
import { TaskAbout } from "../task-about.ts";
import { Instant } from "./instant.ts";
import { id } from "./json-values.ts";

const ConversationSession = z
  .object({
    id: z.string(),
    status: z.enum(SESSION_STATUSES),
    mode: z.string(),
    version: z.number().int(),
    datos_capturados: z.record(z.string(), z.string()),
    pack_seleccionado: z.string().nullable(),
    intents_vistos: z.array(z.unknown()),
    templates_enviados: z.array(z.string()),
  })
  .meta({ id: "Session" });

export const ConversationTimer = z
  .object({ level: z.string().meta({ example: "L0" }), dueAt: Instant })
  .meta({ id: "ConversationTimer" });

const Order = z
  .object({
    id: id<OrderId>(),
    status: z.enum(ORDER_STATUSES),
    source: z.enum(ORDER_ORIGINS).meta({
      description: "Who placed it: the customer, a timer, a person of the shop (`operator`) or a program (`service`).",
    }),
    pack: z.string().nullable().meta({ example: "2x", description: "Null when the customer chose none." }),
    products: z
      .array(z.object({ name: z.string(), qty: z.number().int(), unitPrice: z.number().int() }))
      .readonly()
      .meta({ description: "A line for each pack and each extra that costs something." }),
    total: z.number().int().meta({
      description:
        "A whole number of the currency's smallest unit, as its agent's prices are: pesos in Colombia, cents elsewhere.",
    }),
    createdAt: Instant,
  })
  .meta({ id: "Order" });

const ConversationTask = z
  .object({
    id: id<TaskId>(),
    title: z.string(),
    about: TaskAbout.nullable(),
    priority: z.enum(TASK_PRIORITIES),
    status: z.enum(TASK_STATUSES),
    createdAt: Instant,
  })
  .meta({ id: "ConversationTask" });

const ConversationContact = z.object({
  phone: z.string().nullable(),
  bsuid: z.string().nullable(),
  name: z
    .string()
    .nullable()
    .meta({ description: "The name given with an order, else that of their WhatsApp profile." }),
  whatsappName: z.string().optional().meta({ description: "That of their WhatsApp profile, where it is another." }),
  unreachableAt: Instant.optional().meta({
    description: "When WhatsApp could not deliver to the customer. Left out once a message has reached them again.",
  }),
  optedOut: z.object({ at: Instant, eventId: id<EventId>().nullable() }).optional().meta({
    description:
      "The customer wants only answers. eventId is the message that said so; it is null when WhatsApp said so.",
  }),
  identityChangedAt: Instant.optional().meta({
    description: "When the customer's security code changed: a new phone, or another person on the phone.",
  }),
});

/** A conversation in a list, as the database has it: all but what was said. */
export const StoredConversationSummary = z.object({
  id: id<ConversationId>(),
  contact: ConversationContact,
  phoneNumberId: id<PhoneNumberId>(),
  agent: z.string(),
  botEnabled: z.boolean(),
  assignee: z.string().nullable().meta({ description: "The person of the shop who has it." }),
  snoozedUntil: Instant.nullable(),
  isResolved: z.boolean(),
  writing: z
    .object({ by: z.string(), at: Instant })
    .nullable()
    .meta({ description: "A person of the shop who writes an answer now." }),
  windowClosesAt: Instant.nullable(),
  freeEntryUntil: Instant.nullable().meta({
    description:
      "The customer came through an advertisement: messages are free of charge until then. Free-form ones still need an open window.",
  }),
  session: ConversationSession.nullable(),
  timer: ConversationTimer.nullable(),
  usedTokens: z.number().int(),
  orders: z.array(Order).meta({ description: "Orders of all its sessions, newest first." }),
});
export type StoredConversationSummary = z.output<typeof StoredConversationSummary>;

/** The parts that only one conversation has, each the newest of its kind: a conversation may be years old. */
export const ConversationRecord = z.object({
  tasks: z.array(ConversationTask).meta({ description: "Tasks for the people of the shop, newest first." }),
  turns: z.array(
    z.object({
      role: z.string(),
      content: z.string(),
      intent: z.string().nullable(),
      confidence: z.number().nullable(),
      createdAt: Instant,
    }),
  ),
  messages: z
    .array(
      z.object({
        id: id<OutboxId>(),
        status: z.string(),
        delivery: z.string().nullable(),
        attempts: z.number().int(),
        wamid: z.string().nullable(),
        detail: z.string().nullable(),
        price: z
          .object({ type: z.string().nullable(), category: z.string().nullable() })
          .nullable()
          .meta({ description: "WhatsApp's price: `regular` is billed. Null until WhatsApp says it." }),
        createdAt: Instant,
      }),
    )
    .meta({ description: "The messages that we sent, and how far each came." }),
});

export type StoredConversation = StoredConversationSummary & z.output<typeof ConversationRecord>;

const SessionTokens = z
  .object({
    used: z.number().int(),
    limit: z.number().int(),
    state: z
      .enum(["free", "near", "spent"])
      .meta({ description: "`near` from 80 % of the limit; `spent`: no model is called." }),
  })
  .meta({ description: "Tokens that language models took in this session." });

export const ConversationSummary = StoredConversationSummary.omit({ usedTokens: true })
  .extend({ tokens: SessionTokens })
  .meta({ id: "ConversationSummary" });
export type ConversationSummary = z.output<typeof ConversationSummary>;

export const Conversation = ConversationSummary.extend(ConversationRecord.shape).meta({ id: "Conversation" });
export type Conversation = z.output<typeof Conversation>;
