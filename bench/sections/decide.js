import { drawMessages, inputOf, MODES } from "../support/customers-messages.js";
import { fromDist } from "../support/dist.js";
import { summarise } from "../support/percentiles.js";

export const title = "What a decision takes, without a model";
export const how =
  "The shipped agent alone, in one process: no database, no HTTP. A thousand messages of customers, drawn by a seed from those that its model has learnt from, a quarter of them for each length of history and each in one of four modes; a message comes again after all others, so that nothing is remembered of it but its words. Every intent seen, as many templates sent as turns. The runtime reads at most 12 turns of history, so the longer ones are what an agent could be given, not what it is. The target is a p95 under 1 ms at 200. CPU is what the process computed (the compiler and the collector of garbage too): on a machine that others use, the clock also counts how long it stood in line.";

const MESSAGES = 250;
const HISTORIES = [0, 50, 200, 1_000];

export async function run({ isQuick }) {
  const { somnioFlow } = await fromDist("agents/somnio/somnio-flow.js");
  const messages = drawMessages(HISTORIES.length * MESSAGES);
  const loads = HISTORIES.map((turns, at) => {
    const own = messages.slice(at * MESSAGES, (at + 1) * MESSAGES);
    return { turns, inputs: inputsOf(somnioFlow, own, turns), clock: [], cpu: [] };
  });
  for (const { inputs } of loads) measure(somnioFlow, inputs, { clock: [], cpu: [] }); // the compiler learns them all
  // In turns, so that a busy moment of the machine falls on all of them alike.
  for (let round = 0; round < (isQuick ? 4 : 24); round += 1) {
    for (const load of loads) measure(somnioFlow, load.inputs, load);
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

function measure(agent, inputs, { clock, cpu }) {
  for (const input of inputs) {
    const before = process.cpuUsage();
    const startedMs = performance.now();
    agent.decide(input);
    clock.push(performance.now() - startedMs);
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / 1_000);
  }
}

function inputsOf(agent, messages, turns) {
  return messages.map((message, at) => inputOf(agent, { message, mode: MODES[at % MODES.length], turns }));
}
