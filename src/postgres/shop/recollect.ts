import * as z from "zod";
import { FACT_KINDS, MOST_FACTS, PROFILE_KEYS, SENSITIVITIES } from "../../core/memory/fact.ts";
import type { Recollecting, Recollection } from "../../core/memory/recollection.ts";
import { foldLetters } from "../../core/plain-text.ts";
import { instant } from "../json-row.ts";
import { type Statement, sql } from "../sql.ts";

/** Robertson's usual values, as in `retrieval/text-search.ts`. */
const K1 = 1.2;
const B = 0.75;
/** The newest lines of a customer that are looked through. */
const MOST_LINES = 2_000;
/** The best lines of which neighbours are weighed against each other. */
const MOST_CANDIDATES = 50;
/** Letters of a word that all its forms share. */
const BEGINNING = 4;

const fact = z.object({
  ...{ id: z.string(), subject: z.string(), key: z.string(), value: z.string(), quote: z.string(), saidAt: instant },
  ...{ kind: z.enum(FACT_KINDS), confidence: z.number(), sensitivity: z.enum(SENSITIVITIES) },
});
const line = z.object({ role: z.enum(["user", "assistant"]), content: z.string() });

/** The answer of `recollecting`, one row. */
export const recollectionRow = z
  .object({
    profile: z.array(fact),
    facts: z.array(fact),
    windows: z.array(z.object({ at: instant, lines: z.array(line) })),
  })
  .transform((row): Recollection => row);

const FACT = sql`jsonb_build_object('id', f.id, 'subject', f.subject, 'key', f.key, 'value', f.value, 'quote', f.quote,
  'saidAt', f.said_at, 'kind', f.kind, 'confidence', f.confidence, 'sensitivity', f.sensitivity)`;

/** How people write a letter that the words of the question have in its plain form. */
const SPELLINGS: Readonly<Record<string, string>> = { a: "áàâã", c: "ç", e: "éê", i: "í", n: "ñ", o: "óôõ", u: "úü" };

/** A pattern of a plain word in any case and with any accents: four times as fast as making each line plain (2,000 lines). */
function inAnySpelling(word: string): string {
  return [...word]
    .map((letter) => {
      const forms = `${letter}${SPELLINGS[letter] ?? ""}`;
      return `[${forms}${forms.toUpperCase()}]`;
    })
    .join("");
}

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
  const plain = text === null ? "" : foldLetters(text);
  const words = [...new Set(plain.match(/[a-z0-9]{3,}/gu) ?? [])];
  const beginnings = words.map((word) => inAnySpelling(word.slice(0, BEGINNING)));
  const hasWords = words.length > 0;
  return sql`
    with person as materialized (
      select k.id, k.memory_forgotten_at from contacts own
      join contacts k on k.workspace_id = own.workspace_id and k.id = coalesce(own.merged_into, own.id)
      where own.workspace_id = ${workspace} and own.id = ${contactId}::uuid),
    asked as materialized (
      select word, quote_literal(word)::tsquery as wanted
      from unnest(tsvector_to_array(to_tsvector('spanish'::regconfig, ${plain}::text))) word),
    -- A form of a word begins as the word does. Words that say nothing by themselves ("que", "para") have no stem, and are not looked for.
    beginnings as materialized (
      select concat('\\m(?:', string_agg(distinct b.beginning, '|'), ')[[:alnum:]]*') as pattern
      from unnest(${words}::text[], ${beginnings}::text[]) b(word, beginning)
      where ts_lexize('spanish_stem'::regdictionary, b.word) <> '{}'
      having count(*) > 0),
    any_word as materialized (select string_agg(quote_literal(word), ' | ')::tsquery as wanted from asked),
    known as materialized (
      select f.* from contact_facts f join person p on p.id = f.contact_id
      where f.workspace_id = ${workspace} and f.valid_to is null),
    fact_size as materialized (
      select count(*)::float8 as facts, greatest(avg(length(words)), 1)::float8 as words from known where ${hasWords}::boolean),
    fact_said as materialized (
      select f.id, f.words from known f where ${hasWords}::boolean and f.words @@ (select wanted from any_word)),
    fact_hit as materialized (
      select f.id, a.word, length(f.words)::float8 as words from fact_said f join asked a on f.words @@ a.wanted),
    fact_word as materialized (
      select h.word, ${idf(sql`s.facts`, sql`count(*)`)} as weight from fact_hit h cross join fact_size s group by h.word, s.facts),
    fact_found as (
      select h.id,
        sum(w.weight * ${K1 + 1}::float8 / (1 + ${K1}::float8 * (${1 - B}::float8 + ${B}::float8 * h.words / s.words))) as score,
        2 * sum(w.weight) / ((select sum(weight) from fact_word) + sum(w.weight)
          + (min(h.words) - count(*)) * ${idf(sql`s.facts`, sql`1::float8`)}) as share
      from fact_hit h join fact_word w using (word) cross join fact_size s
      group by h.id, s.facts),
    forgotten_run as materialized (
      select e.run_id from contact_facts f join person p on p.id = f.contact_id
      join agent_events e on e.workspace_id = f.workspace_id and e.id = f.source_event_id
      where f.workspace_id = ${workspace} and f.ended = 'forgotten'),
    line as materialized (
      select t.conversation_id, t.turn_number, t.created_at, t.content
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
    line_said as materialized (
      select l.conversation_id, l.turn_number, l.created_at, found[1] as written
      from beginnings b join line l on l.content ~ b.pattern cross join lateral regexp_matches(l.content, b.pattern, 'g') found),
    -- Each spelling is reduced to its stem once, and no line is taken apart: that took 40 of 54 ms at 2,000 lines.
    spelling as materialized (
      select s.written, a.word from (select distinct written from line_said) s
      join asked a on a.word = any (ts_lexize('spanish_stem'::regdictionary,
        translate(lower(s.written), 'áàâãéêíóôõúüñç', 'aaaaeeiooouunc')))),
    line_hit as materialized (
      select distinct s.conversation_id, s.turn_number, s.created_at, p.word from line_said s join spelling p using (written)),
    line_word as materialized (
      select a.word, ${idf(sql`n.lines`, sql`coalesce(h.lines, 0)`)} as weight
      from asked a cross join (select count(*)::float8 as lines from line) n
      left join (select word, count(*)::float8 as lines from line_hit group by word) h using (word)),
    line_found as materialized (
      select h.conversation_id, h.turn_number, min(h.created_at) as at,
        sum(w.weight) / (select nullif(sum(weight), 0) from line_word) as share
      from line_hit h join line_word w using (word)
      group by h.conversation_id, h.turn_number
      order by 4 desc, 3 desc limit ${MOST_CANDIDATES}::int),
    best_line as materialized (
      select * from line_found l where l.share >= ${leastShare}::float8
        -- The better one of two neighbours stands for both.
        and not exists (
          select from line_found o where o.conversation_id = l.conversation_id and o.turn_number <> l.turn_number
            and o.turn_number between l.turn_number - 2 and l.turn_number + 2
            and (o.share, o.turn_number) > (l.share, l.turn_number))
      order by l.share desc, l.at desc limit ${windows}::int)
    select
      (select coalesce(jsonb_agg(${FACT} order by f.seq desc), '[]') from (
        select * from known where subject = 'self' and key = any (${[...PROFILE_KEYS]}::text[]) order by seq desc limit ${MOST_FACTS}::int) f) as profile,
      (select coalesce(jsonb_agg(${FACT} order by b.score desc, f.seq desc), '[]') from (
        select * from fact_found where share >= ${leastShare}::float8 order by score desc, id limit ${facts}::int) b
        join known f on f.id = b.id) as facts,
      (select coalesce(jsonb_agg(jsonb_build_object('at', b.at, 'lines', (
          select coalesce(jsonb_agg(jsonb_build_object('role', t.role, 'content', left(t.content, 500)) order by t.turn_number), '[]')
          from agent_turns t
          where t.workspace_id = ${workspace} and t.conversation_id = b.conversation_id and not t.is_unsaid and t.content <> ''
            and t.role in ('user', 'assistant') and t.turn_number between b.turn_number - 1 and b.turn_number + 1
            and exists (select from line l where l.conversation_id = t.conversation_id and l.turn_number = t.turn_number)))
          order by b.share desc, b.at desc), '[]') from best_line b) as windows`;
}
