import { sql } from "../sql.ts";

/** A `StoredScheduledMessage` as JSON, from the table under the name `s`. */
export const SCHEDULED = sql`jsonb_build_object(
  'id', s.id, 'conversationId', s.conversation_id, 'kind', s.kind, 'category', s.category, 'text', s.text,
  'template', s.template, 'isRequested', s.is_requested, 'timeZone', s.time_zone, 'dueAt', s.due_at,
  'usefulUntil', s.useful_until, 'status', s.status, 'reason', coalesce(s.reason, s.held_by), 'runId', s.run_id,
  'agentKey', s.agent_key, 'rule', s.rule, 'seriesId', s.series_id, 'skipped', s.skipped, 'createdBy', s.created_by, 'createdAt', s.created_at, 'settledAt', s.settled_at)`;
