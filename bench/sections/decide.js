import { fromDist } from "../support/dist.js";
import { summarise } from "../support/percentiles.js";

export const title = "What a decision takes, without a model";
export const how =
  "The shipped agent alone, in one process: no database, no HTTP. Five messages (questions, a yes, all the data in one, thanks, a city) in each of four modes, one after the other; every intent seen, as many templates sent as turns. The runtime reads at most 12 turns of history, so the longer ones are what an agent could be given, not what it is. The target is a p95 under 1 ms at 200. CPU is what the process computed (the compiler and the collector of garbage too): on a machine that others use, the clock also counts how long it stood in line.";

const MESSAGES = [
  "hola, ¿cuánto vale y cómo se toma?",
  "sí confirmo",
  "Marta Lucía Ríos, cel 301 555 0142, Cll 45 #12-30 Laureles, Medellín, marta@ejemplo.co",
  "ok gracias",
  "¿hacen envíos a Pasto? es que vivo en Ipiales",
];
const MODES = ["conversacion", "collecting_data", "ofrecer_promos", "resumen"];
const HISTORIES = [0, 50, 200, 1_000];

export async function run({ isQuick }) {
  const { somnioFlow } = await fromDist("agents/somnio/somnio-flow.js");
  const loads = HISTORIES.map((turns) => ({ turns, inputs: inputsOf(somnioFlow, turns), clock: [], cpu: [] }));
  for (const { inputs } of loads) measure(somnioFlow, inputs, 20, { clock: [], cpu: [] }); // the compiler learns them all
  // In turns, so that a busy moment of the machine falls on all of them alike.
  for (let round = 0; round < (isQuick ? 10 : 60); round += 1) {
    for (const load of loads) measure(somnioFlow, load.inputs, 5, load);
  }
  const rows = loads.map(({ turns, clock, cpu }) => ({ turns, clock: summarise(clock), cpu: summarise(cpu) }));
  const shortest = rows[0].cpu.p50;
  return {
    columns: [
      "turns of history",
      "decisions",
      "p50 ms",
      "p95 ms",
      "p99 ms",
      "CPU p50 ms",
      "CPU p95 ms",
      "CPU p99 ms",
      "CPU p50 / none",
    ],
    rows: rows.map(({ turns, clock, cpu }) => [
      turns,
      clock.count,
      ...[clock.p50, clock.p95, clock.p99],
      ...[cpu.p50, cpu.p95, cpu.p99],
      cpu.p50 / shortest,
    ]),
    raw: rows,
  };
}

function measure(agent, inputs, rounds, { clock, cpu }) {
  for (let round = 0; round < rounds; round += 1) {
    for (const input of inputs) {
      const before = process.cpuUsage();
      const startedMs = performance.now();
      agent.decide(input);
      clock.push(performance.now() - startedMs);
      const { user, system } = process.cpuUsage(before);
      cpu.push((user + system) / 1_000);
    }
  }
}

function inputsOf(agent, turns) {
  return MESSAGES.flatMap((message) => MODES.map((mode) => inputOf(agent, { message, mode, turns })));
}

function inputOf({ definition }, { message, mode, turns }) {
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
      datosCapturados: { nombre: "Marta", telefono: "573015550142", ciudad: "Medellín", departamento: "Antioquia" },
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
