import * as z from "zod";
import { PromptVersion } from "../../core/answers/prompt.ts";
import type { WorkspaceId } from "../../core/ids.ts";
import type { Prompts } from "../../core/ports/learning/prompts.ts";
import type { Database } from "../database.ts";
import { andWhere, sql } from "../sql.ts";

const ANSWER = sql`p.agent_id as "agentId", p.part, p.version, p.text, p.note, p.proposed_by as "proposedBy",
  p.proposed_at as "proposedAt", p.approved_by as "approvedBy", p.approved_at as "approvedAt", p.is_used as "isUsed"`;
const MOST = 100;
const usedRow = z.object({ agentId: z.string(), part: z.string(), text: z.string() });

export function createPrompts(database: Database): Prompts {
  return {
    list: (workspace, agentId) => listPrompts(database, workspace, agentId),
    async propose(workspace, { agentId, part, text, note, by }) {
      // One writer at a time for a workspace: the row of its settings is what each of them holds.
      const { rows } = await database.run(sql`
        with held as materialized (
          select w.workspace_id from workspace_agent_config w where w.workspace_id = ${workspace} for update
        )
        insert into prompt_versions as p (workspace_id, agent_id, part, version, text, note, proposed_by)
        select h.workspace_id, ${agentId}, ${part}, coalesce((select max(o.version) from prompt_versions o
            where o.workspace_id = h.workspace_id and o.agent_id = ${agentId} and o.part = ${part}), 0) + 1,
          ${text}, ${note}, ${by}
        from held h
        returning ${ANSWER}`);
      return PromptVersion.parse(rows[0]);
    },
    async approve(workspace, { agentId, part }, version, by) {
      const { rows } = await database.run(sql`
        with approved as (
          update prompt_versions p set approved_by = ${by}, approved_at = recado_now()
          where p.workspace_id = ${workspace} and p.agent_id = ${agentId} and p.part = ${part} and p.version = ${version}::int
            and p.approved_at is null
          returning p.version
        )
        select version from approved`);
      if (rows.length === 0) {
        const known = await database.run(sql`
          select from prompt_versions p where p.workspace_id = ${workspace} and p.agent_id = ${agentId} and p.part = ${part}
            and p.version = ${version}::int`);
        if (known.rowCount === 0) return null;
      }
      await usePrompt(database, workspace, { agentId, part }, version, by);
      const { rows: read } = await database.run(sql`
        select ${ANSWER} from prompt_versions p where p.workspace_id = ${workspace} and p.agent_id = ${agentId}
          and p.part = ${part} and p.version = ${version}::int`);
      return PromptVersion.parse(read[0]);
    },
    use: (workspace, place, version, by) => usePrompt(database, workspace, place, version, by),
    async inUse(workspace) {
      const { rows } = await database.asTenant(workspace, (run) =>
        run(sql`
          select w.prompts_version as changes, coalesce((
              select json_agg(json_build_object('agentId', p.agent_id, 'part', p.part, 'text', p.text))
              from prompt_versions p where p.workspace_id = w.workspace_id and p.is_used), '[]') as prompts
          from workspace_agent_config w where w.workspace_id = ${workspace}`),
      );
      return { changes: Number(rows[0]?.["changes"] ?? 0), prompts: usedRow.array().parse(rows[0]?.["prompts"] ?? []) };
    },
  };
}

async function listPrompts(database: Database, workspace: WorkspaceId, agentId?: string): Promise<PromptVersion[]> {
  const { rows } = await database.asTenant(workspace, (run) =>
    run(sql`
      select ${ANSWER} from prompt_versions p
      where p.workspace_id = ${workspace} ${andWhere(agentId, (one) => sql`p.agent_id = ${one}`)}
      order by p.proposed_at desc, p.version desc limit ${MOST}`),
  );
  return rows.map((row) => PromptVersion.parse(row));
}

const fate = z.enum(["ok", "not_found", "not_approved"]);

async function usePrompt(
  database: Database,
  workspace: WorkspaceId,
  { agentId, part }: Parameters<Prompts["use"]>[1],
  version: number | null,
  by: string,
): ReturnType<Prompts["use"]> {
  const { rows } = await database.run(sql`
    select use_prompt(${workspace}, ${agentId}, ${part}, ${version}::int, ${by}) as fate`);
  return fate.parse(rows[0]?.["fate"]);
}
