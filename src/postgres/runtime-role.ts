import { errorText, RecadoError } from "../core/errors.ts";
import { type Database, publicUrl, sqlStateOf } from "./database.ts";
import { sql } from "./sql.ts";

/**
 * Whether row security binds what this process does: null, or a sentence about why not and the way out. Refuses a login that
 * cannot act as `recado_runtime` at all, since it would see no rows.
 */
export async function checkRuntimeRole(database: Database): Promise<string | null> {
  const row = await askRole(database);
  const { login, role, is_runtime: isRuntime, bypasses, owns } = row;
  if (isRuntime !== true) throw refused(database, String(login));
  if (bypasses !== true && owns !== true) return null;
  const why = bypasses === true ? "passes all row security" : "owns the tables and may lift their row security";
  const cause = database.transactionPooler
    ? "a transaction pooler keeps no role for a session"
    : "the pooler before it did not take the role that we asked for";
  return (
    `DATABASE_URL works as ${role}, which ${why} (${cause}): give Recado a login of its own, ` +
    "`create role recado_login login password '…' in role recado_runtime`, for all but `recado migrate`; see docs/security.md"
  );
}

async function askRole(database: Database): Promise<Record<string, unknown>> {
  try {
    const { rows } = await database.run(sql`
      select session_user as login, current_user as role, pg_has_role('recado_runtime', 'usage') as is_runtime,
        r.rolsuper or r.rolbypassrls as bypasses,
        pg_has_role((select relowner from pg_class where oid = to_regclass('workspaces')), 'usage') as owns
      from pg_roles r where r.rolname = current_user`);
    return rows[0] ?? {};
  } catch (error) {
    // The role is taken at the start of a connection: there is none (22023), or this login is not one of its members (42501).
    if (["22023", "42501"].includes(sqlStateOf(error) ?? ""))
      throw refused(database, new URL(database.url).username, error);
    throw error;
  }
}

function refused(database: Database, login: string, cause?: unknown): RecadoError {
  const told = cause === undefined ? "" : ` (${errorText(cause)})`;
  return new RecadoError(
    "database_role_refused",
    `"${login}" at ${publicUrl(database.url)} may not act as recado_runtime${told}: as its owner, \`grant recado_runtime to "${login}"\`.`,
    cause,
  );
}
