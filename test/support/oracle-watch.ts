/** A database that can be asked. */
export interface Rows {
  rows(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
}

/**
 * What no look at the end can show, because a later write hides it: triggers that note each illegal change in
 * `oracle_faults`, in the transaction that makes it. Put on a database before the work begins.
 */
export async function watch(database: Rows): Promise<void> {
  await database.rows(
    "create table oracle_faults (what text not null, at timestamptz not null default clock_timestamp())",
  );
  await database.rows(`
    create function oracle_rewrote_call(was jsonb, becomes jsonb) returns boolean language sql immutable as $$
      select exists (select from jsonb_each(was) as s (name, step)
        where s.step ->> 'status' = 'ok' and s.step ->> 'node' <> step_in_segment(s.name)
          and becomes -> s.name -> 'output' is distinct from s.step -> 'output') $$`);
  for (const { table, what, isFault } of WATCHED) {
    const name = `oracle_${what
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "_")
      .slice(0, 48)}`;
    // The owner writes: those who are watched may not write here, and a refusal would hide what they did.
    await database.rows(
      `create function ${name}() returns trigger language plpgsql security definer as $$
       begin insert into oracle_faults (what) values ('${what}'); return null; end $$`,
    );
    await database.rows(
      `create trigger ${name} after update on ${table} for each row when (${isFault}) execute function ${name}()`,
    );
  }
}

const WATCHED: readonly { readonly table: string; readonly what: string; readonly isFault: string }[] = [
  {
    table: "conversations",
    what: "S7: a fence or a version went back",
    isFault: "new.fence < old.fence or new.version < old.version",
  },
  {
    table: "conversations",
    what: "S7: a lease was given with the fence of another",
    isFault: "new.leased_by is not null and new.leased_by is distinct from old.leased_by and new.fence <= old.fence",
  },
  {
    table: "agent_sessions",
    what: "S7: the version of a session went back",
    isFault: "new.version < old.version",
  },
  {
    table: "run_steps",
    what: "S6: a call that was completed was written again",
    isFault: "oracle_rewrote_call(old.steps, new.steps)",
  },
  {
    table: "outbox_messages",
    what: "S6: a message that was committed was changed",
    isFault:
      "(new.content, new.idempotency_key, new.seq, new.recipient) is distinct from (old.content, old.idempotency_key, old.seq, old.recipient)",
  },
  {
    table: "outbox_messages",
    what: "S7: the attempt of a message went back",
    isFault: "new.attempt < old.attempt",
  },
  {
    table: "outbox_messages",
    what: "S8: what was accepted became something else",
    isFault: "old.status = 'accepted' and new.status <> 'accepted'",
  },
  {
    table: "outbox_messages",
    what: "S18: a delivery went back",
    isFault: "delivery_rank(new.delivery) < delivery_rank(old.delivery)",
  },
];

export async function isWatched(database: Rows): Promise<boolean> {
  const [row] = await database.rows("select to_regclass('oracle_faults') is not null as yes");
  return row?.["yes"] === true;
}
