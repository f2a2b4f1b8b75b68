import type { FlowDefinition, Step, Template } from "../../src/flow/definition/flow-definition.ts";
import { createRuleClassifier } from "../../src/nlu/intents/rule-classifier.ts";
import { createOfflineReader } from "../../src/nlu/reading/offline-reader.ts";

type Mode =
  | "inicio"
  | "charla"
  | "datos"
  | "carta"
  | "cuenta"
  | "en_horno"
  | "sin_tamano"
  | "sin_confirmar"
  | "persona";

const MODES: readonly Mode[] = [
  "inicio",
  "charla",
  "datos",
  "carta",
  "cuenta",
  "en_horno",
  "sin_tamano",
  "sin_confirmar",
  "persona",
];
const ARROWS: Readonly<Record<Mode, readonly Mode[]>> = {
  inicio: ["charla", "datos", "persona"],
  charla: ["datos", "persona"],
  datos: ["carta", "persona"],
  carta: ["cuenta", "datos", "sin_tamano", "persona"],
  cuenta: ["en_horno", "sin_confirmar", "carta", "datos", "persona"],
  en_horno: ["persona"],
  sin_tamano: ["persona"],
  sin_confirmar: ["persona"],
  persona: [],
};

function table(): FlowDefinition<Mode>["transitions"] {
  const rows = MODES.map((from) => [from, Object.fromEntries(MODES.map((to) => [to, ARROWS[from].includes(to)]))]);
  return Object.fromEntries(rows) as FlowDefinition<Mode>["transitions"];
}

const STEPS: Readonly<Record<Step, string>> = {
  askData: "pedir",
  missingData: "falta",
  progress: "falta",
  remindData: "recordar",
  softRetry: "recordar",
  offer: "carta",
  whichPack: "tamano",
  packNoted: "falta",
  summary: "cuenta",
  askPlace: "confirme",
  askNumber: "falta",
  askConfirmation: "confirme",
  orderConfirmed: "al_horno",
  orderedWithoutPack: "guardado",
  orderedUnconfirmed: "guardado",
  orderUpdated: "cambiado",
  orderCancelled: "cancelado",
  knownData: "de_siempre",
  postponed: "sin_prisa",
  goodbye: "chao",
  clarify: "como_asi",
  retakeLong: "antojo",
  retakeShort: "antojo",
  pickupQuestion: "—",
  pickupConfirmed: "—",
  homeConfirmed: "—",
  pickupMissing: "—",
};

const TEXTS: Readonly<Record<string, string>> = {
  hola: "¡Hola! Bienvenido a la pizzería.",
  ingredientes: "Llevan queso, tomate y albahaca.",
  pedir: "Me regala su nombre y dirección:\n{{campos_faltantes}}",
  falta: "Me falta:\n{{campos_faltantes}}",
  recordar: "¿Le tomo el pedido?",
  carta: "Tenemos personal ({{precio_personal}}) y familiar ({{precio_familiar}}). ¿Cuál le preparo?",
  tamano: "¿Personal o familiar?",
  cuenta: "{{pack}} por {{precio}} para {{direccion_envio}}. ¿La confirmo?",
  confirme: "¿La confirmo?",
  al_horno: "¡Al horno, {{nombre}}!",
  guardado: "Le guardo el pedido.",
  cambiado: "Cambié su pedido.",
  de_siempre: "¿La de siempre, a {{datos_conocidos}}?",
  sin_prisa: "Sin prisa.",
  chao: "¡Hasta pronto!",
  como_asi: "¿Me lo explica, por favor?",
  antojo: "¿Se le antoja una pizza?",
  mesero: "Ya le escribe una persona.",
  fallback: "Ya le escribe una persona, con gusto.",
  cambio: "Una persona le ayuda con el cambio.",
};

const TEMPLATES: readonly Template[] = Object.entries(TEXTS).map(([intent, text]) => ({
  id: `pizza.${intent}.1`,
  intent,
  visitType: "primera_vez",
  order: 1,
  priority: "CORE",
  gist: intent,
  text,
}));

const TOPPINGS = /\b(piñ[aá]|champiñones|jam[oó]n|aceitunas)\b/iu;

// Patterns read folded text: doubled letters stand once.
const classifier = createRuleClassifier([
  { name: "greets", intent: "hola", weight: 92, patterns: [/\bhola\b/] },
  { name: "asks-inside", intent: "ingredientes", weight: 92, patterns: [/\bque (?:trae|lleva)n?\b/] },
  { name: "orders", intent: "pide", weight: 92, patterns: [/\bquiero (?:una )?piza\b/] },
  { name: "small", intent: "personal", weight: 92, patterns: [/\bpersonal\b/] },
  { name: "large", intent: "familiar", weight: 92, patterns: [/\bfamiliar\b/] },
  { name: "confirms", intent: "confirma", weight: 92, patterns: [/\bconfirm[oa]\b/] },
  { name: "person", intent: "mesero", weight: 92, patterns: [/\bmesero\b/] },
]);

const seconds = { real: 600, rapido: 60, instantaneo: 2 };

/** A shop that is nothing like Somnio: other modes, other fields (toppings), no pickup, no word in common. */
export const PIZZERIA: FlowDefinition<Mode> = {
  id: "pizzeria",
  name: "Pizzería",
  description: "Sells two sizes of pizza.",
  version: "1",
  locale: "es-CO",
  initialMode: "inicio",
  modes: {
    inicio: { stage: "welcome" },
    charla: { stage: "talk" },
    datos: { stage: "collect" },
    carta: { stage: "offer" },
    cuenta: { stage: "summary" },
    en_horno: { stage: "confirmed" },
    sin_tamano: { stage: "provisional" },
    sin_confirmar: { stage: "provisional" },
    persona: { stage: "handoff" },
  },
  transitions: table(),
  purposes: {
    talk: "charla",
    collect: "datos",
    collectPickup: null,
    offer: "carta",
    summary: "cuenta",
    confirmed: "en_horno",
    orderedWithoutPack: "sin_tamano",
    orderedUnconfirmed: "sin_confirmar",
    handoff: "persona",
  },
  gates: { cuenta: ["critical_data", "pack_chosen"], en_horno: ["critical_data", "pack_chosen"] },
  greeting: "hola",
  intents: {
    hola: { effect: "inform", examples: ["hola"] },
    ingredientes: { effect: "inform", examples: ["¿qué traen?"] },
    pide: { effect: "start_collecting", examples: ["quiero una pizza"] },
    personal: { effect: "choose_pack", pack: "personal", examples: ["la personal"] },
    familiar: { effect: "choose_pack", pack: "familiar", examples: ["la familiar"] },
    confirma: { effect: "confirm", examples: ["confirmo"] },
    mesero: { effect: "hand_over", examples: ["llame al mesero"] },
  },
  unknownIntent: "fallback",
  fields: [
    { name: "nombre", label: "Nombre" },
    { name: "calle", label: "Dirección" },
    { name: "adicion", label: "Adición" },
  ],
  fieldSets: {
    critical: ["nombre", "calle"],
    minimum: ["nombre", "calle"],
    all: ["nombre", "calle"],
    welcome: ["adicion"],
    offerAt: 2,
  },
  nameFields: { given: "nombre", surname: null },
  address: "{{calle}}",
  pickup: null,
  packs: [
    { id: "personal", name: "Pizza personal", quantity: 1, price: 18_000 },
    { id: "familiar", name: "Pizza familiar", quantity: 1, price: 52_000 },
  ],
  formatPrice: (amount) => `$${amount}`,
  placeholderPack: "personal",
  unconfirmedOrderValue: "zero",
  order: { tags: [], stage: "COCINA" },
  templates: TEMPLATES,
  steps: STEPS,
  leadIns: ["De nuevo: "],
  timers: {
    L0: { action: "remind_data", seconds },
    L1: { action: "list_missing", seconds },
    L2: { action: "offer", seconds },
    L3: { action: "order_without_pack", seconds },
    L4: { action: "order_unconfirmed", seconds },
    L5: { action: "retake", seconds },
    L6: { action: "soft_retry", seconds },
    L7: { action: "list_pickup_missing", seconds },
    L8: { action: "offer", seconds },
  },
  handoff: { orderBlocked: "fallback", orderChange: "cambio" },
  onNoInterest: "close",
  concerns: {},
  model: { engine: "cascade", calibration: [], paraphrases: true, comparesGist: true, orchestrator: null },
  media: { sticker: "ignore", image: "vision", audio: "ask_to_write", document: "ask_to_write" },
  bands: { act: 85, reanalyse: 60, clarify: 40 },
  lowConfidenceHandoff: null,
  limits: { templates: 3, intents: 3 },
  texts: { fallback: "Un momento.", sticker: "¡Jaja!", richInput: "¿Me lo escribe?", unsupported: "¿Me lo escribe?" },
  questionsIn: () => [],
  knowledge: [],
  deliveryTime: () => null,
  choice: null,
  reader: createOfflineReader({
    classifier,
    fields: { given_name: "nombre", address: "calle" },
    ownFields: { adicion: (text) => TOPPINGS.exec(text)?.[0]?.toLowerCase() ?? null },
    greeting: "hola",
  }),
};
