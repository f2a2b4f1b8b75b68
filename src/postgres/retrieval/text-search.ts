import type { Collection, TextSearch } from "../../core/ports/text-search.ts";
import { linesOf, type SearchItem, type SearchLanguage, searchable } from "../../core/retrieval/search-text.ts";
import type { Database } from "../database.ts";
import { type Statement, sql } from "../sql.ts";

/** The text search configurations that PostgreSQL brings with it. */
const CONFIGURATION: Readonly<Record<SearchLanguage, string>> = {
  es: "spanish",
  en: "english",
  pt: "portuguese",
};

/** How much a second mention of a word adds, and how much a long text is held back (Robertson's usual values). */
const K1 = 1.2;
const B = 0.75;
/** What the lines before and after the best line add to it. */
const NEIGHBOURS = 0.35;

const ITEMS_A_STATEMENT = 500;

export function createTextSearch(database: Database): TextSearch {
  return {
    async put(collection, items) {
      for (let from = 0; from < items.length; from += ITEMS_A_STATEMENT) {
        const some = items.slice(from, from + ITEMS_A_STATEMENT);
        await database.transaction(async (run) => {
          await run(
            removal(
              collection,
              some.map(({ id }) => id),
            ),
          );
          await run(insertion(collection, some));
        });
      }
    },
    async remove(collection, ids) {
      await database.run(removal(collection, ids));
    },
    async find(collection, question, limit) {
      const { rows } = await database.run(search(collection, question, limit));
      return rows.map(({ item, score, share }) => ({ id: String(item), score: Number(score), share: Number(share) }));
    },
  };
}

/** Makes the items findable within a transaction of the caller: the texts and their index are written as one. */
export async function writeTexts(
  run: Database["run"],
  collection: Collection,
  items: readonly SearchItem[],
): Promise<void> {
  for (let from = 0; from < items.length; from += ITEMS_A_STATEMENT) {
    await run(insertion(collection, items.slice(from, from + ITEMS_A_STATEMENT)));
  }
}

function removal({ workspaceId, name }: Collection, ids: readonly string[]) {
  return sql`
    delete from search_items
    where workspace_id = ${workspaceId} and collection = ${name} and item = any(${ids}::text[])`;
}

function insertion({ workspaceId, name, language }: Collection, items: readonly SearchItem[]) {
  const lines = items.flatMap(({ id, text }) => linesOf(text).map((line, at) => ({ id, at, line })));
  return sql`
    with given as materialized (
      select id, at, l.lexeme as word, cardinality(l.positions) as times
      from unnest(
        ${lines.map(({ id }) => id)}::text[], ${lines.map(({ at }) => at)}::int[],
        ${lines.map(({ line }) => line)}::text[]) as g(id, at, line)
      left join lateral unnest(to_tsvector(${CONFIGURATION[language]}::regconfig, line)) l on true
    ), counted as materialized (
      select *, coalesce(sum(times) over (partition by id, at), 0) as line_words,
        coalesce(sum(times) over (partition by id), 0) as item_words
      from given
    ), items as (
      insert into search_items (workspace_id, collection, item, lines, words)
      select ${workspaceId}, ${name}, id, count(distinct at), min(item_words) from counted group by id
    )
    insert into search_words (workspace_id, collection, word, item, line, times, line_words, item_words)
    select ${workspaceId}, ${name}, word, id, at, times, line_words, item_words from counted where word is not null`;
}

/** The weight of a word: the fewer lines or texts hold it, the more it says. */
function idf(all: Statement, holding: Statement): Statement {
  return sql`ln(1 + (${all} - ${holding} + 0.5) / (${holding} + 0.5))`;
}

/** What its mentions add in a text of this length. */
function gain(times: Statement, words: Statement, usual: Statement): Statement {
  return sql`${times} * ${K1 + 1}::float8 / (${times} + ${K1}::float8 * (${1 - B}::float8 + ${B}::float8 * ${words} / ${usual}))`;
}

/**
 * BM25 twice: over the lines, where the best line of an item counts with the lines around it, and
 * over the items. A line alone misses what an item says in several places; an item alone drowns the
 * one line that answers. A word of the question is its place in it, and its weight is reckoned once, not in each hit. Groups and
 * a union stand in place of joins: the planner knows nothing of a fresh collection, and would compare each hit with each other one.
 */
function search({ workspaceId, name, language }: Collection, question: string, limit: number) {
  return sql`
    with asked as materialized (
      select tsvector_to_array(to_tsvector(${CONFIGURATION[language]}::regconfig, ${searchable(question)})) as words
    ), sizes as materialized (
      select count(*)::float8 as items, sum(lines)::float8 as lines,
        greatest(avg(words), 1)::float8 as item_words, greatest(sum(words)::float8 / sum(lines), 1) as line_words
      from search_items where workspace_id = ${workspaceId} and collection = ${name}
    ), said as materialized (
      select array_position((select words from asked), word) as at, item, line, times::float8 as times, line_words, item_words
      from search_words where workspace_id = ${workspaceId} and collection = ${name} and word = any((select words from asked)::text[])
    ), by_item as materialized (
      select at, item, sum(times) as times, min(item_words) as words, count(*) as lines from said group by at, item
    ), weights as materialized (
      select array_agg(${idf(sql`s.lines`, sql`coalesce(h.lines, 0)`)} order by a.at) as of_line,
        array_agg(${idf(sql`s.items`, sql`coalesce(h.items, 0)`)} order by a.at) as of_item
      from asked cross join lateral unnest(asked.words) with ordinality as a (word, at) cross join sizes s
      left join (select at, count(*) as items, sum(lines)::float8 as lines from by_item group by at) h on h.at = a.at
    ), by_line as materialized (
      select item, line, sum((select of_line from weights)[at]
        * ${gain(sql`times`, sql`line_words`, sql`(select line_words from sizes)`)}) as score
      from said group by item, line
    ), near as (
      select item, score
        + ${NEIGHBOURS}::float8 * coalesce(case when lag(line) over w = line - 1 then lag(score) over w end, 0)
        + ${NEIGHBOURS}::float8 * coalesce(case when lead(line) over w = line + 1 then lead(score) over w end, 0)
        as score
      from by_line where (select max(line) from by_line) > 0 window w as (partition by item order by line)
    ), scores as (
      select item, max(place) + sum(whole) as score, sum(whole) as whole from (
        -- Where each text is one line, none has a line around it.
        select item, score as place, 0 as whole from by_line where (select max(line) from by_line) = 0
        union all select item, score, 0 from near
        union all
        select item, 0, (select of_item from weights)[at] * ${gain(sql`times`, sql`words`, sql`(select item_words from sizes)`)}
        from by_item) part
      group by item
    )
    select item, score,
      whole / (select ${K1 + 1}::float8 * sum(weight) from weights cross join lateral unnest(of_item) as weight) as share
    from scores order by round(score * 1e6) desc, item limit ${limit}`;
}
