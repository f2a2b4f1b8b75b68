/** The model of danger that ships: of the data that ships, and right for people whom it has not read. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { readDangerFile } from "../../../src/app/read-danger-file.ts";
import { readDangerModel, writeDangerModel } from "../../../src/nlu/danger/danger-model.ts";
import { dangerTextsHash, trainDanger } from "../../../src/nlu/danger/train-danger.ts";
import { NOTHING_KNOWN } from "../../../src/nlu/reading/reader-options.ts";

const FOLDER = "src/agents/somnio/intents";
const COMMAND = `recado nlu train-danger --data ${FOLDER}/danger.tsv --intents ${FOLDER}/training.tsv --answers ${FOLDER}/answers.tsv --out ${FOLDER}/danger.json`;
const pathOf = (name: string): string => fileURLToPath(new URL(`../../../${FOLDER}/${name}`, import.meta.url));
const MODEL = readFileSync(pathOf("danger.json"), "utf8");
const LEARNT = readDangerFile({
  data: pathOf("danger.tsv"),
  intents: pathOf("training.tsv"),
  answers: pathOf("answers.tsv"),
});
/** Three hands that no training has read: two of calls for help and their nearest neighbours, one of a usual week. */
const HELD_OUT = readDangerFile({ data: pathOf("danger-evaluation.tsv") });

test("the model is of the data that ships", () => {
  expect(readDangerModel(JSON.parse(MODEL)).dataHash, `train it anew: ${COMMAND}`).toBe(dangerTextsHash(LEARNT));
});

// Six models: half a minute of a quiet processor.
test.runIf(process.env["RECADO_TRAIN"])(
  "the model is what training on the data that ships gives",
  () => expect(writeDangerModel(trainDanger(LEARNT)) === MODEL, COMMAND).toBe(true),
  600_000,
);

test("no hand that is held out is learnt from, and no line stands twice", () => {
  const hands = new Set(LEARNT.map(({ origin }) => origin));
  const learnt = new Set(LEARNT.map(({ text }) => text));
  expect(HELD_OUT.filter(({ origin, text }) => hands.has(origin) || learnt.has(text))).toEqual([]);
  expect(new Set(HELD_OUT.map(({ text }) => text)).size).toBe(HELD_OUT.length);
});

async function isDanger(text: string): Promise<boolean> {
  const { concerns = [] } = await somnioFlow.definition.reader.read([text], NOTHING_KNOWN);
  return concerns.some(({ concern }) => concern === "danger");
}

async function shareHeard(kind: "yes" | "near" | "other"): Promise<number> {
  const texts = HELD_OUT.filter((one) => one.kind === kind);
  const heard = await Promise.all(texts.map(({ text }) => isDanger(text)));
  return heard.filter(Boolean).length / texts.length;
}

test("of people whom no training has read, most calls for help are heard, and hardly a usual message is one", async () => {
  // When it was trained: 87 in 100 (65 before), 7 of their neighbours, none of 500. A third of the calls stand between the lines.
  expect(await shareHeard("yes")).toBeGreaterThan(0.84);
  expect(await shareHeard("near")).toBeLessThan(0.1);
  expect(await shareHeard("other")).toBeLessThan(0.008);
}, 60_000);

test.each([
  "mi marido no tiene pulso",
  "será que el niño de 4 años se comió unas cuantas que dejé en la mesa, lo dejo dormir?",
  "mi nieto ingirió una cantidad no determinada de su producto a las 3 pm",
  "puedo darle café a mi esposa? no la logro despertar",
  "el bebé se puso azul",
  "mi mamá se tomó la dosis de un mes con aguardiente y ronca raro",
])("help is called for in everyday words: %s", async (text) => expect(await isDanger(text)).toBe(true));
