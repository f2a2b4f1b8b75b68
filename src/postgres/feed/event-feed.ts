import { randomBytes } from "node:crypto";
import { FeedDelivery, FeedEndpoint, FeedSecret } from "../../core/answers/feed.ts";
import { FORMER_SECRET_HOURS, MOST_ENDPOINTS, SECRET_PREFIX } from "../../core/feed/feed-policy.ts";
import type { EventFeed } from "../../core/ports/feed/event-feed.ts";
import { pageOf, readNumberCursor } from "../cursor.ts";
import type { Database } from "../database.ts";
import { andWhere, sql } from "../sql.ts";

const DELIVERY = sql`d.id, d.endpoint_id as "endpointId", d.conversation_id as "conversationId", d.kind,
  case when d.delivered_at is not null then 'delivered' when d.parked_at is not null then 'parked' else 'pending' end as status,
  d.happened_at as "happenedAt", d.due_at as "dueAt", d.delivered_at as "deliveredAt", d.parked_at as "parkedAt",
  d.failures, d.failure`;

/** Due again as if it had never been posted; a post under way loses its fence. */
const AGAIN = sql`due_at = recado_now(), delivered_at = null, parked_at = null, failures = 0, failure = null,
  attempt = d.attempt + 1`;

const STATUS_IS = {
  pending: sql`d.due_at is not null`,
  delivered: sql`d.delivered_at is not null`,
  parked: sql`d.parked_at is not null`,
};

/** A larger replay is asked for in parts. */
const MOST_REPLAYED = 10_000;

export function createEventFeed(database: Database): EventFeed {
  return {
    async endpoints(workspace) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
        select e.id, e.url, e.kinds, e.created_at as "createdAt", e.changed_by as "changedBy", e.failures,
          case when e.rests_until > recado_now() then e.rests_until end as "restsUntil",
          coalesce(n.waiting, 0) as waiting, coalesce(n.parked, 0) as parked
        from feed_endpoints e
        left join lateral (
          select (count(*) filter (where d.due_at is not null))::int as waiting,
            (count(*) filter (where d.parked_at is not null))::int as parked
          from feed_deliveries d
          where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.delivered_at is null) n on true
        where e.workspace_id = ${workspace} and e.device_of is null
        order by e.id`),
      );
      return rows.map((row) => FeedEndpoint.parse(row));
    },
    async add(workspace, { id, url, kinds }, actor) {
      const { rows } = await database.run(sql`
        insert into feed_endpoints (workspace_id, id, url, kinds, secret, created_at, changed_by)
        select w.id, ${id}::uuid, ${url}, ${kinds}::text[], ${newSecret()}, recado_now(), ${actor}
        from workspaces w
        where w.id = ${workspace}
          and (select count(*) from feed_endpoints e where e.workspace_id = w.id and e.device_of is null) < ${MOST_ENDPOINTS}::int
        returning id, secret, former_until as "formerUntil"`);
      return rows[0] === undefined ? null : FeedSecret.parse(rows[0]);
    },
    async rotate(workspace, id, actor) {
      const { rows } = await database.run(sql`
        update feed_endpoints e set
          former_secret = e.secret, former_until = recado_now() + make_interval(hours => ${FORMER_SECRET_HOURS}::int),
          secret = ${newSecret()}, changed_by = ${actor}
        where e.workspace_id = ${workspace} and e.id = ${id}::uuid and e.device_of is null
        returning e.id, e.secret, e.former_until as "formerUntil"`);
      return rows[0] === undefined ? null : FeedSecret.parse(rows[0]);
    },
    async remove(workspace, id, actor) {
      const { rows } = await database.run(sql`
        with gone as (
          delete from feed_endpoints e where e.workspace_id = ${workspace} and e.id = ${id}::uuid and e.device_of is null
          returning e.id, e.url
        )
        select audit(${workspace}, ${actor}, 'feed.removed', 'feed', g.id::text, null,
          jsonb_build_object('host', substring(g.url from '://([^/?#]+)')))
        from gone g`);
      return rows.length > 0;
    },
    async deliveries(workspace, { endpointId, conversationId, status, cursor, limit }) {
      const before = readNumberCursor(cursor);
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select d.seq::text, ${DELIVERY}
          from feed_deliveries d
          where d.workspace_id = ${workspace}
            and not exists (
              select from feed_endpoints e
              where e.workspace_id = d.workspace_id and e.id = d.endpoint_id and e.device_of is not null)
            ${andWhere(endpointId, (endpoint) => sql`d.endpoint_id = ${endpoint}::uuid`)}
            ${andWhere(conversationId, (conversation) => sql`d.conversation_id = ${conversation}::uuid`)}
            ${andWhere(status, (wanted) => STATUS_IS[wanted])}
            ${andWhere(before, (last) => sql`d.seq < ${last}::bigint`)}
          order by d.seq desc
          limit ${limit + 1}::int`),
      );
      const { items, nextCursor } = pageOf(
        rows.map((row) => ({ id: String(row["seq"]), delivery: FeedDelivery.parse(row) })),
        limit,
      );
      return { items: items.map(({ delivery }) => delivery), nextCursor };
    },
    async replay(workspace, deliveryId, actor) {
      const { rows } = await database.run(sql`
        with again as (
          update feed_deliveries d set ${AGAIN}
          where d.workspace_id = ${workspace} and d.id = ${deliveryId}::uuid
          returning ${DELIVERY}
        ),
        told as materialized (
          select audit(${workspace}, ${actor}, 'feed.replayed', 'feed', a."endpointId"::text, null,
            jsonb_build_object('event', a.id)) from again a
        )
        select a.* from again a cross join (select count(*) from told) t`);
      return rows[0] === undefined ? null : FeedDelivery.parse(rows[0]);
    },
    async replayAll(workspace, endpointId, { since, actor }) {
      const { rows } = await database.run(sql`
        with endpoint as materialized (
          select e.id from feed_endpoints e where e.workspace_id = ${workspace} and e.id = ${endpointId}::uuid and e.device_of is null
        ),
        chosen as materialized (
          select d.id from feed_deliveries d join endpoint e on e.id = d.endpoint_id
          where d.workspace_id = ${workspace} and d.due_at is null
            and (d.parked_at is not null or d.happened_at >= ${since}::timestamptz)
          order by d.seq
          limit ${MOST_REPLAYED}::int
          for update of d
        ),
        again as (
          update feed_deliveries d set ${AGAIN} from chosen c
          where d.workspace_id = ${workspace} and d.id = c.id
          returning d.id
        ),
        counted as materialized (select count(*)::int as n from again)
        select n.n, audit(${workspace}, ${actor}, 'feed.replayed', 'feed', e.id::text, null, jsonb_build_object('events', n.n))
        from endpoint e cross join counted n`);
      return rows[0] === undefined ? null : Number(rows[0]["n"]);
    },
  };
}

function newSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(24).toString("base64")}`;
}
