import * as z from "zod";
import { ORDER_STATUSES } from "../../agent/shop-words.ts";
import type { ConfirmationId, ConversationId, RunId } from "../../ids.ts";
import { AUDIENCES, CONFIRMATION_STATUSES } from "../../tool-calls/confirmation.ts";
import { RISK_LEVELS } from "../../tool-calls/tool-call.ts";
import { NamedContact } from "../contact.ts";
import { Instant } from "../instant.ts";
import { id } from "../json-values.ts";

/** A question whose yes releases one exact tool call. */
export const Confirmation = z
  .object({
    id: id<ConfirmationId>(),
    runId: id<RunId>(),
    conversationId: id<ConversationId>(),
    contact: NamedContact,
    tool: z.string(),
    risk: z.enum(RISK_LEVELS),
    order: z
      .object({
        pack: z.string().nullable(),
        products: z.array(z.object({ name: z.string(), qty: z.number() })),
        total: z.coerce.number(),
        status: z.enum(ORDER_STATUSES),
      })
      .nullable()
      .meta({ description: "The order of this conversation that the arguments name, as it is now." }),
    input: z.unknown().meta({ description: "The exact arguments that a yes releases." }),
    argumentsHash: z
      .string()
      .meta({ description: "Hash of tool and input. Send it back with an answer to say which arguments you saw." }),
    question: z.string(),
    rule: z.string().meta({ description: "The policy rule that asks." }),
    reason: z.string(),
    audience: z
      .enum(AUDIENCES)
      .meta({ description: "Who answers: the customer in the chat, or an operator of the shop." }),
    status: z.enum(CONFIRMATION_STATUSES),
    decidedBy: z.string().nullable(),
    note: z.string().nullable(),
    expiresAt: Instant,
    createdAt: Instant,
    decidedAt: Instant.nullable(),
  })
  .meta({ id: "Confirmation" });
export type Confirmation = z.output<typeof Confirmation>;
