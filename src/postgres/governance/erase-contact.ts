import type { ContactId, WorkspaceId } from "../../core/ids.ts";
import { holdsPhone } from "../../core/inbound/identity.ts";
import type { EraseResult, PersonalData } from "../../core/ports/governance/personal-data.ts";
import type { Database } from "../database.ts";
import { identifier, sql } from "../sql.ts";
import { findContact, readSubject } from "./contact-subject.ts";
import { type PersonalTable, readPersonalTables, type Subject } from "./personal-tables.ts";

type Run = Database["run"];

export async function eraseContact(
  run: Run,
  workspace: WorkspaceId,
  contact: ContactId,
  { actor, reason }: Parameters<PersonalData["erase"]>[2],
): Promise<EraseResult> {
  const found = await findContact(run, workspace, contact);
  if (found === null) return { kind: "not_found" };
  const subject = await readSubject(run, { workspace, contact: found.id, lock: true });
  // The contact was erased or merged while we waited for the lock.
  if (!subject.contacts.includes(found.id)) return { kind: "not_found" };
  if (await namesPerson(run, subject, reason)) return { kind: "reason_names_person" };
  const { tables, undeclared } = await readPersonalTables(run);
  // Better nothing than all but the table that its author has forgotten.
  if (undeclared.length > 0) throw new Error(`nothing says whose the rows are of: ${undeclared.join(", ")}`);
  await raiseTombstones(run, subject);
  await keepNumbers(run, subject);
  const lost: Record<string, number> = {};
  for (const table of tables) {
    const rowCount = await eraseRows(run, table, subject);
    if (rowCount > 0) lost[table.name] = rowCount;
  }
  await run(sql`
    select audit(${workspace}, ${actor}, 'contact.erased', 'contact', ${found.id}, null,
      jsonb_build_object('reason', ${reason}::text, 'rows', ${JSON.stringify(lost)}::jsonb))`);
  return { kind: "erased", rows: lost };
}

async function eraseRows(run: Run, { name, fate, isTheirs }: PersonalTable, subject: Subject): Promise<number> {
  const theirs = sql`t.workspace_id = ${subject.workspace} and ${isTheirs(subject)}`;
  if (fate === "keep") return 0;
  if (fate === "delete") return (await run(sql`delete from ${identifier(name)} t where ${theirs}`)).rowCount ?? 0;
  await run(sql`
    update ${identifier(name)} t set conversation_id = null, session_id = null, run_id = null, key = 'erased'
    where ${theirs}`);
  return 0;
}

/** Raises the marks by which late reports are known: see functions/erasure.sql. */
async function raiseTombstones(
  run: Run,
  { workspace, names, conversations, messages, wamids }: Subject,
): Promise<void> {
  await run(sql`
    insert into tombstones (workspace_id, hash, kind, erased_at, event_id, conversation_id, run_id)
    select ${workspace}, tombstone_hash(${workspace}, m.kind, m.value), m.kind, recado_now(), m.event_id, m.conversation_id, m.run_id
    from (
      select 'name' as kind, value, null::uuid as event_id, null::uuid as conversation_id, null::uuid as run_id
      from unnest(${names}::text[]) as n (value)
      union
      select 'message', value, null, null, null from unnest(${[...messages, ...wamids]}::text[]) as o (value)
      union
      select 'event', idempotency_key, id, conversation_id, run_id from agent_events
      where workspace_id = ${workspace} and conversation_id = any (${conversations}::uuid[])) m
    on conflict (workspace_id, hash) do update set erased_at = excluded.erased_at`);
}

/** What was sold, for the books: no name, no address, and no id that leads to one. */
async function keepNumbers(run: Run, { workspace, conversations }: Subject): Promise<void> {
  await run(sql`
    insert into erased_orders (workspace_id, id, source, status, pack, total, created_at, erased_at)
    select workspace_id, id, source, status, pack, total, created_at, recado_now() from orders
    where workspace_id = ${workspace} and conversation_id = any (${conversations}::uuid[])
    on conflict (workspace_id, id) do nothing`);
}

/** The audit log keeps the reason for ever, so it must not say who it was. */
async function namesPerson(run: Run, { workspace, contacts, sessions }: Subject, reason: string): Promise<boolean> {
  if (/@/.test(reason) || holdsPhone(reason)) return true;
  const { rows } = await run(sql`
    select n.name from contacts k cross join lateral (values (k.name), (k.profile ->> 'name')) as n (name)
    where k.workspace_id = ${workspace} and k.id = any (${contacts}::uuid[]) and n.name is not null
    union
    select d.value from session_state s cross join lateral jsonb_each_text(s.datos_capturados) d
    where s.workspace_id = ${workspace} and s.session_id = any (${sessions}::uuid[]) and d.key ~* 'nombre|apellido|name'`);
  const words = new Set(wordsOf(reason));
  return rows.some((row) => wordsOf(String(row["name"])).some((word) => words.has(word)));
}

function wordsOf(text: string): string[] {
  const folded = text
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase();
  return folded.split(/[^\p{Letter}]+/u).filter((word) => word.length >= 3);
}
