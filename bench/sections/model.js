import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import Anthropic from "@anthropic-ai/sdk";
import { fromDist } from "../support/dist.js";
import { summarise } from "../support/percentiles.js";

export const title = "What our layer costs on a call of a model";
export const how =
  "The same question (1,800 tokens of prompt, one tool, a structured answer's worth of text) asked of a local server that answers at once, by the bare SDK and by our adapter: request check, deadline, SDK, reading of the answer. In turns, one after the other, in one process; the server is another. Nobody waits for a model here, so this is all overhead; a real answer takes a second or more. CPU is what the asking process computed. The first row of the table is what loading the SDK takes in a fresh process; without a key it is never loaded.";

const CALLS_A_ROUND = 20;

export async function run({ isQuick }) {
  const { createClaudeModel } = await fromDist("models/claude-model.js");
  const server = fork(fileURLToPath(new URL("../processes/messages-server.js", import.meta.url)));
  const [port] = await once(server, "message");
  const baseURL = `http://127.0.0.1:${port}`;
  const client = new Anthropic({ apiKey: "bench", baseURL, maxRetries: 0, logLevel: "off" });
  const model = createClaudeModel({ apiKey: "bench", baseUrl: baseURL });
  const ways = [
    ["bare SDK", () => client.messages.create(bareRequest)],
    ["adapter", async () => must(await model.complete(request))],
  ].map(([name, call]) => ({ name, call, clock: [], cpu: [] }));
  try {
    for (const way of ways) await measure(way.call, 40, { clock: [], cpu: [] }); // compiler and connections
    for (let round = 0; round < (isQuick ? 6 : 40); round += 1) {
      const inTurn = round % 2 === 0 ? ways : ways.toReversed(); // whoever comes first meets a colder machine
      for (const way of inTurn) await measure(way.call, CALLS_A_ROUND, way);
    }
  } finally {
    server.disconnect();
  }
  const rows = ways.map(({ name, clock, cpu }) => ({ name, clock: summarise(clock), cpu: summarise(cpu) }));
  const loadMs = loadTimes(isQuick ? 3 : 9);
  return {
    columns: ["what", "calls", "p50 ms", "p95 ms", "CPU ms a call", "CPU / bare"],
    rows: [
      ["loading the SDK", loadMs.count, loadMs.p50, loadMs.p95, "", ""],
      ...rows.map(({ name, clock, cpu }) => [
        name,
        clock.count,
        clock.p50,
        clock.p95,
        cpu.p50,
        cpu.p50 / rows[0].cpu.p50,
      ]),
    ],
    raw: { rows, loadMs },
  };
}

/** The clock for each call; the processor for a round of them, as its counter is coarse. */
async function measure(call, calls, { clock, cpu }) {
  const before = process.cpuUsage();
  for (let made = 0; made < calls; made += 1) {
    const startedMs = performance.now();
    await call();
    clock.push(performance.now() - startedMs);
  }
  const { user, system } = process.cpuUsage(before);
  cpu.push((user + system) / 1_000 / calls);
}

function must(outcome) {
  if (outcome.kind !== "answered") throw new Error(`not answered: ${JSON.stringify(outcome)}`);
}

function loadTimes(times) {
  const program =
    "const s = performance.now(); await import('@anthropic-ai/sdk'); process.stdout.write(String(performance.now() - s))";
  const cwd = fileURLToPath(new URL("../..", import.meta.url));
  const load = () => Number(execFileSync(process.execPath, ["--input-type=module", "-e", program], { cwd }));
  return summarise(Array.from({ length: times }, load));
}

const prompt = "Usted atiende la tienda Somnio con amabilidad y responde solo con lo que sabe. ".repeat(75);
const words = "hola, ¿cuánto vale el paquete doble y cuándo llega a Pasto?";
const inputSchema = {
  type: "object",
  properties: { pack: { type: "string", enum: ["1x", "2x", "3x"] } },
  required: ["pack"],
  additionalProperties: false,
};
const tool = { name: "crm_order_create", description: "Crea el pedido." };
const request = {
  model: "claude-haiku-5-5",
  system: [{ text: prompt, cached: true }],
  messages: [{ role: "user", content: [{ type: "text", text: words }] }],
  tools: [{ ...tool, inputSchema }],
  maxTokens: 1_024,
  effort: "low",
  timeoutMs: 30_000,
};
const bareRequest = {
  model: request.model,
  max_tokens: 1_024,
  system: [{ type: "text", text: prompt, cache_control: { type: "ephemeral" } }],
  messages: request.messages,
  tools: [{ ...tool, input_schema: inputSchema, strict: true }],
  output_config: { effort: "low" },
  cache_control: { type: "ephemeral" },
};
