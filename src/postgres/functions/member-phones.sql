-- Binds the phone of a contact to the member whose code was typed, in one step: the member's former phone and
-- the former member of this phone are over. False when no such code waits. The same code again from the
-- same phone is true, and changes nothing.
create or replace function bind_member_phone(of_workspace text, of_contact uuid, code text) returns boolean
  language plpgsql set search_path from current
  as $$
declare
  found_phone member_phones;
begin
  select p.* into found_phone from member_phones p
    join workspace_members m on m.workspace_id = p.workspace_id and m.user_id = p.user_id and m.removed_at is null
    where p.workspace_id = of_workspace and p.ended_at is null
      and p.code_hash = sha256(convert_to(p.id || ':' || code, 'UTF8'))
      and (p.contact_id = of_contact or (p.contact_id is null and p.expires_at > recado_now()))
    for update of p;
  if not found then return false; end if;
  if found_phone.contact_id is not null then return true; end if;
  update member_phones p set ended_at = recado_now(), ended_by = 'another phone was bound'
    where p.workspace_id = of_workspace and p.ended_at is null and p.bound_at is not null
      and (p.user_id = found_phone.user_id or p.contact_id = of_contact);
  update member_phones p set contact_id = of_contact, bound_at = recado_now()
    where p.workspace_id = of_workspace and p.id = found_phone.id;
  return true;
end $$;

create or replace function audit_member_phone() returns trigger
  language plpgsql
  as $$
begin
  if tg_op = 'INSERT' then
    perform audit(new.workspace_id, new.created_by, 'phone.code_made', 'member', new.user_id, null,
      jsonb_build_object('expiresAt', new.expires_at));
  elsif old.ended_at is null and new.ended_at is not null then
    perform audit(new.workspace_id, new.ended_by, 'phone.unbound', 'member', new.user_id, null,
      jsonb_build_object('contact', new.contact_id));
  elsif old.bound_at is null and new.bound_at is not null then
    perform audit(new.workspace_id, new.user_id, 'phone.bound', 'member', new.user_id, null,
      jsonb_build_object('contact', new.contact_id));
  end if;
  return null;
end $$;
create or replace trigger audited_from_the_start after insert on member_phones
  for each row execute function audit_member_phone();
create or replace trigger audited after update on member_phones
  for each row when (old is distinct from new) execute function audit_member_phone();
