-- Facts about customers. `core/memory/keep-facts.ts` does the same with values.

-- A fact is ended or forgotten, never changed.
create or replace function guard_fact() returns trigger
  language plpgsql
  as $$
begin
  if row(new.workspace_id, new.id, new.source_event_id, new.subject, new.key, new.said_at, new.kind, new.confidence,
      new.sensitivity, new.valid_from, new.supersedes, new.consent_event_id)
    is distinct from row(old.workspace_id, old.id, old.source_event_id, old.subject, old.key, old.said_at, old.kind,
      old.confidence, old.sensitivity, old.valid_from, old.supersedes, old.consent_event_id)
    or (new.ended is distinct from 'forgotten' and row(new.value, new.quote) is distinct from row(old.value, old.quote))
    or (old.ended = 'forgotten' and new.ended is distinct from old.ended)
    or (old.ended is not null and new.ended is null)
  then
    raise exception 'a fact is ended or forgotten, never changed' using errcode = 'RC007';
  end if;
  return new;
end $$;
create or replace trigger facts_are_only_ended before update on contact_facts
  for each row execute function guard_fact();

-- Keeps what waits in the queue, the oldest first: how many rows were taken, and how many facts were kept. A row whose facts cannot be
-- kept waits longer each time, and stands in no other's way.
create or replace function learn_facts(most integer, out taken integer, out kept integer)
  language plpgsql
  as $$
declare
  job memory_queue;
begin
  taken := 0;
  kept := 0;
  for job in select * from memory_queue q where q.due_at <= recado_now() order by q.due_at limit most for update skip locked loop
    begin
      kept := kept + keep_facts(job);
      delete from memory_queue q where q.workspace_id = job.workspace_id and q.id = job.id;
    exception when others then
      update memory_queue q set tries = q.tries + 1, failure = left(sqlerrm, 500),
          due_at = recado_now() + make_interval(secs => least(3600, 10 * 2 ^ least(q.tries, 10)))
        where q.workspace_id = job.workspace_id and q.id = job.id;
    end;
    taken := taken + 1;
  end loop;
end $$;

create or replace function keep_facts(job memory_queue) returns integer
  language plpgsql
  as $$
declare
  person contacts;
  fact record;
  former uuid;
  kept integer := 0;
begin
  select k.* into person from contacts own
    join contacts k on k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)
    where own.workspace_id = job.workspace_id and own.id = job.contact_id
    for update of k;
  for fact in
    select * from jsonb_to_recordset(job.facts) as f (
      "eventId" uuid, subject text, key text, value text, norm text, quote text, "saidAt" timestamptz, kind text,
      confidence integer, sensitivity text, "isList" boolean, "consentEventId" uuid)
  loop
    continue when fact."saidAt" <= person.memory_forgotten_at;
    continue when exists (
      select from contact_facts f
      where f.workspace_id = job.workspace_id and f.contact_id = person.id and f.subject = fact.subject and f.key = fact.key
        and ((f.ended = 'forgotten' and fact."saidAt" <= f.valid_to)
          or (f.value_norm = fact.norm and (f.valid_to is null or f.source_event_id = fact."eventId"))));
    former := null;
    if not fact."isList" then
      update contact_facts f set valid_to = recado_now(), ended = 'superseded'
        where f.workspace_id = job.workspace_id and f.contact_id = person.id and f.subject = fact.subject and f.key = fact.key
          and f.valid_to is null
        returning f.id into former;
    end if;
    insert into contact_facts (
        workspace_id, contact_id, source_event_id, subject, key, value, value_norm, quote, said_at, kind, confidence,
        sensitivity, valid_from, supersedes, consent_event_id)
      values (job.workspace_id, person.id, fact."eventId", fact.subject, fact.key, fact.value, fact.norm, fact.quote,
        fact."saidAt", fact.kind, fact.confidence, fact.sensitivity, recado_now(), former,
        coalesce(fact."consentEventId", case when fact.sensitivity <> 'plain' and fact.kind = 'requested' then fact."eventId" end));
    kept := kept + 1;
  end loop;
  return kept;
end $$;

-- How a session stands in collecting data, without some fields and the messages that told them; null: without all.
create or replace function forgotten_ingest(status jsonb, fields text[]) returns jsonb
  language sql immutable
  as $$
  select case when status ? 'timeline' then status || jsonb_build_object(
    'fieldsAccumulated', case when fields is null then '[]' else coalesce(status -> 'fieldsAccumulated', '[]') - fields end,
    'timeline', (select coalesce(jsonb_agg(entry order by place), '[]')
      from jsonb_array_elements(status -> 'timeline') with ordinality e (entry, place)
      where fields is not null and not (entry -> 'fieldsExtracted') ?| fields)) else status end
$$;

-- Forgets facts of a contact, by id or all; and captured data, by field or all, of every sale but `of_session`, which its own turn writes. How many facts went.
create or replace function forget_facts(
  ws text, of_contact uuid, facts uuid[], all_facts boolean, fields text[], all_fields boolean, of_session uuid) returns integer
  language plpgsql
  as $$
declare
  person uuid;
  gone integer;
begin
  select coalesce(k.merged_into, k.id) into person from contacts k where k.workspace_id = ws and k.id = of_contact;
  perform from contacts k where k.workspace_id = ws and k.id = person for update;
  perform forget_sold(ws, person, case when not (all_facts or all_fields) then fields || array(
    select f.key from contact_facts f
    where f.workspace_id = ws and f.contact_id = person and f.id = any (facts) and f.subject = 'self') end);
  update contact_facts f set value = '', quote = '', value_norm = '', ended = 'forgotten', valid_to = recado_now()
    where f.workspace_id = ws and f.contact_id = person and f.ended is distinct from 'forgotten'
      and (all_facts or f.id = any (facts)
        -- Former values of a key go with the one that is known.
        or exists (select from contact_facts g where g.workspace_id = ws and g.id = any (facts)
          and g.contact_id = person and g.subject = f.subject and g.key = f.key and f.ended = 'superseded'));
  get diagnostics gone = row_count;
  if all_facts then
    update contacts k set memory_forgotten_at = recado_now() where k.workspace_id = ws and k.id = person;
  end if;
  update session_state t set
      datos_capturados = case when all_fields then '{}' else t.datos_capturados - coalesce(fields, '{}') end,
      ingest_status = forgotten_ingest(t.ingest_status, case when not all_fields then fields end)
    from agent_sessions s join contacts k on k.workspace_id = s.workspace_id and k.id = s.contact_id
    where t.workspace_id = ws and t.session_id = s.id and s.workspace_id = ws and coalesce(k.merged_into, k.id) = person
      and s.id is distinct from of_session and (all_fields or t.datos_capturados ?| fields);
  return gone;
end $$;
