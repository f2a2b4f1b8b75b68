import fc from "fast-check";
import { expect, test } from "vitest";
import { CLARIFICATION, questionsIn, SOMNIO_TEXTS } from "../../../src/agents/somnio/notices.ts";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { formatCop } from "../../../src/flow/definition/format-cop.ts";
import { foldText } from "../../../src/nlu/text/fold-text.ts";
import { generatedRuns } from "../../support/generated-runs.ts";
import { talk } from "./talk.ts";

const { templates, intents } = somnioFlow.definition;

test("prices are written as in Colombia", () => {
  expect([0, 999, 79_900, 1_234_567].map(formatCop)).toEqual(["$0", "$999", "$79.900", "$1.234.567"]);
});

test("each informational intent has a core answer for the first visit and one for a repeat", () => {
  for (const [intent, { effect }] of Object.entries(intents)) {
    if (effect !== "inform") continue;
    for (const visitType of ["primera_vez", "siguientes"]) {
      const own = templates.filter((template) => template.intent === intent && template.visitType === visitType);
      expect(own.filter(({ priority }) => priority === "CORE").length, `${intent} ${visitType}`).toBeGreaterThan(0);
    }
  }
});

test("ids and texts of templates are unique", () => {
  expect(new Set(templates.map(({ id }) => id)).size).toBe(templates.length);
  expect(new Set(templates.map(({ text }) => foldText(text))).size).toBe(templates.length);
});

test("what is said outside templates has no hole, no word of ours in English, and says usted", () => {
  for (const text of Object.values(SOMNIO_TEXTS)) {
    expect(text).not.toMatch(/\{\{|\}\}|\$\{|undefined|NaN|null/);
    expect([...text].filter((sign) => sign === "¿").length, text).toBe([...text].filter((sign) => sign === "?").length);
    expect(foldText(text)).not.toMatch(/\b(?:tu|te|ti|contigo|tienes|puedes|quieres|necesitas)\b/);
  }
});

test("a text that shows the packs is recognised as one; the clarification is no question whether to buy", () => {
  expect(questionsIn(CLARIFICATION)).toEqual([]);
  const showing = templates.filter(({ text }) => questionsIn(text).includes("packs"));
  expect([...new Set(showing.map(({ intent }) => intent))]).toEqual(["precio", "info_promociones", "ofrecer_promos"]);
  // Told by what was sent as by the words.
  const answers = showing.filter(({ intent }) => intent !== "ofrecer_promos");
  expect(answers.map(({ asks }) => asks?.includes("packs"))).toEqual(answers.map(() => true));
});

test("no answer begins with a yes: the question that it is given to may have another answer, or none that we know", () => {
  const beginsWithYes =
    /^(?:(?:ah|oh|uy|pues|bueno|hola|listo) ,? ?)*(?:si\b(?! (?:le|esta|tiene|mas|alguna))|claro|por supuesto|asi es|exacto|correcto|desde luego|como no|le confirmo que si|de una)/;
  const answers = templates.filter(({ intent }) => intents[intent]?.effect === "inform");
  const agreeing = answers.filter(({ text }) => beginsWithYes.test(foldText(text)));
  expect(agreeing.map(({ id, text }) => `${id}: ${text}`)).toEqual([]);
});

const said = fc.constantFrom(
  "hola",
  "¿cuánto vale?",
  "¿cómo se toma, cuánto vale y dónde quedan?",
  "hola, ¿qué trae, hacen envíos y tiene invima?",
  "ok",
  "jaja",
  "sí",
  "2",
  "¿sí sirve?",
  "¿tiene contraindicaciones?",
  "¿qué promociones hay?",
  "y eso cómo así",
  "¿cómo pago?",
  "lo voy a pensar",
  "asdfgh",
  "quiero comprar y saber qué trae",
  "Marta Lucía Ríos, cel 301 555 0142, Cll 45 #12-30 Laureles, Medellín, marta@ejemplo.co",
);
const conversation = fc.array(said, { minLength: 1, maxLength: 12 });

test("whatever is said: at most three messages, none empty, a reason for each decision, no silent handoff", async () => {
  await fc.assert(
    fc.asyncProperty(conversation, async (messages) => {
      const customer = talk();
      for (const message of messages) {
        const decision = await customer.says(message);
        expect(decision.messages.length).toBeLessThanOrEqual(3);
        expect(decision.messages.every(({ text = "" }) => text.trim() !== "")).toBe(true);
        expect(new Set(decision.messages.map(({ text }) => text)).size).toBe(decision.messages.length);
        expect(decision.why.length).toBeGreaterThan(0);
        expect(decision.intentInfo).not.toBeNull();
        if (decision.handoff !== null) expect(decision.messages.length).toBeGreaterThan(0);
      }
    }),
    generatedRuns("sound decisions of Somnio", 100),
  );
});

test("no answer is ever sent twice in a session, and no intent is seen twice", async () => {
  const answers = new Set(templates.filter(({ intent }) => intents[intent]?.effect === "inform").map(({ id }) => id));
  await fc.assert(
    fc.asyncProperty(conversation, async (messages) => {
      const customer = talk();
      for (const message of messages) await customer.says(message);
      const sent = customer.session().templatesEnviados.filter((id) => answers.has(id));
      expect(new Set(sent).size).toBe(sent.length);
      const seen = customer.session().intentsVistos.map(({ intent }) => intent);
      expect(new Set(seen).size).toBe(seen.length);
    }),
    generatedRuns("no answer twice", 100),
  );
});
