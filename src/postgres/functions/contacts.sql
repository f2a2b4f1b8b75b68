-- Names of customers, and contacts that became one.

-- The newest phone or BSUID of a contact; of a merged one, of the survivor. By its index also under
-- row security: PostgreSQL trusts no coalesce there and read every alias of the workspace.
create or replace function newest_alias(of_workspace text, of_contact uuid, of_kind text)
  returns text
  language sql stable
  as $$
    select a.value from contact_aliases a
    where a.workspace_id = of_workspace and a.kind = of_kind and a.contact_id = (
      select case when k.merged_into is null then k.id else k.merged_into end from contacts k
      where k.workspace_id = of_workspace and k.id = of_contact)
    order by a.created_at desc limit 1
$$;

-- Runs after the foreign key has waited for a merge under way, and looks with a fresh snapshot: a row
-- that names a contact merged a moment ago runs again and finds the survivor. (AFTER triggers fire by
-- name, and those of foreign keys begin with RI_.)
create or replace function refuse_merged_contact() returns trigger
  language plpgsql
  as $$
begin
  if exists (
    select from contacts k
    where k.workspace_id = new.workspace_id and k.id = new.contact_id and k.merged_into is not null)
  then perform recado_again('the contact was merged a moment ago');
  end if;
  return null;
end $$;
create or replace trigger refuse_merged_contact after insert or update of contact_id on contact_aliases
  for each row execute function refuse_merged_contact();
create or replace trigger refuse_merged_contact after insert or update of contact_id on conversations
  for each row execute function refuse_merged_contact();
create or replace trigger refuse_merged_contact after insert or update of contact_id on orders
  for each row execute function refuse_merged_contact();

-- What a sale tells of its customer, for the profile. A phone with the last ten digits of one that the
-- customer writes from is no other phone.
create or replace function sale_profile(ws text, person uuid, told jsonb) returns jsonb
  language sql stable
  as $$
  select coalesce(jsonb_object_agg(t.key, t.value), '{}') from jsonb_each_text(told) t
  where t.key <> 'otherPhone' or not exists (
    select from contact_aliases a
    where a.workspace_id = ws and a.contact_id = person and a.kind = 'phone'
      and right(a.value, 10) = right(regexp_replace(t.value, '[^0-9]', '', 'g'), 10))
$$;

-- Takes out of a profile what sales wrote there: the values of these fields of the contact's orders, of all
-- fields when `fields` is null. What the shop wrote itself stays.
create or replace function forget_sold(ws text, person uuid, fields text[]) returns void
  language plpgsql
  as $$
begin
  update contacts k set profile = (
      select coalesce(jsonb_object_agg(p.key, p.value), '{}') from jsonb_each_text(k.profile) p
      where not exists (
        select from orders o
          join contacts own on own.workspace_id = o.workspace_id and own.id = o.contact_id
          cross join jsonb_each_text(o.data) d
        where o.workspace_id = ws and coalesce(own.merged_into, own.id) = person and d.value <> ''
          and (fields is null or d.key = any (fields))
          and (p.value = d.value or (p.key = 'name' and strpos(' ' || p.value || ' ', ' ' || d.value || ' ') > 0))))
    where k.workspace_id = ws and k.id = person and k.profile <> '{}';
end $$;
