import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { evaluateModel } from "../../src/cli/nlu/nlu-eval.ts";
import { explainModel } from "../../src/cli/nlu/nlu-explain.ts";
import { trainModel } from "../../src/cli/nlu/nlu-train.ts";

const folder = mkdtempSync(join(tmpdir(), "recado-nlu-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

let files = 0;
function fileOf(content: string | Uint8Array): string {
  files += 1;
  const path = join(folder, `${files}.tsv`);
  writeFileSync(path, content);
  return path;
}

function printed(work: () => void): string {
  let text = "";
  vi.spyOn(process.stdout, "write").mockImplementation((part) => {
    text += String(part);
    return true;
  });
  work();
  return text;
}

const ASKED = [
  "frasco",
  "combo",
  "paquete",
  "producto",
  "tarro",
  "kit",
  "par",
  "pedido",
  "sobre",
  "té",
  "jabón",
  "polvo",
];
const SHOP = ASKED.flatMap((what) => [
  `precio\tcuánto vale el ${what}`,
  `precio\tqué precio tiene un ${what}?`,
  `envio\tcuánto demora en llegar el ${what}`,
  `envio\thacen envíos de ${what}?`,
]).join("\n");
const TEST = "precio\tkuanto bale\nprecio\tel precio porfa\nenvio\tcuando llega mi envío\n";
const OTHER = "va a llover mañana\notro\tquién ganó el partido\n\ncuéntame un chiste\n";

describe("recado nlu eval", () => {
  const inputs = { train: fileOf(SHOP), test: fileOf(TEST), target: "0.95" };

  test("--json prints these fields, in this order, and nothing else", () => {
    const report = JSON.parse(printed(() => evaluateModel({ ...inputs, oos: fileOf(OTHER), json: true })));
    expect(Object.keys(report)).toEqual(
      "train test accuracy threshold coverage precision oosAccepted ece bands msPerMessage modelBytes strangers".split(
        " ",
      ),
    );
    expect(report).toMatchObject({ train: 48, test: 3, accuracy: 1 });
    expect(report.bands.map(({ from, to }: { from: number; to: number }) => `${from}-${to}`)).toEqual([
      "85-100",
      "60-84",
      "40-59",
      "0-39",
    ]);
    expect(report.bands.reduce((sum: number, { share }: { share: number }) => sum + share, 0)).toBeCloseTo(1, 4);
  });

  test("what is out of scope counts against precision, and without it there is no number for it", () => {
    const alone = JSON.parse(printed(() => evaluateModel({ ...inputs, json: true })));
    expect(alone.oosAccepted).toBeNull();
    const asked = fileOf("cuánto vale el carro\nhacen envíos de gatos?");
    const fooled = JSON.parse(printed(() => evaluateModel({ ...inputs, oos: asked, json: true })));
    expect(fooled).toMatchObject({ accuracy: alone.accuracy, coverage: alone.coverage });
    expect(fooled.oosAccepted).toBeGreaterThan(0);
    expect(fooled.precision).toBeLessThan(1);
  });

  test("texts out of scope that calibration has seen make it more careful", () => {
    const near = fileOf(ASKED.map((what) => `el ${what} es para mi mamá`).join("\n"));
    const tested = { ...inputs, oos: fileOf("el frasco es para mi mamá"), json: true } as const;
    const careless = JSON.parse(printed(() => evaluateModel(tested)));
    const careful = JSON.parse(printed(() => evaluateModel({ ...tested, calibrationOos: near })));
    expect([careless.oosAccepted, careful.oosAccepted]).toEqual([1, 0]);
  });

  test("a kind of strangers that calibration has not seen is told of apart", () => {
    const near = ASKED.map((what) => `pariente\tel ${what} es para mi mamá`);
    const far = ["va a llover mañana", "quién ganó el partido", "cuéntame un chiste", "qué hora es"];
    const kinds = fileOf([...near, ...far.map((text) => `charla\t${text}`)].join("\n"));
    const tested = { ...inputs, oos: fileOf("el frasco es para mi mamá"), calibrationOos: kinds } as const;
    const { oosAccepted, strangers } = JSON.parse(printed(() => evaluateModel({ ...tested, json: true })));
    expect(oosAccepted).toBe(0);
    expect(strangers).toEqual([
      { kind: "charla", texts: 4, answered: 0, precision: expect.any(Number) },
      { kind: "pariente", texts: 12, answered: expect.any(Number), precision: expect.any(Number) },
    ]);
    expect(strangers[1].answered).toBeGreaterThan(0);
    // Written by two kinds alike, the one is held out and known by the other.
    const halves = near.map((line, at) => line.replace("pariente", `pariente ${at % 2}`)).join("\n");
    const seen = JSON.parse(printed(() => evaluateModel({ ...tested, calibrationOos: fileOf(halves), json: true })));
    expect(seen.strangers.map(({ answered }: { answered: number }) => answered)).toEqual([0, 0]);
    expect(printed(() => evaluateModel(tested))).toMatch(/pariente +12 +\d+\.\d %/);
  });

  test("a text labelled None that training does not know is one that no guess gets right", () => {
    const none = fileOf(`${TEST}None\tqué hora es`);
    expect(JSON.parse(printed(() => evaluateModel({ ...inputs, test: none, json: true })))).toMatchObject({
      test: 4,
      accuracy: 0.75,
    });
  });

  test("without --json it is a table for people", () => {
    expect(printed(() => evaluateModel(inputs))).toMatch(
      /^Trained on 48 texts, tested on 3 others\.\n {2}right +100\.0 %/,
    );
  });
});

describe("what cannot be used is told in a sentence, with its file and line", () => {
  const good = fileOf(SHOP);
  test.each([
    ["a file that is not there", join(folder, "gone.tsv"), /gone\.tsv cannot be read: ENOENT/],
    ["an empty file", fileOf("\n\n"), /\.tsv is empty; a line is a label, a tab and a text/],
    ["no tab", fileOf("precio\tcuánto\ncuánto vale\n"), /\.tsv:2 has no tab; a line is a label, a tab and a text/],
    ["a fourth column", fileOf("precio\tcuánto\tana\t0.9"), /\.tsv:1 has 3 tabs/],
    ["no label", fileOf("\tcuánto vale"), /\.tsv:1 has no label before its tab/],
    ["a label without text", fileOf("precio\tcuánto\n\nenvio\t \n"), /\.tsv:3 has no text for the label "envio"/],
    ["another encoding", fileOf(new Uint8Array([0x70, 0x09, 0xe1, 0x0a])), /is not UTF-8 text/],
    ["one label only", fileOf("a\tuno\na\tdos\n"), /at least two different labels, and the data have only "a"/],
    ["too few texts", fileOf("a\tuno\nb\tdos\n"), /at least 10 texts, and the data have 2/],
  ])("%s", (_, data, sentence) => {
    expect(() => trainModel({ data, out: join(folder, "none.json"), target: "0.95" })).toThrow(
      expect.objectContaining({ code: "bad_training_data", message: expect.stringMatching(sentence) }),
    );
  });

  test("a label to test that was not trained", () => {
    expect(() => evaluateModel({ train: good, test: fileOf("precio\ta\npago\tb\n"), target: "0.95" })).toThrow(
      /\.tsv:2 has the label "pago", which no text of .*\.tsv has/,
    );
  });

  test.each(["", "95", "0", "mucho"])("--target %j", (target) => {
    expect(() => trainModel({ data: good, out: join(folder, "none.json"), target })).toThrow(/between 0 and 1/);
  });

  test("--allow with an intent that is not there names those that are", () => {
    expect(() =>
      trainModel({ data: good, out: join(folder, "none.json"), target: "0.95", allow: "precio,pago" }),
    ).toThrow(/"pago" is to be answered locally.*there are: envio, precio/);
  });

  test("a model that cannot be written", () => {
    expect(() => trainModel({ data: good, out: join(folder, "no", "where.json"), target: "0.95" })).toThrow(
      /where\.json cannot be written: ENOENT.*--out/,
    );
  });
});

describe("recado nlu train and explain", () => {
  const out = join(folder, "model.json");
  const report = printed(() =>
    trainModel({ data: fileOf(SHOP), oos: fileOf(OTHER), out, target: "0.9", allow: "precio" }),
  );

  test("training says what was learnt, and what may not be answered", () => {
    expect(report).toMatch(/^48 texts of 2 intents, 3 out of scope/);
    expect(report).toMatch(/envio +24 +not allowed/);
    expect(report).toMatch(/precio +24 +0\.\d+/);
  });

  test("the same data give the same file", () => {
    const again = join(folder, "again.json");
    printed(() => trainModel({ data: fileOf(SHOP), oos: fileOf(OTHER), out: again, target: "0.9", allow: "precio" }));
    expect(readFileSync(again, "utf8")).toBe(readFileSync(out, "utf8"));
  });

  test("an explanation names the features, the confidence, the threshold and what follows", () => {
    const text = printed(() => explainModel("KUANTO bale el frasco??", { model: out }));
    expect(text).toMatch(
      /read as +kuanto bale el frasco \?\nintent +precio\nconfidence +\d+\.\d %, calibrated; threshold 0\.\d+/,
    );
    expect(text).toMatch(/What spoke for it.*\n +\+\d/);
    expect(text).toMatch(/so +it is answered locally/);
    expect(printed(() => explainModel("hacen envíos de frasco?", { model: out }))).toMatch(
      /threshold never\nso .*not among those that may be answered locally/,
    );
    expect(printed(() => explainModel("中文", { model: out }))).toMatch(/no part of the text was seen in training/);
  });

  test("--json has no Infinity in it", () => {
    const { verdict, follows } = JSON.parse(printed(() => explainModel("hacen envíos?", { model: out, json: true })));
    expect(verdict).toMatchObject({ intent: "envio", threshold: null, isSure: false });
    expect(follows).toMatch(/not among those/);
  });

  test.each([
    ["is not there", join(folder, "gone.json"), /gone\.json cannot be read: ENOENT/],
    ["is no JSON", fileOf("precio\tcuánto"), /is not JSON/],
    [
      "is of another version",
      fileOf('{"format":"recado-linear/0"}'),
      /its format is "recado-linear\/0"; this version reads/,
    ],
    ["is something else", fileOf("[1]"), /its format is not named/],
  ])("a model that %s is refused", (_, model, sentence) => {
    expect(() => explainModel("hola", { model })).toThrow(
      expect.objectContaining({ code: "bad_model_file", message: expect.stringMatching(sentence) }),
    );
  });

  test("a model without metrics, or one that was changed by hand, is refused", () => {
    const model = JSON.parse(readFileSync(out, "utf8"));
    const { metrics, ...without } = model;
    expect(() => explainModel("hola", { model: fileOf(JSON.stringify(without)) })).toThrow(/it has no metrics/);
    const changed = { ...model, metrics: { ...metrics, accuracy: 0.5 } };
    expect(() => explainModel("hola", { model: fileOf(JSON.stringify(changed)) })).toThrow(/does not have the hash/);
  });
});
