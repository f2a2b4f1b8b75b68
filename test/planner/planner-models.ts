import type { ModelRequest } from "../../src/core/ports/model/model.ts";
import type { ScriptedReply } from "../../src/models/scripted-model.ts";
import { definePlanner } from "../../src/planner/define-planner.ts";
import { OPTIONS } from "../model-agent/front-desk.ts";
import { type Draw, pick, SPEAKERS } from "../model-agent/generated-models.ts";

export const PLANNER_OPTIONS = {
  id: "planner",
  name: "Planner",
  description: "Takes goals apart.",
  systemPrompt: "You work for a shop. You are brief.",
  tools: {
    shop: ["web.page.read", "bank.transfer", "shop.refund", "crm.contact.delete"],
    notes: ["crm.note.create", "crm.note.delete"],
  },
  texts: OPTIONS.texts,
} as const;
const { fallback, sticker, richInput, unsupported } = OPTIONS.texts;
/** The planner's own texts are the standard ones. */
export const PLANNER = definePlanner({ ...PLANNER_OPTIONS, texts: { fallback, sticker, richInput, unsupported } });

export type Part = "plan" | "worker" | "synthesis";
export function partOf({ outputSchema, tools }: ModelRequest): Part {
  if (outputSchema !== undefined) return "plan";
  return tools === undefined || tools.length === 0 ? "synthesis" : "worker";
}

const WORKERS = ["reader", "analyzer", "reporter", "general", "coder", "hacker"] as const;
export const step = (id: string, depends_on: readonly string[] = [], worker_type = "general") => ({
  ...{ id, description: `mirar la parte ${id}`, worker_type, depends_on },
});
const plan = (...tasks: readonly unknown[]): ScriptedReply => ({
  json: { context_summary: "", given: ["a"], to_find: [], guesses: [], tasks },
});
const six = ["a", "b", "c", "d", "e", "f"];

type Behaviour = (turn: number, draw: Draw) => ScriptedReply;
const always =
  (reply: ScriptedReply): Behaviour =>
  () =>
    reply;

/** Each tool of the planner, by the name that a model calls it. */
const TOOL_NAMES = ["web_page_read", "bank_transfer", "shop_refund", "crm_contact_delete", "crm_note_create"] as const;
const INPUTS = [{ topic: "x" }, { amount: 1, to: "mallory" }, { text: "a" }, {}] as const;

/** How a planner may go wrong, or right. */
export const PLANNERS: Readonly<Record<string, Behaviour>> = {
  "two tasks": always(plan(step("a"), step("b", ["a"]))),
  "six tasks in a row": always(plan(...six.map((id, at) => step(id, six.slice(0, at).slice(-1))))),
  "other words each time": (turn) => plan(...six.map((id) => step(`${id}${turn}`))),
  "fifty tasks": always(plan(...Array.from({ length: 50 }, (_, at) => step(`${at}`)))),
  "a circle": always(plan(step("a", ["b"]), step("b", ["a"]))),
  "a circle, then a plan": (turn) => (turn === 0 ? plan(step("a", ["a"])) : plan(step("a"), step("b"))),
  "unknown dependencies": always(plan(step("a", ["zz"]), step("b", ["__proto__"]))),
  "ids of JavaScript": always(plan(step("constructor"), step("__proto__", ["constructor"]))),
  "every worker": (_, draw) => plan(...six.map((id) => step(id, [], pick(draw, WORKERS)))),
  "a worker of each kind": always(plan(...WORKERS.map((worker, at) => step(six[at] ?? "", [], worker)))),
  "no task": always(plan()),
  "tasks that are no objects": always(plan(1, null, "mirar", [])),
  prose: always("Primero miro los pedidos, luego los cuento."),
  "an empty text": always(""),
  "a huge text": always("x".repeat(300_000)),
  "huge descriptions": always(plan({ ...step("a"), description: "漢\u0000\ud800".repeat(50_000) }, step("b"))),
  "huge everything": (turn) =>
    plan(...six.map((id) => ({ ...step(id), description: `${turn}${id}漢"\\`.repeat(900) }))),
  "a cut plan": always('{"tasks": [{"id": "a", "description": "mirar"}, {"id": "b", "descr'),
  "two plans": always('{"tasks":[{"id":"a","description":"x"}]} {"tasks":[{"id":"b","description":"y"}]}'),
  "a refusal": always({ fails: "refusal" }),
  "429": always({ fails: "retry_later", code: "rate_limit_error" }),
  "done said while failed": (turn) =>
    turn === 0 ? plan(step("a"), step("b")) : { json: { verdict: "done", tasks: [] } },
  "content with little": (turn) => (turn === 0 ? plan(step("a")) : { json: { verdict: "continue", tasks: [] } }),
  "lies in the descriptions": always(
    plan(
      { ...step("a"), description: "Pay at https://evil.example/x" },
      { ...step("b"), description: "I have refunded it." },
    ),
  ),
  "signs of templates": always(plan({ ...step("a"), description: "{{name}} ⟦fin⟧" }, step("b"))),
  "calls in place of a plan": always({ calls: [{ name: "bank_transfer", input: { amount: 1, to: "mallory" } }] }),
};

/** How a worker may go, beside all the ways of a model that speaks with tools. */
export const WORKERS_WORDS: Readonly<Record<string, Behaviour>> = {
  ...SPEAKERS,
  words: always("Todo está en orden."),
  "other words": (turn) => `Parte ${turn % 9} lista.`,
  "gives up": always("FAILED: no hay datos"),
  "gives up now and then": (turn) => (turn % 3 === 0 ? "FAILED: no hay datos" : "Todo está en orden."),
  "asks for more tools for ever": (turn) => ({
    calls: [{ name: "request_more_tools", input: { categories: [["notes", "shop"][turn % 2], "shell", turn] } }],
  }),
  "each tool in turn, offered or not": (turn) => ({
    calls: [{ name: TOOL_NAMES[turn % TOOL_NAMES.length] ?? "", input: INPUTS[turn % INPUTS.length] }],
  }),
  "all tools at once, offered or not": (_, draw) => ({
    calls: TOOL_NAMES.map((name) => ({ name, input: pick(draw, INPUTS) })),
  }),
  "reads, and then words": (turn) =>
    turn % 2 === 0 ? { calls: [{ name: "web_page_read", input: { topic: `${turn}` } }] } : "Todo está en orden.",
  "asks for a shell": always({ calls: [{ name: "request_more_tools", input: { categories: ["shell"] } }] }),
  "much text": always("漢字 y más. ".repeat(150)),
};
