import { Confirmation } from "../../core/answers/desk/confirmation.ts";
import type { Confirmations, DecideRequest, DecideResult } from "../../core/ports/desk/confirmations.ts";
import { pageOf, readCursor } from "../cursor.ts";
import { customerName } from "../customer-name.ts";
import type { Database } from "../database.ts";
import { andWhere, type Statement, sql } from "../sql.ts";
import { commandTool, forceIntent } from "../turns/command-turns.ts";
import { resumeRuns } from "../turns/resume-runs.ts";

export function createConfirmations(database: Database): Confirmations {
  return {
    async list(workspace, { status, conversationId, runId, cursor, limit }) {
      const before = readCursor(cursor);
      const { rows } = await database.asTenant(workspace, (run) =>
        run(
          selectWhere(sql`
            f.workspace_id = ${workspace}
            ${andWhere(status, (given) => sql`f.status = ${given}`)}
            ${andWhere(conversationId, (conversation) => sql`f.conversation_id = ${conversation}::uuid`)}
            ${andWhere(runId, (ofRun) => sql`f.run_id = ${ofRun}::uuid`)}
            ${andWhere(before, (last) => sql`f.id < ${last}::uuid`)}
            order by f.id desc
            limit ${limit + 1}::int`),
        ),
      );
      return pageOf(
        rows.map((row) => Confirmation.parse(row)),
        limit,
      );
    },
    async get(workspace, confirmationId) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(selectWhere(sql`f.workspace_id = ${workspace} and f.id = ${confirmationId}::uuid`)),
      );
      return rows[0] === undefined ? null : Confirmation.parse(rows[0]);
    },
    decide: (request) => decide(database, request),
    command: (command) => commandTool(database, command),
    forceIntent: (command) => forceIntent(database, command),
    resume: (request) => resumeRuns(database, request),
  };
}

/** A merged contact speaks under the name of the one that it is part of. */
function selectWhere(where: Statement): Statement {
  return sql`
    select f.id, f.run_id as "runId", f.conversation_id as "conversationId",
      jsonb_build_object('name', ${customerName(sql`k`)}, 'phone', newest_alias(k.workspace_id, k.id, 'phone')) as contact,
      (select jsonb_build_object('pack', o.pack, 'products', o.products, 'total', o.total, 'status', o.status) from orders o
        where o.workspace_id = f.workspace_id and o.conversation_id = f.conversation_id and o.id::text = f.input ->> 'orderId') as "order",
      f.tool, f.risk, f.input, f.arguments_hash as "argumentsHash", f.question, f.rule, f.reason, f.audience, f.status,
      f.decided_by as "decidedBy", f.note, f.expires_at as "expiresAt", f.created_at as "createdAt",
      f.decided_at as "decidedAt"
    from confirmations f
    join conversations c on c.workspace_id = f.workspace_id and c.id = f.conversation_id
    join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
    join contacts k on k.workspace_id = own.workspace_id and k.id = case when own.merged_into is null then own.id else own.merged_into end
    where ${where}`;
}

/**
 * The update alone decides: a second answer waits for its row and finds it decided. What follows
 * for the run is a trigger's (functions/confirmations.sql). Why it did not count is read
 * afterwards.
 */
async function decide(database: Database, request: DecideRequest): Promise<DecideResult> {
  const { workspaceId, of, decision, actor, identity, note, argumentsHash = null } = request;
  const meant =
    "confirmationId" in of
      ? sql`f.id = ${of.confirmationId}::uuid`
      : sql`f.id = (select n.id from confirmations n
          where n.workspace_id = ${workspaceId} and n.run_id = ${of.runId}::uuid order by n.id desc limit 1)`;
  // Four eyes: the operator who had the tool called may take it back, and is not the second person
  // who says yes. An owner alone is enough. A command that was given before identities were kept
  // knows a name alone.
  const isOwn = sql`exists (
    select from agent_events e
    where e.workspace_id = f.workspace_id and e.run_id = f.run_id and e.input_type = 'operator_command'
      and case when e.payload #> '{content,identity}' is null then e.payload #>> '{content,actor}' = ${actor}
        else e.payload #>> '{content,identity}' = ${identity} end
      and e.payload #>> '{content,role}' <> 'owner')`;
  const { rows } = await database.run(sql`
    update confirmations f set
      status = ${decision === "approve" ? "approved" : "denied"}, decided_by = ${actor}, decided_at = recado_now(),
      note = ${note}
    where f.workspace_id = ${workspaceId} and ${meant} and f.status = 'pending' and f.audience = 'operator'
      and f.expires_at > recado_now() and coalesce(f.arguments_hash = ${argumentsHash}::text, true)
      and (${decision} = 'deny' or not ${isOwn})
    returning f.id`);
  const found = await database.run(selectWhere(sql`f.workspace_id = ${workspaceId} and ${meant}`));
  const confirmation = found.rows[0] === undefined ? null : Confirmation.parse(found.rows[0]);
  if (rows.length === 1 && confirmation !== null) return { kind: "decided", confirmation };
  if (confirmation === null) {
    if ("confirmationId" in of) return { kind: "not_found" };
    const run = await database.run(sql`
      select from agent_runs r where r.workspace_id = ${workspaceId} and r.id = ${of.runId}::uuid`);
    return run.rowCount === 0 ? { kind: "not_found" } : { kind: "not_waiting", confirmation: null };
  }
  if (confirmation.audience !== "operator") return { kind: "not_entitled", confirmation };
  if (confirmation.status === "expired") return { kind: "expired", confirmation };
  if (confirmation.status !== "pending") return { kind: "not_waiting", confirmation };
  if (argumentsHash !== null && argumentsHash !== confirmation.argumentsHash) return { kind: "changed", confirmation };
  if (decision === "approve") {
    const own = await database.run(sql`
      select from confirmations f where f.workspace_id = ${workspaceId} and ${meant} and ${isOwn}`);
    if (own.rowCount !== 0) return { kind: "not_entitled", confirmation };
  }
  return { kind: "expired", confirmation };
}
