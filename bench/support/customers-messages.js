import { readFileSync } from "node:fs";

const INTENTS = new URL("../../src/agents/somnio/intents/", import.meta.url);
export const MODES = ["conversacion", "collecting_data", "ofrecer_promos", "resumen"];
const KNOWN = { nombre: "Marta", telefono: "573015550142", ciudad: "Medellín", departamento: "Antioquia" };

/** So many messages of customers, drawn from those that the shipped agent's model has learnt from. */
export function drawMessages(count) {
  const written = readFileSync(new URL("training.tsv", INTENTS), "utf8").trim().split("\n");
  return Array.from({ length: count }, (_, at) => written[(at * 7_919) % written.length].split("\t")[1]);
}

/** The messages of a hand that no model has read and that tell names and places, each with the mode in which it is written. */
export function messagesOfData() {
  const modes = { talk: "conversacion", data: "collecting_data", offer: "ofrecer_promos", summary: "resumen" };
  const lines = readFileSync(new URL("entities-evaluation.jsonl", INTENTS), "utf8").trim().split("\n");
  return lines.map((line) => {
    const { asked, text } = JSON.parse(line);
    return { message: text.replaceAll(/<\/?[a-z]>/g, ""), mode: modes[asked], data: {} };
  });
}

/** What the agent is asked in a mode, after so many turns. */
export function inputOf({ definition }, { message, mode, turns, data = KNOWN }) {
  const { intents, templates } = definition;
  return {
    message,
    messages: [message],
    inputClass: "TEXT_SIMPLE",
    session: {
      id: "0195d6a0-0000-7000-8000-000000000001",
      agentId: definition.id,
      status: "active",
      mode,
      version: turns + 1,
      intentsVistos: Object.keys(intents).map((intent, orden) => ({
        intent,
        orden,
        timestamp: "2025-03-03T14:00:00Z",
      })),
      templatesEnviados: Array.from({ length: turns }, (_, at) => templates[at % templates.length].id),
      datosCapturados: data,
      packSeleccionado: "2x",
      ingestStatus: null,
      pendientes: [],
    },
    history: Array.from({ length: turns }, (_, at) => ({
      role: at % 2 === 0 ? "user" : "assistant",
      content: `Estos son nuestros precios: 1 frasco *$79.900* (${at}). ¿Le gustaría hacer su pedido?`,
      intent: null,
      confidence: null,
      createdAt: new Date(at),
    })),
    unsaid: [],
    turnNumber: turns + 1,
    contact: { name: null },
    forceIntent: null,
    now: new Date("2025-03-03T15:00:00Z"),
    dueTimer: null,
    timer: null,
    knownData: {},
  };
}
