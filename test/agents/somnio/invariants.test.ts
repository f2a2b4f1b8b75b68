import fc from "fast-check";
import { expect, test } from "vitest";
import { PACKS } from "../../../src/agents/somnio/catalogue.ts";
import { TEMPLATES } from "../../../src/agents/somnio/choose-templates.ts";
import { INFORMATIONAL } from "../../../src/agents/somnio/intents.ts";
import {
  ASKS_TO_BUY,
  CLARIFICATION,
  GOODBYE,
  HANDOFF_NOTICES,
  NO_HURRY,
  SHOWS_PACKS,
  SOMNIO_TEXTS,
} from "../../../src/agents/somnio/notices.ts";
import { formatCop } from "../../../src/flow/format-cop.ts";
import { foldText } from "../../../src/nlu/fold-text.ts";
import { talk } from "./talk.ts";

const ALL_TEXTS = [
  ...TEMPLATES.map((template) => template.text),
  ...Object.values(HANDOFF_NOTICES),
  ...Object.values(SOMNIO_TEXTS),
  CLARIFICATION,
  GOODBYE,
  NO_HURRY,
];

test("prices are those of the catalogue, written as in Colombia", () => {
  expect(PACKS.map((pack) => pack.priceCop)).toEqual([79_900, 129_900, 169_900]);
  expect([0, 999, 79_900, 1_234_567].map(formatCop)).toEqual(["$0", "$999", "$79.900", "$1.234.567"]);
  const known = new Set(["$79.900", "$129.900", "$169.900", "$64.950", "$29.900", "$69.800"]);
  for (const price of ALL_TEXTS.flatMap((text) => text.match(/\$[\d.]*\d/g) ?? [])) expect(known).toContain(price);
});

test("each informational intent has a core answer for the first visit and one for a repeat", () => {
  for (const intent of INFORMATIONAL) {
    for (const visitType of ["primera_vez", "siguientes"]) {
      const own = TEMPLATES.filter((template) => template.intent === intent && template.visitType === visitType);
      expect(own.filter(({ priority }) => priority === "CORE").length, `${intent} ${visitType}`).toBeGreaterThan(0);
    }
  }
});

test("ids and texts of templates are unique", () => {
  expect(new Set(TEMPLATES.map(({ id }) => id)).size).toBe(TEMPLATES.length);
  expect(new Set(TEMPLATES.map(({ text }) => foldText(text))).size).toBe(TEMPLATES.length);
});

test("no text has an unresolved variable, an English word of ours, or a mark that opens and does not close", () => {
  for (const text of ALL_TEXTS) {
    expect(text).not.toMatch(/\{\{|\}\}|\$\{|undefined|NaN|null/);
    expect(text.split("*").length % 2, text).toBe(1);
    expect([...text].filter((sign) => sign === "¿").length, text).toBe([...text].filter((sign) => sign === "?").length);
    expect(text.length, text).toBeLessThanOrEqual(4_096);
    // Somnio says "usted".
    expect(foldText(text)).not.toMatch(/\b(?:tu|te|ti|contigo|tienes|puedes|quieres|necesitas)\b/);
  }
});

test("a text that asks whether to buy is recognised as one, and only such a text", () => {
  const asking = TEMPLATES.filter(({ text }) => ASKS_TO_BUY.test(foldText(text))).map(({ id }) => id);
  expect(asking).toEqual(["somnio.precio.primera_vez.1", "somnio.info_promociones.primera_vez.1"]);
  expect(ASKS_TO_BUY.test(foldText(CLARIFICATION))).toBe(false);
  const showing = new Set(TEMPLATES.filter(({ text }) => SHOWS_PACKS.test(foldText(text))).map(({ intent }) => intent));
  expect([...showing]).toEqual(["precio", "info_promociones"]);
});

const said = fc.constantFrom(
  "hola",
  "¿cuánto vale?",
  "¿cómo se toma, cuánto vale y dónde quedan?",
  "hola, ¿qué trae, hacen envíos y tiene invima?",
  "ok",
  "jaja",
  "¿sí sirve?",
  "¿tiene contraindicaciones?",
  "¿qué promociones hay?",
  "y eso cómo así",
  "¿cómo pago?",
  "lo voy a pensar",
  "asdfgh",
  "quiero comprar y saber qué trae",
);

test("whatever is said: at most three messages, none empty, a reason for each decision, no silent handoff", () => {
  fc.assert(
    fc.property(fc.array(said, { minLength: 1, maxLength: 12 }), (messages) => {
      const customer = talk();
      for (const message of messages) {
        const decision = customer.says(message);
        expect(decision.messages.length).toBeLessThanOrEqual(3);
        expect(decision.messages.every(({ text = "" }) => text.trim() !== "")).toBe(true);
        expect(new Set(decision.messages.map(({ text }) => text)).size).toBe(decision.messages.length);
        expect(decision.why.length).toBeGreaterThan(0);
        expect(decision.intentInfo).not.toBeNull();
        if (decision.handoff !== null) expect(decision.messages.length).toBeGreaterThan(0);
      }
    }),
  );
});

test("no first-visit template is ever sent twice in a session", () => {
  fc.assert(
    fc.property(fc.array(said, { minLength: 1, maxLength: 15 }), (messages) => {
      const customer = talk();
      for (const message of messages) customer.says(message);
      const firstVisits = customer.session().templatesEnviados.filter((id) => id.includes(".primera_vez."));
      expect(new Set(firstVisits).size).toBe(firstVisits.length);
      const seen = customer.session().intentsVistos.map(({ intent }) => intent);
      expect(new Set(seen).size).toBe(seen.length);
    }),
  );
});
