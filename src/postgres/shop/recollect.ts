import * as z from "zod";
import { FACT_KINDS, MOST_FACTS, SENSITIVITIES } from "../../core/memory/fact.ts";
import type { Recollecting, Recollection } from "../../core/memory/recollection.ts";
import { searchable } from "../../core/retrieval/search-text.ts";
import { instant } from "../json-row.ts";
import { rowset, type Statement, sql } from "../sql.ts";

/** Robertson's usual values, as in `retrieval/text-search.ts`. */
const K1 = 1.2;
const B = 0.75;
/** The newest lines of a customer that are looked through. */
const MOST_LINES = 2_000;
/** The best lines of which neighbours are weighed against each other. */
const MOST_CANDIDATES = 50;
/** Lines that one read hands on to have their words kept. */
const MOST_NEW_LINES = 500;

const fact = z.object({
  ...{ id: z.string(), subject: z.string(), key: z.string(), value: z.string(), quote: z.string(), saidAt: instant },
  ...{ kind: z.enum(FACT_KINDS), confidence: z.number(), sensitivity: z.enum(SENSITIVITIES) },
});
const line = z.object({ role: z.enum(["user", "assistant"]), content: z.string() });

const newLine = z.object({ conversation_id: z.string(), turn_number: z.number() });
export type NewLine = z.output<typeof newLine>;

/** The answer of `recollecting`, one row. `newLines`: those whose words are not kept yet. */
export const recollectionRow = z
  .object({
    profile: z.array(fact),
    facts: z.array(fact),
    windows: z.array(z.object({ at: instant, lines: z.array(line) })),
    newLines: z.array(newLine),
  })
  .transform(({ newLines, ...read }): { readonly read: Recollection; readonly newLines: readonly NewLine[] } => ({
    read,
    newLines,
  }));

const FACT = sql`jsonb_build_object('id', f.id, 'subject', f.subject, 'key', f.key, 'value', f.value, 'quote', f.quote,
  'saidAt', f.said_at, 'kind', f.kind, 'confidence', f.confidence, 'sensitivity', f.sensitivity)`;

/** A word says the more, the fewer hold it. */
const idf = (all: Statement, holding: Statement): Statement =>
  sql`ln(1 + (${all} - ${holding} + 0.5) / (${holding} + 0.5))`;

/**
 * Reads what is known of one person, in one statement: the facts of the profile, the facts and the lines of earlier talks that
 * share most with a text (BM25 over this person's rows, no other's), and the lines around those. Neither forgotten words nor
 * the message in which they were said are read.
 */
export function recollecting(workspace: string, contactId: string, asked: Recollecting): Statement {
  const { text, facts, windows, leastShare, conversationId, recent } = asked;
  const plain = text === null ? "" : searchable(text);
  const hasWords = /[a-z0-9]/u.test(plain);
  const said = sql`coalesce(t.words, stems_of(t.content))`;
  return sql`
    with person as materialized (
      select k.id, k.memory_forgotten_at from contacts own
      join contacts k on k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)
      where own.workspace_id = ${workspace} and own.id = ${contactId}::uuid),
    -- A word of the question is its place from here on: hits of it are counted and weighed by number, with no join by text.
    asked as materialized (
      select word, at::int as at, quote_literal(word)::tsquery as wanted
      from unnest(tsvector_to_array(to_tsvector('spanish'::regconfig, ${plain}::text))) with ordinality a (word, at)),
    any_word as materialized (select string_agg(wanted::text, ' | ')::tsquery as wanted from asked),
    -- All facts are counted; the words of those alone that share one are kept.
    known as materialized (
      select f.id, length(f.words)::float8 as size,
        case when f.words @@ (select wanted from any_word) then f.words end as words
      from contact_facts f join person p on p.id = f.contact_id
      where ${hasWords}::boolean and f.workspace_id = ${workspace} and f.valid_to is null),
    fact_size as materialized (
      select count(*)::float8 as facts, greatest(avg(size), 1)::float8 as words, ${idf(sql`count(*)::float8`, sql`1::float8`)} as rarest
      from known),
    fact_match as materialized (select id, size, words from known where words is not null),
    fact_hit as materialized (select f.id, a.at, f.size from fact_match f join asked a on f.words @@ a.wanted),
    fact_weight as materialized (
      select coalesce(h.weight, 0) as weight, a.at from asked a
      left join (select at, ${idf(sql`(select facts from fact_size)`, sql`count(*)`)} as weight from fact_hit group by at) h using (at)),
    fact_weights as materialized (select array_agg(weight order by at) as each, sum(weight) as total from fact_weight),
    -- Each word stands once in a fact, so its length weighs all of them alike.
    fact_shared as (
      select id, min(size) as size, sum((select each from fact_weights)[at]) as shared, count(*) as words from fact_hit group by id),
    fact_found as (
      select id,
        shared * ${K1 + 1}::float8 / (1 + ${K1}::float8 * (${1 - B}::float8 + ${B}::float8 * size / (select words from fact_size))) as score,
        2 * shared / ((select total from fact_weights) + shared + (size - words) * (select rarest from fact_size)) as share
      from fact_shared),
    forgotten_run as materialized (
      select e.run_id from contact_facts f join person p on p.id = f.contact_id
      join agent_events e on e.workspace_id = f.workspace_id and e.id = f.source_event_id
      where f.workspace_id = ${workspace} and f.ended = 'forgotten'),
    -- The words of a line that no read has met before are made here: a line takes 27 µs, one whose words are kept takes 1.
    line as materialized (
      select t.conversation_id, t.turn_number, t.created_at, t.words is null as is_new,
        case when ${said} @@ (select wanted from any_word) then ${said} end as words
      from person p
      join contacts k on k.workspace_id = ${workspace} and coalesce(k.merged_into, k.id) = p.id
      join conversations c on c.workspace_id = k.workspace_id and c.contact_id = k.id
      cross join lateral (
        select t.* from agent_turns t
        where t.workspace_id = c.workspace_id and t.conversation_id = c.id
        order by t.turn_number desc
        limit ${MOST_LINES}::int offset case when c.id = ${conversationId}::uuid then ${recent}::int else 0 end) t
      where ${hasWords && windows > 0}::boolean and t.role in ('user', 'assistant') and not t.is_unsaid and t.content <> ''
        and (p.memory_forgotten_at is null or t.created_at > p.memory_forgotten_at)
        and (t.run_id is null or t.run_id <> all (array(select run_id from forgotten_run)))),
    line_match as materialized (
      select conversation_id, turn_number, created_at, words from line where words is not null),
    -- Words of one or two letters say nothing of what a talk was about.
    line_hit as materialized (
      select l.conversation_id, l.turn_number, l.created_at, a.at
      from line_match l join asked a on l.words @@ a.wanted where length(a.word) > 2),
    line_weight as materialized (
      select ${idf(sql`n.lines`, sql`coalesce(h.lines, 0)`)} as weight, a.at
      from asked a cross join (select count(*)::float8 as lines from line) n
      left join (select at, count(*)::float8 as lines from line_hit group by at) h using (at)),
    line_weights as materialized (select array_agg(weight order by at) as each, sum(weight) as total from line_weight),
    line_found as materialized (
      select conversation_id, turn_number, min(created_at) as at,
        round(1e6 * sum((select each from line_weights)[at]) / nullif((select total from line_weights), 0)) / 1e6 as share
      from line_hit group by conversation_id, turn_number
      order by 4 desc, 3 desc limit ${MOST_CANDIDATES}::int),
    best_line as materialized (
      select * from line_found l where l.share >= ${leastShare}::float8
        -- The better one of two neighbours stands for both.
        and not exists (
          select from line_found o where o.conversation_id = l.conversation_id and o.turn_number <> l.turn_number
            and o.turn_number between l.turn_number - 2 and l.turn_number + 2
            and (o.share, o.turn_number) > (l.share, l.turn_number))
      order by l.share desc, l.at desc limit ${windows}::int),
    place as (
      select b.at, b.share, jsonb_agg(jsonb_build_object('role', t.role, 'content', left(t.content, 500)) order by t.turn_number) as lines
      from best_line b
      join line l on l.conversation_id = b.conversation_id and l.turn_number between b.turn_number - 1 and b.turn_number + 1
      join agent_turns t on t.workspace_id = ${workspace} and t.conversation_id = l.conversation_id and t.turn_number = l.turn_number
      group by b.conversation_id, b.turn_number, b.at, b.share)
    select
      -- The keys are PROFILE_KEYS, written out: only so is the index of the profile found.
      (select coalesce(jsonb_agg(${FACT} order by f.seq desc), '[]') from (
        select f.* from contact_facts f join person p on p.id = f.contact_id
        where f.workspace_id = ${workspace} and f.valid_to is null and f.subject = 'self'
          and f.key in ('display_name', 'tone_preference', 'language_preference', 'timezone', 'goals', 'constraints')
        order by f.seq desc limit ${MOST_FACTS}::int) f) as profile,
      (select coalesce(jsonb_agg(${FACT} order by b.score desc, f.seq desc), '[]') from (
        select * from fact_found where share >= ${leastShare}::float8 order by round(score * 1e6) desc, id limit ${facts}::int) b
        join contact_facts f on f.workspace_id = ${workspace} and f.id = b.id) as facts,
      (select coalesce(jsonb_agg(jsonb_build_object('at', at, 'lines', lines) order by share desc, at desc), '[]') from place) as windows,
      (select coalesce(jsonb_agg(to_jsonb(n)), '[]') from (
        select conversation_id, turn_number from line where is_new limit ${MOST_NEW_LINES}::int) n) as "newLines"`;
}

/** Keeps the words of lines, so that the next read need not make them. A line that is locked is left for another time. */
export function keepingWords(workspace: string, lines: readonly NewLine[]): Statement {
  return sql`
    with due as materialized (
      select t.conversation_id, t.turn_number
      from ${rowset(lines, sql`conversation_id uuid, turn_number int`)} n
      join agent_turns t on t.conversation_id = n.conversation_id and t.turn_number = n.turn_number
      where t.workspace_id = ${workspace} and t.words is null and t.content <> ''
      for update of t skip locked)
    update agent_turns t set words = stems_of(t.content)
    from due d
    where t.workspace_id = ${workspace} and t.conversation_id = d.conversation_id and t.turn_number = d.turn_number`;
}
