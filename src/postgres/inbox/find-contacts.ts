import type { WorkspaceId } from "../../core/ids.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import { DIGIT_PARTS, NAME_PARTS, partsQuery, typedWords } from "./word-parts.ts";

/** Fewer digits are in nearly every phone. */
const LEAST_DIGITS = 3;

/**
 * The customers whose name holds all these words, whose phone holds these digits, or who are called exactly so by WhatsApp; with
 * those that became one with them. The tenant's role would not use the indexes: PostgreSQL trusts no operator of text search
 * under row security. So the workspace stands in the statement, and only ids leave it.
 */
export async function findContacts(database: Database, workspace: WorkspaceId, typed: string): Promise<string[]> {
  const words = typedWords(typed);
  if (words.length === 0) return [];
  const digits = typed.replace(/\D/g, "");
  const { rows } = await database.run(sql`
    with hit as (
      select k.id from contacts k
      where k.workspace_id = ${workspace} and ${NAME_PARTS} @@ ${partsQuery(workspace, words, "&")}
      union
      select a.contact_id from contact_aliases a
      where ${digits.length >= LEAST_DIGITS}::boolean and a.workspace_id = ${workspace} and a.kind = 'phone'
        and ${DIGIT_PARTS} @@ ${partsQuery(workspace, [digits], "&")}
      union
      select a.contact_id from contact_aliases a
      where a.workspace_id = ${workspace} and a.kind in ('bsuid', 'phone') and a.value = ${typed.trim()}
    )
    select id from hit
    union
    select m.id from hit join contacts m on m.workspace_id = ${workspace} and m.merged_into = hit.id`);
  return rows.map(({ id }) => String(id));
}
