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
