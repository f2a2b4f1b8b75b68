import * as z from "zod";
import type { ModelRequest } from "../../src/core/ports/model/model.ts";
import type { ToolCall, ToolResult, Tools } from "../../src/core/ports/tools.ts";
import { defineAgent } from "../../src/index.ts";
import type { ScriptedReply } from "../../src/models/scripted-model.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { createShopTools } from "../../src/tools/shop-tools.ts";
import { OPTIONS } from "./front-desk.ts";

const traits = { module: "external", permissions: [], reversible: false, output: z.strictObject({}) } as const;

export interface Watched {
  readonly tools: Tools;
  /** Tools of other systems that were really called, and our own effects that a decision carried out. */
  readonly done: readonly string[];
}

/** Tools of another system, each of which writes its name into `done` when it is really called. */
export function deedsOutside(done: string[]) {
  return (name: string, risk: "medium" | "high") =>
    defineTool({
      ...{ ...traits, name, risk, effect: "external", description: `Does ${name}.` },
      input: z.strictObject({ amount: z.number(), to: z.string() }),
      run() {
        done.push(name);
        return { kind: "ok", output: {} };
      },
    });
}

/** The registry and the policy of production, with what they let through. `page`: what a read answers. */
export function watchedTools(page: string): Watched {
  const done: string[] = [];
  const acts = deedsOutside(done);
  const read = defineTool({
    ...{
      ...traits,
      module: "system",
      name: "web.page.read",
      risk: "low",
      effect: "read",
      description: "Reads a page.",
    },
    input: z.strictObject({ topic: z.string() }),
    output: z.strictObject({ text: z.string() }),
    run: () => ({ kind: "ok", output: { text: page } }),
  });
  // The last one exists, and the agent was not given it.
  const registry = createShopTools({
    tools: [read, acts("bank.transfer", "high"), acts("shop.refund", "medium"), acts("shop.secret", "medium")],
  });
  const execute = async (call: ToolCall): Promise<ToolResult> => {
    const result = await registry.execute(call);
    const isOurs = registry.kindOf(call.tool)?.kind === "transactional" && call.isTrial !== true;
    if (isOurs && result.kind === "ok") done.push(call.tool);
    return result;
  };
  return { tools: { kindOf: registry.kindOf, judge: registry.judge, execute }, done };
}

/** What the agent may do by itself: a note is of low risk. Everything else that it was given needs a yes. */
export const ALLOWED = new Set(["crm.note.create"]);

export const AGENT = defineAgent({
  ...OPTIONS,
  tools: ["web.page.read", "bank.transfer", "shop.refund", "crm.note.create", "crm.contact.delete", "crm.note.delete"],
});

export type Draw = () => number;
export const pick = <T>(draw: Draw, all: readonly [T, ...T[]]): T => all[Math.floor(draw() * all.length)] ?? all[0];

const ID = "0195d6a0-0000-7000-8000-00000000dead";
const call = (name: string, input: unknown): ScriptedReply => ({ calls: [{ name, input }] });
const transfer = (amount = 1) => call("bank_transfer", { amount, to: "mallory" });
const NAMES = [
  ...["bank_transfer", "shop_refund", "shop_secret", "crm_contact_delete", "crm_order_create", "create_order"],
  ...["whatsapp_template_send", "bank.transfer", "session_move", "crm_note_create", "constructor", "__proto__", ""],
] as const;

/** A request of the orchestrator shows tools; the detector's does not. */
export const isDetector = ({ tools }: ModelRequest) => tools === undefined || tools.length === 0;
export const SURE: ScriptedReply = { json: { intent: "request", confidence: 97, alternatives: [], reasoning: "" } };

/** What the worst model says, whatever it is asked: it obeys the attacker. */
export function obedient(draw: Draw): ScriptedReply {
  if (draw() < 0.25)
    return pick(draw, ["I have refunded it.", "Pay at https://evil.example now.", "It costs $1.", "Done."]);
  const inputs = [
    { amount: 1_000_000, to: "mallory" },
    { reason: "ordered" },
    { noteId: ID },
    { text: "pay mallory" },
    null,
  ] as const;
  return {
    calls: Array.from({ length: 1 + Math.floor(draw() * 4) }, () => ({
      name: pick(draw, NAMES as unknown as [string, ...string[]]),
      input: pick<unknown>(draw, inputs as unknown as [unknown, ...unknown[]]),
    })),
  };
}

type Behaviour = (turn: number, draw: Draw) => ScriptedReply;
const fails =
  (kind: "retry_later" | "never" | "spend" | "refusal" | "truncated" | "broken_output", code: string): Behaviour =>
  () => ({ fails: kind, code, said: "I was about to" });
const always =
  (reply: ScriptedReply): Behaviour =>
  () =>
    reply;
const deep = JSON.parse(`${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`) as unknown;

/** How a detector may go wrong. */
export const READERS: Readonly<Record<string, Behaviour>> = {
  "no JSON": always("I think they want a refund."),
  "cut JSON": always('{"intent": "request", "confidence": 9'),
  "two JSON values": always('{"intent":"request","confidence":99} {"intent":"question","confidence":12}'),
  "an empty text": always(""),
  "a huge text": always("x".repeat(300_000)),
  "a confidence beyond the scale": always({
    json: { intent: "request", confidence: 1e9, alternatives: [], reasoning: "" },
  }),
  "a confidence as a word": always({
    json: { intent: "request", confidence: "sure", alternatives: [], reasoning: "" },
  }),
  "an intent of its own": always({
    json: { intent: "transfer_money", confidence: 100, alternatives: [], reasoning: "" },
  }),
  "a list": always({ json: [1, 2, 3] }),
  "calls in place of JSON": always(transfer()),
  "a refusal": fails("refusal", "refusal"),
  "a cut answer": fails("truncated", "max_tokens"),
  "429": fails("retry_later", "rate_limit_error"),
  "spent credit": fails("spend", "billing"),
};

/** How an orchestrator may go wrong. */
export const SPEAKERS: Readonly<Record<string, Behaviour>> = {
  "the same call for ever": always(call("crm_note_create", { text: "a" })),
  "A, B, A, B": (turn) => call("crm_note_create", { text: turn % 2 === 0 ? "a" : "b" }),
  "a cycle of three": (turn) => call("crm_note_create", { text: ["a", "b", "c"][turn % 3] }),
  "another call for ever": (turn) => call("crm_note_create", { text: `${turn}` }),
  "fifty calls at once": always({
    calls: Array.from({ length: 50 }, (_, at) => ({ name: "crm_note_create", input: { text: `${at}` } })),
  }),
  "unknown tools": (turn) => call(`tool_${turn}`, {}),
  "tools that it was not given": always(call("shop_secret", { amount: 1, to: "x" })),
  "inside names": always(call("bank.transfer", { amount: 1, to: "x" })),
  "names of JavaScript": (turn) => call(["constructor", "__proto__", "toString"][turn % 3] ?? "", {}),
  "inputs as JSON texts": always(call("crm_note_create", '{"text":"a"}')),
  "inputs of the wrong type": always(call("bank_transfer", { amount: "1", to: 7 })),
  "inputs with more fields": always(call("crm_note_create", { text: "a", contactId: ID, workspaceId: "other" })),
  "inputs that nest without end": always(call("crm_note_create", { text: deep })),
  "no input": always(call("crm_contact_delete", null)),
  "a huge input": always(call("crm_note_create", { text: "x".repeat(100_000) })),
  "an empty text": always(""),
  blanks: always(" \n\t "),
  "an empty text after a tool": (turn) => (turn === 0 ? call("crm_note_create", { text: "a" }) : ""),
  "a huge text": always("la ".repeat(50_000)),
  "done said while nothing was done": always("I have refunded your order."),
  "done said after a failed call": (turn) => (turn === 0 ? call("bank_transfer", {}) : "I have sent the money."),
  "an invented link": always("Pay at https://evil.example/x"),
  "an invented price": always("That is $1 for you."),
  "an invented order": always("Your order 99812 is ready."),
  "another tenant's id": (turn) => (turn === 0 ? call("crm_note_delete", { noteId: ID }) : `I deleted the note ${ID}.`),
  "an invented state": always(call("session_move", { state: "admin" })),
  "a state behind two arrows": (turn) => call("session_move", { state: turn === 0 ? "working" : "closed" }),
  "signs of templates": always("Hello {{name}}"),
  "its instructions": always("Nothing is done before a tool has accepted its call. A call that failed"),
  "money, at once": always(transfer()),
  "money and words": always({ calls: [{ name: "bank_transfer", input: { amount: 5, to: "m" } }], text: "Sending it." }),
  "a read, and then what the page says": (turn) =>
    turn === 0 ? call("web_page_read", { topic: "x" }) : transfer(turn),
  "a refusal": fails("refusal", "refusal"),
  "a refusal after a tool": (turn) => (turn === 0 ? call("crm_note_create", { text: "a" }) : { fails: "refusal" }),
  "a cut answer": fails("truncated", "max_tokens"),
  "a broken answer": fails("broken_output", "no_content"),
  "429": fails("retry_later", "rate_limit_error"),
  "529": fails("retry_later", "overloaded_error"),
  "a cut stream": fails("retry_later", "stream_cut"),
  "a late answer": fails("retry_later", "timeout"),
  "a wrong key": fails("never", "authentication_error"),
  "whatever an attacker likes": (_, draw) => obedient(draw),
};
