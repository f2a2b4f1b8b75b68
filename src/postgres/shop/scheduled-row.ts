import * as z from "zod";
import type { ConversationId, RunId, ScheduledMessageId } from "../../core/ids.ts";
import { templateContent } from "../../core/outbound/outbound-content.ts";
import {
  FOLLOW_UP_CATEGORIES,
  SCHEDULED_KINDS,
  SCHEDULED_STATUSES,
  type ScheduledMessage,
} from "../../core/outbound/scheduled-message.ts";
import { id, instant } from "../json-row.ts";
import { sql } from "../sql.ts";

/** The JSON of a row, as `SCHEDULED` makes it. */
export const scheduledRow = z
  .object({
    id: id<ScheduledMessageId>(),
    conversationId: id<ConversationId>(),
    kind: z.enum(SCHEDULED_KINDS),
    category: z.enum(FOLLOW_UP_CATEGORIES).nullable(),
    text: z.string(),
    template: templateContent.nullable(),
    isRequested: z.boolean(),
    timeZone: z.string(),
    dueAt: instant,
    usefulUntil: instant,
    status: z.enum(SCHEDULED_STATUSES),
    reason: z.string().nullable(),
    runId: id<RunId>().nullable(),
    createdBy: z.string(),
    createdAt: instant,
    settledAt: instant.nullable(),
  })
  .transform((row): ScheduledMessage => row);

/** Of the table under the name `s`. */
export const SCHEDULED = sql`jsonb_build_object(
  'id', s.id, 'conversationId', s.conversation_id, 'kind', s.kind, 'category', s.category, 'text', s.text,
  'template', s.template, 'isRequested', s.is_requested, 'timeZone', s.time_zone, 'dueAt', s.due_at,
  'usefulUntil', s.useful_until, 'status', s.status, 'reason', coalesce(s.reason, s.held_by), 'runId', s.run_id,
  'createdBy', s.created_by, 'createdAt', s.created_at, 'settledAt', s.settled_at)`;
