import type { WorkerId } from "../../../src/core/ids.ts";
import { mediaTexts } from "../../../src/core/inbound/media-texts.ts";
import { enqueueRequest, inbound, leaseOffer, newWorkerId } from "../../support/inbound.ts";
import { textWebhook } from "../../support/recado-process.ts";
import { eventually } from "../../support/shop.ts";
import type { ScenarioName } from "../failpoints.ts";
import {
  answeredOnce,
  conversationOf,
  echo,
  echoing,
  firstThought,
  handback,
  holds,
  notice,
  type Scenario,
} from "../scene.ts";
import { VOICE_NOTE_WORDS } from "../world.js";

/** What customers write, and what leaves for them. */
export const MESSAGES_SCENARIOS = {
  "one message": {
    prepare: echoing,
    act: (scene) => scene.says("hola"),
    expected: answeredOnce,
  },
  "one message through the dying door": {
    async prepare(scene) {
      await echoing(scene);
      scene.stage.reportTo(scene.subject.url);
    },
    act: (scene) => scene.says("hola", scene.subject.url),
    expected: answeredOnce,
  },
  "a message to a new number": {
    prepare: echoing,
    act: async ({ stage, subject, phone, said }) => {
      said.push("hola");
      await stage.deliver(textWebhook(phone, `wamid.${phone}.new`, "hola", phone.replace("57", "99")), subject.url);
    },
    expected: answeredOnce,
  },
  "something unreadable at the door": {
    prepare: echoing,
    act: async ({ stage, subject, phone }) => {
      await stage.deliver(`not JSON ${phone}`, subject.url);
      const kept = await stage.database.rows("select from quarantined_items where convert_from(raw, 'UTF8') like $1", [
        `%${phone}`,
      ]);
      if (kept.length === 0) throw new Error("what could not be read was not kept");
    },
    expected: () => [[]],
  },
  "a notice at the door": {
    prepare: echoing,
    act: async ({ stage, subject, phone }) => {
      const value = { event: "VERIFIED_ACCOUNT", phone_number: phone };
      const entry = [{ id: "1", changes: [{ field: "account_update", value }] }];
      await stage.deliver({ object: "whatsapp_business_account", entry }, subject.url);
      const kept = await stage.database.rows("select from channel_notices where raw::text like $1", [`%${phone}%`]);
      if (kept.length === 0) throw new Error("the notice was not kept");
    },
    expected: () => [[]],
  },
  "two replies": {
    prepare: async ({ stage }) => stage.think((messages) => ({ texts: [echo(messages), "y además"] })),
    act: (scene) => scene.says("dos"),
    expected: ({ said }) => [[echo(said), "y además"]],
  },
  "a second message in mid-turn": {
    prepare: async (scene) => firstThought(scene.stage, () => scene.says("otra cosa")),
    act: (scene) => scene.says("hola"),
    expected: answeredOnce,
  },
  "a doubt and an operator's word": {
    async prepare(scene) {
      await echoing(scene);
      scene.stage.silence(true);
      await scene.says("hola");
      const id = await conversationOf(scene);
      await eventually("the answer to its send was lost", async () => {
        const sql = "select from outbox_messages where conversation_id = $1 and status = 'in_doubt'";
        return (await scene.stage.database.rows(sql, [id])).length > 0;
      });
    },
    act: async (scene) => void (await handback(scene, scene.stage.doorUrl)),
    finish: async ({ stage }) => stage.silence(false),
    expected: answeredOnce,
  },
  "a dead worker": {
    prepare: echoing,
    async act({ stage, phone, said }) {
      const dead = newWorkerId() as WorkerId;
      await stage.database.rows("insert into workers (id, lock_key, description) values ($1, $2, 'dead')", [
        dead,
        phone.slice(-9),
      ]);
      const item = inbound("hola", { phone, wamid: `wamid.${phone}.dead` });
      await stage.database.store.mailbox.enqueue(enqueueRequest([item], leaseOffer(dead)));
      said.push("hola");
    },
    expected: answeredOnce,
  },
  "a turn that cannot be read": {
    async prepare(scene) {
      await echoing(scene);
      await scene.says("hola");
      await scene.stage.untilQuiet();
      const sql = `update session_state set datos_capturados = $2 from agent_sessions s
        where s.id = session_state.session_id and s.conversation_id = $1`;
      await scene.stage.database.rows(sql, [await conversationOf(scene), '{"cantidad": 2}']);
    },
    act: (scene) => scene.says("perdida"),
    async finish(scene) {
      await scene.stage.untilQuiet();
      const sql = `update session_state set datos_capturados = '{}' from agent_sessions s
        where s.id = session_state.session_id and s.conversation_id = $1`;
      await scene.stage.database.rows(sql, [await conversationOf(scene)]);
    },
    expected: () => [[echo(["hola"])]],
  },
  "a typed reply": {
    env: { RECADO_RESPONSE_SPEED: "0.2" },
    prepare: echoing,
    act: (scene) => scene.says("hola"),
    expected: answeredOnce,
  },
  "a customer's file": {
    prepare: echoing,
    async act({ stage, phone, said }) {
      const webhook = textWebhook(phone, `wamid.${phone}.file`, "mire");
      const file = { document: { id: phone, mime_type: "text/plain", caption: "mire" }, type: "document" };
      said.push("mire");
      await stage.deliver(
        JSON.parse(JSON.stringify(webhook).replace(/"type":"text","text":{[^}]*}/, JSON.stringify(file).slice(1, -1))),
      );
    },
    async finish({ stage, phone }) {
      await stage.untilQuiet();
      await holds(stage, "select from media_items where media_id = $1 and status = 'stored'", phone);
      const isRead = `select from documents d join media_items m on m.workspace_id = d.workspace_id and m.id = d.id
        where m.media_id = $1 and d.status = 'read' and exists (
          select from document_chunks c where c.workspace_id = d.workspace_id and c.document_id = d.id)`;
      await holds(stage, isRead, phone);
    },
    expected: answeredOnce,
  },
  "a voice note": {
    async prepare(scene) {
      await echoing(scene);
      // Else the file may be there before its turn begins, which then has nothing to wait for.
      const isAwaited = async () =>
        scene.isOver() ||
        (await scene.stage.database.rows("select from media_items where awaited_by is not null and status = 'waiting'"))
          .length > 0;
      scene.stage.graph.holdFiles(() => eventually("its turn waits for the file", isAwaited, 3_000).catch(() => {}));
    },
    async act({ stage, phone, said }) {
      const webhook = textWebhook(phone, `wamid.${phone}.voice`, "");
      const file = { audio: { id: phone, mime_type: "audio/ogg; codecs=opus", voice: true }, type: "audio" };
      said.push(VOICE_NOTE_WORDS);
      await stage.deliver(
        JSON.parse(JSON.stringify(webhook).replace(/"type":"text","text":{[^}]*}/, JSON.stringify(file).slice(1, -1))),
      );
    },
    // That we are at it may be left out where the database was away; the answer may not. After a death or a pause the time for it
    // is over: the message is answered as one without words, and marked as one that could not be heard.
    expected: ({ said }) =>
      [[echo(said)], [echo([]).trim(), "⚠️"]].flatMap((answer) => [
        answer,
        [mediaTexts(undefined, "es-CO").listening, ...answer],
      ]),
  },
  "a marketing preference": {
    async prepare(scene) {
      await echoing(scene);
      await scene.says("hola");
      await scene.stage.untilQuiet();
    },
    async act({ stage, subject, phone, phoneNumberId }) {
      const timestamp = Math.floor(Date.now() / 1000);
      const preference = { wa_id: phone, category: "marketing_messages", value: "stop", timestamp };
      const metadata = { display_phone_number: "15550783881", phone_number_id: phoneNumberId };
      await stage.deliver(notice("1", "user_preferences", { metadata, user_preferences: [preference] }), subject.url);
      const sql = `select from contacts k join contact_aliases a on a.contact_id = k.id
        where a.value = $1 and k.marketing_stopped_at is not null`;
      await holds(stage, sql, phone);
    },
    expected: answeredOnce,
  },
} satisfies Partial<Record<ScenarioName, Scenario>>;
