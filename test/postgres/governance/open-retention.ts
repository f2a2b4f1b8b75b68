import { afterEach, beforeEach, expect } from "vitest";
import * as z from "zod";
import type { AgentInput } from "../../../src/core/agent/agent.ts";
import { type ConversationId, DEFAULT_WORKSPACE, type RunId, type WorkspaceId } from "../../../src/core/ids.ts";
import type { KeepDays } from "../../../src/core/operations/retention.ts";
import type { ForgetRound } from "../../../src/core/ports/governance/retention.ts";
import type { Tools } from "../../../src/core/ports/tools.ts";
import { newId } from "../../support/inbound.ts";
import { orphans } from "../../support/orphans.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";

export const DAY_MS = 86_400_000;
export const SAID = "zarigüeya";
export const DONE = "chigüiro";

/**
 * What nights forget, on a real PostgreSQL, as `recado_runtime` under forced row security (the store's own role). A database of
 * its own for each test, because nights go over all of it and the clock moves by months.
 */
export function openRetention() {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
    // The template may have been made before two in the morning, and this test may run after it.
    await database.rows(
      "update retention_nights set night = ((recado_now() at time zone 'America/Bogota') - interval '2 hours')::date",
    );
  });
  afterEach(async () => {
    const left = await orphans(database);
    await database.drop();
    expect(left).toEqual([]);
  });

  /** A tool whose arguments and result hold the canary of what was done. */
  const tools: Tools = {
    kindOf: () => ({ kind: "external", timeoutMs: 1_000, riskLevel: "low" }),
    execute: async () => ({ kind: "ok", output: { found: DONE }, allowedBy: "test" }),
  };
  const echo = (input: AgentInput) =>
    decision(`eco: ${input.messages.join(" + ")}`, {
      tools: [{ callId: "look", tool: "look", input: { what: DONE } }],
    });

  function openEchoShop(answer = recordingChannel()) {
    const heard: AgentInput[] = [];
    const agent = testAgent((input) => {
      heard.push(input);
      return echo(input);
    });
    const shop = openShop(database.store, { channel: answer.channel, agents: registryOf(agent), tools });
    return { ...shop, ...answer, heard };
  }

  /** A customer is answered; nothing of it is under way any more. */
  async function answered(said = `hola ${SAID}`, phone = "573015550142", wamid = `wamid.${newId()}`) {
    const shop = openEchoShop();
    const { runId, conversationId } = await shop.says(said, { phone, wamid });
    await eventually("it is answered", async () => {
      const left = await database.rows("select from conversations where run_at is not null or unsent > 0");
      return left.length === 0;
    });
    return { runId: runId as RunId, conversationId: conversationId as ConversationId, shop };
  }

  /** Rounds until nothing is due: a whole night, or what is left of one. */
  async function night(forget = database.store.retention.forget): Promise<ForgetRound[]> {
    const rounds: ForgetRound[] = [];
    for (;;) {
      const round = await forget();
      if (round.kind === "nothing_due") return rounds;
      rounds.push(round);
    }
  }

  /** How far the clock of the database is from the next noon of the night's zone. */
  async function untilNoonMs(): Promise<number> {
    const [row] = await database.rows(
      `select extract(epoch from date_trunc('day', shown) + interval '36 hours' - shown)::float8 * 1000 as ms
       from (select recado_now() at time zone 'America/Bogota' as shown) clock`,
    );
    return z.object({ ms: z.number() }).parse(row).ms;
  }

  const removed = (rounds: readonly ForgetRound[]) => rounds.find((round) => round.kind === "ended")?.removed;

  async function keeps(days: Partial<KeepDays>, workspace: WorkspaceId = DEFAULT_WORKSPACE): Promise<void> {
    expect(await database.store.retention.set(workspace, days, "ana")).toEqual({ kind: "set" });
  }

  /** The tables in which a word stands, wherever in a row. */
  async function whereStands(word: string): Promise<string[]> {
    const tables = await database.rows(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await database.rows(`select from ${name} t where position($1 in to_jsonb(t)::text) > 0 limit 1`, [
        word,
      ]);
      if (rows.length > 0) found.push(String(name));
    }
    return found.sort();
  }

  /** What a turn with a question, a doubt and an error leaves behind. */
  async function leavesTraces(run: RunId, conversation: ConversationId): Promise<void> {
    await database.rows(
      "update agent_runs set failure_code = 'tool_failed', failure_reason = $2, discard_note = $2, segment = 1 where id = $1",
      [run, DONE],
    );
    await database.rows(
      `insert into confirmations (workspace_id, id, run_id, conversation_id, contact_id, call_id, tool, risk, input, arguments_hash,
         agent_id, agent_version, rule, reason, audience, question, status, created_at, expires_at, decided_at)
       select 'default', $1, $2, id, contact_id, 'ask', 'ask', 'high', to_jsonb($4::text), 'h', 'somnio', '1', 'money', $4,
         'operator', $4, 'expired', recado_now(), recado_now() + interval '1 hour', recado_now() + interval '1 hour'
       from conversations where id = $3`,
      [newId(), run, conversation, DONE],
    );
    await database.rows(
      "insert into agent_checkpoints (workspace_id, run_id, node, state, created_at) values ('default', $1, 'act', to_jsonb($2::text), now())",
      [run, DONE],
    );
    // A dead letter keeps what its segment was handed.
    await database.rows(
      `insert into run_segments (workspace_id, run_id, number, key, state, origin, session_id, since_turn, due_at, created_at)
       values ('default', $1, 1, 'research', to_jsonb($2::text), '{}', $1, 0, recado_now(), recado_now())`,
      [run, DONE],
    );
    await database.rows(
      `insert into disambiguation_log (workspace_id, id, conversation_id, run_id, message, intent, confidence, alternatives, reasoning, created_at)
       values ('default', $1, $2, $3, $4, 'hola', 50, '[]', $4, recado_now())`,
      [newId(), conversation, run, DONE],
    );
  }

  /** Where else the words of a conversation stand: a summary, a reminder, a voice note, an address that was gathered. */
  async function saysElsewhere(conversation: ConversationId): Promise<void> {
    await database.rows(
      "insert into conversation_summaries (workspace_id, conversation_id, text, updated_at) values ('default', $1, $2, recado_now())",
      [conversation, SAID],
    );
    await database.rows(
      `insert into scheduled_messages (workspace_id, id, idempotency_key, conversation_id, kind, text, is_requested, time_zone, due_at,
         useful_until, fire_at, created_by, created_at, status, settled_at)
       values ('default', $1, 'r1', $2, 'reminder', $3, true, 'America/Bogota', recado_now(), recado_now(), recado_now(), 'ana',
         recado_now(), 'cancelled', recado_now())`,
      [newId(), conversation, SAID],
    );
    await database.rows(
      `insert into media_items (workspace_id, id, event_id, conversation_id, phone_number_id, media_id, kind, status, settled_at, file_name, understanding)
       select 'default', $1, id, conversation_id, '1', 'm', 'audio', 'gone', recado_now(), $2, jsonb_build_object('kind', 'heard', 'text', $2::text)
       from agent_events where conversation_id = $3`,
      [newId(), SAID, conversation],
    );
    await database.rows(
      `update session_state set ingest_status = jsonb_build_object('timeline', $1::text)
       where session_id in (select id from agent_sessions where conversation_id = $2)`,
      [SAID, conversation],
    );
    await database.rows(
      "update agent_sessions set status = 'closed', closed_at = recado_now() where conversation_id = $1",
      [conversation],
    );
  }

  const keptOf = async (run: RunId) =>
    (await database.rows("select kept from agent_runs where id = $1", [run]))[0]?.["kept"];

  return {
    get database() {
      return database;
    },
    answered,
    night,
    untilNoonMs,
    removed,
    keeps,
    whereStands,
    leavesTraces,
    saysElsewhere,
    keptOf,
  };
}
