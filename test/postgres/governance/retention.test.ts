import { describe, expect, test } from "vitest";
import { DEFAULT_WORKSPACE, type EventId, type WorkspaceId } from "../../../src/core/ids.ts";
import type { DataClass } from "../../../src/core/operations/retention.ts";
import { forgetClass } from "../../../src/postgres/governance/forget-class.ts";
import { FORGOTTEN_TABLES } from "../../../src/postgres/governance/retained-tables.ts";
import { newId } from "../../support/inbound.ts";
import { violations } from "../../support/oracle.ts";
import { eventually } from "../../support/shop.ts";
import { DAY_MS, DONE, openRetention, SAID } from "./open-retention.ts";

const scene = openRetention();
const { answered, night, removed, keeps, whereStands, leavesTraces, saysElsewhere, keptOf } = scene;

describe("a journal", () => {
  test("goes once its days are over, not one day before; its frame and what was said stay", async () => {
    const { runId, conversationId } = await answered();
    await leavesTraces(runId, conversationId);
    const before = await scene.database.store.runs.get(DEFAULT_WORKSPACE, runId);
    const lines = await scene.database.rows("select from audit_log where action like 'tool.%'");
    expect(await night()).toEqual([]); // The day on which a workspace begins is no night.
    await scene.database.advance(89 * DAY_MS);
    expect(removed(await night())).toEqual({});
    expect(await whereStands(DONE)).toEqual([...FORGOTTEN_TABLES.journals, "agent_runs"].sort());
    await scene.database.advance(2 * DAY_MS);
    expect(removed(await night())).toEqual({ journals: 1 });
    expect(await whereStands(DONE)).toEqual([]);
    expect(await whereStands(SAID)).toEqual(["agent_events", "agent_turns", "outbox_messages"]);
    const after = await scene.database.store.runs.get(DEFAULT_WORKSPACE, runId);
    const frames = (run: typeof after) => run?.steps.map(({ output: _, ...frame }) => frame);
    expect(frames(after)).toEqual(frames(before));
    expect(after).not.toHaveProperty("decision");
    expect(after).toMatchObject({
      kept: "messages",
      toolCalls: [{ tool: "look", input: null, status: "ok" }],
    });
    const timeline = await scene.database.store.inbox.timeline(DEFAULT_WORKSPACE, conversationId, { limit: 10 });
    expect(timeline?.items[0]).toMatchObject({
      kept: "messages",
      messages: [{ content: { body: `eco: hola ${SAID}` } }],
    });
    // To forget a call is no deed of a tool.
    expect(await scene.database.rows("select from audit_log where action like 'tool.%'")).toHaveLength(lines.length);
    expect(await violations(scene.database)).toEqual([]);
  });

  test("stays where its run is not over, may be tried again, or has a reply that is not settled", async () => {
    const { runId } = await answered();
    const { runId: dead } = await answered("uno", "573015550001");
    const { runId: unsent } = await answered("dos", "573015550002");
    await scene.database.rows("alter table agent_runs disable trigger user");
    await scene.database.rows("update agent_runs set status = 'dead_letter', outcome = null where id = $1", [dead]);
    await scene.database.rows("update outbox_messages set status = 'in_doubt' where run_id = $1", [unsent]);
    await scene.database.advance(100 * DAY_MS);
    expect(removed(await night())).toEqual({ journals: 1 });
    expect([await keptOf(runId), await keptOf(dead), await keptOf(unsent)]).toEqual(["messages", "all", "all"]);
    // Discarded, its days count from then; a reply that is settled holds nothing back any more.
    await scene.database.store.runs.discard(DEFAULT_WORKSPACE, dead, { actor: "ana", note: null });
    await scene.database.rows("update outbox_messages set status = 'accepted' where run_id = $1", [unsent]);
    await scene.database.advance(DAY_MS);
    expect(removed(await night())).toEqual({ journals: 1 });
    expect(await keptOf(unsent)).toBe("messages");
    expect(await keptOf(dead)).toBe("all");
    await scene.database.advance(91 * DAY_MS);
    await night();
    expect(await keptOf(dead)).toBe("messages");
    expect(await scene.database.store.runs.retry(DEFAULT_WORKSPACE, dead, "ana")).toEqual({ kind: "forgotten" });
  });
});

describe("what was said", () => {
  test("is kept for good by default, and goes as a whole where a workspace says when", async () => {
    const { runId, conversationId, shop } = await answered();
    await saysElsewhere(conversationId);
    // An agent that remembers leaves these words.
    await scene.database.rows("update agent_turns set words = stems_of(content)");
    const places = ["conversation_summaries", "media_items", "scheduled_messages", "session_state"];
    expect(await whereStands(SAID)).toEqual(expect.arrayContaining(places));
    await scene.database.advance(400 * DAY_MS);
    await night();
    expect(await keptOf(runId)).toBe("messages");
    await keeps({ messages: 365, journals: 90 });
    await scene.database.advance(DAY_MS);
    expect(removed(await night())).toEqual({ messages: 1 });
    expect(await whereStands(SAID)).toEqual([]);
    // The screens and the routes read what is left.
    const timeline = await scene.database.store.inbox.timeline(DEFAULT_WORKSPACE, conversationId, { limit: 10 });
    expect(timeline?.items[0]).toMatchObject({ kept: "nothing", events: [{ content: { type: "text", body: "" } }] });
    const view = await scene.database.store.conversations.get(DEFAULT_WORKSPACE, conversationId);
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
    await scene.database.advance(32 * DAY_MS);
    expect(removed(await night())).toEqual({ journals: 1, messages: 1 });
    await shop.says(`hola ${SAID}`, { wamid: "wamid.again" });
    const events = await scene.database.rows("select id from agent_events");
    expect(events).toHaveLength(1);
    // What a repeated key would be held against is gone: nobody is told that it was another request.
    const known = await scene.database.store.conversations.findEvent(
      DEFAULT_WORKSPACE,
      String(events[0]?.["id"]) as EventId,
    );
    expect(known).toMatchObject({ text: null });
    expect(await whereStands(SAID)).toEqual([]);
  });
});

describe("what belongs to no run", () => {
  const reports = (of: string, count = 1) =>
    scene.database.rows(
      `insert into message_statuses (workspace_id, phone_number_id, wamid, status, recipient, occurred_at, opaque, errors, raw, received_at)
       select 'default', '1', $1 || n, 'failed', '573015550142', recado_now(), 'r:1', '[{"code": 131026}]', jsonb_build_object('as', $2::text),
         recado_now()
       from generate_series(1, $3::int) n`,
      [of, SAID, count],
    );

  test("a delivery report keeps what it proves for good, and as it came for as long as other webhooks", async () => {
    await reports("wamid.old");
    await scene.database.advance(29 * DAY_MS);
    await reports("wamid.new");
    expect(removed(await night())).toEqual({});
    const before = await scene.database.rows(
      "select to_jsonb(s) - 'raw' as row from message_statuses s order by wamid",
    );
    await scene.database.advance(2 * DAY_MS);
    expect(removed(await night())).toEqual({ webhooks: 1 });
    const after = await scene.database.rows(
      "select to_jsonb(s) - 'raw' as row, wamid, raw from message_statuses s order by wamid",
    );
    expect(after.map(({ row }) => ({ row }))).toEqual(before);
    expect(after.map(({ wamid, raw }) => [wamid, raw])).toEqual([
      ["wamid.new1", { as: SAID }],
      ["wamid.old1", null],
    ]);
    await scene.database.advance(31 * DAY_MS);
    expect(removed(await night())).toEqual({ webhooks: 1 });
    // It is known, should it be delivered once more.
    await expect(reports("wamid.old")).rejects.toThrow("duplicate key");
    expect(await whereStands(SAID)).toEqual([]);
  });

  test("the note of a takeover goes with the messages; who switched, which way and when stays", async () => {
    await keeps({ messages: 30, journals: 30 });
    const { conversationId, shop } = await answered("hola");
    const { conversations } = scene.database.store;
    const note = `${SAID}: lo llamó ayer`;
    await conversations.setBotEnabled(DEFAULT_WORKSPACE, conversationId, { enabled: false, actor: "ana", note });
    await conversations.setBotEnabled(DEFAULT_WORKSPACE, conversationId, { enabled: true, actor: "eva", note: null });
    await scene.database.advance(29 * DAY_MS);
    await night();
    expect(await whereStands(SAID)).toEqual(["agent_turns"]);
    const switches = () =>
      scene.database.rows("select content, created_at from agent_turns where role = 'system' order by turn_number");
    const before = await switches();
    await scene.database.advance(2 * DAY_MS);
    expect(removed(await night())).toEqual({ journals: 1, messages: 2 });
    expect(await switches()).toEqual([
      { content: "takeover by ana", created_at: before[0]?.["created_at"] },
      { content: "handback by eva", created_at: before[1]?.["created_at"] },
    ]);
    expect(await whereStands(SAID)).toEqual([]);
    const timeline = await scene.database.store.inbox.timeline(DEFAULT_WORKSPACE, conversationId, { limit: 10 });
    expect(timeline?.items.filter(({ kind }) => kind === "switch")).toHaveLength(2);
    await shop.says("¿sigue ahí?");
    await eventually("it is answered", () => shop.heard.length === 2);
    expect(removed(await night())).toBeUndefined();
  });

  test("goes in batches that read no more of their table than they take", async () => {
    await keeps({ messages: 30, journals: 30 });
    const { conversationId } = await answered("hola");
    await reports("wamid.", 3_000);
    await scene.database.rows(
      `insert into agent_turns (workspace_id, conversation_id, turn_number, role, content, created_at)
       select 'default', $1, 100 + n, case when n <= 450 then 'system' else 'user' end,
         case when n <= 450 then 'takeover by ana: ' || n else 'hola' end, recado_now() from generate_series(1, 3000) n`,
      [conversationId],
    );
    await scene.database.advance(32 * DAY_MS);
    const rounds = (await night()).filter((round) => round.kind === "forgot" && round.rows > 0);
    expect(rounds).toMatchObject([
      { class: "journals", rows: 1 },
      { class: "messages", rows: 201 },
      { class: "messages", rows: 200 },
      { class: "messages", rows: 50 },
      ...Array.from({ length: 6 }, () => ({ class: "webhooks", rows: 500 })),
    ]);
    await scene.database.rows("vacuum analyze message_statuses, agent_turns");
    for (const of of ["messages", "webhooks"] as const) {
      const plan = await planOf(of);
      expect(plan).toContain(of === "messages" ? "switch_notes_to_forget" : "reports_to_forget");
    }
  });

  /** How PostgreSQL would go about a batch, as the role that runs it. */
  async function planOf(of: DataClass): Promise<string> {
    return scene.database.database.transaction(async (run) => {
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
    const [event] = await scene.database.rows("select id from agent_events");
    await scene.database.rows(
      `insert into media_items (workspace_id, id, event_id, conversation_id, phone_number_id, media_id, kind, status, bytes,
         settled_at, understanding)
       values ('default', $1, $2, $3, '1', 'm', 'image', 'stored', 'bytes', recado_now(), '{"kind": "heard", "text": "hola"}')`,
      [newId(), event?.["id"], conversationId],
    );
    await scene.database.rows(
      "insert into quarantined_items (workspace_id, reason, raw) values ('default', 'no', 'raw')",
    );
    await scene.database.rows(
      "insert into channel_notices (workspace_id, field, raw) values ('default', 'account_update', '{}')",
    );
    await scene.database.rows(
      `insert into nlu_samples (workspace_id, run_id, conversation_id, agent_id, agent_version, engine, text_hash, intent,
         confidence, alternatives, is_settled, is_audited, created_at)
       values ('default', $1, $2, 'somnio', '1', 'rules', 'h', 'hola', 1, '[]', true, false, recado_now())`,
      [runId, conversationId],
    );
    await scene.database.rows(
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
      await scene.database.advance((days - age) * DAY_MS);
      age = days;
      expect([days, removed(await night())]).toEqual([days, expected]);
    }
    const [file] = await scene.database.rows("select status, bytes, understanding from media_items");
    expect(file).toEqual({ status: "erased", bytes: null, understanding: { kind: "heard", text: "hola" } });
    expect(await scene.database.rows("select subject from alerts")).toEqual([{ subject: "open" }]);
  });

  test("what the environment says holds where the workspace has said nothing, and for no other workspace", async () => {
    const other = "other" as WorkspaceId;
    await scene.database.accessAdmin.createWorkspace({ id: other, name: "Other" }, "test");
    for (const workspace of [DEFAULT_WORKSPACE, other]) {
      await scene.database.rows("insert into quarantined_items (workspace_id, reason, raw) values ($1, 'no', 'raw')", [
        workspace,
      ]);
    }
    await keeps({ webhooks: 8 }, other);
    await scene.database.advance(9 * DAY_MS);
    await night();
    expect(await scene.database.rows("select workspace_id from quarantined_items")).toEqual([
      { workspace_id: DEFAULT_WORKSPACE },
    ]);
    expect((await scene.database.store.retention.get(other)).lastNight?.removed).toEqual({ webhooks: 1 });
    expect((await scene.database.store.retention.get(DEFAULT_WORKSPACE)).days.webhooks).toBe(30);
  });
});
