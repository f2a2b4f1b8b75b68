import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import type { AgentInput } from "../../../src/core/agent/agent.ts";
import {
  type ConversationId,
  DEFAULT_WORKSPACE,
  type EventId,
  type RunId,
  type WorkspaceId,
} from "../../../src/core/ids.ts";
import { DATA_CLASSES, type DataClass, type KeepDays } from "../../../src/core/operations/retention.ts";
import type { ForgetRound } from "../../../src/core/ports/governance/retention.ts";
import type { Tools } from "../../../src/core/ports/tools.ts";
import { forgetClass } from "../../../src/postgres/governance/forget-class.ts";
import { FORGOTTEN_TABLES, KEPT_TABLES } from "../../../src/postgres/governance/retained-tables.ts";
import { API_TOKEN, openDoor } from "../../server/open-door.ts";
import { newId, newWorkerId } from "../../support/inbound.ts";
import { violations } from "../../support/oracle.ts";
import { orphans } from "../../support/orphans.ts";
import { decision, eventually, openShop, recordingChannel, registryOf, testAgent } from "../../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";

/**
 * What nights forget, on a real PostgreSQL, as `recado_runtime` under forced row security (the store's own role). A database of
 * its own for each test, because nights go over all of it and the clock moves by months.
 */
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

const DAY_MS = 86_400_000;
const SAID = "zarigüeya";
const DONE = "chigüiro";

/** A tool whose arguments and result hold the canary of what was done. */
const tools: Tools = {
  kindOf: () => ({ kind: "external", timeoutMs: 1_000, riskLevel: "low" }),
  execute: async () => ({ kind: "ok", output: { found: DONE }, allowedBy: "test" }),
};
const echo = (input: AgentInput) =>
  decision(`eco: ${input.messages.join(" + ")}`, { tools: [{ callId: "look", tool: "look", input: { what: DONE } }] });

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

describe("a journal", () => {
  test("goes once its days are over, not one day before; its frame and what was said stay", async () => {
    const { runId, conversationId } = await answered();
    await leavesTraces(runId, conversationId);
    const before = await database.store.runs.get(DEFAULT_WORKSPACE, runId);
    const lines = await database.rows("select from audit_log where action like 'tool.%'");
    expect(await night()).toEqual([]); // The day on which a workspace begins is no night.
    await database.advance(89 * DAY_MS);
    expect(removed(await night())).toEqual({});
    expect(await whereStands(DONE)).toEqual([...FORGOTTEN_TABLES.journals, "agent_runs"].sort());
    await database.advance(2 * DAY_MS);
    expect(removed(await night())).toEqual({ journals: 1 });
    expect(await whereStands(DONE)).toEqual([]);
    expect(await whereStands(SAID)).toEqual(["agent_events", "agent_turns", "outbox_messages"]);
    const after = await database.store.runs.get(DEFAULT_WORKSPACE, runId);
    const frames = (run: typeof after) => run?.steps.map(({ output: _, ...frame }) => frame);
    expect(frames(after)).toEqual(frames(before));
    expect(after).not.toHaveProperty("decision");
    expect(after).toMatchObject({
      kept: "messages",
      toolCalls: [{ tool: "look", input: null, status: "ok" }],
    });
    const timeline = await database.store.inbox.timeline(DEFAULT_WORKSPACE, conversationId, { limit: 10 });
    expect(timeline?.items[0]).toMatchObject({
      kept: "messages",
      messages: [{ content: { body: `eco: hola ${SAID}` } }],
    });
    // To forget a call is no deed of a tool.
    expect(await database.rows("select from audit_log where action like 'tool.%'")).toHaveLength(lines.length);
    expect(await violations(database)).toEqual([]);
  });

  test("stays where its run is not over, may be tried again, or has a reply that is not settled", async () => {
    const { runId } = await answered();
    const { runId: dead } = await answered("uno", "573015550001");
    const { runId: unsent } = await answered("dos", "573015550002");
    await database.rows("alter table agent_runs disable trigger user");
    await database.rows("update agent_runs set status = 'dead_letter', outcome = null where id = $1", [dead]);
    await database.rows("update outbox_messages set status = 'in_doubt' where run_id = $1", [unsent]);
    await database.advance(100 * DAY_MS);
    expect(removed(await night())).toEqual({ journals: 1 });
    expect([await keptOf(runId), await keptOf(dead), await keptOf(unsent)]).toEqual(["messages", "all", "all"]);
    // Discarded, its days count from then; a reply that is settled holds nothing back any more.
    await database.store.runs.discard(DEFAULT_WORKSPACE, dead, { actor: "ana", note: null });
    await database.rows("update outbox_messages set status = 'accepted' where run_id = $1", [unsent]);
    await database.advance(DAY_MS);
    expect(removed(await night())).toEqual({ journals: 1 });
    expect(await keptOf(unsent)).toBe("messages");
    expect(await keptOf(dead)).toBe("all");
    await database.advance(91 * DAY_MS);
    await night();
    expect(await keptOf(dead)).toBe("messages");
    expect(await database.store.runs.retry(DEFAULT_WORKSPACE, dead, "ana")).toEqual({ kind: "forgotten" });
  });
});

describe("what was said", () => {
  test("is kept for good by default, and goes as a whole where a workspace says when", async () => {
    const { runId, conversationId, shop } = await answered();
    await saysElsewhere(conversationId);
    // An agent that remembers leaves these words.
    await database.rows("update agent_turns set words = stems_of(content)");
    const places = ["conversation_summaries", "media_items", "scheduled_messages", "session_state"];
    expect(await whereStands(SAID)).toEqual(expect.arrayContaining(places));
    await database.advance(400 * DAY_MS);
    await night();
    expect(await keptOf(runId)).toBe("messages");
    await keeps({ messages: 365, journals: 90 });
    await database.advance(DAY_MS);
    expect(removed(await night())).toEqual({ messages: 1 });
    expect(await whereStands(SAID)).toEqual([]);
    // The screens and the routes read what is left.
    const timeline = await database.store.inbox.timeline(DEFAULT_WORKSPACE, conversationId, { limit: 10 });
    expect(timeline?.items[0]).toMatchObject({ kept: "nothing", events: [{ content: { type: "text", body: "" } }] });
    const view = await database.store.conversations.get(DEFAULT_WORKSPACE, conversationId);
    expect(view?.turns?.map(({ role, content }) => [role, content])).toEqual([
      ["user", ""],
      ["assistant", ""],
    ]);
    // A customer who comes back is answered, and the agent is told no line without words.
    await shop.says("¿sigue ahí?");
    await eventually("it is answered", () => shop.heard.length === 2);
    expect(shop.heard[1]?.history.map(({ content }) => content)).not.toContain("");
  });

  test("a message that is delivered again after its words are gone is still known", async () => {
    await keeps({ messages: 30, journals: 30 });
    const { shop } = await answered(`hola ${SAID}`, "573015550142", "wamid.again");
    await database.advance(32 * DAY_MS);
    expect(removed(await night())).toEqual({ journals: 1, messages: 1 });
    await shop.says(`hola ${SAID}`, { wamid: "wamid.again" });
    const events = await database.rows("select id from agent_events");
    expect(events).toHaveLength(1);
    // What a repeated key would be held against is gone: nobody is told that it was another request.
    const known = await database.store.conversations.findEvent(DEFAULT_WORKSPACE, String(events[0]?.["id"]) as EventId);
    expect(known).toMatchObject({ text: null });
    expect(await whereStands(SAID)).toEqual([]);
  });
});

describe("what belongs to no run", () => {
  const reports = (of: string, count = 1) =>
    database.rows(
      `insert into message_statuses (workspace_id, phone_number_id, wamid, status, recipient, occurred_at, opaque, errors, raw, received_at)
       select 'default', '1', $1 || n, 'failed', '573015550142', recado_now(), 'r:1', '[{"code": 131026}]', jsonb_build_object('as', $2::text),
         recado_now()
       from generate_series(1, $3::int) n`,
      [of, SAID, count],
    );

  test("a delivery report keeps what it proves for good, and as it came for as long as other webhooks", async () => {
    await reports("wamid.old");
    await database.advance(29 * DAY_MS);
    await reports("wamid.new");
    expect(removed(await night())).toEqual({});
    const before = await database.rows("select to_jsonb(s) - 'raw' as row from message_statuses s order by wamid");
    await database.advance(2 * DAY_MS);
    expect(removed(await night())).toEqual({ webhooks: 1 });
    const after = await database.rows(
      "select to_jsonb(s) - 'raw' as row, wamid, raw from message_statuses s order by wamid",
    );
    expect(after.map(({ row }) => ({ row }))).toEqual(before);
    expect(after.map(({ wamid, raw }) => [wamid, raw])).toEqual([
      ["wamid.new1", { as: SAID }],
      ["wamid.old1", null],
    ]);
    await database.advance(31 * DAY_MS);
    expect(removed(await night())).toEqual({ webhooks: 1 });
    // It is known, should it be delivered once more.
    await expect(reports("wamid.old")).rejects.toThrow("duplicate key");
    expect(await whereStands(SAID)).toEqual([]);
  });

  test("the note of a takeover goes with the messages; who switched, which way and when stays", async () => {
    await keeps({ messages: 30, journals: 30 });
    const { conversationId, shop } = await answered("hola");
    const { conversations } = database.store;
    const note = `${SAID}: lo llamó ayer`;
    await conversations.setBotEnabled(DEFAULT_WORKSPACE, conversationId, { enabled: false, actor: "ana", note });
    await conversations.setBotEnabled(DEFAULT_WORKSPACE, conversationId, { enabled: true, actor: "eva", note: null });
    await database.advance(29 * DAY_MS);
    await night();
    expect(await whereStands(SAID)).toEqual(["agent_turns"]);
    const switches = () =>
      database.rows("select content, created_at from agent_turns where role = 'system' order by turn_number");
    const before = await switches();
    await database.advance(2 * DAY_MS);
    expect(removed(await night())).toEqual({ journals: 1, messages: 2 });
    expect(await switches()).toEqual([
      { content: "takeover by ana", created_at: before[0]?.["created_at"] },
      { content: "handback by eva", created_at: before[1]?.["created_at"] },
    ]);
    expect(await whereStands(SAID)).toEqual([]);
    const timeline = await database.store.inbox.timeline(DEFAULT_WORKSPACE, conversationId, { limit: 10 });
    expect(timeline?.items.filter(({ kind }) => kind === "switch")).toHaveLength(2);
    await shop.says("¿sigue ahí?");
    await eventually("it is answered", () => shop.heard.length === 2);
    expect(removed(await night())).toBeUndefined();
  });

  test("goes in batches that read no more of their table than they take", async () => {
    await keeps({ messages: 30, journals: 30 });
    const { conversationId } = await answered("hola");
    await reports("wamid.", 3_000);
    await database.rows(
      `insert into agent_turns (workspace_id, conversation_id, turn_number, role, content, created_at)
       select 'default', $1, 100 + n, case when n <= 450 then 'system' else 'user' end,
         case when n <= 450 then 'takeover by ana: ' || n else 'hola' end, recado_now() from generate_series(1, 3000) n`,
      [conversationId],
    );
    await database.advance(32 * DAY_MS);
    const rounds = (await night()).filter((round) => round.kind === "forgot" && round.rows > 0);
    expect(rounds).toMatchObject([
      { class: "journals", rows: 1 },
      { class: "messages", rows: 201 },
      { class: "messages", rows: 200 },
      { class: "messages", rows: 50 },
      ...Array.from({ length: 6 }, () => ({ class: "webhooks", rows: 500 })),
    ]);
    await database.rows("vacuum analyze message_statuses, agent_turns");
    for (const of of ["messages", "webhooks"] as const) {
      const plan = await planOf(of);
      expect(plan).toContain(of === "messages" ? "switch_notes_to_forget" : "reports_to_forget");
    }
  });

  /** How PostgreSQL would go about a batch, as the role that runs it. */
  async function planOf(of: DataClass): Promise<string> {
    return database.database.transaction(async (run) => {
      const plans: string[] = [];
      const explaining: typeof run = async (statement) => {
        const { rows } = await run({ ...statement, text: `explain ${statement.text}` });
        plans.push(rows.map((row) => Object.values(row).join("")).join("\n"));
        throw new Error("explained");
      };
      const work = { workspace: DEFAULT_WORKSPACE, days: 30, after: { at: null, id: null } };
      await expect(forgetClass(explaining, of, work)).rejects.toThrow("explained");
      return plans.join();
    });
  }
});

describe("files, webhooks, samples and alerts", () => {
  test("each goes at its own age, and what is open does not", async () => {
    const { conversationId, runId } = await answered();
    const [event] = await database.rows("select id from agent_events");
    await database.rows(
      `insert into media_items (workspace_id, id, event_id, conversation_id, phone_number_id, media_id, kind, status, bytes,
         settled_at, understanding)
       values ('default', $1, $2, $3, '1', 'm', 'image', 'stored', 'bytes', recado_now(), '{"kind": "heard", "text": "hola"}')`,
      [newId(), event?.["id"], conversationId],
    );
    await database.rows("insert into quarantined_items (workspace_id, reason, raw) values ('default', 'no', 'raw')");
    await database.rows(
      "insert into channel_notices (workspace_id, field, raw) values ('default', 'account_update', '{}')",
    );
    await database.rows(
      `insert into nlu_samples (workspace_id, run_id, conversation_id, agent_id, agent_version, engine, text_hash, intent,
         confidence, alternatives, is_settled, is_audited, created_at)
       values ('default', $1, $2, 'somnio', '1', 'rules', 'h', 'hola', 1, '[]', true, false, recado_now())`,
      [runId, conversationId],
    );
    await database.rows(
      `insert into alerts (workspace_id, id, kind, subject, severity, detail, raised_at, last_seen_at, resolved_at, resolved_by)
       values ('default', $1, 'a', 'over', 'info', '{}', recado_now(), recado_now(), recado_now(), 'ana'),
         ('default', $2, 'a', 'open', 'info', '{}', recado_now(), recado_now(), null, null)`,
      [newId(), newId()],
    );
    const ages: readonly [number, Partial<Record<DataClass, number>>][] = [
      [29, {}],
      [31, { webhooks: 2 }],
      [89, {}],
      [91, { journals: 1, files: 1, nlu_samples: 1 }],
      [364, {}],
      [366, { alerts: 1 }],
    ];
    let age = 0;
    for (const [days, expected] of ages) {
      await database.advance((days - age) * DAY_MS);
      age = days;
      expect([days, removed(await night())]).toEqual([days, expected]);
    }
    const [file] = await database.rows("select status, bytes, understanding from media_items");
    expect(file).toEqual({ status: "erased", bytes: null, understanding: { kind: "heard", text: "hola" } });
    expect(await database.rows("select subject from alerts")).toEqual([{ subject: "open" }]);
  });

  test("what the environment says holds where the workspace has said nothing, and for no other workspace", async () => {
    const other = "other" as WorkspaceId;
    await database.accessAdmin.createWorkspace({ id: other, name: "Other" }, "test");
    for (const workspace of [DEFAULT_WORKSPACE, other]) {
      await database.rows("insert into quarantined_items (workspace_id, reason, raw) values ($1, 'no', 'raw')", [
        workspace,
      ]);
    }
    await keeps({ webhooks: 8 }, other);
    await database.advance(9 * DAY_MS);
    await night();
    expect(await database.rows("select workspace_id from quarantined_items")).toEqual([
      { workspace_id: DEFAULT_WORKSPACE },
    ]);
    expect((await database.store.retention.get(other)).lastNight?.removed).toEqual({ webhooks: 1 });
    expect((await database.store.retention.get(DEFAULT_WORKSPACE)).days.webhooks).toBe(30);
  });
});

describe("a night", () => {
  test("goes on where a killed worker was, takes nothing twice, and says in one line what it took", async () => {
    await answered();
    await database.rows(
      `insert into quarantined_items (workspace_id, reason, raw)
       select 'default', 'no', 'raw' from generate_series(1, 1200)`,
    );
    await database.advance(100 * DAY_MS);
    // Three batches of one class: a worker is killed in the middle of each of its transactions.
    const rounds: ForgetRound[] = [];
    for (let round: ForgetRound = { kind: "nothing_due" }; round.kind !== "ended"; rounds.push(round)) {
      await dies();
      round = await database.store.retention.forget();
    }
    expect(rounds.filter((round) => round.kind === "forgot" && round.rows > 0)).toMatchObject([
      { class: "journals", rows: 1 },
      { class: "webhooks", rows: 500 },
      { class: "webhooks", rows: 500 },
      { class: "webhooks", rows: 200 },
    ]);
    expect(await database.store.retention.forget()).toEqual({ kind: "nothing_due" });
    const lines = await database.store.audit.list(DEFAULT_WORKSPACE, { limit: 50 });
    expect(lines.items.filter(({ action }) => action === "retention.night")).toMatchObject([
      { actor: "system", detail: { rows: { journals: 1, webhooks: 1_200 }, isCut: false } },
    ]);
    expect(await violations(database)).toEqual([]);
  });

  /** A round whose transaction never commits, as when its process is killed. */
  async function dies(): Promise<void> {
    const { createRetention } = await import("../../../src/postgres/governance/retention.ts");
    const dying = {
      ...database.database,
      transaction: <Result>(work: (run: typeof database.database.run) => Promise<Result>) =>
        database.database.transaction(async (run) => {
          await work(run);
          throw new Error("killed");
        }),
    };
    await expect(createRetention(dying, dying, {}).forget()).rejects.toThrow("killed");
  }

  test("has an end: what it did not get to, the next one takes", async () => {
    await database.rows(
      `insert into quarantined_items (workspace_id, reason, raw)
       select 'default', 'no', 'raw' from generate_series(1, 600)`,
    );
    await database.advance(40 * DAY_MS);
    // At noon, so that three hours later it is still the same night's turn.
    await database.advance(await untilNoonMs());
    let round = await database.store.retention.forget();
    while (round.kind === "forgot" && round.rows === 0) round = await database.store.retention.forget();
    expect(round).toMatchObject({ rows: 500 });
    await database.advance(3 * 3_600_000);
    expect(await night()).toMatchObject([{ kind: "ended", isCut: true, removed: { webhooks: 500 } }]);
    await database.advance(DAY_MS);
    expect(removed(await night())).toEqual({ webhooks: 100 });
  });

  test("two workers beside each other never do the same batch", async () => {
    await database.rows("insert into quarantined_items (workspace_id, reason, raw) values ('default', 'no', 'raw')");
    await database.advance(40 * DAY_MS);
    const other = await database.connect();
    const rounds = (
      await Promise.all([night(database.store.retention.forget), night(other.store.retention.forget)])
    ).flat();
    // Whoever meets a row that is held goes home; whoever holds it goes on to the end.
    expect(rounds.filter(({ kind }) => kind === "ended")).toHaveLength(1);
    expect(removed(rounds)).toEqual({ webhooks: 1 });
  });

  test("belongs to a worker: it forgets, counts and says so without being asked", async () => {
    await database.rows("insert into quarantined_items (workspace_id, reason, raw) values ('default', 'no', 'raw')");
    await database.advance(40 * DAY_MS);
    const { channel } = recordingChannel();
    const counted: [DataClass, number][] = [];
    const told: unknown[] = [];
    const { dependencies } = openShop(database.store, { channel });
    const { createWorker } = await import("../../../src/runtime/worker/worker.ts");
    const { WORKER_DEFAULTS } = await import("../../../src/runtime/worker/worker-options.ts");
    const worker = createWorker(
      {
        ...dependencies,
        metrics: { ...dependencies.metrics, forgotten: (of, rows) => counted.push([of, rows]) },
        logger: { ...dependencies.logger, info: (fields) => told.push(fields) },
      },
      { ...WORKER_DEFAULTS, worker: newWorkerId(), dayMs: 20 },
      () => ({ ready: Promise.resolve(), close: async () => {} }),
    );
    worker.start();
    try {
      await eventually("the night is over", () => told.length > 0, 12_000);
    } finally {
      await worker.stop(1_000);
    }
    expect(counted).toEqual([["webhooks", 1]]);
    expect(told).toContainEqual({ workspace: DEFAULT_WORKSPACE, rows: { webhooks: 1 } });
  });
});

test("what would hold the words of forgotten messages, or take what is still needed, is refused with what to do", async () => {
  const set = (days: Partial<KeepDays>) => database.store.retention.set(DEFAULT_WORKSPACE, days, "ana");
  expect(await set({ messages: 30 })).toEqual({
    kind: "refused",
    fault: expect.stringContaining("journals: must not be kept for longer than messages (30 days)"),
  });
  expect(await set({ journals: null, messages: 400 })).toMatchObject({ kind: "refused" });
  expect(await set({ webhooks: 7 })).toMatchObject({ fault: expect.stringContaining("from 8 to") });
  await keeps({ journals: 30, messages: 30 });
  await keeps({ alerts: null });
  expect(await database.store.retention.get(DEFAULT_WORKSPACE)).toMatchObject({
    own: { alerts: null },
    days: { journals: 90, messages: null, alerts: null },
    setBy: "ana",
  });
  const lines = await database.rows(
    "select actor, detail from audit_log where action = 'workspace.retention' order by id",
  );
  expect(lines).toEqual([
    { actor: "ana", detail: { from: "{}", to: expect.stringContaining('"messages": 30') } },
    { actor: "ana", detail: { from: expect.stringContaining('"messages": 30'), to: '{"alerts": null}' } },
  ]);
});

test("over HTTP it is read and set as a whole, and what is wrong is said with the way out", async () => {
  const { store, signIn, accessAdmin } = database;
  const { app } = openDoor({ parts: { store, signIn, accessAdmin } });
  const ask = async (days?: unknown) => {
    const response = await app.request("/internal/agent/retention", {
      method: days === undefined ? "GET" : "PUT",
      headers: { authorization: `Bearer ${API_TOKEN}`, "content-type": "application/json" },
      ...(days === undefined ? {} : { body: JSON.stringify({ actor: "ana", days }) }),
    });
    return { status: response.status, body: await response.json() };
  };
  expect((await ask({ journals: 20, messages: 60 })).status).toBe(200);
  expect((await ask()).body).toMatchObject({
    classes: expect.arrayContaining([
      expect.objectContaining({ class: "journals", days: 20, isOwn: true, defaultDays: 90, leastDays: 7 }),
      expect.objectContaining({ class: "files", days: 90, isOwn: false }),
    ]),
    setBy: "ana",
    lastNight: null,
  });
  expect(await ask({ journals: 61, messages: 60 })).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining("days.journals: must not be kept for longer than messages (60 days)") },
  });
  expect((await ask({ orders: 30 })).status).toBe(422);
  expect((await ask()).body).toMatchObject({ classes: [{ class: "journals", days: 20 }, {}, {}, {}, {}, {}, {}] });
});

test("every table of the catalog is in a class, or it says why it is kept; a class is of tables that are there", async () => {
  const found = await database.rows(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1",
  );
  const declared = new Set([...Object.values(FORGOTTEN_TABLES).flat(), ...Object.keys(KEPT_TABLES)]);
  const names = found.map(({ name }) => String(name));
  expect(
    names.filter((name) => !declared.has(name)),
    "a new table: src/postgres/governance/retained-tables.ts",
  ).toEqual([]);
  expect([...declared].filter((name) => !names.includes(name))).toEqual([]);
  expect(Object.keys(FORGOTTEN_TABLES).sort()).toEqual([...DATA_CLASSES].sort());
});
