import * as z from "zod";
import { artifactSchema } from "../../core/artifacts/artifact.ts";
import { standingOf } from "../../core/artifacts/facts.ts";
import type { Artifacts } from "../../core/ports/artifacts.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";

/** Facts that are compared with each other. */
const MOST_FACTS = 500;

export function createArtifacts(database: Database): Artifacts {
  return {
    async last({ workspaceId, conversationId }, type) {
      const { rows } = await database.run(sql`
        select a.record from artifacts a
        where a.workspace_id = ${workspaceId} and a.conversation_id = ${conversationId}::uuid and a.type = ${type}
        order by a.created_at desc, a.id desc limit 1`);
      return rows[0] === undefined ? null : artifactSchema.parse(rows[0]["record"]);
    },
    async page(workspaceId, after, limit) {
      const { rows } = await database.run(sql`
        select a.record from artifacts a
        where a.workspace_id = ${workspaceId} and (a.created_at, a.id) > (
          coalesce((select l.created_at from artifacts l where l.workspace_id = ${workspaceId} and l.id = ${after}), '-infinity'),
          coalesce(${after}, ''))
        order by a.created_at, a.id limit ${limit}::int`);
      return rows.map(({ record }) => artifactSchema.parse(record));
    },
    async facts({ workspaceId, conversationId }) {
      const { rows } = await database.run(sql`
        select f.id, f.artifact_id as "artifactId", f.topic, f.fact, f.source, f.confidence, f.domain, f.tags,
          f.evidence_snippet as "evidenceSnippet"
        from sourced_facts f
        where f.workspace_id = ${workspaceId} and f.conversation_id = ${conversationId}::uuid
        order by f.created_at desc, f.id limit ${MOST_FACTS}::int`);
      const facts = rows.map((row) => factRow.parse(row));
      return facts.map((fact) => ({ ...fact, ...standingOf(fact, facts) }));
    },
  };
}

const factRow = z.object({
  id: z.string(),
  artifactId: z.string(),
  topic: z.string(),
  fact: z.string(),
  source: z.string(),
  confidence: z.enum(["high", "medium"]),
  domain: z.string(),
  tags: z.array(z.string()),
  evidenceSnippet: z.string(),
});
