import { afterAll, beforeAll, expect, test } from "vitest";
import { openSomnioShop, type SomnioShop } from "../support/somnio-shop.ts";

let shop: SomnioShop;
beforeAll(async () => {
  shop = await openSomnioShop();
});
afterAll(() => shop.close());

/** The tables whose columns other people's programs read by name (requirements B1, R2). */
const TABLES = [
  "agent_sessions",
  "session_state",
  "agent_turns",
  "agent_events",
  "agent_runs",
  "agent_steps",
  "agent_tool_calls",
];

/** What a quiet day leaves empty, and what writes it. */
const EMPTY_ON_A_QUIET_DAY: Readonly<Record<string, string>> = {
  "agent_sessions.session_end": "a shop that sets its own end of a session",
  "agent_turns.words": "a conversation of sixteen lines, of which a later read keeps the words",
  "session_state.templates_pendientes": "a customer who speaks before all of a reply has left",
  "agent_runs.merged_into": "messages that join a run that began before them",
  "agent_runs.failure_code": "a failed attempt",
  "agent_runs.failure_reason": "a failed attempt",
  "agent_runs.discarded_at": "an operator who discards a dead letter",
  "agent_runs.paused_at": "a person who pauses a run that goes on",
  "agent_runs.paused_by": "a person who pauses a run that goes on",
  "agent_runs.discarded_by": "an operator who discards a dead letter",
  "agent_runs.discard_note": "an operator who discards a dead letter",
  "agent_runs.retried_by": "an operator who retries a dead letter",
  "agent_runs.due_at": "a run that waits for an answer or its next segment",
  "agent_runs.stopped": "a run that is called off between its segments",
  "agent_runs.stopped_by": "a run that is called off between its segments",
  "agent_sessions.memory_due_at": "a session that a model is to read, of an agent with a model",
  "agent_sessions.memory_read_at": "a session that a model has read",
  "agent_tool_calls.error": "a call that fails",
  "agent_tool_calls.actor": "a call that a person or a program commands",
  "agent_tool_calls.snapshots": "a call that changes a record of the shop",
};

test("after a day of sales and handoffs each column of the contract's tables holds something", async () => {
  const marta = shop.customer();
  await marta.says("Hola, ¿cuánto cuesta?", "listo, quiero hacer un pedido");
  await marta.says("Marta Lucía Ríos, cel 301 555 0142, Cll 45 #12-30 Laureles, Medellín, marta@ejemplo.co");
  await marta.says("2", "sí confirmo");
  await shop.customer().says("hola", "quiero hablar con un asesor");
  expect(await emptyColumns()).toEqual(Object.keys(EMPTY_ON_A_QUIET_DAY).sort());
});

test("a session says when the capture began, when data and the minimum of it were there, and when the offer was made", async () => {
  const rosa = shop.customer();
  const at = async () => {
    const { id } = await rosa.seen();
    const [row] = await shop.database.rows(
      `select t.proactive_started_at, t.first_data_at, t.min_data_at, t.ofrecer_promos_at from session_state t
       join agent_sessions s on s.workspace_id = t.workspace_id and s.id = t.session_id where s.conversation_id = $1`,
      [id],
    );
    return Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, value !== null]));
  };
  await rosa.says("hola");
  expect(await at()).toEqual({
    proactive_started_at: false,
    first_data_at: false,
    min_data_at: false,
    ofrecer_promos_at: false,
  });
  await rosa.says("listo, quiero hacer un pedido");
  expect(await at()).toMatchObject({ proactive_started_at: true, first_data_at: false });
  await rosa.says("me llamo Rosa Elena Duarte");
  expect(await at()).toMatchObject({ first_data_at: true, min_data_at: false, ofrecer_promos_at: false });
  await rosa.says("cel 301 555 0143, Cll 45 #12-30 Laureles, Medellín, rosa@ejemplo.co");
  expect(await at()).toEqual({
    proactive_started_at: true,
    first_data_at: true,
    min_data_at: true,
    ofrecer_promos_at: true,
  });
});

test("a line of the chat record names the tools of its turn, once; a phase shows what the one before it found", async () => {
  const called = await shop.database.rows(
    "select role, tools_called from agent_turns where tools_called <> '[]' order by turn_number",
  );
  expect(called).toContainEqual({ role: "assistant", tools_called: ["create_order"] });
  const [wrong] = await shop.database.rows(
    `select count(*)::int as n from agent_steps s join agent_steps b on b.run_id = s.run_id and b.name = 'classify'
     where s.name = 'load_context' and s.input_snapshot is distinct from b.output_snapshot`,
  );
  expect(wrong).toEqual({ n: 0 });
});

async function emptyColumns(): Promise<string[]> {
  const columns = await shop.database.rows(
    `select c.relname as table, a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.oid = any ($1::text[]::regclass[]) and a.attnum > 0 and not a.attisdropped`,
    [TABLES],
  );
  const empty = await Promise.all(
    columns.map(async ({ table, name }) => {
      const [row] = await shop.database.rows(
        `select count(*)::int as filled from ${table} where "${name}" is not null and "${name}"::text not in ('[]', '{}', '')`,
      );
      return row?.["filled"] === 0 ? [`${table}.${name}`] : [];
    }),
  );
  return empty.flat().sort();
}
