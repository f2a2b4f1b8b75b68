import { sql } from "../sql.ts";

/** The parts of the enqueue that only some items need. */

type ItemRow = { readonly input_type: string; readonly media: object | null; readonly consents: object | null };

/** Words, and nothing that needs CTEs of its own; nearly all that comes. Beginning a CTE costs the server as much when nothing goes through it. */
export function isPlain({ input_type, media, consents }: ItemRow): boolean {
  return input_type !== "echo" && media === null && consents === null;
}

/** What the statement leaves out when all items are plain. */
export const PLAIN = {
  consent: sql`null::text`,
  echoes: sql``,
  described: sql`described as materialized (
      select k.*, null::text as consent, null::uuid as event_id, null::timestamptz as said_at from customer k
    )`,
  newMedia: sql``,
  mediaRows: sql``,
};

/** What echoes, files and words about consent need beside. */
export const REMARKABLE = {
  // The word in the locale of the workspace, which the door does not know.
  consent: sql`i.consents ->> (
        select w.locale from workspace_agent_config w where w.workspace_id = n.workspace_id)`,
  echoes: sql`union all
      -- The echo of a message of our own is no news.
      select o.workspace_id, i.idempotency_key, o.id, o.conversation_id, o.run_id
      from outbox_messages o
      join given i on i.input_type = 'echo' and o.workspace_id = i.workspace_id and o.wamid = i.source_message_id`,
  described: sql`
    -- What they say about being written to at all: known from the commit on that answers WhatsApp.
    word as materialized (
      select distinct on (workspace_id, coalesce(bsuid, phone))
        workspace_id, coalesce(bsuid, phone) as by_name, consent, event_id, occurred_at
      from fresh where consent is not null
      order by workspace_id, coalesce(bsuid, phone), occurred_at desc, position desc
    ),
    described as materialized (
      select k.*, w.consent, w.event_id, w.occurred_at as said_at
      from customer k
      left join word w on w.workspace_id = k.workspace_id and w.by_name = coalesce(k.bsuid, k.phone)
    )`,
  newMedia: sql`,
    -- Its file is fetched in a step of its own: the address behind the id lives for minutes, the id for days.
    new_media as (
      insert into media_items (
        workspace_id, id, event_id, conversation_id, phone_number_id, media_id, kind, declared_type, declared_sha256,
        file_name, fetch_at, created_at)
      select n.workspace_id, (f.media ->> 'id')::uuid, n.id, n.conversation_id, f.phone_number_id, f.media ->> 'mediaId',
        f.media ->> 'kind', f.media ->> 'declaredType', f.media ->> 'declaredSha256', f.media ->> 'fileName', recado_now(),
        recado_now()
      from new_event n
      join fresh f on f.workspace_id = n.workspace_id and f.idempotency_key = n.idempotency_key
      where jsonb_typeof(f.media) = 'object'
      returning id
    )`,
  mediaRows: sql` + (select count(*) from new_media)`,
};

export const itemColumns = sql`
  position int, event_id uuid, idempotency_key text, phone_number_id text, bsuid text, phone text, profile_name text,
  source text, input_type text, payload jsonb, source_message_id text, occurred_at timestamptz, is_speech boolean,
  is_own_speech boolean, opens_window boolean,
  media jsonb, consents jsonb, silences_bot boolean, is_from_advertisement boolean, new_contact_id uuid, new_conversation_id uuid,
  new_run_id uuid`;
