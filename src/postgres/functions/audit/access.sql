-- Lines for who gets in: members, tokens, sign-ins.

create or replace function audit_member() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, new.changed_by,
    case when new.removed_at is not null then 'member.removed' when tg_op = 'UPDATE' and old.removed_at is null then 'member.changed'
      else 'member.added' end,
    'member', new.user_id, null, jsonb_build_object('role', new.role, 'name', new.name, 'seesSales', new.sees_sales));
  return null;
end $$;
create or replace trigger audited_from_the_start after insert on workspace_members
  for each row execute function audit_member();
create or replace trigger audited after update on workspace_members
  for each row when (old is distinct from new) execute function audit_member();

create or replace function audit_token() returns trigger
  language plpgsql
  as $$
begin
  perform audit(new.workspace_id, coalesce(new.revoked_by, new.created_by),
    case when new.revoked_at is null then 'token.created' else 'token.revoked' end, 'token', new.id::text, null,
    jsonb_build_object('name', new.name, 'member', new.user_id, 'role', new.role, 'scopes', new.scopes));
  return null;
end $$;
create or replace trigger audited_from_the_start after insert on api_tokens
  for each row execute function audit_token();
create or replace trigger audited after update of revoked_at on api_tokens
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function audit_token();

-- A member signs in as themselves, not under the name of their token.
create or replace function audit_sign_in() returns trigger
  language plpgsql set search_path from current
  as $$
begin
  perform audit(new.workspace_id, coalesce((
      select coalesce(m.name, t.name) from api_tokens t
      left join workspace_members m on m.workspace_id = t.workspace_id and m.user_id = t.user_id
      where t.workspace_id = new.workspace_id and t.id = new.token_id), 'api'),
    case when new.ended_at is null then 'session.opened' else 'session.ended' end, 'session', new.id::text, null, '{}');
  return null;
end $$;
create or replace trigger audited_from_the_start after insert on studio_sessions
  for each row execute function audit_sign_in();
create or replace trigger audited after update of ended_at on studio_sessions
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function audit_sign_in();
