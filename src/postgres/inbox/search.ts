import { SearchAnswer } from "../../core/answers/search.ts";
import type { WorkspaceId } from "../../core/ids.ts";
import { customerName } from "../customer-name.ts";
import type { Database } from "../database.ts";
import { sql } from "../sql.ts";
import { findContacts } from "./find-contacts.ts";
import { findOrders } from "./find-orders.ts";
import { typedWords } from "./word-parts.ts";

/** The most hits of each kind; a reader who needs more narrows the words. */
const MOST = 8;
const SNIPPET = 160;
/** The letters before the first hit. */
const BEFORE = 40;

/** Who a conversation is with. */
const WHO = sql`c.id as "conversationId", ${customerName(sql`k`)} as name,
  newest_alias(c.workspace_id, c.contact_id, 'phone') as phone`;
const CUSTOMER = sql`
  join contacts own on own.workspace_id = c.workspace_id and own.id = c.contact_id
  join contacts k on k.workspace_id = own.workspace_id and k.id = case when own.merged_into is null then own.id else own.merged_into end`;

/** People, messages and orders that hold all of these words, without accents and capitals. */
export async function searchAll(database: Database, workspace: WorkspaceId, typed: string): Promise<SearchAnswer> {
  const words = typedWords(typed);
  if (words.length === 0) return { people: [], messages: [], orders: [] };
  const [contacts, hits, orderIds] = await Promise.all([
    findContacts(database, workspace, typed),
    findMessages(database, workspace, words),
    findOrders(database, workspace, { q: typed, limit: MOST }),
  ]);
  return database.asTenant(workspace, async (run) => {
    const people = await run(sql`
      select ${WHO}, coalesce(c.last_customer_message_at, c.created_at) as "lastActivityAt"
      from conversations c ${CUSTOMER}
      where c.workspace_id = ${workspace} and c.contact_id = any (${contacts}::uuid[])
      order by 4 desc limit ${MOST}::int`);
    const messages = await run(sql`
      select ${WHO}, case when t.role = 'user' then 'customer' when t.intent_detected = 'human' then 'person' else 'bot' end as by,
        substr(t.content, greatest(1, position(${words[0]} in folded(t.content)) - ${BEFORE}::int), ${SNIPPET}::int) as text,
        position(${words[0]} in folded(t.content)) > ${BEFORE}::int + 1 as "isCut",
        t.run_id as "runId", t.created_at as at
      from unnest(${hits.map(({ conversation }) => conversation)}::uuid[], ${hits.map(({ turn }) => turn)}::int[])
        as h (conversation, turn)
      join agent_turns t on t.workspace_id = ${workspace} and t.conversation_id = h.conversation and t.turn_number = h.turn
      join conversations c on c.workspace_id = t.workspace_id and c.id = t.conversation_id ${CUSTOMER}
      order by t.created_at desc limit ${MOST}::int`);
    const orders = await run(sql`
      select ${WHO}, o.id, o.status, o.pack, o.total::float8 as total, o.created_at as "createdAt"
      from orders o
      join conversations c on c.workspace_id = o.workspace_id and c.id = o.conversation_id ${CUSTOMER}
      where o.workspace_id = ${workspace} and o.id = any (${orderIds}::uuid[])
      order by o.id desc`);
    const snippets = messages.rows.map(({ text, isCut, ...row }) => ({
      ...row,
      text: isCut === true ? fromAWord(String(text)) : text,
    }));
    return SearchAnswer.parse({ people: people.rows, messages: snippets, orders: orders.rows });
  });
}

/** Half a word at the beginning tells nothing. */
function fromAWord(text: string): string {
  return text.slice(0, BEFORE).includes(" ") ? `… ${text.slice(text.indexOf(" ") + 1)}` : text;
}

/**
 * The newest lines with all words, the last as a beginning. The tenant's role would not use the index:
 * PostgreSQL trusts no operator of text search under row security. So the workspace stands in the
 * statement, and only keys leave it; the words are read as the tenant.
 */
async function findMessages(database: Database, workspace: WorkspaceId, words: readonly string[]) {
  const query = words.map((word, at) => `'${word}'${at === words.length - 1 ? ":*" : ""}`).join(" & ");
  const { rows } = await database.run(sql`
    select t.conversation_id as conversation, t.turn_number as turn from agent_turns t
    where t.workspace_id = ${workspace} and t.role <> 'system' and not t.is_unsaid
      and to_tsvector('simple', folded(t.content)) @@ ${query}::tsquery
    order by t.created_at desc limit ${MOST}::int`);
  return rows.map(({ conversation, turn }) => ({ conversation: String(conversation), turn: Number(turn) }));
}
