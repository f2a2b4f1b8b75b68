import * as z from "zod";
import { ORDER_STATUSES } from "../../agent/shop-words.ts";
import type { ConversationId, PhoneNumberId } from "../../ids.ts";
import { RUN_STATUSES } from "../../turn/run-machine.ts";
import { Instant } from "../instant.ts";
import { id } from "../json-values.ts";

/** Why a conversation waits for a person: the customer wrote last, or a task, a question or a dead letter is open. */
export const NEEDS = ["unanswered", "task", "confirmation", "dead_letter"] as const;

export const InboxItem = z
  .object({
    id: id<ConversationId>(),
    contact: z.object({ name: z.string().nullable(), phone: z.string().nullable(), bsuid: z.string().nullable() }),
    phoneNumberId: id<PhoneNumberId>(),
    agent: z.string(),
    botEnabled: z.boolean(),
    switchedBy: z
      .string()
      .nullable()
      .meta({ description: "Who last switched between bot and person. Null when it was never switched." }),
    mode: z.string().nullable().meta({ description: "Mode of the active session, or of the last one." }),
    orderStatus: z
      .enum(ORDER_STATUSES)
      .nullable()
      .meta({ description: "Status of the newest order of that session. Null when it has none." }),
    lastMessage: z
      .object({
        role: z.string(),
        by: z.enum(["customer", "bot", "person"]),
        text: z.string(),
        at: Instant,
      })
      .nullable()
      .meta({ description: "The newest message, cut to at most 200 characters." }),
    understanding: z
      .object({ intent: z.string(), confidence: z.number() })
      .nullable()
      .meta({ description: "Intent of the customer's last understood message; `confidence` from 0 to 100." }),
    runStatus: z
      .enum(RUN_STATUSES)
      .nullable()
      .meta({ description: "Status of the run that is under way or waits. Null when there is none." }),
    isBotWriting: z.boolean().meta({ description: "A turn of the bot runs, or its messages are on their way." }),
    timer: z.object({ level: z.string(), dueAt: Instant }).nullable(),
    windowClosesAt: Instant.nullable(),
    needs: z.array(z.enum(NEEDS)).meta({
      description:
        "Why it waits for a person: `unanswered` (a person answers here and the customer wrote last), an open `task`, a `confirmation`, a `dead_letter`.",
    }),
    unread: z.number().int().meta({
      description: "Messages of the customer since a person of the shop last looked, at most 30.",
    }),
    assignee: z.string().nullable().meta({ description: "The person of the shop who has the conversation." }),
    snoozedUntil: Instant.nullable().meta({
      description: "It rests until then. Null once the customer has written again, or the time is over.",
    }),
    isResolved: z
      .boolean()
      .meta({ description: "A person has closed it, and the customer has written nothing since." }),
    lastActivityAt: Instant,
  })
  .meta({ id: "InboxItem" });
export type InboxItem = z.output<typeof InboxItem>;
