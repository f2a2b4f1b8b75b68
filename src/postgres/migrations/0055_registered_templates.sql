-- What a template is, the register says when it leaves (src/core/outbound/registered-template.ts): its category decides whether a customer who has stopped
-- marketing gets it and at which hour, and none leaves that the workspace has not written down.

do $$
declare
  definition text := pg_get_functiondef('read_sends(text[], uuid[])'::regprocedure);
  was constant text := '''purpose'', o.purpose,';
begin
  if position(was in definition) = 0 then raise exception 'read_sends does not say %', was; end if;
  execute replace(definition, was, was || '
      -- Asked for templates alone.
      ''template'', case when o.content ->> ''type'' = ''template'' then (
        select json_build_object(''category'', m.category, ''variables'', m.variables) from message_templates m
        where m.workspace_id = o.workspace_id and m.name = o.content ->> ''name'' and m.language = o.content ->> ''language'') end,');
end $$;
