// @ts-check
/** La Leña, a pizzeria: another shop on the same engine, made of data and of what `recado` exports. */
import { defineFlowAgent } from "recado";
import { PLACE, SIZES, TOPPINGS } from "./menu.js";
import { MODES, PURPOSES, TRANSITIONS } from "./modes.js";
import { TEMPLATES } from "./texts.js";
import { reader } from "./understanding.js";

const minutes = (/** @type {number} */ count) => ({ real: 60 * count, rapido: 6 * count, instantaneo: 1 });

export default defineFlowAgent({
  id: "pizzeria",
  name: "Pizzería La Leña",
  description: "Takes orders for pizza: flavour, toppings, size, and whether it is delivered or picked up.",
  initialMode: "saludo",
  modes: MODES,
  transitions: TRANSITIONS,
  purposes: PURPOSES,
  greeting: "hola",
  intents: {
    hola: { effect: "inform", examples: ["hola", "buenas noches"] },
    precios: { effect: "inform", examples: ["¿cuánto vale la familiar?", "¿qué tamaños hay?"] },
    sabores: { effect: "inform", examples: ["¿qué sabores tienen?", "¿qué trae la mexicana?"] },
    adiciones: { effect: "inform", examples: ["¿qué adiciones hay?"] },
    domicilio: { effect: "inform", examples: ["¿hacen domicilios?", "¿cuánto se demora?"] },
    horario: { effect: "inform", examples: ["¿hasta qué hora atienden?"] },
    ubicacion: { effect: "inform", examples: ["¿dónde quedan?"] },
    pago: { effect: "inform", examples: ["¿reciben Nequi?"] },
    pedir: { effect: "start_collecting", examples: ["quiero una pizza"] },
    personal: { effect: "choose_pack", pack: "personal", examples: ["la personal"] },
    mediana: { effect: "choose_pack", pack: "mediana", examples: ["una mediana"] },
    familiar: { effect: "choose_pack", pack: "familiar", examples: ["la familiar, por favor"] },
    confirmar: { effect: "confirm", examples: ["confirmo"] },
    despues: { effect: "postpone", examples: ["más tarde"] },
    cancelar: { effect: "cancel", examples: ["cancele mi pedido"] },
    no_gracias: { effect: "close", examples: ["no gracias"] },
    persona: { effect: "hand_over", examples: ["páseme a una persona"] },
    reclamo: { effect: "hand_over", examples: ["la pizza llegó fría"] },
  },
  fields: [
    { name: "sabor", label: "Sabor de la pizza" },
    { name: "nombre", label: "Nombre" },
    { name: "telefono", label: "Celular", show: (phone) => phone.replace(/^57/, "") },
    { name: "direccion", label: "Dirección" },
    { name: "barrio", label: "Barrio" },
    { name: "adiciones", label: "Adiciones" },
    { name: "pedido", label: "Pizzas" },
  ],
  fieldSets: {
    critical: ["sabor", "nombre", "telefono", "direccion"],
    minimum: ["sabor", "nombre", "telefono", "direccion"],
    all: ["sabor", "nombre", "telefono", "direccion"],
    welcome: ["barrio", "adiciones", "pedido"],
    offerAt: 4,
  },
  nameFields: { given: "nombre", surname: null },
  address: "{{direccion}}, Barrio {{barrio}}",
  pickup: {
    fields: {
      critical: ["sabor", "nombre", "telefono"],
      minimum: ["sabor", "nombre", "telefono"],
      all: ["sabor", "nombre", "telefono"],
      welcome: ["adiciones", "pedido"],
      offerAt: 3,
    },
    flag: { field: "entrega", value: "recoge" },
    clears: ["direccion", "barrio"],
    cityField: null,
    addressField: "direccion",
    remoteCities: [],
    homeCities: [],
    speaksOf: ["domicilio", "ubicacion"],
    address: `Recoge en ${PLACE}`,
    note: "Recoge en el local",
  },
  packs: SIZES.map(({ id, name, price }) => ({ id, name, quantity: 1, price })),
  // Several pizzas are one order; each topping has its price.
  lines: { field: "pedido", of: ["sabor", "adiciones"], extras: TOPPINGS.map(({ name, price }) => ({ name, price })) },
  order: { tags: ["pizzeria"], stage: "COCINA" },
  templates: TEMPLATES,
  leadIns: ["Como le decía: "],
  timers: {
    L0: { action: "remind_data", seconds: minutes(4) },
    L1: { action: "list_missing", seconds: minutes(3) },
    L3: { action: "soft_retry", seconds: minutes(5) },
    L4: { action: "soft_retry", seconds: minutes(5) },
  },
  handoff: { orderBlocked: "fallback", orderChange: "cambio" },
  media: { sticker: "gesture", image: "handoff", audio: "ask_to_write", document: "ask_to_write" },
  texts: {
    fallback: "Qué pena la demora. Una persona de La Leña le responde por este mismo chat.",
    sticker: "😄",
    richInput: "Por ahora no puedo escuchar audios ni abrir archivos; ¿me lo escribe, por favor?",
    unsupported: "No alcanzo a ver ese tipo de mensaje. ¿Me lo cuenta por escrito?",
  },
  reader,
});
