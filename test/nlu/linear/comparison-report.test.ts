import { expect, test } from "vitest";
import { textTable } from "../../../src/cli/text-table.ts";
import { type Answer, type Evaluation, evaluate } from "../../../src/nlu/linear/evaluate.ts";
import type { LabelledText } from "../../../src/nlu/linear/linear-classifier.ts";
import { readModelFile, writeModelFile } from "../../../src/nlu/linear/model-file.ts";
import { trainLinear } from "../../../src/nlu/linear/train-linear.ts";
import { noiseMaker } from "./add-noise.ts";
import { corpus, fewShots, labelsOf } from "./corpora.ts";
import { trainNlpjs } from "./nlpjs-classifier.ts";

/** `npm run nlu:report`: ours beside nlp.js, in one run, on the same texts; the numbers of docs/nlu.md. */
interface Setting {
  readonly name: string;
  readonly train: readonly LabelledText[];
  readonly known: readonly string[];
  readonly tests: readonly {
    readonly name: string;
    readonly rows: readonly LabelledText[];
    readonly outside: readonly string[];
  }[];
}

const train = corpus("fbtod-es.train");
const tested = corpus("fbtod-es.test");
const chitChat = corpus("oos-chitchat-es").map(({ text }) => text);

function settings(): Setting[] {
  const plain = (name: string) => [{ name, rows: tested, outside: [] }];
  const noisy = ([1, 2, 3] as const).map((level) => {
    const noise = noiseMaker(level, 1);
    const rows = tested.map(({ label, text }) => ({ label, text: noise(text) }));
    return { name: `noise ${level}`, rows, outside: [] };
  });
  return [
    ...[1, 2, 3].map((seed) => ({
      name: `fbtod-es 10 an intent, seed ${seed}`,
      train: fewShots(train, 10, seed),
      known: [],
      tests: plain(""),
    })),
    { name: "fbtod-es 60 an intent", train: fewShots(train, 60, 1), known: [], tests: [...plain("clean"), ...noisy] },
    ...[0, 1, 2, 3].flatMap((group) => [heldOut(group, true), heldOut(group, false)]),
    {
      name: "nlpjs50-es",
      train: corpus("nlpjs50-es.train"),
      known: [],
      tests: [{ name: "with chit-chat", rows: corpus("nlpjs50-es.test"), outside: evenly(chitChat, 45) }],
    },
    { name: "fbtod-es full", train, known: [], tests: plain("") },
  ];
}

function heldOut(group: number, isKnown: boolean): Setting {
  const strange = new Set(labelsOf(train).filter((_, at) => at % 4 === group));
  const isIn = ({ label }: LabelledText) => !strange.has(label);
  const rows = tested.filter(isIn);
  const textsOf = (some: readonly LabelledText[]) => some.filter((row) => !isIn(row)).map(({ text }) => text);
  return {
    name: `fbtod-es 30, 3 of 12 held out (${group + 1}), ${isKnown ? "100 of them known" : "unknown"}`,
    train: fewShots(train.filter(isIn), 30, group + 1),
    known: isKnown ? evenly(textsOf(train), 100) : [],
    tests: [{ name: "15 % of them", rows, outside: evenly(textsOf(tested), Math.round((rows.length * 0.15) / 0.85)) }],
  };
}

test.skipIf(process.env["RECADO_NLU_REPORT"] === undefined)(
  "the comparison",
  async () => {
    const lines = [
      [
        "setting",
        "who",
        "right",
        "answered",
        "right of those",
        "oos answered",
        "ece",
        "85–100",
        "60–84",
        "40–59",
        "0–39",
      ],
    ];
    for (const { name, train: rows, known, tests } of settings()) {
      const ours = readModelFile(JSON.parse(writeModelFile(trainLinear(rows, { outOfScope: known }))));
      const theirs = await trainNlpjs(rows, known);
      for (const { name: what, rows: asked, outside } of tests) {
        const title = [name, what].filter(Boolean).join(", ");
        lines.push([title, "recado", ...cells(evaluate((text) => ours.classify(text), asked, outside))]);
        const answers = new Map<string, Answer>();
        for (const text of [...asked.map((row) => row.text), ...outside]) answers.set(text, await theirs(text));
        const said = (text: string) => answers.get(text) ?? { intent: "", probability: 0, isSure: false };
        lines.push(["", "nlp.js", ...cells(evaluate(said, asked, outside))]);
      }
      process.stdout.write(`${textTable(lines, "").join("\n")}\n\n`);
    }
    expect(lines.length).toBeGreaterThan(1);
  },
  3_600_000,
);

function cells({ accuracy, coverage, precision, oosAccepted, ece, bands }: Evaluation): string[] {
  const percent = (share: number | null) => (share === null ? "–" : (100 * share).toFixed(1));
  return [
    ...[accuracy, coverage, precision, oosAccepted].map(percent),
    ece.toFixed(3),
    ...bands.map(({ share, correct }) => `${percent(correct)} of ${percent(share)}`),
  ];
}

function evenly(texts: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, at) => texts[Math.floor((at * texts.length) / count)] ?? "");
}
