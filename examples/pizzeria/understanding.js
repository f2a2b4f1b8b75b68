// @ts-check
// What customers mean, by rules: no model, no key. Phrases are whole words; accents, capitals and doubled letters do not matter.
import { createOfflineReader, createRuleClassifier, foldText, phraseRules, readOrderLines } from "recado/language";
import { FLAVOURS, TOPPINGS } from "./menu.js";

/** What is asked about is not ordered: "¿cuánto vale la familiar?" chooses no size, "¿qué trae la hawaiana?" no flavour. */
const ASKS = /\?|\bcuanto\b|\bprecio\b|\bque (?:trae|lleva|tiene)\b|\btienen\b/;
const ORDERS = /\b(?:quiero|quisiera|regala|deme|dame|mandeme|manda|pido|pedir|encargar)\b/;

const QUESTIONS = phraseRules({
  hola: ["hola", "buenas", "buenos días", "buenas tardes", "buenas noches", "qué más"],
  precios: [
    "cuánto vale",
    "cuánto valen",
    "cuánto cuesta",
    "qué precio",
    "precios",
    "a cómo",
    "qué tamaños",
    "tamaños",
  ],
  sabores: ["sabores", "qué pizzas", "menú", "la carta", "qué tienen", "qué trae", "qué lleva"],
  adiciones: ["adiciones", "ingredientes", "adicionales"],
  domicilio: ["domicilios", "hacen domicilio", "domicilio", "cuánto se demora", "cuánto demora", "envían"],
  horario: ["horario", "a qué hora", "hasta qué hora", "abren", "están abiertos", "atienden"],
  ubicacion: ["dónde quedan", "dónde están", "ubicados", "la dirección de ustedes"],
  pago: ["cómo pago", "nequi", "daviplata", "tarjeta", "efectivo", "medios de pago", "formas de pago"],
});

const WISHES = phraseRules({
  pedir: [
    "quiero una pizza",
    "quiero pedir",
    "hacer un pedido",
    "para pedir",
    "una pizza por favor",
    "me regala una pizza",
  ],
  confirmar: ["confirmo", "confirmado", "así está bien", "está correcto", "todo correcto", "está perfecto"],
  despues: ["más tarde", "luego le escribo", "lo pienso", "todavía no", "ahorita no"],
  cancelar: ["cancelar", "cancele", "cancelen", "cancéleme", "anule", "anular", "ya no la mande", "no la manden"],
  no_gracias: ["no quiero nada", "ya no quiero", "no me interesa", "no gracias"],
  persona: ["una persona", "un asesor", "llame al mesero", "hablar con alguien", "el administrador"],
  reclamo: ["llegó fría", "no ha llegado", "mala", "pésimo", "reclamo", "una queja", "se equivocaron"],
});

const SIZE_WORDS = {
  personal: ["personal", "personales", "pequeña"],
  mediana: ["mediana", "medianas"],
  familiar: ["familiar", "familiares", "grande"],
};
const CHOICES = phraseRules(SIZE_WORDS).map((rule) => ({ ...rule, unless: [ASKS] }));

/** @param {string} text */
function isOrder(text) {
  const folded = foldText(text);
  return !ASKS.test(folded) || ORDERS.test(folded);
}

/**
 * The names of those whose words stand in the text, in the order of the menu, and what is left of it.
 * @param {string} text
 * @param {readonly { name: string, words: readonly string[] }[]} things
 */
function find(text, things) {
  let left = ` ${foldText(text)} `;
  const names = [];
  for (const { name, words } of things) {
    const said = words.map(foldText).find((word) => left.includes(` ${word} `));
    if (said === undefined) continue;
    names.push(name);
    left = left.replace(` ${said} `, "  ");
  }
  return { names, left };
}

/** @param {string} text */
function readFlavour(text) {
  return isOrder(text) ? (find(text, FLAVOURS).names[0] ?? null) : null;
}

/** @param {string} text */
function readToppings(text) {
  if (!isOrder(text)) return null;
  if (/\bsin adiciones\b|\bsin nada mas\b/.test(foldText(text))) return "N/A";
  // What belongs to the name of a flavour is no topping: "pollo con champiñones".
  const { names } = find(find(text, FLAVOURS).left, TOPPINGS);
  return names.length === 0 ? null : names.join(", ");
}

const readPizzas = readOrderLines({ packs: SIZE_WORDS, names: [...FLAVOURS, ...TOPPINGS], goods: ["pizza"] });

const DELIVERY = [
  { name: "pickup", words: ["recojo", "recoger", "recogerla", "paso por ella", "paso por la pizza", "para llevar"] },
  { name: "home", words: ["a domicilio", "el domicilio", "a la casa", "a mi casa"] },
];

/** @param {string} text */
function readDelivery(text) {
  const [way] = find(text, DELIVERY).names;
  if (way === undefined) return null;
  if (text.includes("?")) return way === "pickup" ? "asked" : null;
  return way === "pickup" ? "pickup" : "home";
}

export const reader = createOfflineReader({
  classifier: createRuleClassifier([...QUESTIONS, ...WISHES, ...CHOICES], {
    greeting: "hola",
    joins: ["precios", "sabores", "adiciones", "domicilio", "horario", "ubicacion", "pago", "pedir"],
  }),
  fields: { given_name: "nombre", phone: "telefono", address: "direccion", neighbourhood: "barrio" },
  ownFields: { sabor: readFlavour, adiciones: readToppings, pedido: readPizzas },
  greeting: "hola",
  goods: ["pizza", "pizzas"],
  delivery: readDelivery,
});
