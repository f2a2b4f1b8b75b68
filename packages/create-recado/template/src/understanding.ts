import { createOfflineReader, createRuleClassifier, phraseRules } from "recado/language";

const rules = phraseRules({
  hola: ["hola", "buenas", "buenos días", "buenas tardes"],
  precios: ["cuánto vale", "cuánto valen", "cuánto cuesta", "precios", "qué tienen"],
  horario: ["a qué hora", "horario", "están abiertos"],
  pedir: ["quiero una arepa", "quiero pedir", "para un pedido"],
  confirmar: ["confirmo", "así está bien"],
  no_gracias: ["no gracias", "no me interesa"],
  persona: ["una persona", "un asesor", "doña rosa"],
});

// A question about the mixta does not order it.
const choices = phraseRules({ sencilla: ["sencilla"], mixta: ["mixta"], combo: ["combo"] }).map((rule) => ({
  ...rule,
  unless: [/\?|\bcuanto\b/],
}));

export const reader = createOfflineReader({
  classifier: createRuleClassifier([...rules, ...choices], {
    greeting: "hola",
    joins: ["precios", "horario", "pedir"],
  }),
  fields: { given_name: "nombre", phone: "telefono", address: "direccion" },
  greeting: "hola",
});
