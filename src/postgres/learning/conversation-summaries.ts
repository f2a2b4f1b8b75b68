import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { ConversationId, WorkspaceId } from "../../core/ids.ts";
import { SUMMARY_LEAVES_TURNS, VERBATIM_TURNS } from "../../core/model/summary-policy.ts";
import type { Summaries, Summary, SummaryJob } from "../../core/ports/summaries.ts";
import type { Database } from "../database.ts";
import { instant } from "../json-row.ts";
import { sql } from "../sql.ts";

/** A conversation that is older than its first summary: what lies further back than this is not read for it. */
const MOST_TURNS = 200;

const jobRow = z.object({
  through_turn: z.number(),
  former: z.string().nullable(),
  lines: z.array(
    z.object({
      role: z.enum(["user", "assistant", "system"]),
      content: z.string(),
      intent: z.string().nullable(),
      confidence: z.number().nullable(),
      createdAt: instant,
    }),
  ),
});

/** The running summaries of conversations. */
export function createSummaries(database: Database): Summaries {
  return {
    claim: (of, leaseMs) => claimSummary(database, of, leaseMs),
    save: (job, summary) => saveSummary(database, job, summary),
    postpone: (job, delayMs) => postponeSummary(database, job, delayMs),
  };
}

/** The row is the claim: who inserts it, or finds that the former claim has run out, makes the summary. */
async function claimSummary(
  database: Database,
  { workspaceId, conversationId }: { workspaceId: WorkspaceId; conversationId: ConversationId },
  leaseMs: number,
): Promise<SummaryJob | null> {
  const claim = randomUUID();
  const { rows } = await database.run(sql`
    with claimed as (
      insert into conversation_summaries as m (workspace_id, conversation_id, claim, claimed_until)
      select c.workspace_id, c.id, ${claim}::uuid, recado_now() + make_interval(secs => ${leaseMs / 1000}::float8)
      from conversations c
      where c.workspace_id = ${workspaceId} and c.id = ${conversationId}::uuid and c.turn_count > ${VERBATIM_TURNS}
      on conflict (workspace_id, conversation_id) do update set
        claim = excluded.claim, claimed_until = excluded.claimed_until
      where coalesce(m.claimed_until <= recado_now(), true)
        and (select c.turn_count from conversations c where c.workspace_id = m.workspace_id and c.id = m.conversation_id)
          - m.through_turn > ${VERBATIM_TURNS}
      returning m.workspace_id, m.conversation_id, m.text, m.through_turn
    ),
    covered as (
      select k.*, c.turn_count - ${SUMMARY_LEAVES_TURNS}::int as to_turn
      from claimed k join conversations c on c.workspace_id = k.workspace_id and c.id = k.conversation_id
    )
    select k.to_turn as through_turn, k.text as former, (
      select coalesce(jsonb_agg(jsonb_build_object(
        'role', t.role, 'content', t.content, 'intent', t.intent_detected, 'confidence', t.confidence,
        'createdAt', t.created_at) order by t.turn_number), '[]')
      from agent_turns t
      where t.workspace_id = k.workspace_id and t.conversation_id = k.conversation_id and not t.is_unsaid
        and t.turn_number > greatest(k.through_turn, k.to_turn - ${MOST_TURNS}::int) and t.turn_number <= k.to_turn
        and t.content <> '') as lines
    from covered k`);
  if (rows[0] === undefined) return null;
  const job = jobRow.parse(rows[0]);
  return { workspaceId, conversationId, former: job.former, lines: job.lines, throughTurn: job.through_turn, claim };
}

async function saveSummary(database: Database, job: SummaryJob, summary: Summary): Promise<boolean> {
  const { rowCount } = await database.run(sql`
    update conversation_summaries m set
      text = ${summary.text}, model = ${summary.model}, prompt_version = ${summary.promptVersion},
      through_turn = ${job.throughTurn}::int, updated_at = recado_now(), claim = null, claimed_until = null
    where m.workspace_id = ${job.workspaceId} and m.conversation_id = ${job.conversationId}::uuid
      and m.claim = ${job.claim}::uuid`);
  return rowCount === 1;
}

async function postponeSummary(database: Database, job: SummaryJob, delayMs: number): Promise<void> {
  await database.run(sql`
    update conversation_summaries m set claimed_until = recado_now() + make_interval(secs => ${delayMs / 1000}::float8)
    where m.workspace_id = ${job.workspaceId} and m.conversation_id = ${job.conversationId}::uuid
      and m.claim = ${job.claim}::uuid`);
}
