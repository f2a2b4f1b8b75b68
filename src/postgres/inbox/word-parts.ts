import type { WorkspaceId } from "../../core/ids.ts";
import { foldLetters } from "../../core/plain-text.ts";
import { type Statement, sql } from "../sql.ts";

/** Expressions of the indexes in 0470_search_and_tasks.sql, word for word: a statement that says them otherwise reads every row. */
export const NAME_PARTS = sql`word_parts(k.workspace_id, coalesce(k.name, '') || ' ' || coalesce(k.profile ->> 'name', ''))`;
export const DIGIT_PARTS = sql`word_parts(a.workspace_id, a.value)`;
export const ORDER_PARTS = sql`word_parts(o.workspace_id, o.shipping_address || ' ' || o.stage || ' ' || coalesce(o.pack, '') || ' '
  || coalesce(o.note, '') || ' ' || coalesce(o.carrier, '') || ' ' || coalesce(o.guide, '') || ' '
  || jsonb_path_query_array(o.products, '$[*].name')::text)`;

/** What a person typed, as words without accents and capitals. */
export function typedWords(typed: string): string[] {
  return foldLetters(typed).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A word counts up to here, as in `word_parts`. */
const WORD_LETTERS = 40;

/** The query for parts that hold all of these words (`&`), or one of them (`|`). There is at least one word. */
export function partsQuery(workspace: WorkspaceId, words: readonly string[], joined: "&" | "|"): Statement {
  const parts = words.map((word) => `'${`${workspace}/${word.slice(0, WORD_LETTERS)}`.replace(/['\\]/g, "$&$&")}':*`);
  return sql`${parts.join(joined)}::tsquery`;
}

/** True for a folded text that holds each of these words, or its part. */
export function holdsAll(text: Statement, words: readonly string[]): Statement {
  return sql`not exists (select from unnest(${[...words]}::text[]) as w (word) where position(w.word in ${text}) = 0)`;
}
