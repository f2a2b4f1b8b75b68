import { rowset, type Statement, sql } from "../sql.ts";
import type { Ending } from "./ending.ts";

const NOTHING = sql``;

const ARTIFACT_COLUMNS = sql`turn int, id text, type text, record jsonb`;
const FACT_COLUMNS = sql`turn int, "artifactId" text, id text, topic text, fact text, source text, confidence text, domain text,
  tags text[], "evidenceSnippet" text`;

/**
 * CTEs of the artifacts of turns and their facts, for the conversations of the CTE `held`. Each begins with a comma. Nearly no
 * turn makes one, and the statement then has no word of it.
 */
export function writeArtifacts(endings: readonly Ending[]): Statement {
  const made = endings.flatMap(({ commit }, turn) => (commit.artifacts ?? []).map((one) => ({ turn, ...one })));
  if (made.length === 0) return NOTHING;
  const rows = made.map(({ turn, artifact }) => ({
    ...{ turn, id: artifact.artifact_id, type: artifact.artifact_type, record: artifact },
  }));
  const facts = made.flatMap(({ turn, artifact, facts: all }) =>
    all.map((fact) => ({ ...fact, turn, artifactId: artifact.artifact_id })),
  );
  return sql`,
    artifact_written as (
      insert into artifacts (workspace_id, id, conversation_id, run_id, type, record, created_at)
      select h.workspace_id, a.id, h.conversation_id, h.run_id, a.type, a.record, recado_now()
      from held h join ${rowset(rows, ARTIFACT_COLUMNS)} a on a.turn = h.turn
      on conflict (workspace_id, id) do nothing
      returning id
    ),
    facts_written as (
      insert into sourced_facts (workspace_id, conversation_id, id, artifact_id, topic, fact, source, confidence, domain, tags,
        evidence_snippet, created_at)
      select distinct on (h.workspace_id, h.conversation_id, f.id) h.workspace_id, h.conversation_id, f.id, f."artifactId",
        f.topic, f.fact, f.source, f.confidence, f.domain, f.tags, f."evidenceSnippet", recado_now()
      from held h join ${rowset(facts, FACT_COLUMNS)} f on f.turn = h.turn
      join artifact_written w on w.id = f."artifactId"
      on conflict (workspace_id, conversation_id, id) do nothing
      returning id
    )`;
}
