import { randomUUID } from "node:crypto";
import * as z from "zod";
import { ApiToken, AssignedNumber, Member, Workspace } from "../../core/answers/access.ts";
import { RecadoError } from "../../core/errors.ts";
import { isUuid, type WorkspaceId } from "../../core/ids.ts";
import { isScope, SCOPE_PARTS, SESSION_TIMES, SIGN_IN_LINK } from "../../core/operations/principal.ts";
import type { AccessAdmin } from "../../core/ports/governance/access.ts";
import { type Database, sqlStateOf } from "../database.ts";
import { id } from "../json-row.ts";
import { type Statement, sql } from "../sql.ts";
import { issuePhoneCode, unbindPhone } from "./member-phones.ts";
import { hashOf, newSecret, newToken } from "./sign-in.ts";

const NO_SUCH_KEY = "23503";

export function createAccessAdmin(database: Database): AccessAdmin {
  const admin: AccessAdmin = {
    async workspaces(of) {
      const { rows } = await database.run(sql`
        select id, name from workspaces where ${of}::text is null or id = ${of} order by id`);
      return rows.map((row) => Workspace.parse(row));
    },

    async createWorkspace({ id: workspace, name }, by) {
      const { rowCount } = await database.run(sql`
        insert into workspaces (id, name, created_by) values (${workspace}, ${name}, ${by}) on conflict (id) do nothing`);
      return rowCount === 1;
    },

    async members(workspace) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select user_id as "userId", role, name, sees_sales as "seesSales", added_at as "addedAt" from workspace_members
          where workspace_id = ${workspace} and removed_at is null order by user_id`),
      );
      return rows.map((row) => Member.parse(row));
    },

    async putMember(workspace, { userId, role, name, seesSales = null }, by, keepsOwner = false) {
      const { rows } = await orNull(() =>
        database.run(sql`
          with owners as materialized (${ownersOf(workspace, keepsOwner && role !== "owner")}),
          written as (
            insert into workspace_members as m (workspace_id, user_id, role, name, sees_sales, added_at, changed_by)
            select ${workspace}, ${userId}, ${role}, ${name}, coalesce(${seesSales}::boolean, false), now(), ${by} where not ${isLast(userId)}
            on conflict (workspace_id, user_id) do update set role = excluded.role, name = excluded.name, changed_by = excluded.changed_by,
              -- Who comes back begins anew.
              sees_sales = coalesce(${seesSales}::boolean, m.sees_sales and m.removed_at is null),
              added_at = case when m.removed_at is null then m.added_at else now() end, removed_at = null
            returning user_id as "userId", role, name, sees_sales as "seesSales", added_at as "addedAt"
          )
          select ${isLast(userId)} as "isLast", written.* from (select) one left join written on true`),
      );
      if (rows[0]?.["isLast"] === true) throw lastOwner(userId);
      return rows[0] === undefined ? null : Member.parse(rows[0]);
    },

    async removeMember(workspace, userId, by, keepsOwner = false) {
      const { rows } = await database.run(sql`
        with owners as materialized (${ownersOf(workspace, keepsOwner)}),
        removed as (
          update workspace_members set removed_at = now(), changed_by = ${by}
          where workspace_id = ${workspace} and user_id = ${userId} and removed_at is null and not ${isLast(userId)}
          returning user_id
        ),
        unbound as (
          update member_phones p set ended_at = recado_now(), ended_by = ${by} from removed r
          where p.workspace_id = ${workspace} and p.user_id = r.user_id and p.ended_at is null
        ),
        revoked as (
          update api_tokens t set revoked_at = now(), revoked_by = ${by} from removed r
          where t.workspace_id = ${workspace} and t.user_id = r.user_id and t.revoked_at is null
        )
        select ${isLast(userId)} as "isLast", exists (select from removed) as "isRemoved"`);
      if (rows[0]?.["isLast"] === true) throw lastOwner(userId);
      return rows[0]?.["isRemoved"] === true;
    },

    issuePhoneCode: (workspace, userId, by) => issuePhoneCode(database, workspace, userId, by),
    unbindPhone: (workspace, userId, by) => unbindPhone(database, workspace, userId, by),

    async tokens(workspace) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select t.id, t.name, t.user_id as "userId", case when t.user_id is null then t.role else m.role end as role,
            t.scopes, case when t.link_expires_at is null then null when t.link_used_at is not null then 'used'
              when t.link_expires_at > now() and t.revoked_at is null then 'waiting' else 'over' end as link,
            (select count(*) from studio_sessions s where s.workspace_id = t.workspace_id and s.token_id = t.id
              and s.ended_at is null and s.expires_at > now() and t.revoked_at is null
              and s.seen_at > now() - ${`${SESSION_TIMES.idleMs} milliseconds`}::interval) as sessions,
            t.created_by as "createdBy", t.created_at as "createdAt", t.expires_at as "expiresAt",
            t.last_used_at as "lastUsedAt", t.revoked_at as "revokedAt"
          from api_tokens t
          left join workspace_members m
            on m.workspace_id = t.workspace_id and m.user_id = t.user_id and m.removed_at is null
          where t.workspace_id = ${workspace} order by t.created_at desc, t.id`),
      );
      return rows.map((row) => ApiToken.parse(row));
    },

    async createToken(workspace, { name, holder, scopes, lifeDays, by }) {
      const unknown = (scopes ?? []).filter((scope) => !isScope(scope));
      if (unknown.length > 0) {
        throw new RecadoError(
          "request_invalid",
          `There is no scope ${unknown.join(", ")}: a scope is one of ${SCOPE_PARTS.join(", ")} with :read or :write behind it.`,
        );
      }
      const token = newToken();
      const userId = "userId" in holder ? holder.userId : null;
      const role = "role" in holder ? holder.role : null;
      const { rows } = await orNull(() =>
        database.run(sql`
          insert into api_tokens (workspace_id, id, token_hash, name, user_id, role, scopes, created_by, created_at, expires_at)
          select ${workspace}, ${randomUUID()}::uuid, ${hashOf(token)}::bytea, ${name}, ${userId}, ${role}, ${scopes}::text[], ${by},
            now(), now() + make_interval(days => ${lifeDays}::int)
          where ${userId}::text is null or exists (
            select from workspace_members m where m.workspace_id = ${workspace} and m.user_id = ${userId} and m.removed_at is null)
          returning id`),
      );
      return rows[0] === undefined ? null : { id: String(rows[0]["id"]), token };
    },

    async createSignInLink(workspace, userId, by) {
      const link = newSecret();
      const { rows } = await database.run(sql`
        insert into api_tokens (workspace_id, id, token_hash, name, user_id, created_by, created_at, expires_at, link_hash,
          link_expires_at)
        select m.workspace_id, ${randomUUID()}::uuid, ${hashOf(newToken())}::bytea, m.name, m.user_id, ${by}, now(),
          now() + ${`${SIGN_IN_LINK.lifeMs + SESSION_TIMES.absoluteMs} milliseconds`}::interval, ${hashOf(link)}::bytea,
          now() + ${`${SIGN_IN_LINK.lifeMs} milliseconds`}::interval
        from workspace_members m
        where m.workspace_id = ${workspace} and m.user_id = ${userId} and m.removed_at is null and m.role <> 'service'
        returning link_expires_at`);
      const expiresAt = rows[0]?.["link_expires_at"];
      return expiresAt instanceof Date ? { link, expiresAt } : null;
    },

    async revokeToken(workspace, tokenId, by) {
      if (!isUuid(tokenId)) return false;
      const { rowCount } = await database.run(sql`
        update api_tokens set revoked_at = coalesce(revoked_at, now()), revoked_by = coalesce(revoked_by, ${by})
        where workspace_id = ${workspace} and id = ${tokenId}::uuid`);
      return rowCount === 1;
    },

    async numbers(of) {
      const { rows } = await database.run(sql`
        select id, workspace_id as "workspaceId", agent_id as "agentId" from phone_numbers
        where ${of}::text is null or workspace_id = ${of} order by workspace_id, id`);
      return rows.map((row) => AssignedNumber.parse(row));
    },

    async workspaceOf(number) {
      const { rows } = await database.run(sql`select workspace_id from phone_numbers where id = ${number}`);
      return rows[0] === undefined ? null : z.object({ workspace_id: id<WorkspaceId>() }).parse(rows[0]).workspace_id;
    },

    async assignNumber(number, by) {
      try {
        const { rows } = await database.run(sql`
          insert into phone_numbers as n (id, workspace_id, agent_id, assigned_by)
          values (${number.id}, ${number.workspaceId}, ${number.agentId}, ${by})
          on conflict (id) do update set workspace_id = excluded.workspace_id, agent_id = excluded.agent_id,
            assigned_by = excluded.assigned_by
          returning id, workspace_id as "workspaceId", agent_id as "agentId"`);
        return { kind: "assigned", number: AssignedNumber.parse(rows[0]) };
      } catch (error) {
        // Two keys may miss: of the workspace that it should go to, and of the conversations that would stay behind.
        if (sqlStateOf(error) !== NO_SUCH_KEY) throw error;
        const [workspace] = await admin.workspaces(number.workspaceId);
        const current = await admin.workspaceOf(number.id);
        return workspace === undefined || current === null
          ? { kind: "unknown_workspace" }
          : { kind: "in_use", workspaceId: current };
      }
    },
  };
  return admin;
}

/** Locked until the change is made: two owners who remove each other at once do not both go. Empty where no owner is kept. */
function ownersOf(workspace: WorkspaceId, isKept: boolean): Statement {
  return sql`
    select o.user_id from workspace_members o
    where ${isKept}::boolean and o.workspace_id = ${workspace} and o.role = 'owner' and o.removed_at is null
    order by o.user_id for update`;
}

const isLast = (userId: string): Statement =>
  sql`coalesce((select array_agg(o.user_id) from owners o) = array[${userId}::text], false)`;

function lastOwner(userId: string): RecadoError {
  return new RecadoError("last_owner", `${userId} is the last owner. Make another person an owner first.`);
}

/** A row that names a workspace or a person that is not there has not been written. */
async function orNull<Result extends { rows: Record<string, unknown>[] }>(
  work: () => Promise<Result>,
): Promise<{ rows: Record<string, unknown>[] }> {
  try {
    return await work();
  } catch (error) {
    if (sqlStateOf(error) === NO_SUCH_KEY) return { rows: [] };
    throw error;
  }
}
