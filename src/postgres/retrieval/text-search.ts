import { foldLetters } from "../../core/plain-text.ts";
import type { Collection, TextSearch } from "../../core/ports/text-search.ts";
import { linesOf, type SearchItem, type SearchLanguage } from "../../core/retrieval/search-text.ts";
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
 * one line that answers. Counts by window and a union in place of joins: the planner knows nothing
 * of a fresh collection, and would compare each hit with each other one.
 */
function search({ workspaceId, name, language }: Collection, question: string, limit: number) {
  return sql`
    with asked as materialized (
      select tsvector_to_array(to_tsvector(${CONFIGURATION[language]}::regconfig, ${foldLetters(question)})) as words
    ), sizes as materialized (
      select count(*)::float8 as items, sum(lines)::float8 as lines,
        greatest(avg(words), 1)::float8 as item_words, greatest(sum(words)::float8 / sum(lines), 1) as line_words
      from search_items where workspace_id = ${workspaceId} and collection = ${name}
    ), said as materialized (
      select word, item, line, times::float8 as times, line_words, item_words,
        count(*) over (partition by word) as lines_with
      from search_words where workspace_id = ${workspaceId} and collection = ${name} and word = any((select words from asked)::text[])
    ), by_item as materialized (
      select word, item, sum(times) as times, min(item_words) as words,
        count(*) over (partition by word) as items_with
      from said group by word, item
    ), by_line as (
      select item, line, sum(${idf(sql`s.lines`, sql`lines_with`)}
        * ${gain(sql`times`, sql`said.line_words`, sql`s.line_words`)}) as score
      from said cross join sizes s group by item, line
    ), near as (
      select item, score
        + ${NEIGHBOURS}::float8 * coalesce(case when lag(line) over w = line - 1 then lag(score) over w end, 0)
        + ${NEIGHBOURS}::float8 * coalesce(case when lead(line) over w = line + 1 then lead(score) over w end, 0)
        as score
      from by_line window w as (partition by item order by line)
    ), scores as (
      select item, max(score) as score, 0 as whole from near group by item
      union all
      select item, sum(score), sum(score) from (
        select item, ${idf(sql`s.items`, sql`items_with`)}
          * ${gain(sql`times`, sql`words`, sql`s.item_words`)} as score
        from by_item cross join sizes s) t
      group by item
    ), possible as (
      select ${K1 + 1}::float8 * sum(${idf(sql`s.items`, sql`coalesce(k.items_with, 0)`)}) as score
      from asked cross join lateral unnest(asked.words) as a(word)
      left join (select word, min(items_with) as items_with from by_item group by word) k using (word)
      cross join sizes s
    )
    select item, sum(score) as score, sum(whole) / (select score from possible) as share
    from scores group by item order by round(sum(score) * 1e6) desc, item limit ${limit}`;
}
