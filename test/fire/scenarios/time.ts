import type { ScenarioName } from "../failpoints.ts";
import {
  answeredOnce,
  comesToPass,
  conversationOf,
  echo,
  echoing,
  holds,
  OPERATOR,
  type Scenario,
  soldOnce,
} from "../scene.ts";

/** What comes due. */
export const TIME_SCENARIOS = {
  "a timer that is due": {
    prepare: soldOnce,
    async act(scene) {
      const id = await conversationOf(scene);
      await scene.stage.database.rows(
        `insert into timers (workspace_id, run_id, conversation_id, session_id, level, due_at, fire_at, armed_at)
         select r.workspace_id, r.id, r.conversation_id, s.id, 'L0', recado_now(), recado_now(), recado_now()
         from agent_runs r join agent_sessions s on s.conversation_id = r.conversation_id
         where r.conversation_id = $1`,
        [id],
      );
      await comesToPass(scene, "select from timers where conversation_id = $1 and fired_at is not null", id);
    },
    async finish(scene) {
      const events = "select from agent_events where conversation_id = $1 and input_type = 'timer'";
      const rows = await scene.stage.database.rows(events, [await conversationOf(scene)]);
      if (rows.length !== 1) throw new Error(`the timer became ${rows.length} events`);
    },
    expected: answeredOnce,
  },
  "a person's hand on a timer": {
    prepare: soldOnce,
    async act(scene) {
      const id = await conversationOf(scene);
      for (const [command, settled] of [
        ["cancel", "cancelled_at"],
        ["fire", "fired_at"],
      ] as const) {
        // Each is named by a run; a second one for the second timer.
        const [timer] = await scene.stage.database.rows(
          `with armed_by as (
             insert into agent_runs (workspace_id, id, conversation_id, event_id, status, outcome)
             select 'default', gen_random_uuid(), id, gen_random_uuid(), 'completed', 'silent' from conversations where id = $1
             returning workspace_id, id, conversation_id)
           insert into timers (workspace_id, run_id, conversation_id, session_id, level, due_at, fire_at, armed_at)
           select r.workspace_id, r.id, r.conversation_id, s.id, 'L0', recado_now() + interval '1 hour',
             recado_now() + interval '1 hour', recado_now()
           from armed_by r join agent_sessions s on s.conversation_id = r.conversation_id
           returning run_id::text as id`,
          [id],
        );
        const path = `/internal/agent/timers/${timer?.["id"]}/${command}`;
        if ((await scene.stage.command(scene.subject.url, path, OPERATOR).catch(() => 0)) !== 200) {
          await scene.stage.command(scene.stage.doorUrl, path, OPERATOR);
        }
        await comesToPass(
          scene,
          `select from timers where run_id = $1 and ${settled} is not null`,
          String(timer?.["id"]),
        );
      }
    },
    expected: answeredOnce,
  },
  "a line of the audit log": {
    prepare: soldOnce,
    async act(scene) {
      const id = await conversationOf(scene);
      for (const command of ["takeover", "handback"]) {
        await scene.stage.command(scene.stage.doorUrl, `/internal/agent/conversations/${id}/${command}`, OPERATOR);
      }
      await comesToPass(scene, "select from audit_log where subject_id = $1 having count(hash) = 2", id);
    },
    expected: answeredOnce,
  },
  "a night": {
    prepare: soldOnce,
    async act(scene) {
      const id = await conversationOf(scene);
      await scene.stage.database.rows(
        `with quiet as (
           update conversations set last_customer_message_at = last_customer_message_at - interval '2 days' where id = $1)
         update agent_sessions set created_at = created_at - interval '2 days', updated_at = updated_at - interval '2 days'
         where conversation_id = $1`,
        [id],
      );
      await comesToPass(scene, "select from agent_sessions where conversation_id = $1 and status = 'closed'", id);
    },
    expected: answeredOnce,
  },
  "a reminder": {
    async prepare(scene) {
      await echoing(scene);
      await scene.says("hola");
      await scene.stage.untilQuiet();
    },
    async act(scene) {
      const { stage, subject, phone } = scene;
      const conversationId = await conversationOf(scene);
      // The database's clock, which other scenarios have moved on, tells the time.
      const [clock] = await stage.database.rows("select recado_now() - interval '1 second' as second_ago");
      const secondAgo = clock?.["second_ago"];
      if (!(secondAgo instanceof Date)) throw new Error("the database's clock tells no time");
      const dueAt = secondAgo.toISOString();
      const reminder = { ...OPERATOR, conversationId, dueAt, text: "su cita", idempotencyKey: phone };
      const made = await stage.command(subject.url, "/internal/agent/reminders", reminder).catch(() => 0);
      if (made !== 201) await stage.command(stage.doorUrl, "/internal/agent/reminders", reminder);
      const sql = "select from scheduled_messages where conversation_id = $1 and status = 'sent'";
      await comesToPass(scene, sql, conversationId);
    },
    expected: ({ said }) => [[echo(said), "⏰ Recordatorio: su cita"]],
  },
  "a reminder that is cancelled": {
    async prepare(scene) {
      await echoing(scene);
      await scene.says("hola");
      await scene.stage.untilQuiet();
    },
    async act(scene) {
      const { stage, subject, phone } = scene;
      const conversationId = await conversationOf(scene);
      const dueAt = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString();
      const reminder = { ...OPERATOR, conversationId, dueAt, text: "su cita", idempotencyKey: phone };
      await stage.command(stage.doorUrl, "/internal/agent/reminders", reminder);
      const [made] = await stage.database.rows("select id::text from scheduled_messages where idempotency_key = $1", [
        phone,
      ]);
      const path = `/internal/agent/reminders/${made?.["id"]}/cancel`;
      if ((await stage.command(subject.url, path, OPERATOR).catch(() => 0)) !== 200) {
        await stage.command(stage.doorUrl, path, OPERATOR);
      }
      await holds(stage, "select from scheduled_messages where idempotency_key = $1 and status = 'cancelled'", phone);
    },
    expected: answeredOnce,
  },
  "a night that forgets": {
    prepare: soldOnce,
    async act(scene) {
      const id = await conversationOf(scene);
      await scene.stage.database.rows(
        "update agent_runs set ended_at = ended_at - interval '100 days' where conversation_id = $1",
        [id],
      );
      // The next night, for the workspace of all scenes.
      await scene.stage.database.rows("update retention_nights set night = night - 1, ended_at = recado_now()");
      await comesToPass(
        scene,
        `select from agent_runs r where r.conversation_id = $1
         having bool_and(r.kept = 'messages') and not exists (
           select from agent_steps s join agent_runs o on o.id = s.run_id
           where o.conversation_id = $1 and s.output_snapshot is not null)`,
        id,
      );
    },
    expected: answeredOnce,
  },
} satisfies Partial<Record<ScenarioName, Scenario>>;
