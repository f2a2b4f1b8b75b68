/** A file of calls for help, and the model that `recado nlu train-danger` makes of it. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { readDangerFile } from "../../src/app/read-danger-file.ts";
import { trainDangerModel } from "../../src/cli/nlu/nlu-train-danger.ts";
import { readDangerModel } from "../../src/nlu/danger/danger-model.ts";

const folder = mkdtempSync(join(tmpdir(), "recado-danger-"));
const DATA = join(folder, "danger.tsv");
const INTENTS = join(folder, "training.tsv");
const ANSWERS = join(folder, "answers.tsv");

function read(lines: string) {
  writeFileSync(DATA, lines);
  writeFileSync(INTENTS, "precio\t¿cuánto vale?\tana\nprecio\tqué precio tiene\n");
  writeFileSync(ANSWERS, "confirm:yes\tsí, confirmo\tbeto\n");
  return readDangerFile({ data: DATA, intents: INTENTS, answers: ANSWERS });
}

describe("the file", () => {
  test("a line is a kind, a text, and perhaps its hand; a line of labels stands for their texts", () => {
    expect(read("yes\tmi hijo no respira\tcaro\nnear\tno respira el wifi\nother\t@precio @confirm:yes\n")).toEqual([
      { kind: "yes", text: "mi hijo no respira", origin: "caro" },
      { kind: "near", text: "no respira el wifi" },
      { kind: "other", text: "¿cuánto vale?", origin: "ana" },
      { kind: "other", text: "qué precio tiene" },
      { kind: "other", text: "sí, confirmo", origin: "beto" },
    ]);
  });

  test.each([
    ["a kind that there is not", "no\thola\n", /danger\.tsv:1 cannot be read; a line is yes, near or other/],
    ["no text", "yes\t\n", /cannot be read/],
    ["a column too many", "yes\thola\tana\tmás\n", /cannot be read/],
    ["a label that no text has", "other\t@envio\n", /names "envio", and no text has that label/],
  ])("%s is refused", (_what, lines, why) => {
    expect(() => read(lines)).toThrow(expect.objectContaining({ code: "bad_training_data" }));
    expect(() => read(lines)).toThrow(why);
  });
});

test("recado nlu train-danger --json prints what was measured, and the file is a model", () => {
  const hands = ["ana", "beto", "caro", "dina", "ema"];
  const lines = hands.flatMap((hand) => [
    ...["se desmayó", "no respira", "se tomó todo el frasco"].map((text) => `yes\tmi mamá ${text}\t${hand}`),
    ...["se rió", "no respira de la dicha"].map((text) => `near\tmi tía ${text}\t${hand}`),
    ...["quiere dos", "vive en Cali", "pregunta cuánto vale"].map((text) => `other\tmi prima ${text}\t${hand}`),
  ]);
  writeFileSync(DATA, lines.join("\n"));
  const out = join(folder, "danger.json");
  let printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((part) => {
    printed += String(part);
    return true;
  });
  trainDangerModel({ data: DATA, out, json: true });
  const { metrics, bar } = readDangerModel(JSON.parse(readFileSync(out, "utf8")));
  expect(JSON.parse(printed)).toMatchObject({ out, bar, ...metrics });
  expect(metrics).toMatchObject({ yes: 15, near: 10, other: 15 });
});
