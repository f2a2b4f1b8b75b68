import { packOf } from "../../../src/core/locale/pack-of.ts";
import type { ScenarioName } from "../failpoints.ts";
import {
  answeredOnce,
  conversationOf,
  echo,
  echoing,
  holds,
  insists,
  notice,
  OPERATOR,
  type Scenario,
  type Scene,
  soldOnce,
} from "../scene.ts";
import type { Stage } from "../stage.ts";

/** What the customer of a sent order hears, once. */
const PARCEL = packOf("es-CO").texts.orderSent({ carrier: "Envía", guide: "77" });

/** Somebody who has never written. */
async function knownByPreference({ stage, phone, phoneNumberId }: Scene): Promise<void> {
  const timestamp = Math.floor(Date.now() / 1000);
  const preference = { wa_id: phone, category: "marketing_messages", value: "stop", timestamp };
  const metadata = { display_phone_number: "15550783881", phone_number_id: phoneNumberId };
  await stage.deliver(notice("1", "user_preferences", { metadata, user_preferences: [preference] }));
}

async function contactOf(stage: Stage, phone: string): Promise<unknown> {
  const [row] = await stage.database.rows("select contact_id::text as id from contact_aliases where value = $1", [
    phone,
  ]);
  return row?.["id"];
}

/** What people of the shop keep, judge, export and erase. */
export const SHOP_SCENARIOS = {
  "an order that is sent": {
    async prepare(scene) {
      await soldOnce(scene);
      await scene.stage.database.rows(
        `insert into orders (workspace_id, id, purchase_key, conversation_id, contact_id, run_id, source, status, stage,
           products, total, shipping_address, data, created_at, updated_at)
         select c.workspace_id, c.id, c.id::text, c.id, c.contact_id, r.id, 'customer', 'packed', 'NUEVO PEDIDO', '[]', 1,
           'Cali', '{}', recado_now(), recado_now()
         from conversations c join agent_runs r on r.conversation_id = c.id where c.id = $1 limit 1`,
        [await conversationOf(scene)],
      );
    },
    async act(scene) {
      const path = `/internal/agent/orders/${await conversationOf(scene)}`;
      const parcel = { status: "sent", carrier: "Envía", guide: "77", idempotencyKey: scene.phone, ...OPERATOR };
      if ((await scene.stage.command(scene.subject.url, path, parcel, "PATCH").catch(() => 0)) === 200) return;
      if ((await scene.stage.command(scene.stage.doorUrl, path, parcel, "PATCH")) !== 200) throw new Error("refused");
    },
    async finish(scene) {
      await scene.stage.untilQuiet();
      const sql = `select from orders o join order_changes h on h.order_id = o.id
        where o.id = $1 and o.status = 'sent' having count(*) = 2`;
      await holds(scene.stage, sql, await conversationOf(scene));
    },
    expected: () => [[echo(["hola"]), PARCEL]],
  },
  "a note": {
    async prepare(scene) {
      await echoing(scene);
      await scene.says("hola");
      await scene.stage.untilQuiet();
    },
    async act(scene) {
      await insists(scene, "notes", { text: "es cliente de años", idempotencyKey: "nota" });
      const sql = "select from contact_notes where conversation_id = $1 having count(*) = 1";
      await holds(scene.stage, sql, await conversationOf(scene));
    },
    expected: answeredOnce,
  },
  "an alert": {
    prepare: echoing,
    async act({ stage, subject, phone }) {
      await stage.deliver(notice(phone, "account_update", { event: "ACCOUNT_RESTRICTION" }), subject.url);
      await holds(stage, "select from alerts where subject = $1 and resolved_at is null", phone);
    },
    expected: () => [[]],
  },
  "an alert that is over": {
    async prepare({ stage, phone }) {
      await stage.deliver(notice(phone, "account_update", { event: "ACCOUNT_RESTRICTION" }));
    },
    async act({ stage, subject, phone }) {
      await stage.deliver(notice(phone, "account_update", { event: "ACCOUNT_RECONNECTED" }), subject.url);
      await holds(stage, "select from alerts where subject = $1 and resolved_at is not null", phone);
    },
    expected: () => [[]],
  },
  "something that is forgotten": {
    prepare: soldOnce,
    async act(scene) {
      const id = await conversationOf(scene);
      await scene.stage.database.rows(
        `with told as (update session_state t set datos_capturados = '{"ciudad": "Cali"}'
           from agent_sessions s where s.id = t.session_id and s.conversation_id = $1)
         insert into conversation_summaries (workspace_id, conversation_id, text) values ('default', $1, 'vive en Cali')`,
        [id],
      );
      for (const what of ["knowledge/ciudad", "summary"]) {
        const path = `/internal/agent/conversations/${id}/${what}/forget`;
        if ((await scene.stage.command(scene.subject.url, path, OPERATOR).catch(() => 0)) !== 200) {
          await scene.stage.command(scene.stage.doorUrl, path, OPERATOR);
        }
      }
      const [contact] = await scene.stage.database.rows(
        `insert into contact_facts (workspace_id, contact_id, source_event_id, subject, key, value, value_norm, quote, said_at,
           kind, confidence, sensitivity, valid_from)
         select workspace_id, contact_id, gen_random_uuid(), 'self', 'city', 'Cali', 'cali', 'vivo en Cali', recado_now(),
           'stated', 85, 'plain', recado_now() from conversations where id = $1
         returning contact_id::text as id`,
        [id],
      );
      const path = `/internal/agent/contacts/${contact?.["id"]}/memory/forget`;
      const wish = { ...OPERATOR, facts: "all" };
      if ((await scene.stage.command(scene.subject.url, path, wish).catch(() => 0)) !== 200) {
        await scene.stage.command(scene.stage.doorUrl, path, wish);
      }
      await holds(
        scene.stage,
        "select from contact_facts where contact_id = $1 and ended = 'forgotten'",
        String(contact?.["id"]),
      );
      await holds(
        scene.stage,
        `select from session_state t join agent_sessions s on s.id = t.session_id
         join conversation_summaries m on m.conversation_id = s.conversation_id
         where s.conversation_id = $1 and t.datos_capturados = '{}' and m.text is null`,
        id,
      );
    },
    expected: answeredOnce,
  },
  "a setting that is changed": {
    async prepare() {},
    async act({ stage, subject, phone }) {
      // Nobody hands over here: what is said then troubles no other scene.
      const change = { ...OPERATOR, handoffMessage: `Ya le ayudan, ${phone}` };
      const changed = await stage.command(subject.url, "/internal/agent/config", change, "PATCH").catch(() => 0);
      if (changed !== 200) await stage.command(stage.doorUrl, "/internal/agent/config", change, "PATCH");
      const sql = "select from audit_log where action = 'workspace.config' and detail ->> 'handoff_message' = $1";
      await holds(stage, sql, change.handoffMessage);
    },
    expected: () => [[]],
  },
  "an entry that is written": {
    async prepare() {},
    async act({ stage, subject, phone }) {
      const entry = { actor: OPERATOR.actor, title: `Entrada ${phone}`, text: "Sí." };
      const written = await stage.command(subject.url, "/internal/agent/knowledge", entry).catch(() => 0);
      // Written before it died, it is there already.
      if (written !== 201) await stage.command(stage.doorUrl, "/internal/agent/knowledge", entry);
      await holds(stage, "select from knowledge_entries where title = $1 having count(*) = 1", entry.title);
    },
    expected: () => [[]],
  },
  "a run that is judged": {
    prepare: soldOnce,
    async act(scene) {
      const { stage, subject } = scene;
      const conversation = await conversationOf(scene);
      const [run] = await stage.database.rows("select id::text from agent_runs where conversation_id = $1", [
        conversation,
      ]);
      const path = `/internal/agent/runs/${run?.["id"]}/scores`;
      const score = { ...OPERATOR, value: 0 };
      const judged = await stage.command(subject.url, path, score).catch(() => 0);
      if (judged !== 200) await stage.command(stage.doorUrl, path, score);
      await holds(stage, "select from run_scores where conversation_id = $1 having count(*) = 1", conversation);
    },
    expected: answeredOnce,
  },
  "a question that is dismissed": {
    async prepare() {},
    async act({ stage, subject, phone }) {
      const question = { actor: OPERATOR.actor, text: `¿venden carros ${phone}?` };
      const path = "/internal/agent/unanswered/dismiss";
      const dismissed = await stage.command(subject.url, path, question).catch(() => 0);
      if (dismissed !== 204) await stage.command(stage.doorUrl, path, question);
      await holds(stage, "select from dismissed_questions where text = $1", question.text);
    },
    expected: () => [[]],
  },
  "a change of what is kept": {
    async prepare() {},
    async act({ stage, subject, phone }) {
      const days = 1_000 + Number(phone.slice(-4));
      const change = { actor: OPERATOR.actor, days: { alerts: days } };
      const changed = await stage.command(subject.url, "/internal/agent/retention", change, "PUT").catch(() => 0);
      if (changed !== 200) await stage.command(stage.doorUrl, "/internal/agent/retention", change, "PUT");
      const sql = "select from audit_log where action = 'workspace.retention' and detail ->> 'to' like $1";
      await holds(stage, sql, `%${days}%`);
    },
    expected: () => [[]],
  },
  "an alert that a person resolves": {
    async prepare({ stage, phone }) {
      await stage.deliver(notice(phone, "account_update", { event: "ACCOUNT_RESTRICTION" }));
    },
    async act({ stage, subject, phone }) {
      const [alert] = await stage.database.rows("select id::text from alerts where subject = $1", [phone]);
      const path = `/internal/agent/alerts/${alert?.["id"]}/resolve`;
      if ((await stage.command(subject.url, path, OPERATOR).catch(() => 0)) !== 200) {
        await stage.command(stage.doorUrl, path, OPERATOR);
      }
      await holds(stage, "select from alerts where subject = $1 and resolved_at is not null", phone);
    },
    expected: () => [[]],
  },
  "a customer who is exported": {
    prepare: knownByPreference,
    async act({ stage, subject, phone }) {
      const id = await contactOf(stage, phone);
      const path = `/internal/agent/contacts/${id}/export`;
      if ((await stage.read(subject.url, path).catch(() => 0)) !== 200) await stage.read(stage.doorUrl, path);
      await holds(stage, "select from audit_log where subject_id = $1 and action = 'contact.exported'", String(id));
    },
    expected: () => [[]],
  },
  "a customer who is erased": {
    prepare: knownByPreference,
    async act({ stage, subject, phone }) {
      const id = await contactOf(stage, phone);
      const path = `/internal/agent/contacts/${id}/erase`;
      const body = { ...OPERATOR, reason: "asked for" };
      if ((await stage.command(subject.url, path, body).catch(() => 0)) !== 200) {
        await stage.command(stage.doorUrl, path, body);
      }
      await holds(stage, "select where not exists (select from contact_aliases where value = $1)", phone);
      await holds(stage, "select from audit_log where subject_id = $1 and action = 'contact.erased'", String(id));
    },
    expected: () => [[]],
  },
} satisfies Partial<Record<ScenarioName, Scenario>>;
