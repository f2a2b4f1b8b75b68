import { randomBytes } from "node:crypto";
import * as z from "zod";
import type { Logger } from "../../core/ports/logger.ts";
import type { MessageTemplates } from "../../core/ports/message-templates.ts";
import type { Store } from "../../core/ports/store.ts";
import { SessionEnd, sessionEndOf, sessionEndsAt } from "../../core/time/session-end.ts";
import { AUDIENCES, CONFIRMATION_STATUSES } from "../../core/tool-calls/confirmation.ts";
import { instant } from "../json-row.ts";
import { openPostgres } from "../open-postgres.ts";
import { type Statement, sql } from "../sql.ts";

/** A database of its own for a run of scenarios: its clock stands still until it is set, and it is dropped at the end. */
export interface ScenarioDatabase {
  readonly url: string;
  readonly store: Store;
  readonly templates: MessageTemplates;
  setClock(now: Date): Promise<void>;
  mailboxes(): Promise<ReadonlyMap<string, MailboxState>>;
  /** Sends again at once what waits to be sent again: time stands still, so its time would never come. */
  hurrySends(): Promise<void>;
  /** What this customer was sent left a moment before now: the words that they write next come after it, though the clock stands. */
  ageSends(phone: string): Promise<void>;
  /** When the next timer, reminder or segment comes due; null when none waits. */
  nextFireAt(): Promise<Date | null>;
  /** When each active session ends if nothing more happens in it. */
  nights(): Promise<readonly Date[]>;
  /** When the night ends the active session of this customer; null where none is active. */
  nightOf(phone: string): Promise<Date | null>;
  read(phone: string): Promise<StoredScenario>;
  /** Takes lines out of the chat record that no customer and no shop has said. */
  forgetTurns(phone: string, beginningWith: string): Promise<void>;
  drop(): Promise<void>;
}

export interface MailboxState {
  readonly lastSeq: number;
  readonly pending: number;
  readonly unsent: number;
}

/** When something last happened in a session, and the clock of its workspace. */

const storedScenario = z.object({
  conversationId: z.string(),
  botEnabled: z.boolean(),
  session: z
    .object({
      status: z.enum(["active", "paused", "closed", "handed_off"]),
      mode: z.string(),
      data: z.record(z.string(), z.string()),
      pack: z.string().nullable(),
      pending: z.array(z.string()),
    })
    .nullable(),
  timer: z.object({ level: z.string(), dueAt: instant }).nullable(),
  orders: z.array(
    z.object({
      purchaseKey: z.string(),
      source: z.string(),
      status: z.string(),
      pack: z.string().nullable(),
      total: z.number(),
      shippingAddress: z.string(),
      note: z.string().nullable(),
    }),
  ),
  reminders: z.array(
    z.object({
      key: z.string(),
      at: instant,
      text: z.string(),
      rule: z.string().nullable(),
      template: z.string().nullable(),
    }),
  ),
  tasks: z.array(z.object({ title: z.string(), priority: z.string() })),
  runs: z.array(
    z.object({
      id: z.string(),
      outcome: z.string().nullable(),
      status: z.string(),
      failure: z.string().nullable(),
      isTimer: z.boolean(),
      /** It is parked until its next segment. */
      isParked: z.boolean(),
      /** What the turn that opened it decided, and each segment since. */
      decisions: z.array(z.unknown()),
    }),
  ),
  questions: z.array(
    z.object({
      id: z.string(),
      runId: z.string(),
      /** The segment that asked it, 0 for the turn that opened the run. */
      segment: z.number(),
      callId: z.string(),
      tool: z.string(),
      audience: z.enum(AUDIENCES),
      status: z.enum(CONFIRMATION_STATUSES),
    }),
  ),
});
/** Everything that a scenario looks at, of one customer's conversation. */
export type StoredScenario = z.infer<typeof storedScenario>;

/** @param serverUrl a PostgreSQL whose user may make databases */
export async function openScenarioDatabase(serverUrl: string, logger: Logger): Promise<ScenarioDatabase> {
  const name = `recado_scenarios_${randomBytes(6).toString("hex")}`;
  const admin = await openPostgres({ url: serverUrl, applicationName: "recado test", logger, maxConnections: 1 });
  // A busy server copies a database, and waits for a checkpoint to drop it, for longer than a statement of ours may take.
  await admin.owner.run({ text: "set statement_timeout = 0", values: [] });
  await admin.owner.run({ text: `create database ${name}`, values: [], isScript: true });
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  // No door has a caller who waits for this one.
  const patient = { connectTimeoutMs: 60_000, maxConnections: 4 };
  const postgres = await openPostgres({ url: url.toString(), applicationName: "recado test", logger, ...patient });
  const { database, owner } = postgres;
  await postgres.migrate();
  return {
    url: url.toString(),
    store: postgres.store,
    templates: postgres.templates,
    async setClock(now) {
      // The same as the test clock does, but standing: a scenario's time is the same on every
      // machine.
      const body = `select timestamptz '${now.toISOString()}'`;
      const text = `create or replace function recado_now() returns timestamptz language sql stable as '${body.replaceAll("'", "''")}'`;
      await owner.run({ text, values: [] });
    },
    async mailboxes() {
      const { rows } = await database.run(sql`
        select a.value as phone, c.last_seq::int as last_seq, c.unsent,
          -- A run that is due for its next segment has no event yet.
          c.pending + (select count(*)::int from agent_runs r where r.workspace_id = c.workspace_id
            and r.conversation_id = c.id and r.segment > 0 and r.status = 'queued' and r.due_at <= recado_now()) as pending
        from conversations c
        join contact_aliases a on a.workspace_id = c.workspace_id and a.contact_id = c.contact_id and a.kind = 'phone'`);
      return new Map(
        rows.map((row) => [
          String(row["phone"]),
          { lastSeq: Number(row["last_seq"]), pending: Number(row["pending"]), unsent: Number(row["unsent"]) },
        ]),
      );
    },
    async hurrySends() {
      await database.run(sql`
        with undoubted as (
          update outbox_messages set doubt_until = recado_now() where status = 'in_doubt' and doubt_until > recado_now()
          returning id
        ),
        hurried as (
          update conversations set send_at = recado_now()
          where unsent > 0 and send_at > recado_now() and sender is null
          returning id
        )
        select (select count(*) from undoubted), pg_notify('recado_outbox', '') from (select count(*) from hurried) one`);
    },
    async ageSends(phone) {
      // The same millisecond as in memory.
      await database.run(sql`
        update outbox_messages o set in_flight_at = o.in_flight_at - interval '1 ms'
        from conversations c, contact_aliases a
        where o.workspace_id = c.workspace_id and o.conversation_id = c.id and a.workspace_id = c.workspace_id
          and a.contact_id = c.contact_id and a.kind = 'phone' and a.value = ${phone}
          and o.in_flight_at = recado_now()`);
    },
    async nextFireAt() {
      const { rows } = await database.run(sql`
        select min(fire_at) as at from (
          select due_at as fire_at from agent_runs where segment > 0 and status = 'queued' and due_at is not null
          union all
          select fire_at from timers where fired_at is null and cancelled_at is null
          union all
          select fire_at from scheduled_messages where status = 'pending' and run_id is null) waiting`);
      return z.date().nullable().parse(rows[0]?.["at"]);
    },
    async nights() {
      const { rows } = await database.run(selectEnds(sql`true`));
      return rows.map(endOf);
    },
    async nightOf(phone) {
      const { rows } = await database.run(
        selectEnds(sql`exists (
          select from contact_aliases a
          where a.workspace_id = c.workspace_id and a.contact_id = c.contact_id and a.kind = 'phone' and a.value = ${phone})`),
      );
      return rows[0] === undefined ? null : endOf(rows[0]);
    },
    async read(phone) {
      const { rows } = await database.run(selectScenario(phone));
      if (rows[0] === undefined) throw new Error(`nobody with the phone ${phone} has a conversation`);
      return storedScenario.parse(rows[0]["scenario"]);
    },
    async forgetTurns(phone, beginningWith) {
      await database.run(sql`
        delete from agent_turns t using conversations c, contact_aliases a
        where t.workspace_id = c.workspace_id and t.conversation_id = c.id and a.workspace_id = c.workspace_id
          and a.contact_id = c.contact_id and a.kind = 'phone' and a.value = ${phone} and t.role = 'user'
          and starts_with(t.content, ${beginningWith})`);
    },
    async drop() {
      await postgres.close();
      await admin.owner.run({ text: "set statement_timeout = 0", values: [] });
      await admin.owner.run({ text: `drop database if exists ${name} with (force)`, values: [], isScript: true });
      await admin.close();
    },
  };
}

/** What decides when an active session ends, by a condition on its conversation `c`. */
function selectEnds(isMeant: Statement) {
  return sql`
    select greatest(s.updated_at, s.created_at, c.last_customer_message_at) as "quietSince", w.time_zone as "timeZone",
      coalesce(w.session_end, s.session_end) as "sessionEnd"
    from agent_sessions s
    join conversations c on c.workspace_id = s.workspace_id and c.id = s.conversation_id
    join workspace_agent_config w on w.workspace_id = s.workspace_id
    where s.status = 'active' and ${isMeant}`;
}

const endRow = z.object({ quietSince: z.date(), timeZone: z.string(), sessionEnd: SessionEnd.nullable() });

function endOf(row: unknown): Date {
  const { quietSince, timeZone, sessionEnd } = endRow.parse(row);
  return sessionEndsAt(quietSince, sessionEndOf(sessionEnd, null), timeZone);
}

function selectScenario(phone: string) {
  return sql`
    select jsonb_build_object(
      'conversationId', c.id,
      'botEnabled', c.bot_enabled,
      'session', (
        select jsonb_build_object('status', s.status, 'mode', s.current_mode, 'data', st.datos_capturados,
          'pack', st.pack_seleccionado, 'pending', st.templates_pendientes)
        from agent_sessions s
        join session_state st on st.workspace_id = s.workspace_id and st.session_id = s.id
        where s.workspace_id = c.workspace_id and s.conversation_id = c.id
        order by s.status = 'active' desc, s.id desc
        limit 1),
      'timer', (
        select jsonb_build_object('level', t.level, 'dueAt', t.due_at) from timers t
        where t.workspace_id = c.workspace_id and t.conversation_id = c.id and t.fired_at is null
          and t.cancelled_at is null),
      'orders', (
        select coalesce(jsonb_agg(jsonb_build_object('purchaseKey', o.purchase_key, 'source', o.source,
          'status', o.status, 'pack', o.pack, 'total', o.total, 'shippingAddress', o.shipping_address, 'note', o.note)
          order by o.id), '[]')
        from orders o where o.workspace_id = c.workspace_id and o.conversation_id = c.id),
      'reminders', (
        select coalesce(jsonb_agg(jsonb_build_object('key', s.agent_key, 'at', s.due_at, 'text', s.text,
          'rule', s.rule, 'template', s.template ->> 'name') order by s.due_at), '[]')
        from scheduled_messages s
        where s.workspace_id = c.workspace_id and s.conversation_id = c.id and s.agent_key is not null
          and s.status = 'pending' and s.run_id is null and not s.is_continued),
      'tasks', (
        select coalesce(jsonb_agg(jsonb_build_object('title', k.title, 'priority', k.priority) order by k.id), '[]')
        from tasks k where k.workspace_id = c.workspace_id and k.conversation_id = c.id),
      'runs', (
        select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'outcome', r.outcome, 'status', r.status,
          'failure', r.failure_reason,
          'isTimer', (select bool_and(e.input_type = 'timer') from agent_events e
            where e.workspace_id = r.workspace_id and e.run_id = r.id),
          'isParked', r.segment > 0 and r.status = 'queued' and r.due_at is not null,
          'decisions', (select coalesce(jsonb_agg(p.output_snapshot -> 'decision' order by p.segment), '[]')
            from agent_steps p
            where p.workspace_id = r.workspace_id and p.run_id = r.id and p.name = plan_of_segment(p.segment)))
          order by r.id), '[]')
        from agent_runs r
        where r.workspace_id = c.workspace_id and r.conversation_id = c.id and r.outcome is distinct from 'merged'),
      'questions', (
        select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'runId', f.run_id,
          'segment', f.segment, 'callId', f.call_id, 'tool', f.tool,
          'audience', f.audience, 'status', f.status) order by f.id), '[]')
        from confirmations f where f.workspace_id = c.workspace_id and f.conversation_id = c.id)
    ) as scenario
    from contact_aliases a
    join conversations c on c.workspace_id = a.workspace_id and c.contact_id = a.contact_id
    where a.kind = 'phone' and a.value = ${phone}`;
}
