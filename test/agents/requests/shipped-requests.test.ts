/** The model that hears requests: of the data that ships, small, quick, and quiet on chat that it has not learnt from. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { shippedRequests } from "../../../src/agents/requests/shipped-requests.ts";
import { readLabelledFile } from "../../../src/app/read-labelled-file.ts";
import { readRequestTexts } from "../../../src/app/read-request-texts.ts";
import { detectIntent } from "../../../src/core/artifacts/detect-intent.ts";
import { gateIntent } from "../../../src/core/artifacts/gate-intent.ts";
import { routeText } from "../../../src/core/artifacts/route-text.ts";
import { ARTIFACT_SETTINGS } from "../../../src/core/artifacts/settings.ts";
import { readRequestModel, writeRequestModel } from "../../../src/nlu/requests/request-model.ts";
import { requestTextsHash, shareOfChat, trainRequests } from "../../../src/nlu/requests/train-requests.ts";
import { playedToday } from "../../support/share-of-the-day.ts";

const ROOT = new URL("../../../", import.meta.url);
const AGENTS = "src/agents";
const FIXTURES = "test/fixtures";
const LEARNT = {
  data: `${AGENTS}/requests/training.tsv`,
  chat: [
    `${FIXTURES}/artifacts/unseen-chat.tsv=2`,
    ...["nlpjs50-es.train", "nlpjs50-es.test", "oos-chitchat-es"].map((name) => `${FIXTURES}/nlu/${name}.tsv=2`),
    ...["fbtod-es.train", "fbtod-es.test"].map((name) => `${FIXTURES}/nlu/${name}.tsv=12`),
  ],
};
const COMMAND = `recado nlu train-requests --data ${LEARNT.data} --chat ${LEARNT.chat.join(" ")} --out ${AGENTS}/requests/model.json`;
const pathOf = (name: string): string => fileURLToPath(new URL(name, ROOT));
const texts = () => readRequestTexts({ data: pathOf(LEARNT.data), chat: LEARNT.chat.map(pathOf) });
const MODEL = readFileSync(pathOf(`${AGENTS}/requests/model.json`), "utf8");

/** What training has left of the public corpora. */
const LEFT = [
  ...new Set(
    LEARNT.chat.flatMap((name) => {
      const [path = "", every] = name.split("=");
      return shareOfChat(
        readLabelledFile(pathOf(path)).map(({ text }) => text),
        Number(every),
      ).left;
    }),
  ),
];

function isMade(text: string, hasDocument: boolean): boolean {
  const heard = shippedRequests.readRequest(text);
  const asked = { text, route: routeText(text, "TEXT_SIMPLE"), hasDocument, heard };
  return gateIntent(detectIntent(asked, ARTIFACT_SETTINGS), asked, ARTIFACT_SETTINGS).kind === "make";
}

test("the model is of the data that ships", () => {
  expect(readRequestModel(JSON.parse(MODEL)).dataHash, `train it anew: ${COMMAND}`).toBe(requestTextsHash(texts()));
});

// Six models: a minute of a quiet processor.
test.runIf(process.env["RECADO_TRAIN"])(
  "the model is what training on the data that ships gives",
  () => expect(writeRequestModel(trainRequests(texts())) === MODEL, COMMAND).toBe(true),
  600_000,
);

test("the data name their hands, have hundreds of texts for each label, and say nothing twice", () => {
  const rows = readLabelledFile(pathOf(LEARNT.data));
  expect(rows.filter(({ origin = "" }) => origin === "")).toEqual([]);
  expect(new Set(rows.map(({ origin }) => origin)).size).toBeGreaterThanOrEqual(4);
  const labels = ["doc_extract", "none", "plan", "research_brief"];
  for (const label of labels) expect(rows.filter((row) => row.label === label).length).toBeGreaterThan(600);
  expect(new Set(rows.map(({ text }) => text.toLowerCase())).size).toBe(rows.length);
});

test("the two models that ship stay below 2 MiB together", () => {
  const somnio = readFileSync(pathOf(`${AGENTS}/somnio/intents/model.json`), "utf8");
  expect(Buffer.byteLength(MODEL) + Buffer.byteLength(somnio)).toBeLessThanOrEqual(2 * 1024 * 1024);
});

test.each(
  playedToday(
    "chat that asks for nothing",
    [
      ["without a document", false],
      ["with a document at hand", true],
    ] as const,
    { oneIn: 2, file: "test/agents/requests/shipped-requests.test.ts" },
  ),
)("of chat that was not learnt from at most 0.5 %% makes an artifact, %s", (_, hasDocument) => {
  expect(LEFT.length).toBeGreaterThan(7_000);
  const made = LEFT.filter((text) => isMade(text, hasDocument));
  expect(made.length / LEFT.length).toBeLessThanOrEqual(0.005);
});

test("requests that name no plan, no source and no document are heard", () => {
  for (const [text, hasDocument] of [
    ["nos dan las llaves en agosto y está en obra gris, qué vamos haciendo primero y cuánto tiempo por cosa", false],
    ["a mi tía le recetaron eso y le dijeron que sube el azúcar, qué tanto hay de cierto en los estudios", false],
    ["cuánto me descontaron de salud ahí y en qué fecha lo pagan", true],
  ] as const)
    expect(isMade(text, hasDocument), text).toBe(true);
});

test("what is told, and what wants a short answer, is no request", () => {
  for (const text of [
    "mi jefe armó el cronograma y nadie lo entiende",
    "¿cuántos habitantes tiene Lima?",
    "gracias por el informe, quedó excelente",
    "recuérdame organizar el clóset mañana",
    // A rule reads a question about the document here, and the model does not hear it.
    "el contador dijo que ese informe estaba bien y quién sabe cuándo lo firman",
    "mi jefa dice que ese contrato lo escribió alguien que no sabe",
  ])
    expect([isMade(text, false), isMade(text, true)], text).toEqual([false, false]);
});

test("a message costs at most 0.3 ms", () => {
  const some = LEFT.filter((_, at) => at % 7 === 0);
  const play = () => {
    const started = process.cpuUsage();
    for (const text of some) shippedRequests.readRequest(text);
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1_000 / some.length;
  };
  // The least of three: the first one loads and compiles, and the machine has other work.
  expect(Math.min(play(), play(), play())).toBeLessThanOrEqual(0.3);
});
