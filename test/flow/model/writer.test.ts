import { expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { defineFlowAgent } from "../../../src/flow/define-flow-agent.ts";
import { paraphraseFault } from "../../../src/flow/model/same-facts.ts";
import { createSandboxConversation } from "../../../src/lab/memory/sandbox-conversation.ts";
import type { ScriptedReply } from "../../../src/models/scripted-model.ts";
import { turnModel, withModel } from "../../support/turn-model.ts";

/** Asked until only lead-ins are left; the last decision, and which questions the model got. */
async function asksAgain(
  times: number,
  reply: (texts: readonly string[]) => ScriptedReply | null,
  state: "free" | "near" = "free",
) {
  const model = turnModel(
    ({ key, messages }) => {
      if (key !== "paraphrase") return null;
      const [part] = messages[0]?.content ?? [];
      const text = part?.type === "text" ? part.text : "";
      return reply([...text.matchAll(/⟦texto⟧\n([\s\S]*?)\n⟦fin⟧/g)].map(([, one = ""]) => one));
    },
    { state },
  );
  const conversation = createSandboxConversation(withModel(somnioFlow, model));
  const said: string[][] = [];
  for (let time = 0; time < times; time += 1) {
    const { heard } = await conversation.hear(["cuánto vale?"]);
    said.push([...heard]);
  }
  return { said, keys: model.questions.map(({ key }) => key) };
}

const LEAD_INS = somnioFlow.definition.leadIns;
const wordedAnew = (text: string) => text.replace(/^./, (letter) => `Claro, ${letter.toLowerCase()}`);

test("a first visit and the shop's own repeats are never worded anew; what would be said twice is (A26)", async () => {
  const { said, keys } = await asksAgain(4, (texts) => ({ json: { texts: texts.map(wordedAnew) } }));
  const { said: alone } = await asksAgain(4, () => null);
  const first = alone.findIndex((heard) => heard.some((text) => LEAD_INS.some((leadIn) => text.startsWith(leadIn))));
  expect(first).toBeGreaterThan(0);
  expect(said.slice(0, first)).toEqual(alone.slice(0, first));
  expect(said[first]?.[0]).toMatch(/^Claro, /);
  expect(keys.length).toBe(4 - first);
});

test.each<[string, (texts: readonly string[]) => ScriptedReply | null]>([
  ["another price", (texts) => ({ json: { texts: texts.map((text) => text.replace(/\d[\d.]*/, "9.900")) } })],
  ["a failure", () => ({ fails: "retry_later" })],
  ["prose", () => "con gusto"],
  ["too few texts", () => ({ json: { texts: [] } })],
  ["a flood", (texts) => ({ json: { texts: texts.map((text) => text.repeat(9)) } })],
  ["nothing", () => null],
])("with %s the shop's own text goes out", async (_, reply) => {
  const { said } = await asksAgain(4, reply);
  const { said: alone } = await asksAgain(4, () => null);
  expect(said).toEqual(alone);
});

test("near the end of the budget nothing is worded anew", async () => {
  expect((await asksAgain(4, () => null, "near")).keys).toEqual([]);
});

const ORIGINAL =
  "El frasco vale *$79.900* y el envío es gratis a toda Colombia. No tiene costo adicional, paga al recibir.";

test.each([
  "Le recuerdo: el frasco vale *$79.900* y el envío es gratis a toda Colombia. No tiene costo adicional, paga al recibir.",
  "El envío es gratis a toda Colombia y el frasco vale *$79.900*. Sin costo adicional: paga al recibir.",
])("the same facts in other words are a paraphrase: %s", (text) => {
  expect(paraphraseFault(ORIGINAL, text, "spanish")).toBeNull();
});

test.each([
  ["other numbers", ORIGINAL.replace("79.900", "7.900")],
  ["other numbers", `${ORIGINAL} 24`],
  ["other numbers in words", ORIGINAL.replace("El frasco", "Dos frascos")],
  ["other names", ORIGINAL.replace("Colombia", "Bogotá")],
  ["other links", `${ORIGINAL.replace("adicional", "")} pague.co/x`],
  ["other conditions", ORIGINAL.replace("gratis", "incluido")],
  ["other conditions", ORIGINAL.replace("paga al recibir", "paga anticipado")],
  ["other negations", ORIGINAL.replace("No tiene", "Tiene")],
  ["other questions", ORIGINAL.replace("recibir.", "recibir, ¿sí?")],
  ['without "$79.900"', ORIGINAL.replace("*$79.900*", "79900")],
  ["too short", "$79.900"],
  ["too long", `${ORIGINAL} y así las cosas mi estimada clienta que tanto apreciamos`],
  ["other things are said", "Ganamos el mundial jugando contra Holanda. Colombia *$79.900* gratis no y"],
  ["a hole or a fence", ORIGINAL.replace("adicional", "{{x}}")],
])("%s is no paraphrase", (fault, text) => {
  expect(paraphraseFault(ORIGINAL, text, "spanish")).toMatch(fault === "other things are said" ? /^other/ : fault);
});

test.each<[string, ScriptedReply | null, boolean]>([
  ["says it tells nothing new", { json: { repeats: [true] } }, true],
  ["fails", { fails: "retry_later" }, false],
  ["answers for another number of texts", { json: { repeats: [true, true] } }, false],
  ["is not asked", null, false],
])("what was said in part is left out where the model %s, else told", async (_, reply, isLeftOut) => {
  const { reader } = somnioFlow.definition;
  const agent = defineFlowAgent({ ...somnioFlow.definition, reader: { ...reader, compareGist: () => "partly" } });
  const model = turnModel(({ key }) => (key === "gist" ? reply : null));
  const { decision } = await createSandboxConversation(withModel(agent, model), { said: ["algo ya dicho"] }).hear([
    "¿cómo es el envío?",
  ]);
  const { decision: alone } = await createSandboxConversation(agent, { said: ["algo ya dicho"] }).hear([
    "¿cómo es el envío?",
  ]);
  expect(model.questions.map(({ key, purpose }) => [key, purpose])).toEqual([["gist", "writer"]]);
  expect(alone?.messages.length).toBeGreaterThan(1);
  expect(decision?.messages.length).toBe(isLeftOut ? 1 : alone?.messages.length);
});
