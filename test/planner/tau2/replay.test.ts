import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { canonicalJson } from "../../../src/core/canonical-json.ts";
import { modelSchemaFaults, strictModelSchema } from "../../../src/core/model/schema.ts";
import { openConversation, type ScriptedReply, scriptedModel } from "../../../src/doors/test.ts";
import { definePlanner } from "../../../src/index.ts";
import { announceShare, SEED_OF_THE_DAY } from "../../support/share-of-the-day.ts";
import { PLANNER, PLANNER_OPTIONS, partOf } from "../planner-models.ts";
import { answersOf, RETAIL_TOOLS, type RetailDb, WRITE_NAMES } from "./retail-shop.ts";

/**
 * The gold actions of τ²-bench's retail tasks (MIT, see LICENSE) by a scripted worker, through the planner and the policy: each
 * write waits for the customer's yes. The end state must be the benchmark's own, computed by its own tools (end-states.json).
 * `RECADO_TAU2` names a folder with `db.json` and `tasks.json` of `data/tau2/domains/retail`, commit a2c0247; a share ships.
 */
const WHOLE = process.env["RECADO_TAU2"];
const HERE = new URL(".", import.meta.url).pathname;
const ALL = 114;

interface Action {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}
interface Task {
  readonly id: string;
  readonly evaluation_criteria: { readonly actions: readonly Action[] | null };
}
const json = async <Shape>(path: string) => JSON.parse(await readFile(path, "utf8")) as Shape;
const db = await json<RetailDb>(WHOLE === undefined ? join(HERE, "share-db.json") : join(WHOLE, "db.json"));
const tasks = await json<Task[]>(WHOLE === undefined ? join(HERE, "share-tasks.json") : join(WHOLE, "tasks.json"));
const ends = await json<Record<string, { errors: number; state: string }>>(join(HERE, "end-states.json"));

/** The customer says yes to each change, which the benchmark's policy wants. */
const ASKS_THE_CUSTOMER = {
  name: "the_customer_says_yes",
  when: { tool: WRITE_NAMES, isApproved: [false] },
  decision: "confirm",
  audience: "customer",
  why: "a change of an order or an address waits for the customer's yes",
} as const;

/** At most six tasks of a plan, at most four calls a task in one round. */
function chunks(actions: readonly Action[]): Action[][] {
  const size = Math.max(1, Math.ceil(actions.length / 6));
  return Array.from({ length: Math.ceil(actions.length / size) }, (_, at) => actions.slice(at * size, (at + 1) * size));
}

async function play(task: Task) {
  const shop = structuredClone(db);
  const parts = chunks(task.evaluation_criteria.actions ?? []);
  const model = scriptedModel((request): ScriptedReply => {
    if (partOf(request) === "plan") {
      const made = parts.map((_, at) => ({
        ...{ id: `t${at}`, description: `mirar la parte ${at}`, worker_type: "general" },
        depends_on: at === 0 ? [] : [`t${at - 1}`],
      }));
      return { json: { tasks: made } };
    }
    if (partOf(request) === "synthesis") return "Todo está en orden.";
    const said = JSON.stringify(request.messages);
    const [, at = "0"] = said.match(/Your task: mirar la parte (\d+)/) ?? [];
    if (said.includes('"tool_result"')) return "Esa parte está lista.";
    const calls = (parts[Number(at)] ?? []).map(({ name, arguments: input }) => ({ name, input }));
    const offered = new Set(request.tools?.map(({ name }) => name));
    return calls.every(({ name }) => offered.has(name))
      ? { calls }
      : { calls: [{ name: "request_more_tools", input: { categories: ["shop"] } }] };
  });
  // The tools that the task needs come first, so that a question shows them.
  const needed = [...new Set(parts.flat().map(({ name }) => name))];
  const agent = definePlanner({ ...PLANNER_OPTIONS, tools: { shop: needed }, texts: PLANNER.texts });
  const answers = answersOf(shop);
  const made: string[] = [];
  const counted = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      (input: unknown) => {
        if (WRITE_NAMES.includes(name)) made.push(name);
        return answer(input);
      },
    ]),
  );
  const conversation = openConversation(agent, {
    model,
    tools: RETAIL_TOOLS,
    answers: counted,
    policy: [ASKS_THE_CUSTOMER],
  });
  await conversation.says("haga lo que le pedí");
  const madeUnasked = made.length;
  const writes = parts.flat().filter(({ name }) => WRITE_NAMES.includes(name)).length;
  for (let yes = 0; yes < writes; yes += 1) await conversation.says("sí");
  return { madeUnasked, made: made.length, state: stateOf(shop) };
}

/** What has changed, as a hash: money in whole cents, so that both sides add up the same. */
function stateOf(shop: RetailDb): string {
  const rounded = (value: unknown): unknown => {
    if (typeof value === "number") return Math.round(value * 100) / 100;
    if (Array.isArray(value)) return value.map(rounded);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, inner]) => inner !== null && inner !== undefined)
        .map(([name, inner]) => [name, rounded(inner)]),
    );
  };
  const changed: Record<string, Record<string, unknown>> = {};
  for (const part of ["orders", "users", "products"] as const) {
    for (const [id, row] of Object.entries(shop[part])) {
      if (canonicalJson(rounded(row)) !== canonicalJson(rounded(db[part][id]))) {
        changed[part] = { ...changed[part], [id]: rounded(row) };
      }
    }
  }
  return createHash("sha256").update(canonicalJson(changed)).digest("hex").slice(0, 32);
}

test(`gold actions of ${tasks.length} retail tasks reach the benchmark's own end state, and no write happens before a yes`, async () => {
  const whole = "RECADO_TAU2=<data/tau2/domains/retail> npm test -- test/planner/tau2";
  announceShare({ stage: "τ² retail tasks", played: tasks.length, of: ALL, seed: SEED_OF_THE_DAY, whole });
  const missed: string[] = [];
  let writes = 0;
  for (const task of tasks) {
    const { madeUnasked, made, state } = await play(task);
    expect([task.id, madeUnasked]).toEqual([task.id, 0]);
    writes += made;
    if (state !== ends[task.id]?.state) missed.push(task.id);
  }
  expect(writes).toBeGreaterThan(0);
  expect(missed).toEqual([]);
}, 600_000);

test("the schemas of its tools pass our compiler with every field", async () => {
  type Schema = { description: string; parameters: Record<string, unknown> };
  const schemas = await json<Record<string, Schema>>(join(HERE, "tool-schemas.json"));
  expect(Object.keys(schemas).toSorted()).toEqual(RETAIL_TOOLS.map(({ name }) => name).toSorted());
  for (const [name, { parameters }] of Object.entries(schemas)) {
    const strict = strictModelSchema({ ...parameters, additionalProperties: false });
    const fields = (schema: Record<string, unknown>) => Object.keys((schema["properties"] ?? {}) as object);
    // A tool without inputs is called with {}.
    const faults = fields(parameters).length === 0 ? [] : modelSchemaFaults([strict]);
    expect([name, faults, fields(strict)]).toEqual([name, [], fields(parameters)]);
  }
});
