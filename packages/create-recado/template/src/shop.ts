import { defineFlowAgent } from "recado";
import { transitionTable } from "recado/flow";
import { TEMPLATES } from "./texts.js";
import { reader } from "./understanding.js";

export default defineFlowAgent({
  id: "arepas",
  name: "Arepas Doña Rosa",
  description: "Takes orders for arepas and has them delivered.",

  initialMode: "inicio",
  modes: {
    inicio: { stage: "welcome" },
    charla: { stage: "talk" },
    datos: { stage: "collect" },
    carta: { stage: "offer" },
    resumen: { stage: "summary" },
    pedido: { stage: "confirmed" },
    persona: { stage: "handoff" },
  },
  transitions: transitionTable({
    inicio: ["charla", "datos", "persona"],
    charla: ["datos", "persona"],
    datos: ["carta", "persona"],
    carta: ["resumen", "datos", "persona"],
    resumen: ["pedido", "carta", "datos", "persona"],
    pedido: ["persona"],
    persona: [],
  }),
  purposes: {
    talk: "charla",
    collect: "datos",
    collectPickup: null,
    offer: "carta",
    summary: "resumen",
    confirmed: "pedido",
    orderedWithoutPack: null, // without a confirmation nothing is ordered
    orderedUnconfirmed: null,
    handoff: "persona",
  },

  greeting: "hola",
  intents: {
    hola: { effect: "inform", examples: ["hola"] },
    precios: { effect: "inform", examples: ["¿cuánto valen?"] },
    horario: { effect: "inform", examples: ["¿a qué hora abren?"] },
    pedir: { effect: "start_collecting", examples: ["quiero una arepa"] },
    sencilla: { effect: "choose_pack", pack: "sencilla", examples: ["la sencilla"] },
    mixta: { effect: "choose_pack", pack: "mixta", examples: ["una mixta"] },
    combo: { effect: "choose_pack", pack: "combo", examples: ["el combo"] },
    confirmar: { effect: "confirm", examples: ["confirmo"] },
    no_gracias: { effect: "close", examples: ["no gracias"] },
    persona: { effect: "hand_over", examples: ["quiero hablar con una persona"] },
  },

  fields: [
    { name: "nombre", label: "Nombre" },
    // Kept as 573001112233, shown as 300 111 2233.
    { name: "telefono", label: "Celular", show: (phone) => phone.replace(/^57(\d{3})(\d{3})(\d{4})$/, "$1 $2 $3") },
    { name: "direccion", label: "Dirección" },
  ],
  fieldSets: {
    critical: ["nombre", "telefono", "direccion"], // without these there is no order
    minimum: ["nombre", "telefono", "direccion"],
    all: ["nombre", "telefono", "direccion"], // these are asked for
    welcome: [],
    offerAt: 3, // after three answers the sizes are offered
  },
  nameFields: { given: "nombre", surname: null },
  address: "{{direccion}}",

  packs: [
    { id: "sencilla", name: "Arepa sencilla", quantity: 1, price: 6_000 },
    { id: "mixta", name: "Arepa mixta", quantity: 1, price: 12_000 },
    { id: "combo", name: "Combo familiar", quantity: 1, price: 38_000 },
  ],

  templates: TEMPLATES,
  // After five minutes without an answer it asks once more; the other times are the usual ones.
  timers: {
    L3: { action: "retake", seconds: { real: 300, rapido: 30, instantaneo: 1 } },
    L4: { action: "retake", seconds: { real: 300, rapido: 30, instantaneo: 1 } },
  },
  texts: {
    fallback: "Qué pena la demora. Una persona de Doña Rosa le responde por este mismo chat.",
    sticker: "¡Jaja! ¿Qué se le antoja?",
    richInput: "Por ahora no puedo escuchar audios ni ver fotos; ¿me lo escribe, por favor?",
    unsupported: "No alcanzo a ver ese mensaje. ¿Me lo cuenta por escrito?",
  },
  reader,
});
