import * as z from "zod";
import type { ConversationId, RunId } from "../ids.ts";
import { TIMER_STATUSES } from "../time/timer-policy.ts";
import { NamedContact } from "./contact.ts";
import { Instant } from "./instant.ts";
import { id } from "./json-values.ts";

/** A timer as the database has it. Its id is the id of the run that armed it. */
export const StoredTimer = z.object({
  id: id<RunId>().meta({ description: "The run that armed it." }),
  conversationId: id<ConversationId>(),
  contact: NamedContact,
  agent: z.string(),
  mode: z.string().meta({ description: "The mode of its session." }),
  level: z.string().meta({ example: "L3" }),
  status: z.enum(TIMER_STATUSES),
  hurriedBy: z.string().nullable().meta({ description: "The operator who made it due early. Null when none did." }),
  cancelledBy: z
    .string()
    .nullable()
    .meta({ description: "The operator who cancelled it. Null when none did, or when a turn or a takeover did." }),
  armedAt: Instant,
  dueAt: Instant,
  firedAt: Instant.nullable(),
  cancelledAt: Instant.nullable(),
});
export type StoredTimer = z.output<typeof StoredTimer>;

export const Timer = StoredTimer.extend({
  action: z
    .string()
    .nullable()
    .meta({ description: "What it will do. Null when the agent does not say.", example: "remind_data" }),
}).meta({ id: "Timer" });
export type Timer = z.output<typeof Timer>;
