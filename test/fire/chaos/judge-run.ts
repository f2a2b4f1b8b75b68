import { setTimeout as pause } from "node:timers/promises";
import { violations } from "../../support/oracle.ts";
import type { TestDatabase } from "../../support/test-database.ts";
import type { Provider } from "./provider.ts";

/** How long after the last fault all work must be done; a doubt takes half a minute of it. */
const QUIET_WITHIN_MS = 150_000;

/** How many conversations have work left. */
export async function countOpen(database: TestDatabase): Promise<number> {
  const [row] = await database.rows(
    "select count(*)::int as n from conversations where run_at is not null or send_at is not null",
  );
  return Number(row?.["n"]);
}

/** How many conversations are left with work when the time is over; 0 is what must be. */
export async function untilQuiet(database: TestDatabase, provider: Provider): Promise<number> {
  const giveUpAt = performance.now() + QUIET_WITHIN_MS;
  for (;;) {
    const left = await persistently(() => countOpen(database));
    if (left === 0 && (await provider.waiting()) === 0) return 0;
    if (performance.now() > giveUpAt) return left;
    await pause(200);
  }
}

/** What was answered with 200, held against the database and the provider's ledger. */
export async function judge(database: TestDatabase, provider: Provider, accepted: readonly string[]) {
  const ledger = await provider.accepted();
  // The tables have grown by thousands since the planner last looked at them.
  await database.rows("analyze");
  const found = await violations(database, { ledger, mostSends: 3 });
  const outOfOrder = found.find((one) => one.startsWith("S4: messages of a conversation were first taken"));
  const [row] = await database.rows(
    // The outbox is read once. Inside an aggregate PostgreSQL reads it again for each message: a minute for 16,000 of them.
    `with said as (select unnest($1::text[]) as wamid),
     replies as (
       select run_id, bool_or(status = 'accepted') as is_answered,
         bool_or(status = 'failed' and detail like 'in doubt%') as is_held
       from outbox_messages group by run_id),
     answered as (
       select e.id is not null as is_kept, r.status,
         coalesce(o.is_answered, false) as is_answered, coalesce(o.is_held, false) as is_held
       from said s
       left join agent_events e on e.source_message_id = s.wamid
       left join agent_runs r on r.id = e.run_id
       left join replies o on o.run_id = r.id)
     select count(*) filter (where not is_kept or not (is_answered or is_held))::int as lost,
       count(*) filter (where is_held and not is_answered)::int as held,
       count(*) filter (where status = 'dead_letter')::int as dead
     from answered`,
    [accepted],
  );
  const whys = await database.rows(
    "select failure_code as code, count(*)::int as n from agent_runs where status = 'dead_letter' group by 1",
  );
  return {
    deadLetterCodes: Object.fromEntries(whys.map((why) => [String(why["code"]), Number(why["n"])])),
    accepted: accepted.length,
    lost: Number(row?.["lost"]),
    held: Number(row?.["held"]),
    deadLetters: Number(row?.["dead"]),
    sends: ledger.length,
    duplicateSends: ledger.length - new Set(ledger.map(({ opaque }) => opaque.split(":")[1])).size,
    outOfOrder: Number(/\((\d+)\)$/.exec(outOfOrder ?? "")?.[1] ?? 0),
    violations: found,
  };
}

/** A database that was crashed, or is cut off, is asked again for a minute. */
export async function persistently<Result>(work: () => Promise<Result>): Promise<Result> {
  const giveUpAt = performance.now() + 60_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await pause(50);
    }
  }
}
