import { statSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { drawMessages, inputOf, MODES, messagesOfData } from "../support/customers-messages.js";
import { fromDist } from "../support/dist.js";
import { summarise } from "../support/percentiles.js";

export const title = "What understanding a message takes, without a model";
export const how =
  "The trained classifier at 40 intents × 40 examples, sentences of three to ten words drawn by a seed, read back from its file as a process reads it at its start; then nlp.js trained on the same texts, in the same process. Targets: 0.3 ms of processor time a message, 100 ms to load, a file of 2 MB. CPU is what the process computed; the clock also counts how long it stood in line. Below: what the shipped agent's own models take inside whole decisions about a thousand messages of customers in four modes and 388 that tell names and places. Each sample of a profile (a millisecond) belongs to the model that it finds at work, and a model takes its share of the processor time of all decisions. Their files have 2 MB together.";

const INTENTS = 40;
const EXAMPLES = 40;

export async function run({ isQuick }) {
  const { trainLinear } = await fromDist("nlu/linear/train-linear.js");
  const { writeModelFile, readModelFile } = await fromDist("nlu/linear/model-file.js");
  const { seededRandom } = await fromDist("core/seeded-random.js");
  const rows = sentences(seededRandom(1), EXAMPLES);
  const asked = sentences(seededRandom(2), isQuick ? 10 : 50).map(({ text }) => text);

  const trained = timed(() => writeModelFile(trainLinear(rows)));
  const file = trained.result;
  const loads = Array.from({ length: 7 }, () => timed(() => readModelFile(JSON.parse(file))));
  const ours = loads.at(-1).result;
  for (const text of asked) ours.classify(text);
  const perMessage = asked.map((text) => timed(() => ours.classify(text)));

  const theirs = await nlpjs(rows);
  for (const text of asked.slice(0, 100)) await theirs.process("es", text);
  const theirMessages = [];
  for (const text of asked.slice(0, 400)) theirMessages.push(await timedLater(() => theirs.process("es", text)));

  const shipped = await costOfShipped(isQuick ? 2 : 12);
  const own = cost(perMessage);
  const other = cost(theirMessages);
  // One at a time is below the resolution of the processor's clock: its mean is what counts.
  return {
    columns: [
      "",
      "train CPU s",
      "load CPU ms (first, median)",
      "file kB",
      "CPU ms a message",
      "clock p50 ms",
      "clock p99 ms",
      "ratio",
    ],
    rows: [
      [
        "recado",
        trained.cpuMs / 1_000,
        `${loads[0].cpuMs.toFixed(0)}, ${summarise(loads.map(({ cpuMs }) => cpuMs)).p50.toFixed(0)}`,
        Math.ceil(Buffer.byteLength(file) / 1_000),
        ...[own.cpuMs, own.clock.p50, own.clock.p99],
        1,
      ],
      ["nlp.js", null, null, null, ...[other.cpuMs, other.clock.p50, other.clock.p99], other.cpuMs / own.cpuMs],
      ...shipped.map(({ name, fileKb, cpuMs }) => [name, null, null, fileKb, cpuMs, null, null, null]),
    ],
    raw: {
      modelBytes: Buffer.byteLength(file),
      loadCpuMs: loads.map(({ cpuMs }) => cpuMs),
      ours: own,
      nlpjs: other,
      shipped,
    },
  };
}

/** The shipped agent's trained models: their files, and the function in which each does its work. */
const MODELS = [
  { of: "intents and heads", file: "model.json", work: ["askModel", "hear"], within: "/local-classifier.js" },
  { of: "answers", file: "answers.json", work: ["hearAnswer"], within: "/answer-model.js" },
  { of: "entities", file: "entities.json", work: ["putRight"], within: "/entity-reader.js" },
  { of: "danger", file: "danger.json", work: ["hearDanger"], within: "/danger-model.js" },
  { of: "quantities", file: "quantities.json", work: ["putRight"], within: "/quantity-model.js" },
];

async function costOfShipped(rounds) {
  const { somnioFlow } = await fromDist("agents/somnio/somnio-flow.js");
  somnioFlow.prepare();
  const ofData = messagesOfData().map((one) => inputOf(somnioFlow, { ...one, turns: 2 }));
  const drawn = drawMessages(1_000).map((message, at) =>
    inputOf(somnioFlow, { message, mode: MODES[at % MODES.length], turns: 2 }),
  );
  const decideAll = (inputs, times) => {
    for (let round = 0; round < times; round += 1) for (const input of inputs) somnioFlow.decide(input);
  };
  decideAll([...drawn, ...ofData], 3); // the compiler learns them all
  const all = await profiled(() => decideAll([...drawn, ...ofData], rounds));
  if (Object.values(all.shares).includes(0))
    throw new Error("a model was never found at work: is its function renamed?");
  const data = await profiled(() => decideAll(ofData, 2 * rounds));
  const row = (name, { shares, cpuMs }, models, decisions) => ({
    name,
    fileKb: Math.ceil(models.reduce((sum, { file }) => sum + bytesOf(file), 0) / 1_000),
    cpuMs: (models.reduce((sum, { of }) => sum + shares[of], 0) * cpuMs) / decisions,
  });
  const decisions = rounds * (drawn.length + ofData.length);
  return [
    ...MODELS.map((model) => row(`Somnio: ${model.of}`, all, [model], decisions)),
    row("Somnio: all of them", all, MODELS, decisions),
    { name: "Somnio: whole decision", fileKb: null, cpuMs: all.cpuMs / decisions },
    row("Somnio: entities, messages of data", data, MODELS.slice(2), 2 * rounds * ofData.length),
    {
      name: "Somnio: whole decision, messages of data",
      fileKb: null,
      cpuMs: data.cpuMs / (2 * rounds * ofData.length),
    },
  ];
}

function bytesOf(file) {
  return statSync(new URL(`../../src/agents/somnio/intents/${file}`, import.meta.url)).size;
}

/** The processor time of the work, and the share of it in which each model was at work. */
async function profiled(work) {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.start");
  const { cpuMs } = timed(work);
  const { profile } = await session.post("Profiler.stop");
  session.disconnect();
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const counts = Object.fromEntries(MODELS.map(({ of }) => [of, 0]));
  let samples = 0;
  const count = ({ callFrame, children = [], hitCount = 0 }, under) => {
    const { functionName, url } = callFrame;
    const own = MODELS.find(({ work: names, within }) => names.includes(functionName) && url.endsWith(within));
    const model = under ?? own?.of;
    samples += hitCount;
    if (model !== undefined) counts[model] += hitCount;
    for (const id of children) count(nodes.get(id), model);
  };
  count(profile.nodes[0]);
  return { cpuMs, shares: Object.fromEntries(Object.entries(counts).map(([of, hits]) => [of, hits / samples])) };
}

function cost(measured) {
  const cpuMs = measured.reduce((sum, one) => sum + one.cpuMs, 0) / measured.length;
  return { cpuMs, clock: summarise(measured.map(({ clockMs }) => clockMs)) };
}

function timed(work) {
  const before = process.cpuUsage();
  const startedMs = performance.now();
  const result = work();
  return { result, ...since(before, startedMs) };
}

async function timedLater(work) {
  const before = process.cpuUsage();
  const startedMs = performance.now();
  await work();
  return since(before, startedMs);
}

function since(before, startedMs) {
  const clockMs = performance.now() - startedMs;
  const { user, system } = process.cpuUsage(before);
  return { clockMs, cpuMs: (user + system) / 1_000 };
}

const ONSETS = ["b", "c", "d", "f", "g", "l", "m", "n", "p", "r", "s", "t", "v", "ch", "ll", "pr", "tr", "bl", "qu"];
const VOWELS = ["a", "e", "i", "o", "u", "ie", "ue"];
const CODAS = ["", "", "", "n", "s", "r", "l"];

/** Sentences of words of its own and of everybody's, so that intents share what real ones share. */
function sentences(random, each) {
  const word = (number) => {
    const syllables = 1 + (number % 3);
    let left = number * 7919 + 13;
    let text = "";
    for (let count = 0; count < syllables; count += 1) {
      text += ONSETS[left % ONSETS.length] + VOWELS[(left >> 4) % VOWELS.length] + CODAS[(left >> 7) % CODAS.length];
      left = Math.floor(left / 97) + 31 * number;
    }
    return text;
  };
  return Array.from({ length: INTENTS * each }, (_, at) => {
    const intent = at % INTENTS;
    const length = 3 + Math.floor(random() * 8);
    const words = Array.from({ length }, () =>
      random() < 0.4 ? word(1_000 + intent * 30 + Math.floor(random() * 30)) : word(Math.floor(random() ** 2 * 800)),
    );
    return { label: `intent ${intent}`, text: words.join(" ") };
  });
}

async function nlpjs(rows) {
  const [{ Nlp }, { LangEs }] = await Promise.all([import("@nlpjs/nlp"), import("@nlpjs/lang-es")]);
  const nlp = new Nlp({ autoSave: false, autoLoad: false, nlu: { log: false } });
  nlp.container.use(LangEs);
  nlp.addLanguage("es");
  for (const { label, text } of rows) nlp.addDocument("es", text, label);
  await nlp.train();
  return nlp;
}
