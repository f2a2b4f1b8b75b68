import { eventually } from "../../support/shop.ts";
import type { ScenarioName } from "../failpoints.ts";
import {
  answeredOnce,
  comesToPass,
  conversationOf,
  echo,
  echoing,
  FALLBACK,
  firstThought,
  holds,
  OPERATOR,
  type Scenario,
  type Scene,
  soldOnce,
} from "../scene.ts";

/** An operator commands the run, at another door where the first one fails; the command must stand in the run's row. */
async function commandRun(scene: Scene, deed: "cancel" | "discard" | "pause" | "resume", done: string): Promise<void> {
  const { database, doorUrl, command } = scene.stage;
  const conversation = await conversationOf(scene);
  const [run] = await database.rows("select id::text from agent_runs where conversation_id = $1", [conversation]);
  const path = `/internal/agent/runs/${run?.["id"]}/${deed}`;
  if ((await command(scene.subject.url, path, OPERATOR).catch(() => 0)) !== 200) await command(doorUrl, path, OPERATOR);
  await holds(scene.stage, `select from agent_runs where conversation_id = $1 and ${done}`, conversation);
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

/** What a turn does, and how it fails. */
export const TURNS_SCENARIOS = {
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
} satisfies Partial<Record<ScenarioName, Scenario>>;
