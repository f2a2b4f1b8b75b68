import { randomInt, randomUUID } from "node:crypto";
import type { WorkspaceId } from "../../core/ids.ts";
import { PHONE_CODE, PHONE_ROLES } from "../../core/operations/operator-commands.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import { hashOf } from "./sign-in.ts";

/** Makes a code, which is returned this once (`AccessAdmin.issuePhoneCode`). */
export async function issuePhoneCode(
  database: Database,
  workspace: WorkspaceId,
  userId: string,
  by: string,
): Promise<{ code: string; expiresAt: Date } | null> {
  const code = String(randomInt(10 ** PHONE_CODE.digits)).padStart(PHONE_CODE.digits, "0");
  const id = randomUUID();
  const { rows } = await database.run(sql`
    with former as (
      update member_phones p set ended_at = recado_now(), ended_by = ${by}
      where p.workspace_id = ${workspace} and p.user_id = ${userId} and p.ended_at is null and p.bound_at is null
    )
    insert into member_phones (workspace_id, id, user_id, code_hash, created_at, created_by, expires_at)
    select m.workspace_id, ${id}::uuid, m.user_id, ${hashOf(`${id}:${code}`)}::bytea, recado_now(), ${by},
      recado_now() + make_interval(secs => ${PHONE_CODE.lifeMs / 1000}::float8)
    from workspace_members m
    where m.workspace_id = ${workspace} and m.user_id = ${userId} and m.removed_at is null
      and m.role = any(${[...PHONE_ROLES]}::text[])
    returning expires_at`);
  const expiresAt = rows[0]?.["expires_at"];
  return expiresAt instanceof Date ? { code, expiresAt } : null;
}

/** Ends a member's phone and waiting code (`AccessAdmin.unbindPhone`). */
export async function unbindPhone(
  database: Database,
  workspace: WorkspaceId,
  userId: string,
  by: string,
): Promise<boolean> {
  const { rowCount } = await database.run(sql`
    update member_phones p set ended_at = recado_now(), ended_by = ${by}
    where p.workspace_id = ${workspace} and p.user_id = ${userId} and p.ended_at is null`);
  return (rowCount ?? 0) > 0;
}
