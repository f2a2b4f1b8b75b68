import * as z from "zod";
import type { ConversationId, WorkspaceId } from "../../core/ids.ts";
import type { DueEvent, FeedPost } from "../../core/ports/feed/event-feed.ts";
import type { Database } from "../database.ts";
import { id } from "../json-row.ts";
import { sql } from "../sql.ts";

/** At once to one endpoint, so that a slow one leaves room for the others. */
const AT_ONE_ENDPOINT = 4;

const dueRow = z.object({
  workspace_id: id<WorkspaceId>(),
  id: z.string(),
  endpoint_id: z.string(),
  url: z.string(),
  secrets: z.array(z.string()),
  kind: z.string(),
  conversation_id: id<ConversationId>(),
  data: z.record(z.string(), z.unknown()),
  happened_at: z.date(),
  attempt: z.number(),
  failures: z.number(),
  endpoint_failures: z.number(),
  push: z
    .object({
      keys: z.object({ p256dh: z.string(), auth: z.string() }),
      publicKey: z.string(),
      privateKey: z.string(),
    })
    .nullable(),
});

export function createFeedPost(database: Database): FeedPost {
  return {
    async claim(limit, leaseMs) {
      const { rows } = await database.run(sql`
        with due as (
          select d.workspace_id, d.id
          from feed_endpoints e
          cross join lateral (
            select d.workspace_id, d.id, d.due_at from feed_deliveries d
            where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.due_at <= recado_now()
              -- One at a time of a conversation, the oldest first.
              and not exists (
                select from feed_deliveries b
                where b.workspace_id = d.workspace_id and b.endpoint_id = d.endpoint_id
                  and b.conversation_id = d.conversation_id and b.due_at is not null and b.seq < d.seq)
            order by d.due_at
            limit ${AT_ONE_ENDPOINT}::int) d
          where e.rests_until is null or e.rests_until <= recado_now()
          order by d.due_at
          limit ${limit}::int
        ),
        held as materialized (
          select d.workspace_id, d.id from feed_deliveries d
          join due on due.workspace_id = d.workspace_id and due.id = d.id
          where d.due_at <= recado_now()
          for update of d skip locked
        )
        update feed_deliveries d set
          due_at = recado_now() + make_interval(secs => ${leaseMs / 1000}::float8), attempt = d.attempt + 1
        from held h join feed_endpoints e on e.workspace_id = h.workspace_id
        left join push_keys k on k.workspace_id = e.workspace_id and e.device_of is not null
        where d.workspace_id = h.workspace_id and d.id = h.id and e.id = d.endpoint_id
        returning d.workspace_id, d.id, d.endpoint_id, d.kind, d.conversation_id, d.data, d.happened_at, d.attempt, d.failures,
          e.url, e.failures as endpoint_failures,
          case when k.workspace_id is not null then jsonb_build_object(
            'keys', e.device_keys, 'publicKey', k.public_key, 'privateKey', k.private_key) end as push,
          array_remove(array[e.secret, case when e.former_until > recado_now() then e.former_secret end], null) as secrets`);
      return rows.map(readDue);
    },
    async settle({ workspaceId, id: delivery, endpointId, attempt }, fate) {
      if (fate.kind === "gone") {
        await database.run(sql`
          delete from feed_endpoints e using feed_deliveries d
          where d.workspace_id = ${workspaceId} and d.id = ${delivery}::uuid and d.attempt = ${attempt}::int
            and e.workspace_id = ${workspaceId} and e.id = ${endpointId}::uuid and e.device_of is not null`);
        return;
      }
      const change =
        fate.kind === "delivered"
          ? sql`due_at = null, delivered_at = recado_now(), failure = null`
          : fate.kind === "parked"
            ? sql`due_at = null, parked_at = recado_now(), failures = d.failures + 1, failure = ${fate.detail.slice(0, 500)}`
            : sql`due_at = recado_now() + make_interval(secs => ${fate.delayMs / 1000}::float8),
                failures = d.failures + 1, failure = ${fate.detail.slice(0, 500)}`;
      const restMs = fate.kind === "retry" ? fate.restMs : 0;
      await database.run(sql`
        with settled as (
          update feed_deliveries d set ${change}
          where d.workspace_id = ${workspaceId} and d.id = ${delivery}::uuid and d.attempt = ${attempt}::int
          returning d.id
        )
        update feed_endpoints e set
          failures = case when ${restMs}::float8 > 0 then e.failures + 1 else 0 end,
          rests_until = case when ${restMs}::float8 > 0
            then recado_now() + make_interval(secs => ${restMs / 1000}::float8) end
        from settled
        where e.workspace_id = ${workspaceId} and e.id = ${endpointId}::uuid
          -- An endpoint in good health is not written with each event.
          and (e.failures > 0 or ${restMs}::float8 > 0)`);
    },
  };
}

function readDue(row: Record<string, unknown>): DueEvent {
  const { workspace_id, endpoint_id, conversation_id, happened_at, endpoint_failures, ...rest } = dueRow.parse(row);
  return {
    ...rest,
    workspaceId: workspace_id,
    endpointId: endpoint_id,
    conversationId: conversation_id,
    happenedAt: happened_at,
    endpointFailures: endpoint_failures,
  };
}
