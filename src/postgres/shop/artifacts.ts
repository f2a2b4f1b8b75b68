import * as z from "zod";
import { type Artifact, artifactSchema } from "../../core/artifacts/artifact.ts";
import type { ConversationId } from "../../core/ids.ts";
import type { Artifacts } from "../../core/ports/artifacts.ts";
import type { Page } from "../../core/ports/page.ts";
import { readArtifactCursor, writeCursor } from "../cursor.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import { createSourcedFacts } from "./sourced-facts.ts";

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
    async find(workspaceId, id) {
      const { rows } = await database.run(sql`
        select a.record, a.conversation_id from artifacts a where a.workspace_id = ${workspaceId} and a.id = ${id}`);
      const [row] = rows;
      if (row === undefined) return null;
      return {
        conversationId: z.string().parse(row["conversation_id"]) as ConversationId,
        artifact: artifactSchema.parse(row["record"]),
      };
    },
    ...createSourcedFacts(database),
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
