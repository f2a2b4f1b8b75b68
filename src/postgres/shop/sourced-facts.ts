import * as z from "zod";
import { SourcedFact } from "../../core/answers/artifact.ts";
import { standingOf } from "../../core/artifacts/facts.ts";
import { foldLetters } from "../../core/plain-text.ts";
import type { Artifacts, FactFilter, KnownFact } from "../../core/ports/artifacts.ts";
import { readFactCursor, writeCursor } from "../cursor.ts";
import type { Database } from "../database.ts";
import { instant } from "../json-row.ts";
import { type Statement, sql } from "../sql.ts";

/** Facts of a conversation that are compared with each other. */
const MOST_FACTS = 500;
/** Rows of one step of a search, and the most steps of one page: a rare store must not read a whole workspace at once. */
const ROWS_A_STEP = 200;
const MOST_STEPS = 10;

type Facts = Pick<Artifacts, "facts" | "searchFacts" | "judge">;

export function createSourcedFacts(database: Database): Facts {
  return {
    async facts({ workspaceId, conversationId }) {
      const known = await database.run(sql`
        select from conversations where workspace_id = ${workspaceId} and id = ${conversationId}::uuid`);
      return known.rows.length === 0 ? null : factsOf(database, workspaceId, [conversationId]);
    },
    async searchFacts(workspaceId, filter) {
      const found: KnownFact[] = [];
      let after = readFactCursor(filter.cursor);
      for (let step = 0; step < MOST_STEPS; step += 1) {
        const rows = await matching(database, workspaceId, filter.text ?? "", after);
        const facts = await factsOf(database, workspaceId, [...new Set(rows.map((row) => row.conversationId))]);
        for (const row of rows) {
          after = row.at;
          const fact = facts.find(({ id, conversationId }) => id === row.id && conversationId === row.conversationId);
          if (fact === undefined || !passes(fact, filter)) continue;
          found.push(fact);
          if (found.length === filter.limit) return { items: found, nextCursor: writeCursor(row.at) };
        }
        if (rows.length < ROWS_A_STEP) return { items: found, nextCursor: null };
      }
      return { items: found, nextCursor: after === null ? null : writeCursor(after) };
    },
    async judge(workspaceId, factId, { conversationId: of, verdict, note, by }) {
      const last = await database.run(sql`
        select f.conversation_id::text as id from sourced_facts f
        where f.workspace_id = ${workspaceId} and f.id = ${factId} and (${of}::uuid is null or f.conversation_id = ${of}::uuid)
        order by f.created_at desc limit 1`);
      const conversationId = last.rows[0] === undefined ? null : String(last.rows[0]["id"]);
      if (conversationId === null) return null;
      const { rows } = await database.run(sql`
        with judged as materialized (
          select f.workspace_id, f.conversation_id, f.id from sourced_facts f
          where f.workspace_id = ${workspaceId} and f.conversation_id = ${conversationId}::uuid and f.id = ${factId}
          -- One verdict after the other.
          for no key update
        ),
        written as (
          insert into fact_verdicts (workspace_id, conversation_id, fact_id, number, verdict, note, decided_by, decided_at)
          select j.workspace_id, j.conversation_id, j.id, 1 + coalesce((
              select max(v.number) from fact_verdicts v where v.workspace_id = j.workspace_id
                and v.conversation_id = j.conversation_id and v.fact_id = j.id), 0),
            ${verdict}, ${note}, ${by}, recado_now()
          from judged j
          returning fact_id
        )
        select audit(${workspaceId}, ${by}, ${verdict === "open" ? "fact.reopened" : `fact.${verdict}`}, 'conversation', ${conversationId}::uuid::text, null,
          jsonb_build_object('fact', w.fact_id)) from written w`);
      // It was forgotten a moment ago.
      if (rows.length === 0) return null;
      const facts = await factsOf(database, workspaceId, [conversationId]);
      return facts.find(({ id }) => id === factId) ?? null;
    },
  };
}

function passes(fact: KnownFact, { store, isContradicted }: FactFilter): boolean {
  if (store !== undefined && fact.store !== store) return false;
  return isContradicted === undefined || fact.conflictsWith.length > 0 === isContradicted;
}

const placeRow = z.object({ id: z.string(), conversationId: z.string(), at: z.string() });

/** The places of facts whose words hold all of `text`, the newest first. */
async function matching(database: Database, workspaceId: string, text: string, after: string | null) {
  const words = foldLetters(text)
    .split(/\s+/u)
    .filter((word) => word !== "")
    .slice(0, 10);
  const place = sql`to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') || '|' || f.conversation_id || '|' || f.id`;
  const [at = null, conversation = null, id = null] = after?.split("|") ?? [];
  const { rows } = await database.run(sql`
    select f.id, f.conversation_id as "conversationId", ${place} as at from sourced_facts f
    where f.workspace_id = ${workspaceId}
      and (${at}::text is null or (f.created_at, f.conversation_id, f.id) < (${at}::timestamp at time zone 'UTC', ${conversation}::uuid, ${id}))
      and (select coalesce(bool_and(position(w in ${folded(sql`f.topic || ' ' || f.fact || ' ' || f.source`)}) > 0), true)
        from unnest(${words}::text[]) w)
    order by f.created_at desc, f.conversation_id desc, f.id desc limit ${ROWS_A_STEP}::int`);
  return rows.map((row) => placeRow.parse(row));
}

/** The letters that `foldLetters` makes of them. */
function folded(text: Statement): Statement {
  return sql`translate(lower(${text}), 'áéíóúüñàèìòùâêôãõç', 'aeiouunaeiouaeoaoc')`;
}

const verdictRow = z
  .object({
    verdict: z.enum(["verified", "withdrawn", "open"]),
    by: z.string(),
    at: instant,
    note: z.string().nullable(),
  })
  .nullable();
const factRow = SourcedFact.omit({ store: true, conflictsWith: true }).extend({ verdict: verdictRow });

/** The newest 500 facts of each conversation, each with how it stands beside the others of its own. */
async function factsOf(
  database: Database,
  workspaceId: string,
  conversations: readonly string[],
): Promise<KnownFact[]> {
  if (conversations.length === 0) return [];
  const { rows } = await database.run(sql`
    select f.id, f.conversation_id as "conversationId", f.artifact_id as "artifactId", f.topic, f.fact, f.source, f.confidence,
      f.domain, f.tags, f.evidence_snippet as "evidenceSnippet", f.created_at as "createdAt", v.verdict
    from unnest(${conversations}::uuid[]) as c (id)
    cross join lateral (
      select n.* from sourced_facts n where n.workspace_id = ${workspaceId} and n.conversation_id = c.id
      order by n.created_at desc, n.id limit ${MOST_FACTS}::int) f
    left join lateral (
      select jsonb_build_object('verdict', n.verdict, 'by', n.decided_by, 'at', n.decided_at, 'note', n.note) as verdict
      from fact_verdicts n
      where n.workspace_id = f.workspace_id and n.conversation_id = f.conversation_id and n.fact_id = f.id
      order by n.number desc limit 1) v on true
    order by f.created_at desc, f.id`);
  const facts = rows.map((row) => factRow.parse(row));
  const judged = facts.map((fact) => ({ ...fact, verdict: wordOf(fact.verdict) }));
  return facts.map((fact, at) => {
    const others = judged.filter(({ conversationId }) => conversationId === fact.conversationId);
    return { ...fact, ...standingOf(judged[at] ?? { ...fact, verdict: wordOf(fact.verdict) }, others) };
  });
}

function wordOf(verdict: KnownFact["verdict"]) {
  return verdict === null || verdict.verdict === "open" ? null : verdict.verdict;
}
