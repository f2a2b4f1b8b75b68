/**
 * What the detector costs for a thousand conversations, at different shares of messages that are read without a model:
 *
 *     node bench/model-costs.js [messages a conversation, 10 unless it is said]
 *
 * Known: the prices, and the question that the shipped agent really asks about a message that its rules are unsure of (its
 * tokens estimated by length, as the budget does). Not known without asking a provider: the length of its answers and what its
 * cache gives back; the one is a column to be multiplied, the other the two ends between which it lies.
 */
import { fromDist } from "./support/dist.js";

const MESSAGES = ["mmm no sé qué decirle la verdad", "y eso que me contaron de mi prima sí será?", "ahí miramos a ver"];
const SHARES = [0, 0.5, 0.8, 0.9, 0.95];

const messages = Number(process.argv[2] ?? 10);
if (!(messages >= 1)) throw new Error(`"${process.argv[2]}" is no number of messages: write 1 or more`);

const [{ somnioFlow }, { estimatePromptTokens, estimateTextTokens }, { costOf }, { PRICES }] = await Promise.all([
  fromDist("agents/somnio/somnio-flow.js"),
  fromDist("core/model/estimate-tokens.js"),
  fromDist("core/model/price.js"),
  fromDist("models/prices.js"),
]);

/** The first question that the agent asks about each message. */
async function questions() {
  const asked = [];
  for (const message of MESSAGES) {
    let isFirst = true;
    const model = {
      async ask(question) {
        if (isFirst && question.purpose === "detector") asked.push(question);
        isFirst = false;
        return { kind: "not_asked", reason: "no_model" };
      },
      tryTool: async () => ({ kind: "denied", reason: "a benchmark" }),
      budget: async () => ({ limit: 50_000, used: 0, state: "free" }),
      summary: async () => null,
    };
    await somnioFlow.decide(inputOf(message, model));
  }
  return asked;
}

function inputOf(message, model) {
  const now = new Date("2026-11-22T15:00:00Z");
  return {
    message,
    messages: [message],
    inputClass: "TEXT_SIMPLE",
    media: [],
    session: {
      id: "0195d6a0-0000-7000-8000-000000000001",
      agentId: somnioFlow.id,
      status: "active",
      mode: somnioFlow.initialMode,
      version: 1,
      intentsVistos: [],
      templatesEnviados: [],
      datosCapturados: {},
      packSeleccionado: null,
      ingestStatus: null,
      pendientes: [],
    },
    history: [],
    unsaid: [],
    turnNumber: 1,
    contact: { name: null },
    forceIntent: null,
    now,
    dueTimer: null,
    timer: null,
    knownData: {},
    model,
  };
}

const asked = await questions();
if (asked.length === 0) throw new Error("the rules were sure of every message: choose others");
const average = (values) => Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
const promptTokens = average(asked.map(estimatePromptTokens));
const stableTokens = average(
  asked.map(({ system }) => system.reduce((sum, { text }) => sum + estimateTextTokens(text), 0)),
);

const usd = (model, usage) => {
  const day = new Date().toISOString().slice(0, 10);
  const cost = costOf(PRICES, {
    model,
    usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, ...usage },
    day,
  });
  if (cost.kind !== "priced") throw new Error(`${model} has no price`);
  return cost.microUsd / 1e6;
};

console.log(
  `A question of the shipped agent: about ${promptTokens} tokens, of them ${stableTokens} that never change (the cache's).\n` +
    `US dollars for 1,000 conversations of ${messages} messages, prompts alone; answers come on top: the last column for each 100 tokens of an answer.\n`,
);
console.log(
  "| detector | read locally | questions | prompts, nothing cached | prompts, all that can be is cached | per 100 tokens of answer |",
);
console.log("| --- | --- | --- | --- | --- | --- |");
for (const { model } of PRICES) {
  for (const share of SHARES) {
    const count = Math.round(1_000 * messages * (1 - share));
    const plain = count * usd(model, { inputTokens: promptTokens });
    const cached = count * usd(model, { inputTokens: promptTokens - stableTokens, cacheReadTokens: stableTokens });
    const answers = count * usd(model, { outputTokens: 100 });
    const cells = [plain, cached, answers].map((cost) => cost.toFixed(2));
    console.log(`| ${model} | ${Math.round(share * 100)} % | ${count} | ${cells.join(" | ")} |`);
  }
}
