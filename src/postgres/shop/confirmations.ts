import * as z from "zod";
import type { ConfirmationId, ConversationId, RunId } from "../../core/ids.ts";
import type { Confirmation, Confirmations, DecideRequest, DecideResult } from "../../core/ports/confirmations.ts";
import { AUDIENCES, CONFIRMATION_STATUSES } from "../../core/tools/confirmation.ts";
import { RISK_LEVELS } from "../../core/tools/tool-call.ts";
import { pageOf, readCursor } from "../cursor.ts";
import type { Database } from "../database.ts";
import { id } from "../json-row.ts";
import { andWhere, type Statement, sql } from "../sql.ts";
import { commandTool } from "../turns/command-tool.ts";
import { resumeRuns } from "../turns/resume-runs.ts";

const confirmationRow = z.object({
  id: id<ConfirmationId>(),
  run_id: id<RunId>(),
  conversation_id: id<ConversationId>(),
  contact_name: z.string().nullable(),
  contact_phone: z.string().nullable(),
  tool: z.string(),
  risk: z.enum(RISK_LEVELS),
  input: z.unknown(),
  arguments_hash: z.string(),
  question: z.string(),
  rule: z.string(),
  reason: z.string(),
  audience: z.enum(AUDIENCES),
  status: z.enum(CONFIRMATION_STATUSES),
  expires_at: z.date(),
  created_at: z.date(),
  decided_by: z.string().nullable(),
  decided_at: z.date().nullable(),
  note: z.string().nullable(),
});

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
      return pageOf(rows.map(readConfirmation), limit);
    },
    async get(workspace, confirmationId) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(selectWhere(sql`f.workspace_id = ${workspace} and f.id = ${confirmationId}::uuid`)),
      );
      return rows[0] === undefined ? null : readConfirmation(rows[0]);
    },
    decide: (request) => decide(database, request),
    command: (command) => commandTool(database, command),
    resume: (request) => resumeRuns(database, request),
  };
}

/** A merged contact speaks under the name of the one that it is part of. */
function selectWhere(where: Statement): Statement {
  return sql`
    select f.id, f.run_id, f.conversation_id, k.name as contact_name,
      newest_alias(k.workspace_id, k.id, 'phone') as contact_phone, f.tool, f.risk, f.input, f.arguments_hash, f.question,
      f.rule, f.reason, f.audience, f.status, f.expires_at, f.created_at, f.decided_by, f.decided_at, f.note
    from confirmations f
    join conversations c on c.workspace_id = f.workspace_id and c.id = f.conversation_id
    join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
    join contacts k on k.workspace_id = own.workspace_id and k.id = case when own.merged_into is null then own.id else own.merged_into end
    where ${where}`;
}

/**
 * The update alone decides: whoever comes second waits for its row and finds it decided. What follows for the run is a trigger's
 * (0030_confirmations.sql). Why it did not count is read afterwards.
 */
async function decide(database: Database, request: DecideRequest): Promise<DecideResult> {
  const { workspaceId, of, decision, actor, identity, note, argumentsHash = null } = request;
  const meant =
    "confirmationId" in of
      ? sql`f.id = ${of.confirmationId}::uuid`
      : sql`f.id = (select n.id from confirmations n
          where n.workspace_id = ${workspaceId} and n.run_id = ${of.runId}::uuid order by n.id desc limit 1)`;
  // Four eyes: whoever had the tool called may take it back, and is not the second person who says yes. An owner alone is enough.
  // A command that was given before identities were kept knows a name alone.
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
  const confirmation = found.rows[0] === undefined ? null : readConfirmation(found.rows[0]);
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

function readConfirmation(row: Record<string, unknown>): Confirmation {
  const found = confirmationRow.parse(row);
  return {
    id: found.id,
    runId: found.run_id,
    conversationId: found.conversation_id,
    contact: { name: found.contact_name, phone: found.contact_phone },
    tool: found.tool,
    risk: found.risk,
    input: found.input,
    argumentsHash: found.arguments_hash,
    question: found.question,
    rule: found.rule,
    reason: found.reason,
    audience: found.audience,
    status: found.status,
    expiresAt: found.expires_at,
    createdAt: found.created_at,
    decidedBy: found.decided_by,
    decidedAt: found.decided_at,
    note: found.note,
  };
}
