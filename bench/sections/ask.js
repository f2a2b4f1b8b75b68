import { fromDist } from "../support/dist.js";
import { summarise } from "../support/percentiles.js";

export const title = "What asking a model costs a turn, the model's own time apart";
export const how =
  "The shipped agent decides on a message that its rules are unsure of: alone, and with a model in the same process that answers at once. The difference is ours: rendering the prompt of the shop and the conversation, reading the answer against the shop's intents, merging it into the reading. No network, no database. CPU is what the process computed, over a round of twenty turns.";

const UNSURE = "oiga y será que eso me cae pesado con el tinto de la mañana o qué";
const ANSWER = JSON.stringify({
  intent: "contraindicaciones",
  confidence: 92,
  alternatives: [{ intent: "como_se_toma", confidence: 30 }],
  reasoning: "pregunta si le cae mal con el café",
  messages: [{ class: "pregunta", fields: [] }],
});
const TURNS_A_ROUND = 20;

export async function run({ isQuick }) {
  const { somnioFlow } = await fromDist("agents/somnio/somnio-flow.js");
  let asked = 0;
  const model = {
    ask: async () => {
      asked += 1;
      const usage = { inputTokens: 3_000, outputTokens: 80, cacheReadTokens: 0, cacheWriteTokens: 0 };
      const content = [{ type: "text", text: ANSWER }];
      return {
        kind: "answered",
        answer: { text: ANSWER, toolCalls: [], content, model: "bench", responseId: null, usage },
      };
    },
    tryTool: async () => ({ kind: "denied", reason: "no tools here" }),
    budget: async () => ({ limit: 50_000, used: 0, state: "free" }),
    summary: async () => null,
  };
  const ways = [
    ["rules alone", inputOf(somnioFlow, null)],
    ["with a model", inputOf(somnioFlow, model)],
  ].map(([name, input]) => ({ name, input, clock: [], cpu: [] }));
  for (const { input } of ways) await measure(somnioFlow, input, { clock: [], cpu: [] }); // the compiler learns them
  for (let round = 0; round < (isQuick ? 10 : 60); round += 1) {
    for (const way of round % 2 === 0 ? ways : ways.toReversed()) await measure(somnioFlow, way.input, way);
  }
  if (asked === 0) throw new Error("the message was no question to the model: choose one that the rules are unsure of");
  const rows = ways.map(({ name, clock, cpu }) => ({ name, clock: summarise(clock), cpu: summarise(cpu) }));
  const alone = rows[0].cpu.p50;
  return {
    columns: ["decided", "turns", "p50 ms", "p95 ms", "CPU ms a turn", "CPU / alone"],
    rows: rows.map(({ name, clock, cpu }) => [name, clock.count, clock.p50, clock.p95, cpu.p50, cpu.p50 / alone]),
    raw: rows,
  };
}

async function measure(agent, input, { clock, cpu }) {
  const before = process.cpuUsage();
  for (let turn = 0; turn < TURNS_A_ROUND; turn += 1) {
    const startedMs = performance.now();
    await agent.decide(input);
    clock.push(performance.now() - startedMs);
  }
  const { user, system } = process.cpuUsage(before);
  cpu.push((user + system) / 1_000 / TURNS_A_ROUND);
}

function inputOf(agent, model) {
  const now = new Date("2026-03-02T15:00:00.000Z");
  const said = [
    ["user", "hola, ¿cuánto vale?"],
    ["assistant", "Estos son nuestros precios: 1 frasco *$79.900*, 2 frascos *$129.900*, 3 frascos *$169.900*."],
    ["user", "¿y hacen envíos?"],
    ["assistant", "Sí, el envío es gratis a todo el país y llega en 2 a 4 días."],
  ];
  return {
    message: UNSURE,
    messages: [UNSURE],
    inputClass: "TEXT_SIMPLE",
    session: {
      id: "bench",
      agentId: agent.id,
      status: "active",
      mode: "conversacion",
      version: 1,
      intentsVistos: [],
      templatesEnviados: [],
      datosCapturados: {},
      packSeleccionado: null,
      ingestStatus: null,
      pendientes: [],
    },
    history: said.map(([role, content]) => ({ role, content, intent: null, confidence: null, createdAt: now })),
    unsaid: [],
    turnNumber: 5,
    contact: { name: null },
    forceIntent: null,
    now,
    model,
  };
}
