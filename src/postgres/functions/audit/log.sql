-- The log of deeds: lines are added by audit() alone, chained by seal_audit(), checked by verify_audit().

-- All that a line says, and the hash before it.
create or replace function audit_hash(line audit_log) returns bytea
  language sql immutable
  as $$
  select sha256(line.previous_hash || convert_to(jsonb_build_object(
    'workspace', line.workspace_id, 'id', line.id, 'seq', line.seq,
    'at', to_char(line.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
    'actor', line.actor, 'action', line.action, 'subjectKind', line.subject_kind, 'subjectId', line.subject_id,
    'runId', line.run_id, 'detail', line.detail)::text, 'UTF8'))
$$;

-- RC004: a line may only be sealed, once.
create or replace function refuse_audit_change() returns trigger
  language plpgsql set search_path from current
  as $$
begin
  if tg_op = 'UPDATE' and old.hash is null and new.hash is not null
    and (to_jsonb(new) - array['seq', 'previous_hash', 'hash']) = (to_jsonb(old) - array['seq', 'previous_hash', 'hash'])
  then return new;
  end if;
  raise exception 'the audit log is only ever added to' using errcode = 'RC004';
end $$;
create or replace trigger audit_is_only_added_to before update or delete on audit_log
  for each row execute function refuse_audit_change();
create or replace trigger audit_is_never_emptied before truncate on audit_log
  for each statement execute function refuse_audit_change();

-- Chains at most `at_most` lines, for one process at a time. Answers how many.
create or replace function seal_audit(at_most int) returns int
  language plpgsql set search_path from current
  as $$
declare
  line audit_log;
  head audit_log;
  sealed int := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('recado.audit', 0)) then return 0; end if;
  for line in select * from audit_log where hash is null order by workspace_id, id limit at_most for update loop
    if head is null or head.workspace_id <> line.workspace_id then
      select * into head from audit_log a where a.workspace_id = line.workspace_id and a.seq is not null
        order by a.seq desc limit 1;
      if not found then head := null; end if;
    end if;
    line.seq := coalesce(head.seq, 0) + 1;
    line.previous_hash := coalesce(head.hash, ''::bytea);
    line.hash := audit_hash(line);
    update audit_log a set seq = line.seq, previous_hash = line.previous_hash, hash = line.hash
      where a.workspace_id = line.workspace_id and a.id = line.id;
    head := line;
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;

drop function if exists verify_audit(text);
-- How many lines a workspace's chain has behind a line that was found whole (at first: none), its last
-- link, and the first number at which it does not hold. broken_at is null when the chain holds.
create or replace function verify_audit(of_workspace text, after_seq bigint default 0, after_hash bytea default '')
  returns table (lines bigint, unsealed bigint, last_hash bytea, broken_at bigint)
  language sql stable
  as $$
  with chain as (
    select a.seq, a.hash, a.previous_hash, audit_hash(a) as computed,
      lag(a.hash, 1, after_hash) over (order by a.seq) as before,
      after_seq + row_number() over (order by a.seq) as place
    from audit_log a where a.workspace_id = of_workspace and a.seq > after_seq
  )
  select count(*), (select count(*) from audit_log a where a.workspace_id = of_workspace and a.hash is null),
    (array_agg(hash order by seq desc))[1],
    min(seq) filter (where hash <> computed or previous_hash <> before or seq <> place)
  from chain
$$;

-- The one way into the log. With an insert of its own our role could write a line of yesterday, or a
-- sealed one.
create or replace function audit(
  workspace text, who text, what text, kind text, subject text, run uuid, told jsonb) returns void
  language sql security definer set search_path from current
  as $$
  insert into audit_log (workspace_id, at, actor, action, subject_kind, subject_id, run_id, detail)
  values (workspace, recado_now(), coalesce(who, 'system'), what, kind, subject, run, jsonb_strip_nulls(told))
$$;
