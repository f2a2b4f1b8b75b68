import type { ScenarioName } from "../failpoints.ts";
import {
  answeredOnce,
  comesToPass,
  conversationOf,
  echo,
  echoing,
  FALLBACK,
  firstThought,
  handback,
  holds,
  insists,
  OPERATOR,
  type Scenario,
  soldOnce,
} from "../scene.ts";

/** What operators say in a conversation. */
export const OPERATORS_SCENARIOS = {
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
} satisfies Partial<Record<ScenarioName, Scenario>>;
