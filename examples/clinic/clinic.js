// @ts-check
/** Sonrisa, a dental clinic: an appointment is an order whose day and hour the clinic's own system allows. */
import { defineFlowAgent } from "recado";
import { transitionTable } from "recado/flow";
import { createOfflineReader, createRuleClassifier, phraseRules, readDate, readHour, sayMoment } from "recado/language";
import { httpTool } from "recado/tools";
import * as z from "zod";
import { PHRASES, SERVICES, TEMPLATES, TEXTS } from "./texts.js";

const agenda = process.env["SONRISA_AGENDA_URL"] ?? "https://agenda.sonrisa.example";

export const isFree = httpTool({
  name: "external.agenda.free",
  description: "Tells whether an hour of a day is free, and which hours of that day are.",
  input: z.object({ dia: z.string(), hora: z.string().default("any") }),
  output: z.object({ ok: z.boolean(), options: z.array(z.string()) }),
  method: "GET",
  url: `${agenda}/days/{dia}/hours/{hora}`,
  risk: "low",
});
export const tools = [isFree];
const seconds = { real: 600, rapido: 60, instantaneo: 1 };
// A question about a service does not choose it.
const services = phraseRules(SERVICES).map((rule) => ({ ...rule, unless: [/\?|\bcuanto\b/] }));
const fields = ["nombre", "dia", "hora"];

export default defineFlowAgent({
  id: "clinic",
  name: "Odontología Sonrisa",
  description: "Makes, moves and cancels appointments, and reminds of them a day before.",
  initialMode: "inicio",
  modes: {
    inicio: { stage: "welcome" },
    charla: { stage: "talk" },
    datos: { stage: "collect" },
    consultas: { stage: "offer" },
    resumen: { stage: "summary" },
    cita: { stage: "confirmed" },
    persona: { stage: "handoff" },
  },
  transitions: transitionTable({
    inicio: ["charla", "datos", "persona"],
    charla: ["datos", "persona"],
    datos: ["consultas", "resumen", "persona"],
    consultas: ["resumen", "datos", "persona"],
    resumen: ["cita", "consultas", "datos", "persona"],
    cita: ["persona"],
    persona: [],
  }),
  purposes: {
    ...{ talk: "charla", collect: "datos", offer: "consultas", summary: "resumen", confirmed: "cita" },
    // Nothing is booked without a yes.
    ...{ collectPickup: null, orderedWithoutPack: null, orderedUnconfirmed: null, handoff: "persona" },
  },
  greeting: "hola",
  intents: {
    hola: { effect: "inform", examples: ["buenas tardes"] },
    precios: { effect: "inform", examples: ["¿cuánto vale la consulta?"] },
    horario: { effect: "inform", examples: ["¿a qué hora abren?"] },
    mover: { effect: "inform", examples: ["quiero cambiar la cita"] },
    agendar: { effect: "start_collecting", examples: ["quiero una cita"] },
    valoracion: { effect: "choose_pack", pack: "valoracion", examples: ["una valoración"] },
    limpieza: { effect: "choose_pack", pack: "limpieza", examples: ["una limpieza"] },
    confirmar: { effect: "confirm", examples: ["confirmo"] },
    cancelar: { effect: "cancel", examples: ["quiero cancelar la cita"] },
    luego: { effect: "postpone", examples: ["lo pienso"] },
    no_gracias: { effect: "close", examples: ["no me interesa"] },
    persona: { effect: "hand_over", examples: ["quiero hablar con una persona"] },
  },
  fields: [
    { name: "nombre", label: "Su nombre" },
    { name: "dia", label: "El día que le sirve", show: sayMoment, saysBack: true },
    {
      ...{ name: "hora", label: "La hora que le sirve", show: sayMoment, saysBack: true },
      options: { tool: isFree.name, with: ["dia"] },
      validate: { tool: isFree.name, with: ["dia"], refused: "ocupado", failed: "sin_agenda" },
    },
  ],
  fieldSets: { critical: fields, minimum: fields, all: fields, welcome: [], offerAt: fields.length },
  nameFields: { given: "nombre", surname: null },
  address: "Odontología Sonrisa, {{dia}}, {{hora}}",
  packs: [
    { id: "valoracion", name: "Valoración", quantity: 1, price: 60_000 },
    { id: "limpieza", name: "Limpieza", quantity: 1, price: 120_000 },
  ],
  remind: { date: "dia", hour: "hora", before: "1d", ...TEXTS.reminder },
  // An appointment is moved and cancelled days after it was made.
  sessionEnd: { nightHour: null, quietHours: 720 },
  timers: { L3: { action: "soft_retry", seconds }, L4: { action: "soft_retry", seconds } },
  ...{ templates: TEMPLATES, leadIns: ["Como le decía: "], texts: TEXTS.agent, cancelQuestion: TEXTS.cancel },
  reader: createOfflineReader({
    classifier: createRuleClassifier([...phraseRules(PHRASES), ...services], {
      greeting: "hola",
      joins: ["precios", "horario"],
    }),
    fields: { given_name: "nombre" },
    ownFields: { dia: readDate, hora: readHour },
    ...{ greeting: "hola", goods: ["cita", "citas"] },
  }),
});
