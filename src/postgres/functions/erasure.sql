-- What is left of an erased customer: salted hashes, which keep a late webhook from bringing the
-- customer back.

create or replace function tombstone_hash(of_workspace text, of_kind text, value text) returns bytea
  language sql stable
  as $$ select sha256(s.salt || convert_to(of_kind || ':' || value, 'UTF8')) from nlu_settings s where s.workspace_id = of_workspace $$;

-- When a person with one of these names was erased. Null when none was.
create or replace function erased_when(of_workspace text, bsuid text, phone text)
  returns timestamptz
  language sql stable
  as $$
  select max(t.erased_at) from tombstones t
  where t.workspace_id = of_workspace and t.kind = 'name'
    and t.hash in (tombstone_hash(of_workspace, 'name', bsuid), tombstone_hash(of_workspace, 'name', phone))
$$;

-- The customer's words are from before the erasure. WhatsApp's instants are whole seconds.
create or replace function is_before_erasure(said_at timestamptz, erased_at timestamptz)
  returns boolean
  language sql stable
  as $$ select said_at < date_trunc('second', erased_at) $$;

-- A delivery report of an erased message, or of an erased person who has not been met again.
create or replace function report_is_erased(
  of_workspace text, of_wamid text, of_outbox uuid, of_recipient text) returns boolean
  language sql stable
  as $$
  select exists (
    select from tombstones t
    where t.workspace_id = of_workspace and t.kind = 'message' and t.hash in (
      tombstone_hash(of_workspace, 'message', of_wamid), tombstone_hash(of_workspace, 'message', of_outbox::text)))
    or erased_when(of_workspace, null, nullif(of_recipient, '')) is not null and not exists (
      select from contact_aliases a where a.workspace_id = of_workspace and a.value = of_recipient)
$$;

-- A notice or unreadable item names a person who was erased within the days in which Meta delivers
-- again, and who has not been met since.
create or replace function names_erased(of_workspace text, told text) returns boolean
  language sql stable
  as $$
  select exists (
      select from tombstones t
      where t.workspace_id = of_workspace and t.kind = 'name' and t.erased_at > recado_now() - interval '8 days')
    and exists (
      select from regexp_matches(told, '[0-9]{7,20}|[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}', 'g') as m (words)
      join tombstones t on t.workspace_id = of_workspace and t.kind = 'name'
        and t.hash = tombstone_hash(of_workspace, 'name', m.words[1])
      where t.erased_at > recado_now() - interval '8 days' and not exists (
        select from contact_aliases a where a.workspace_id = of_workspace and a.value = m.words[1]))
$$;
