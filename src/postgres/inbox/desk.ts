import type { ConversationId, WorkspaceId } from "../../core/ids.ts";
import type { Desk, DeskChange, DeskChanged } from "../../core/ports/desk/desk.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import { cannedReplies } from "./canned-replies.ts";
import { IS_RESOLVED, WRITING_MS } from "./desk-state.ts";
import { inboxViews } from "./saved-views.ts";
import { searchAll } from "./search.ts";
import { sentFiles } from "./sent-files.ts";
import { stopMarketing } from "./stop-marketing.ts";

export function createDesk(database: Database): Desk {
  return {
    change: (workspace, asked, actor) => changeDesks(database, { workspace, actor, ...asked }),
    async writing(workspace, id, actor) {
      const { rows } = await database.run(sql`
        with there as materialized (
          select c.workspace_id, c.id, d.writing_by,
            coalesce(d.writing_by <> ${actor} and d.writing_at > recado_now() - make_interval(secs => ${WRITING_MS / 1000}::float8), false)
              as is_taken
          from conversations c
          left join conversation_desks d on d.workspace_id = c.workspace_id and d.conversation_id = c.id
          where c.workspace_id = ${workspace} and c.id = ${id}::uuid
        ),
        written as (
          insert into conversation_desks as d (workspace_id, conversation_id, writing_by, writing_at)
          select workspace_id, id, ${actor}, recado_now() from there where not is_taken
          on conflict (workspace_id, conversation_id) do update set writing_by = excluded.writing_by,
            writing_at = excluded.writing_at,
            -- A page that has opened since the first word learns of it with the next one.
            changed_at = recado_now()
          returning d.conversation_id
        )
        select case when is_taken then writing_by end as other, (select count(*) from written) as written from there`);
      const [row] = rows;
      return row === undefined ? null : { other: row["other"] === null ? null : String(row["other"]) };
    },
    async people(workspace) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select m.name from workspace_members m
          where m.workspace_id = ${workspace} and m.removed_at is null and m.role in ('owner', 'operator')
          order by m.name limit 200`),
      );
      return rows.map(({ name }) => String(name));
    },
    async numberOf(workspace, id) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select c.phone_number_id as number from conversations c where c.workspace_id = ${workspace} and c.id = ${id}::uuid`),
      );
      return rows[0] === undefined ? null : String(rows[0]["number"]);
    },
    async wamidOf(workspace, id, eventId) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select e.source_message_id as wamid from agent_events e
          where e.workspace_id = ${workspace} and e.conversation_id = ${id}::uuid and e.id = ${eventId}::uuid
            and e.source_message_id is not null`),
      );
      return rows[0] === undefined ? null : String(rows[0]["wamid"]);
    },
    ...sentFiles(database),
    ...cannedReplies(database),
    ...inboxViews(database),
    stopMarketing: (workspace, contact, actor) => stopMarketing(database, workspace, contact, actor),
    search: (workspace, words) => searchAll(database, workspace, words),
  };
}

interface Asked {
  readonly workspace: WorkspaceId;
  readonly conversations: readonly ConversationId[];
  readonly change: DeskChange;
  readonly seen?: Readonly<Record<string, string | null>> | undefined;
  readonly actor: string;
}

/** All of it in one statement, so that a bulk action is done or not. */
async function changeDesks(database: Database, asked: Asked): Promise<DeskChanged> {
  const { workspace, conversations, actor, seen = {} } = asked;
  const { assignee, snoozedUntil, isResolved, isSeen } = asked.change;
  const hasOwner = assignee !== undefined;
  const hasRest = snoozedUntil !== undefined;
  const isMoved = hasOwner || isResolved !== undefined;
  const { rows } = await database.run(sql`
    with locked as materialized (
      select c.* from conversations c
      where c.workspace_id = ${workspace} and c.id = any (${[...conversations]}::uuid[])
      order by c.id
      for update
    ),
    known as materialized (
      select c.workspace_id, c.id, c.last_seq, c.own_speech_seq,
        -- Given meanwhile to a person whom the caller did not see there.
        seen.given ? c.id::text and c.assignee is distinct from seen.given ->> c.id::text
          and c.assignee is distinct from ${actor} and c.assignee is not null as is_taken,
        (not ${hasOwner}::boolean or c.assignee is not distinct from ${assignee ?? null}::text)
          and (${isResolved === undefined}::boolean or ${IS_RESOLVED} = ${isResolved === true}::boolean)
          and (not ${hasRest}::boolean or d.snoozed_until is not distinct from ${snoozedUntil ?? null}::timestamptz)
          and not ${isSeen === true}::boolean as is_same
      from locked c
      cross join (select ${JSON.stringify(seen)}::jsonb as given) seen
      left join conversation_desks d on d.workspace_id = c.workspace_id and d.conversation_id = c.id
    ),
    asked as materialized (select * from known where not is_taken),
    moved as (
      update conversations c set
        assignee = case when ${hasOwner}::boolean then ${assignee ?? null}::text else c.assignee end,
        closed_at = case when ${isResolved === true}::boolean then recado_now()
          when ${isResolved === false}::boolean then null else c.closed_at end,
        closed_by = case when ${isResolved === true}::boolean then ${actor}
          when ${isResolved === false}::boolean then null else c.closed_by end
      from asked a where ${isMoved}::boolean and c.workspace_id = a.workspace_id and c.id = a.id
      returning c.id
    ),
    done as (
      update tasks t set status = 'done', closed_at = recado_now(), closed_by = ${actor}, updated_at = recado_now()
      from asked a
      where ${isResolved === true}::boolean and t.workspace_id = a.workspace_id and t.conversation_id = a.id and t.status = 'open'
      returning t.id
    ),
    kept as (
      insert into conversation_desks as d (workspace_id, conversation_id, seen_seq, snoozed_seq, snoozed_until, resolved_seq)
      select a.workspace_id, a.id, case when ${isSeen === true}::boolean then a.last_seq end,
        case when ${snoozedUntil ?? null}::timestamptz is not null then a.own_speech_seq end, ${snoozedUntil ?? null}::timestamptz,
        case when ${isResolved === true}::boolean then a.own_speech_seq end
      from asked a
      on conflict (workspace_id, conversation_id) do update set
        seen_seq = case when ${isSeen === true}::boolean then excluded.seen_seq else d.seen_seq end,
        resolved_seq = case when ${isResolved !== undefined}::boolean then excluded.resolved_seq else d.resolved_seq end,
        snoozed_seq = case when ${hasRest}::boolean then excluded.snoozed_seq else d.snoozed_seq end,
        snoozed_until = case when ${hasRest}::boolean then excluded.snoozed_until else d.snoozed_until end,
        changed_at = recado_now()
      returning d.conversation_id
    ),
    audited as (
      select audit(a.workspace_id, ${actor}, told.action, 'conversation', a.id::text, null, told.detail)
      from asked a cross join (values
        (${hasOwner}::boolean, 'conversation.assigned', jsonb_build_object('assignee', ${assignee ?? null}::text)),
        (${hasRest}::boolean, 'conversation.snoozed', jsonb_build_object('until', ${snoozedUntil ?? null}::timestamptz)),
        (${isResolved === true}::boolean, 'conversation.resolved', '{}'::jsonb),
        (${isResolved === false}::boolean, 'conversation.reopened', '{}'::jsonb)
      ) as told (is_meant, action, detail)
      where told.is_meant
    )
    select a.id, a.is_taken, a.is_same, (select count(*) from moved) + (select count(*) from done) + (select count(*) from kept)
      + (select count(*) from audited) as changed
    from known a`);
  const ids = (which: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(which).map(({ id }) => String(id) as ConversationId);
  return {
    changed: ids((row) => row["is_taken"] !== true),
    same: ids((row) => row["is_taken"] !== true && row["is_same"] === true),
    taken: ids((row) => row["is_taken"] === true),
  };
}
