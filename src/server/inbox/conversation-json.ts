import { z } from "@hono/zod-openapi";
import { tokenBudget } from "../../core/model/token-budget.ts";
import type { ConversationView } from "../../core/ports/ledger.ts";
import { ORDER_ORIGINS, ORDER_STATUSES, TASK_PRIORITIES, TASK_STATUSES } from "../../core/turn/effects.ts";
import { Instant } from "../instant.ts";

const Session = z
  .object({
    id: z.string(),
    status: z.string(),
    mode: z.string(),
    version: z.number().int(),
    datos_capturados: z.record(z.string(), z.string()),
    pack_seleccionado: z.string().nullable(),
    intents_vistos: z.array(z.unknown()),
    templates_enviados: z.array(z.string()),
  })
  .openapi("Session");

const Timer = z.object({ level: z.string().openapi({ example: "L0" }), dueAt: Instant }).openapi("ConversationTimer");

const Order = z
  .object({
    id: z.string(),
    status: z.enum(ORDER_STATUSES),
    source: z.enum(ORDER_ORIGINS).openapi({
      description:
        "Who placed it: the customer, a timer that ran out, or somebody (`operator`) or some program (`service`) of the shop.",
    }),
    pack: z.string().nullable().openapi({ example: "2x", description: "Null where nobody chose one." }),
    total: z.number().int().openapi({ description: "Whole Colombian pesos." }),
    createdAt: Instant,
  })
  .openapi("Order");

const Task = z
  .object({
    id: z.string(),
    title: z.string(),
    priority: z.enum(TASK_PRIORITIES),
    status: z.enum(TASK_STATUSES),
    createdAt: Instant,
  })
  .openapi("ConversationTask");

/** A conversation in a list: all but what was said. */
export const ConversationSummary = z
  .object({
    id: z.string(),
    contact: z.object({
      phone: z.string().nullable(),
      bsuid: z.string().nullable(),
      name: z.string().nullable(),
      unreachableAt: Instant.optional().openapi({
        description: "WhatsApp could not deliver to them then, and nothing has reached them since.",
      }),
      optedOut: z.object({ at: Instant, eventId: z.string().nullable() }).optional().openapi({
        description:
          "They want nothing that they did not ask for; eventId: the message that said so, null where WhatsApp did.",
      }),
      identityChangedAt: Instant.optional().openapi({
        description: "Their security code changed then: another phone, or another person on it.",
      }),
    }),
    phoneNumberId: z.string(),
    agent: z.string(),
    botEnabled: z.boolean(),
    windowClosesAt: Instant.nullable(),
    freeEntryUntil: Instant.nullable().openapi({
      description:
        "After an advertisement: until then messages are free of charge. It opens no window for free-form ones.",
    }),
    session: Session.nullable(),
    timer: Timer.nullable().openapi({ description: "What the active session waits for." }),
    tokens: z
      .object({
        used: z.number().int(),
        limit: z.number().int(),
        state: z
          .enum(["free", "near", "spent"])
          .openapi({ description: "`near` from 80 %; `spent`: no model is asked." }),
      })
      .openapi({ description: "What language models took in this session." }),
    orders: z.array(Order).openapi({ description: "The newest first." }),
  })
  .openapi("ConversationSummary");

export const Conversation = ConversationSummary.extend({
  tasks: z.array(Task).openapi({ description: "What a person is to do here, the newest first." }),
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
        id: z.string(),
        status: z.string(),
        delivery: z.string().nullable(),
        attempts: z.number().int(),
        wamid: z.string().nullable(),
        detail: z.string().nullable(),
        price: z
          .object({ type: z.string().nullable(), category: z.string().nullable() })
          .nullable()
          .openapi({ description: "What WhatsApp says that it costs: `regular` is billed. Null until it says so." }),
        createdAt: Instant,
      }),
    )
    .openapi({ description: "What was sent, and how far it came." }),
}).openapi("Conversation");

export function describeConversationSummary(
  conversation: ConversationView,
  tokenLimit: number,
): z.output<typeof ConversationSummary> {
  const { contact, session, timer, orders } = conversation;
  return {
    id: conversation.id,
    contact: {
      phone: contact.phone,
      bsuid: contact.bsuid,
      name: contact.name,
      ...(contact.unreachableAt === undefined ? {} : { unreachableAt: contact.unreachableAt.toISOString() }),
      ...(contact.optedOut === undefined
        ? {}
        : { optedOut: { at: contact.optedOut.at.toISOString(), eventId: contact.optedOut.eventId } }),
      ...(contact.identityChangedAt === undefined
        ? {}
        : { identityChangedAt: contact.identityChangedAt.toISOString() }),
    },
    phoneNumberId: conversation.phoneNumberId,
    agent: conversation.agent,
    botEnabled: conversation.botEnabled,
    windowClosesAt: conversation.windowClosesAt?.toISOString() ?? null,
    freeEntryUntil: conversation.freeEntryUntil?.toISOString() ?? null,
    session:
      session === null
        ? null
        : {
            id: session.id,
            status: session.status,
            mode: session.mode,
            version: session.version,
            datos_capturados: { ...session.datos_capturados },
            pack_seleccionado: session.pack_seleccionado,
            intents_vistos: [...session.intents_vistos],
            templates_enviados: [...session.templates_enviados],
          },
    timer: timer === null ? null : { level: timer.level, dueAt: timer.dueAt.toISOString() },
    tokens: tokenBudget(conversation.usedTokens ?? 0, tokenLimit),
    orders: orders.map(({ id, status, source, pack, total, createdAt }) => ({
      id,
      status,
      source,
      pack,
      total,
      createdAt: createdAt.toISOString(),
    })),
  };
}

export function describeConversation(
  conversation: ConversationView,
  tokenLimit: number,
): z.output<typeof Conversation> {
  return {
    ...describeConversationSummary(conversation, tokenLimit),
    tasks: (conversation.tasks ?? []).map(({ id, title, priority, status, createdAt }) => ({
      id,
      title,
      priority,
      status,
      createdAt: createdAt.toISOString(),
    })),
    turns: (conversation.turns ?? []).map(({ role, content, intent, confidence, createdAt }) => ({
      role,
      content,
      intent,
      confidence,
      createdAt: createdAt.toISOString(),
    })),
    messages: (conversation.messages ?? []).map(
      ({ id, status, delivery, attempts, wamid, detail, price, createdAt }) => ({
        id,
        status,
        delivery,
        attempts,
        wamid,
        detail,
        price,
        createdAt: createdAt.toISOString(),
      }),
    ),
  };
}
