import type { ContactId, WorkspaceId } from "../../core/ids.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/**
 * A person of the shop notes that a customer wants no more messages that the shop begins, as if the customer had said it.
 * Only the customer's own word takes it back. False when there is no such customer.
 */
export async function stopMarketing(
  database: Database,
  workspace: WorkspaceId,
  id: ContactId,
  actor: string,
): Promise<boolean> {
  const { rows } = await database.run(sql`
    with noted as materialized (select set_config('recado.noted_by', ${actor}, true) as by),
    whom as materialized (
      select coalesce(own.merged_into, own.id) as id from contacts own, noted
      where own.workspace_id = ${workspace} and own.id = ${id}::uuid
    ),
    stopped as (
      update contacts k set marketing_stopped_at = recado_now(), marketing_said_at = recado_now()
      from whom w
      where k.workspace_id = ${workspace} and k.id = w.id and k.marketing_stopped_at is null
      returning k.id
    )
    select w.id, (select count(*) from stopped) as stopped from whom w`);
  return rows.length > 0;
}
