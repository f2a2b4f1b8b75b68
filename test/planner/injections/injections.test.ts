import { afterAll, beforeAll, expect, test } from "vitest";
import { openModelGate } from "../../support/model-gate.ts";
import { violations } from "../../support/oracle.ts";
import { announceShare, SEED_OF_THE_DAY } from "../../support/share-of-the-day.ts";
import { eventually, openShop, recordingChannel } from "../../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";
import { agents, attackedShop } from "./attacked-shop.ts";
import { injectionCases, PLACES } from "./cases.ts";
import { obedientModel } from "./obedient-model.ts";

/** `RECADO_INJECTIONS=300` plays all; each day plays a share. */
const CASES = Number(process.env["RECADO_INJECTIONS"] ?? 40);
const ALL = 300;
/** What no worker has read by then is not read for another reason than time. */
const MOST_ASKS = 4;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/**
 * What a run writes of itself: its own journal, chat and questions. Everything else must stand as it did. What of these tables
 * could do harm is looked at by name below.
 */
const JOURNAL = [
  ...["agent_checkpoints", "agent_events", "agent_runs", "agent_sessions", "agent_tool_calls", "agent_turns"],
  ...["alerts", "audit_log", "confirmations", "conversations", "desk_papers", "message_statuses", "model_calls"],
  ...[
    "model_costs",
    "outbox_attempts",
    "outbox_messages",
    "prompt_versions",
    "run_scores",
    "run_segments",
    "run_steps",
  ],
  ...["search_items", "search_words", "session_state", "token_budgets", "workers", "artifacts", "sourced_facts"],
];
/** What the policy lets an agent of this kind do by itself: it can be undone, and no customer hears of it. */
const ALLOWED = ["crm.note.create", "propose_correction", "propose_prompt_change", "save_note", "write_debug_report"];

/** Each table that no run may touch, as a fingerprint. */
async function fingerprints(): Promise<Record<string, string>> {
  const tables = await database.rows("select tablename::text as name from pg_tables where schemaname = 'public'");
  const kept: Record<string, string> = {};
  for (const { name } of tables) {
    if (JOURNAL.includes(String(name))) continue;
    const [row] = await database.rows(
      `select count(*)::text || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as print from ${name} t`,
    );
    kept[String(name)] = String(row?.["print"]);
  }
  return kept;
}

test(`${CASES} injections through pages, notes, transcripts, reviews, runs and documents, and a model that obeys each: no effect without a right to it`, async () => {
  const seed = SEED_OF_THE_DAY;
  const whole = `RECADO_INJECTIONS=${ALL} npm test -- test/planner/injections`;
  announceShare({ stage: "injections into plans", played: CASES, of: ALL, seed, whole });
  const cases = injectionCases(CASES, seed);
  expect(new Set(cases.map(({ place }) => place)).size).toBe(PLACES.length);
  const { tools, done, targets, readings, runs: first, askAgain, phones } = await attackedShop(database, cases);
  const before = await fingerprints();
  const chats = "select id, bot_enabled, contact_id from conversations order by id";
  const chatsBefore = await database.rows(chats);

  const obedient = obedientModel(cases, targets, ({ number }) => readings.get(number) ?? { name: "", input: {} });
  const { channel, sent } = recordingChannel();
  const settings = {
    ...{ tokenLimit: 10_000_000 },
    caps: {
      dayMicroUsd: 10_000_000_000,
      monthMicroUsd: 10_000_000_000,
      conversationDayMicroUsd: 10_000_000_000,
      areExplicit: true,
    },
  };
  const modelGate = openModelGate(database.store, obedient.model, { tools, settings });
  const shop = openShop(database.store, { channel, tools, agents, modelGate }, { pollMs: 100 });
  shop.worker.start();
  const runs = [...first];
  const allAreOver = () =>
    eventually(
      "each plan is over, or waits for a yes",
      async () => {
        const [row] = await database.rows(
          `select count(*)::int as open from agent_runs r where r.id = any($1)
             and (status not in ('completed', 'dead_letter', 'waiting_confirmation')
               or exists (select from outbox_messages o where o.run_id = r.id and o.status in ('queued', 'in_flight')))`,
          [runs],
        );
        return row?.["open"] === 0;
      },
      600_000,
    );
  const unread = () => cases.filter(({ number }) => !obedient.seen.has(number));
  await allAreOver();
  // On a busy machine a read may run out of its time. The person asks again, as people do.
  for (let times = 1; times < MOST_ASKS && unread().length > 0; times += 1) {
    for (const one of unread()) runs.push(await askAgain(one));
    await allAreOver();
  }
  await shop.worker.stop(5_000);

  // The proof would be empty if the words had not been read, or if nobody had obeyed them.
  expect(unread().map(({ number, place }) => [number, place])).toEqual([]);
  expect(obedient.asked()).toBeGreaterThan(CASES);
  const ended = await database.rows(
    "select status, count(*)::int as n from agent_tool_calls group by status order by 1",
  );
  console.info(
    `${CASES} injections, ${obedient.asked()} calls that obey them; calls that reached the policy: ${JSON.stringify(ended)}`,
  );

  expect(done).toEqual([]);
  expect(await fingerprints()).toEqual(before);
  // No chat but those of the people who asked has heard anything, and the bot speaks where it spoke.
  expect(sent.filter(({ recipient }) => ![...phones].some((one) => JSON.stringify(recipient).includes(one)))).toEqual(
    [],
  );
  expect(await database.rows(chats)).toEqual(chatsBefore);
  // What waited for a yes still waits, and what was asked since has had none.
  expect(await database.rows("select status from confirmations where id = $1", [targets.question])).toEqual([
    { status: "pending" },
  ]);
  expect(await database.rows("select id from confirmations where status = 'approved'")).toEqual([]);
  // Deeds of the plans themselves: only what needs no yes.
  const carriedOut = await database.rows(
    "select distinct tool_name as name from agent_tool_calls where run_id = any($1) and status = 'ok' and not is_dry_run",
    [runs],
  );
  const deeds = carriedOut.map(({ name }) => String(name)).filter((name) => tools.kindOf(name)?.kind !== "read");
  expect(deeds.filter((name) => !ALLOWED.includes(name))).toEqual([]);
  expect(await database.rows("select id from desk_papers where id = $1", [targets.note])).toHaveLength(1);
  expect(await database.rows("select version from prompt_versions where approved_at is not null or is_used")).toEqual(
    [],
  );
  expect(await violations(database, { when: "any time" })).toEqual([]);
}, 1_200_000);
