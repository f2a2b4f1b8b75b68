import type { Crm } from "../../core/ports/crm.ts";
import type { MessageTemplates } from "../../core/ports/message-templates.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

export function createMessageTemplates(database: Database, crm: Pick<Crm, "templates">): MessageTemplates {
  return {
    list: (workspace) => crm.templates(workspace),
    async save(workspace, { name, language, category, body, variables }, by) {
      await database.run(sql`
        insert into message_templates (workspace_id, name, language, category, body, variables, updated_at, updated_by)
        values (${workspace}, ${name}, ${language}, ${category}, ${body}, ${variables}::int, recado_now(), ${by})
        on conflict (workspace_id, name, language) do update set
          category = excluded.category, body = excluded.body, variables = excluded.variables,
          updated_at = excluded.updated_at, updated_by = excluded.updated_by`);
    },
    async remove(workspace, name, language, by) {
      const { rowCount } = await database.run(sql`
        with removed as (
          delete from message_templates where workspace_id = ${workspace} and name = ${name} and language = ${language}
          returning workspace_id
        )
        select audit(workspace_id, ${by}, 'template.deleted', 'template', ${`${name}/${language}`}, null, '{}') from removed`);
      return rowCount === 1;
    },
  };
}
