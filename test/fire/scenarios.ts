import type { WorkerId } from "../../src/core/ids.ts";
import { mediaTexts } from "../../src/core/inbound/media-texts.ts";
import { packOf } from "../../src/core/locale/pack-of.ts";
import { enqueueRequest, inbound, leaseOffer, newWorkerId, SHOP_NUMBER } from "../support/inbound.ts";
import { textWebhook } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { ARTIFACT_SCENARIOS } from "./artifact-scenarios.ts";
import type { ScenarioName } from "./failpoints.ts";
import type { Stage, Subject } from "./stage.ts";
import { VOICE_NOTE_WORDS } from "./world.js";

/** One case: its own customer, the stage, and the process that is armed. */
export interface Scene {
  readonly stage: Stage;
  readonly subject: Subject;
  readonly phone: string;
  readonly phoneNumberId: string;
  /** What the customer said, in order. */
  readonly said: string[];
  /** The customer writes; by way of this door first, where one is named. */
  says(text: string, door?: string): Promise<void>;
  /** The edge has been come to: the subject was hit, or is gone. */
  isOver(): boolean;
}

/** How the replies must read, given what was said. */
type Expected = (scene: Scene) => readonly (readonly string[])[];

export interface Scenario {
  /** What the process is started with, beyond the rest. */
  readonly env?: Readonly<Record<string, string>>;
  /** Before anything is armed. */
  readonly prepare?: (scene: Scene) => Promise<void>;
  /** Brings the work to the edge. What it waits for comes although the subject dies. */
  readonly act: (scene: Scene) => Promise<void>;
  /** After the edge. */
  readonly finish?: (scene: Scene) => Promise<void>;
  readonly expected: Expected;
}

export const echo = (messages: readonly string[]) => `eco: ${messages.join(" + ")}`;

/** Every message is answered once, in order, alone or together with others. */
export const answeredOnce: Expected = ({ said }) =>
  said.length === 1 ? [[echo(said)]] : [[echo(said)], said.map((text) => echo([text]))];

const FALLBACK = "FALLBACK";

/** The first time that the agent is asked, something happens before it answers. */
function firstThought(stage: Stage, happens: () => Promise<void>): void {
  let isFirst = true;
  stage.think(async (messages) => {
    if (isFirst) {
      isFirst = false;
      await happens();
    }
    return { texts: [echo(messages)] };
  });
}

const echoing = async ({ stage }: Scene) => stage.think((messages) => ({ texts: [echo(messages)] }));

export async function conversationOf({ stage, phone }: Scene): Promise<string> {
  const rows = await stage.database.rows(
    "select c.id::text from conversations c join contact_aliases a on a.contact_id = c.contact_id where a.value = $1",
    [phone],
  );
  return String(rows[0]?.["id"]);
}

/** An operator commands the run, at another door where the first one fails; the command must stand in the run's row. */
async function commandRun(scene: Scene, deed: "cancel" | "discard" | "pause" | "resume", done: string): Promise<void> {
  const { database, doorUrl, command } = scene.stage;
  const conversation = await conversationOf(scene);
  const [run] = await database.rows("select id::text from agent_runs where conversation_id = $1", [conversation]);
  const path = `/internal/agent/runs/${run?.["id"]}/${deed}`;
  if ((await command(scene.subject.url, path, OPERATOR).catch(() => 0)) !== 200) await command(doorUrl, path, OPERATOR);
  await holds(scene.stage, `select from agent_runs where conversation_id = $1 and ${done}`, conversation);
}

/** A customer is answered, and nothing goes on. What time brings about later is no reason to speak. */
export async function soldOnce(scene: Scene): Promise<void> {
  scene.stage.think((messages) => ({ texts: messages.length === 0 ? [] : [echo(messages)] }));
  await scene.says("hola");
  await scene.stage.untilQuiet();
}

/** Waits for what a worker does by itself. */
async function comesToPass({ stage }: Scene, sql: string, about: string): Promise<void> {
  await eventually(sql, async () => (await stage.database.rows(sql, [about])).length > 0);
}

export const OPERATOR = { actor: "prueba" };

/** What the customer of a sent order hears, once. */
const PARCEL = packOf("es-CO").texts.orderSent({ carrier: "Envía", guide: "77" });

async function handback(scene: Scene, url: string): Promise<number> {
  return scene.stage
    .command(url, `/internal/agent/conversations/${await conversationOf(scene)}/handback`, OPERATOR)
    .catch(() => 0);
}

/** Says it to the subject, and where that does not answer to another door. */
async function insists(scene: Scene, where: string, body: object): Promise<void> {
  const path = `/internal/agent/conversations/${await conversationOf(scene)}/${where}`;
  const said = { ...OPERATOR, ...body };
  const status = await scene.stage.command(scene.subject.url, path, said).catch(() => 0);
  if (status < 200 || status > 299) await scene.stage.command(scene.stage.doorUrl, path, said);
}

/** A conversation of 25 turns; from now on its agent asks the model in each turn. */
async function hasLongBeenGoingOn(scene: Scene): Promise<void> {
  const { stage } = scene;
  await soldOnce(scene);
  await stage.database.rows(
    `with grown as (update conversations set turn_count = 25 where id = $1)
     insert into agent_turns (workspace_id, conversation_id, turn_number, role, content)
     select 'default', $1, n, 'user', 'turno ' || n from generate_series(3, 25) n`,
    [await conversationOf(scene)],
  );
  stage.think((messages) => ({ texts: messages.length === 0 ? [] : [echo(messages)], asks: true }));
}

/** Whoever had claimed the summary may be gone: after so long somebody else makes it, at the next word of the customer. */
async function summedUp(scene: Scene, steps: number): Promise<void> {
  const { stage } = scene;
  const sql = "select from conversation_summaries where conversation_id = $1 and text is not null and claim is null";
  const id = await conversationOf(scene);
  const isDone = async () => (await stage.database.rows(sql, [id])).length > 0;
  // What was late by a moment may have put it off after time was moved: then once more.
  for (let tries = 0; tries < 3 && !(await isDone()); tries += 1) {
    await stage.untilQuiet();
    for (let n = 0; n < steps; n += 1) await stage.advance();
    await scene.says("otra cosa");
    await eventually("it is summed up", isDone, 5_000).catch(() => {});
  }
  if (!(await isDone())) throw new Error("the conversation was not summed up");
}

/** How often the model had been asked before, by customer. */
const asked = new Map<string, number>();

export const SCENARIOS: Readonly<Record<ScenarioName, Scenario>> = {
  ...ARTIFACT_SCENARIOS,
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
  "a tool": {
    prepare: async ({ stage }) => stage.think((messages) => ({ texts: [echo(messages)], orders: true })),
    act: (scene) => scene.says("pedido"),
    // Cut off between its mark and its result, the call is in doubt: it is not made again, and nothing is claimed.
    expected: ({ said }) => [[echo(said)], [FALLBACK]],
  },
  "a change of the books": {
    prepare: async ({ stage, phone }) =>
      stage.think((messages) => ({ texts: [echo(messages)], notes: `le gusta el azul (${phone})` })),
    act: (scene) => scene.says("me gusta el azul"),
    async finish(scene) {
      await scene.stage.untilQuiet();
      // Asked anew on each attempt, written by the commit of one: a note, and the line of the call that shows it.
      const [row] = await scene.stage.database.rows(
        `select (select count(*)::int from contact_notes where body = $1) as notes,
           (select count(*)::int from agent_tool_calls where tool_name = 'crm.note.create' and status = 'ok'
             and snapshots::text like '%' || $1 || '%') as calls`,
        [`le gusta el azul (${scene.phone})`],
      );
      if (row?.["notes"] !== 1 || row["calls"] !== 1) throw new Error(`not one effect: ${JSON.stringify(row)}`);
    },
    expected: answeredOnce,
  },
  "a question to a model": {
    prepare: async (scene) => {
      scene.stage.think((messages) => ({ texts: [echo(messages)], asks: true }));
      asked.set(scene.phone, scene.stage.modelCalls());
    },
    act: (scene) => scene.says("hola"),
    async finish(scene) {
      await scene.stage.untilQuiet();
      const calls = scene.stage.modelCalls() - Number(asked.get(scene.phone));
      // What was answered and not written is the one thing that may be asked twice; what is written is counted, all of it once.
      const [row] = await scene.stage.database.rows(
        `select count(*)::int as calls, sum(input_tokens + output_tokens)::int as tokens,
           (select used_tokens::int from token_budgets b where b.conversation_id = $1) as used,
           (select count(*)::int from agent_steps s join agent_runs r on r.id = s.run_id
             where r.conversation_id = $1 and s.name = 'model.question' and s.status = 'ok') as steps
         from model_calls where conversation_id = $1`,
        [await conversationOf(scene)],
      );
      const told = JSON.stringify({ ...row, made: calls });
      if (row?.["steps"] !== 1 || row["used"] !== row["tokens"]) throw new Error(`the ledger does not add up: ${told}`);
      if (Number(row["calls"]) > calls || calls > 2) throw new Error(`the model was asked too often: ${told}`);
    },
    expected: answeredOnce,
  },
  "a long conversation": {
    prepare: hasLongBeenGoingOn,
    act: (scene) => scene.says("sigamos"),
    finish: (scene) => summedUp(scene, 2),
    expected: ({ said }) => [said.map((text) => echo([text]))],
  },
  "a summary that fails": {
    async prepare(scene) {
      await hasLongBeenGoingOn(scene);
      scene.stage.refuse(true);
    },
    act: (scene) => scene.says("sigamos"),
    async finish(scene) {
      scene.stage.refuse(false);
      await summedUp(scene, 14);
    },
    expected: ({ said }) => [said.map((text) => echo([text]))],
  },
  "an operator's yes": {
    async prepare(scene) {
      scene.stage.think((messages) => ({ texts: [echo(messages)], refunds: true }));
      await scene.says("devolver");
      const sql = "select from agent_runs where conversation_id = $1 and status = 'waiting_confirmation'";
      await comesToPass(scene, sql, await conversationOf(scene));
    },
    async act(scene) {
      const conversation = await conversationOf(scene);
      const sql = "select id::text from agent_runs where conversation_id = $1";
      const [run] = await scene.stage.database.rows(sql, [conversation]);
      const say = (url: string) =>
        scene.stage
          .command(url, `/internal/agent/runs/${run?.["id"]}/confirm`, { ...OPERATOR, decision: "approve" })
          .catch(() => 0);
      if ((await say(scene.subject.url)) !== 200) {
        // Said again, because nobody said that it counts. If it did, it is decided.
        const again = await say(scene.stage.doorUrl);
        if (again !== 200 && again !== 409) throw new Error(`the second yes was ${again}`);
      }
      await holds(
        scene.stage,
        "select from confirmations where conversation_id = $1 and status = 'approved'",
        conversation,
      );
    },
    // Cut off between its mark and its result, the call is in doubt: it is not made again, and nothing is claimed.
    expected: ({ said }) => [[echo(said)], [FALLBACK]],
  },
  "an operator's command": {
    prepare: soldOnce,
    async act(scene) {
      const path = `/internal/agent/conversations/${await conversationOf(scene)}/tools`;
      const command = { tool: "order", input: { amount: 1 }, idempotencyKey: scene.phone };
      if ((await scene.stage.command(scene.subject.url, path, command).catch(() => 0)) === 202) return;
      if ((await scene.stage.command(scene.stage.doorUrl, path, command)) !== 202) throw new Error("it was not taken");
    },
    async finish(scene) {
      await scene.stage.untilQuiet();
      const sql = `select from agent_runs where conversation_id = $1
        and (outcome = 'executed' or failure_code = 'tool_in_doubt')`;
      await holds(scene.stage, sql, await conversationOf(scene));
    },
    expected: answeredOnce,
  },
  "an operator's word in mid-turn": {
    prepare: async (scene) => firstThought(scene.stage, async () => void (await handback(scene, scene.stage.doorUrl))),
    act: (scene) => scene.says("hola"),
    expected: answeredOnce,
  },
  "a second message in mid-turn": {
    prepare: async (scene) => firstThought(scene.stage, () => scene.says("otra cosa")),
    act: (scene) => scene.says("hola"),
    expected: answeredOnce,
  },
  "a new sale after an order": {
    async prepare(scene) {
      await soldOnce(scene);
      scene.stage.think((messages) => ({ texts: [echo(messages)], startsAnew: true }));
    },
    act: (scene) => scene.says("quiero otro"),
    expected: answeredOnce,
  },
  "a failing agent": {
    prepare: async ({ stage }) => {
      let isFirst = true;
      stage.think((messages) => {
        const fails = isFirst;
        isFirst = false;
        return { texts: [echo(messages)], fails };
      });
    },
    act: (scene) => scene.says("hola"),
    expected: answeredOnce,
  },
  "an agent that fails for good": {
    prepare: async ({ stage }) => stage.think(() => ({ texts: [], fails: true })),
    act: (scene) => scene.says("hola"),
    expected: () => [[FALLBACK]],
  },
  "a long turn": {
    prepare: async (scene) =>
      firstThought(scene.stage, () => eventually("its lease was renewed", scene.isOver, 10_000).catch(() => {})),
    act: (scene) => scene.says("hola"),
    expected: answeredOnce,
  },
  "a stop in mid-turn": {
    prepare: async (scene) =>
      firstThought(scene.stage, async () => {
        scene.subject.child.send({ kind: "stop" });
        await eventually("its turns were given back", scene.isOver, 10_000).catch(() => {});
      }),
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
  "a handback": {
    async prepare(scene) {
      await echoing(scene);
      await scene.says("hola");
      await scene.stage.untilQuiet();
    },
    async act(scene) {
      if ((await handback(scene, scene.subject.url)) !== 200) {
        if ((await handback(scene, scene.stage.doorUrl)) !== 200)
          throw new Error("the conversation was not given back");
      }
    },
    expected: answeredOnce,
  },
  "a dead letter that is tried again": {
    async prepare(scene) {
      scene.stage.think(() => ({ texts: [], fails: true }));
      await scene.says("hola");
      await scene.stage.untilQuiet();
      await echoing(scene);
    },
    async act(scene) {
      const sql = "select id::text from agent_runs where conversation_id = $1";
      const [run] = await scene.stage.database.rows(sql, [await conversationOf(scene)]);
      const retry = (url: string) =>
        scene.stage.command(url, `/internal/agent/runs/${run?.["id"]}/retry`).catch(() => 0);
      if ((await retry(scene.subject.url)) === 202) return;
      // Asked again, because nobody said that it was done. If it was, it is no dead letter any more.
      const again = await retry(scene.stage.doorUrl);
      if (again !== 202 && again !== 409) throw new Error(`the second retry was ${again}`);
    },
    expected: ({ said }) => [[FALLBACK, echo(said)]],
  },
  "a dead letter that is discarded": {
    async prepare(scene) {
      scene.stage.think(() => ({ texts: [], fails: true }));
      await scene.says("hola");
      await scene.stage.untilQuiet();
    },
    async act(scene) {
      await commandRun(scene, "discard", "discarded_by = 'prueba'");
    },
    expected: () => [[FALLBACK]],
  },
  "a run in segments that is called off": {
    async prepare(scene) {
      scene.stage.think((messages) => ({ texts: [echo(messages)], goesOn: true }));
      await scene.says("hola");
      await scene.stage.untilQuiet();
    },
    async act(scene) {
      await commandRun(scene, "cancel", "stopped = 'cancelled_by_operator'");
    },
    expected: ({ said }) => [[echo(said)]],
  },
  "a run in segments that is paused": {
    async prepare(scene) {
      scene.stage.think((messages) => ({ texts: [echo(messages)], goesOn: true }));
      await scene.says("hola");
      await scene.stage.untilQuiet();
    },
    async act(scene) {
      await commandRun(scene, "pause", "paused_at is not null");
      await commandRun(scene, "resume", "paused_at is null and paused_by is null");
      await commandRun(scene, "cancel", "stopped = 'cancelled_by_operator'");
    },
    expected: ({ said }) => [[echo(said)]],
  },
  "a task that is worked off": {
    async prepare(scene) {
      await echoing(scene);
      await scene.says("hola");
      await scene.stage.untilQuiet();
      const sql = `insert into tasks (workspace_id, id, conversation_id, run_id, title, priority, data, created_at, updated_at)
        select workspace_id, id, conversation_id, id, 'llamar', 'high', '{}', now(), now() from agent_runs
        where conversation_id = $1`;
      await scene.stage.database.rows(sql, [await conversationOf(scene)]);
    },
    async act(scene) {
      const conversation = await conversationOf(scene);
      const [task] = await scene.stage.database.rows("select id::text from tasks where conversation_id = $1", [
        conversation,
      ]);
      for (const [command, body] of [
        ["assign", { ...OPERATOR, assignee: "ana" }],
        ["complete", OPERATOR],
      ] as const) {
        const path = `/internal/agent/tasks/${task?.["id"]}/${command}`;
        if ((await scene.stage.command(scene.subject.url, path, body).catch(() => 0)) !== 200) {
          await scene.stage.command(scene.stage.doorUrl, path, body);
        }
      }
      const sql = `select from tasks where conversation_id = $1 and assignee = 'ana' and closed_by = 'prueba'`;
      await holds(scene.stage, sql, conversation);
    },
    expected: answeredOnce,
  },
  "a person's reply": {
    async prepare(scene) {
      await echoing(scene);
      await scene.says("hola");
      await scene.stage.untilQuiet();
      const path = `/internal/agent/conversations/${await conversationOf(scene)}/takeover`;
      await scene.stage.command(scene.stage.doorUrl, path, OPERATOR);
    },
    // Whoever does not hear an answer sends it again: by its key it is the same reply.
    act: (scene) => insists(scene, "messages", { text: "le habla Ana", idempotencyKey: `ana-${scene.phone}` }),
    expected: () => [[echo(["hola"]), "le habla Ana"]],
  },
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
    // That we are at it may be left out where the database was away; the answer may not. After a pause the time for it is over:
    // the message is answered as one without words (its mark, a reaction, is refused by this provider).
    expected: ({ said }) =>
      [[echo(said)], [echo([]).trim()]].flatMap((answer) => [
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
  "something that is learnt": {
    prepare: echoing,
    async act(scene) {
      await scene.says("me llamo Ana");
      const known = `select from contact_facts f join contact_aliases a on a.contact_id = f.contact_id
        where a.value = $1 and f.value = 'Ana'`;
      await comesToPass(scene, known, scene.phone);
    },
    async finish({ stage, phone }) {
      const rows = await stage.database.rows(
        `select f.ended from contact_facts f join contact_aliases a on a.contact_id = f.contact_id where a.value = $1
         union all select 'queued' from memory_queue q join contact_aliases a on a.contact_id = q.contact_id where a.value = $1`,
        [phone],
      );
      if (rows.length !== 1) throw new Error(`one thing was said, and the memory holds ${JSON.stringify(rows)}`);
    },
    expected: answeredOnce,
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
      // By the database's clock, which other scenarios have moved on.
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
};

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

function notice(account: string, field: string, value: object): unknown {
  return { object: "whatsapp_business_account", entry: [{ id: account, changes: [{ field, value }] }] };
}

/** Fails when the query finds nothing. */
export async function holds(stage: Stage, sql: string, about: string): Promise<void> {
  if ((await stage.database.rows(sql, [about])).length === 0) throw new Error(`nothing was found by: ${sql}`);
}

export function openScene(stage: Stage, subject: Subject, n: number): Scene {
  const phone = `5730${String(n).padStart(8, "0")}`;
  const said: string[] = [];
  return {
    stage,
    subject,
    phone,
    phoneNumberId: SHOP_NUMBER,
    said,
    async says(text, door) {
      said.push(text);
      const body = textWebhook(phone, `wamid.${phone}.${said.length}`, text);
      await stage.deliver(body, ...(door === undefined ? [] : [door]));
    },
    isOver: () => subject.wasHit() || subject.hasEnded(),
  };
}
