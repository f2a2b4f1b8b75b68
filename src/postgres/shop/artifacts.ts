import * as z from "zod";
import { type Artifact, artifactSchema } from "../../core/artifacts/artifact.ts";
import { standingOf } from "../../core/artifacts/facts.ts";
import type { Artifacts } from "../../core/ports/artifacts.ts";
import type { Page } from "../../core/ports/page.ts";
import { readArtifactCursor, writeCursor } from "../cursor.ts";
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
    async ofConversation({ workspaceId, conversationId }, { cursor, limit }) {
      const before = readArtifactCursor(cursor);
      const { rows } = await database.run(sql`
        select a.record from conversations c
        left join lateral (
          select r.record, r.created_at, r.id from artifacts r
          where r.workspace_id = c.workspace_id and r.conversation_id = c.id and (${before}::text is null or (r.created_at, r.id) < (
            select l.created_at, l.id from artifacts l where l.workspace_id = c.workspace_id and l.conversation_id = c.id and l.id = ${before}))
          order by r.created_at desc, r.id desc limit ${limit + 1}::int
        ) a on true
        where c.workspace_id = ${workspaceId} and c.id = ${conversationId}::uuid
        order by a.created_at desc, a.id desc`);
      if (rows.length === 0) return null;
      return pageOfArtifacts(
        present(rows, "record").map(({ record }) => artifactSchema.parse(record)),
        limit,
      );
    },
    async facts({ workspaceId, conversationId }) {
      const { rows } = await database.run(sql`
        select f.id, f.artifact_id as "artifactId", f.topic, f.fact, f.source, f.confidence, f.domain, f.tags,
          f.evidence_snippet as "evidenceSnippet"
        from conversations c
        left join sourced_facts f on f.workspace_id = c.workspace_id and f.conversation_id = c.id
        where c.workspace_id = ${workspaceId} and c.id = ${conversationId}::uuid
        order by f.created_at desc, f.id limit ${MOST_FACTS}::int`);
      if (rows.length === 0) return null;
      const facts = present(rows, "id").map((row) => factRow.parse(row));
      return facts.map((fact) => ({ ...fact, ...standingOf(fact, facts) }));
    },
  };
}

/** A conversation without any is one row of nulls. */
function present<Row extends Record<string, unknown>>(rows: readonly Row[], key: string): Row[] {
  return rows.filter((row) => row[key] !== null);
}

function pageOfArtifacts(artifacts: readonly Artifact[], limit: number): Page<Artifact> {
  const items = artifacts.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    nextCursor: artifacts.length > limit && last !== undefined ? writeCursor(last.artifact_id) : null,
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
