-- The newest phone or BSUID of a contact, by its index also under row security: PostgreSQL trusts no `coalesce` there
-- (it is not on its list of expressions that leak nothing) and read every alias of the workspace; a `case` it does.
create or replace function newest_alias(of_workspace text, of_contact uuid, of_kind text) returns text
  language sql stable
  as $$
    select a.value from contact_aliases a
    where a.workspace_id = of_workspace and a.kind = of_kind and a.contact_id = (
      select case when k.merged_into is null then k.id else k.merged_into end from contacts k
      where k.workspace_id = of_workspace and k.id = of_contact)
    order by a.created_at desc limit 1 $$;
