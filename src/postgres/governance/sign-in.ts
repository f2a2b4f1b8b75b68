import { createHash, randomBytes, randomUUID } from "node:crypto";
import * as z from "zod";
import type { WorkspaceId } from "../../core/ids.ts";
import { DEFAULT_WORKSPACE } from "../../core/ids.ts";
import {
  INSTALLATION_IDENTITY,
  maySeeSales,
  type Principal,
  ROLES,
  SESSION_TIMES,
  SHARED_ACTOR,
} from "../../core/operations/principal.ts";
import type { SignIn } from "../../core/ports/governance/access.ts";
import type { Database } from "../database.ts";
import { id } from "../json-row.ts";
import { type Statement, sql } from "../sql.ts";

const TOKEN = /^rec_[\w-]{43}$/;
const COOKIE = /^[\w-]{43}$/;

/** 256 bits cannot be guessed. */
export const newSecret = () => randomBytes(32).toString("base64url");

export const newToken = () => `rec_${newSecret()}`;

/** What is kept of a token: it finds the token again, and is of no use to a thief who reads it. */
export function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

const principalRow = z.object({
  workspace_id: id<WorkspaceId>(),
  identity: z.string(),
  actor: z.string(),
  role: z.enum(ROLES),
  scopes: z.array(z.string()).nullable(),
  sees_sales: z.boolean(),
});

/** A token that counts now, with the role of its holder. */
const LIVING: Statement = sql`
  select t.workspace_id, t.id, coalesce('user:' || t.user_id, 'token:' || t.id) as identity, coalesce(m.name, t.name) as actor,
    coalesce(m.role, t.role) as role, t.scopes, coalesce(m.sees_sales, false) as sees_sales, t.last_used_at
  from api_tokens t
  left join workspace_members m on m.workspace_id = t.workspace_id and m.user_id = t.user_id and m.removed_at is null
  where t.revoked_at is null and (t.expires_at is null or t.expires_at > now()) and (t.user_id is null or m.user_id is not null)`;

export function createSignIn(database: Database): SignIn {
  return {
    async principalOf(token) {
      if (!TOKEN.test(token)) return null;
      const { rows } = await database.run(sql`
        with found as (${LIVING} and t.token_hash = ${hashOf(token)}),
        used as (
          update api_tokens t set last_used_at = date_trunc('hour', now()) from found f
          where t.workspace_id = f.workspace_id and t.id = f.id
            and (f.last_used_at is null or f.last_used_at < date_trunc('hour', now()))
        )
        select workspace_id, identity, actor, role, scopes, sees_sales from found`);
      return rows[0] === undefined ? null : readPrincipal(rows[0], "token");
    },

    async openSession(shown) {
      const cookie = newSecret();
      const session = [hashOf(cookie), randomUUID(), `${SESSION_TIMES.absoluteMs} milliseconds`] as const;
      const [cookieHash, sessionId, life] = session;
      if ("link" in shown) {
        const { rowCount } = await database.run(sql`
          with used as (
            update api_tokens u set link_used_at = now()
            from (${LIVING} and t.link_hash = ${hashOf(shown.link)} and t.link_used_at is null and t.link_expires_at > now()) f
            where u.workspace_id = f.workspace_id and u.id = f.id and u.link_used_at is null
            returning u.workspace_id, u.id
          )
          insert into studio_sessions (workspace_id, id, cookie_hash, token_id, created_at, seen_at, expires_at)
          select workspace_id, ${sessionId}::uuid, ${cookieHash}::bytea, id, now(), now(), now() + ${life}::interval from used`);
        return rowCount === 1 ? cookie : null;
      }
      const opened =
        "token" in shown
          ? await database.run(sql`
              insert into studio_sessions (workspace_id, id, cookie_hash, token_id, created_at, seen_at, expires_at)
              select f.workspace_id, ${sessionId}::uuid, ${cookieHash}::bytea, f.id, now(), now(), now() + ${life}::interval
              from (${LIVING} and t.token_hash = ${hashOf(shown.token)}) f
              returning id`)
          : await database.run(sql`
              insert into studio_sessions (workspace_id, id, cookie_hash, installation_hash, created_at, seen_at, expires_at)
              values (${DEFAULT_WORKSPACE}, ${sessionId}::uuid, ${cookieHash}::bytea, ${hashOf(shown.installationToken)}::bytea,
                now(), now(), now() + ${life}::interval)
              returning id`);
      return opened.rowCount === 1 ? cookie : null;
    },

    async principalOfSession(cookie, installationToken, isUse) {
      if (!COOKIE.test(cookie)) return null;
      const { rows } = await database.run(sql`
        with found as (
          select s.workspace_id, s.id, s.seen_at, s.token_id from studio_sessions s
          where s.cookie_hash = ${hashOf(cookie)} and s.ended_at is null and s.expires_at > now()
            and s.seen_at > now() - ${`${SESSION_TIMES.idleMs} milliseconds`}::interval
            and (s.installation_hash is null or s.installation_hash = ${hashOf(installationToken)})
        ),
        seen as (
          update studio_sessions s set seen_at = now() from found f
          where s.workspace_id = f.workspace_id and s.id = f.id and f.seen_at < now() - interval '5 minutes' and ${isUse}::boolean
        )
        select f.workspace_id, ${INSTALLATION_IDENTITY} as identity, ${SHARED_ACTOR} as actor, 'owner' as role, null::text[] as scopes, true as sees_sales
        from found f where f.token_id is null
        union all
        select f.workspace_id, t.identity, t.actor, t.role, t.scopes, t.sees_sales from found f
        join (${LIVING}) t on t.workspace_id = f.workspace_id and t.id = f.token_id`);
      return rows[0] === undefined ? null : readPrincipal(rows[0], "session");
    },

    async endSession(cookie) {
      await database.run(sql`
        update studio_sessions set ended_at = now() where cookie_hash = ${hashOf(cookie)} and ended_at is null`);
    },

    noteFailures: (failures) => noteFailures(database, failures),
  };
}

/** Strangers belong to no workspace: the installation's own has the line. */
async function noteFailures(
  database: Database,
  { address, tries }: Parameters<SignIn["noteFailures"]>[0],
): Promise<void> {
  await database.run(sql`
    select audit(${DEFAULT_WORKSPACE}, 'nobody known', 'sign_in.failed', 'address', ${address}, null,
      jsonb_build_object('tries', ${tries}::int))`);
}

function readPrincipal(row: Record<string, unknown>, via: Principal["via"]): Principal {
  const { workspace_id: workspaceId, sees_sales: isAllowed, ...rest } = principalRow.parse(row);
  return { workspaceId, ...rest, via, seesSales: maySeeSales(rest.role, isAllowed) };
}
