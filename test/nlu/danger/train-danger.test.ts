/** The model of danger: who and what, not only which words; quiet on everyday talk; the same file from the same texts. */
import { describe, expect, test } from "vitest";
import { createDangerReader, readDangerModel, writeDangerModel } from "../../../src/nlu/danger/danger-model.ts";
import { type DangerText, dangerTextsHash, trainDanger } from "../../../src/nlu/danger/train-danger.ts";

const WHO = ["mi hijo", "mi abuela", "mi perro", "la vecina", "mi esposo", "el bebe"];
const TOOK = ["se tomó", "se tragó", "se comió"];
const HOW_MUCH = ["diez pastillas", "medio frasco", "muchas tabletas", "todas las pepas"];
const ELSEWHERE = ["duerme muy bien", "quiere un frasco", "pregunta el precio", "vive en Cali"];

const HANDS = ["ana", "beto", "caro", "dina", "ema"];
const handOf = (at: number): string => HANDS[at % HANDS.length] ?? "ana";

const TEXTS: readonly DangerText[] = [
  ...WHO.flatMap((who) => TOOK.flatMap((took) => HOW_MUCH.map((much) => `${who} ${took} ${much}`))).map((text, at) => ({
    kind: "yes" as const,
    text,
    origin: handOf(at),
  })),
  ...WHO.flatMap((who) => TOOK.map((took) => `${who} ${took} la sopa y está feliz`)).map((text, at) => ({
    kind: "near" as const,
    text,
    origin: handOf(at),
  })),
  ...WHO.flatMap((who) => ELSEWHERE.map((what) => `${who} ${what}`)).map((text, at) => ({
    kind: "other" as const,
    text,
    origin: handOf(at),
  })),
];

const MODEL = writeDangerModel(trainDanger(TEXTS));
const reader = createDangerReader({ model: () => JSON.parse(MODEL) });

describe("what is heard", () => {
  test("a call for help that training has read, and none in its neighbour", () => {
    expect(reader.hearDanger("mi hijo se tragó diez pastillas")).toMatchObject({ head: "danger", isHeard: true });
    expect(reader.hearDanger("mi hijo se tragó la sopa y está feliz").isHeard).toBe(false);
    expect(reader.hearDanger("mi abuela pregunta el precio").isHeard).toBe(false);
  });

  test("words that training has not read are heard by their kind", () => {
    expect(reader.hearDanger("mi nieto se zampó veinte cápsulas").isHeard).toBe(true);
    expect(reader.hearDanger("mi gata se devoró treinta comprimidos").isHeard).toBe(true);
  });

  test("the probability is one half at the bar, and grows with the margin", () => {
    const heard = reader.hearDanger("mi perro se comió muchas tabletas");
    const quiet = reader.hearDanger("la vecina vive en Cali");
    expect(heard.probability).toBeGreaterThan(0.5);
    expect(quiet.probability).toBeLessThan(0.5);
  });

  test("nothing in words that no training text has", () => {
    expect(reader.hearDanger("Nayibis Redondo Iguarán").isHeard).toBe(false);
    expect(reader.hearDanger("").isHeard).toBe(false);
  });
});

describe("training and its file", () => {
  test("the same texts in any order give the same bytes", () => {
    expect(writeDangerModel(trainDanger(TEXTS.toReversed())) === MODEL).toBe(true);
    expect(dangerTextsHash(TEXTS.toReversed())).toBe(dangerTextsHash(TEXTS));
    expect(dangerTextsHash(TEXTS.slice(1))).not.toBe(dangerTextsHash(TEXTS));
  });

  test("it counts what it has learnt from, and measures it on hands that it has not", () => {
    const { metrics } = readDangerModel(JSON.parse(MODEL));
    expect(metrics).toMatchObject({ yes: 72, near: 18, other: 24 });
    expect(metrics.heard).toBeGreaterThan(0.9);
    expect(metrics.falseAlarms).toBe(0);
  });

  test.each(["yes", "near", "other"] as const)("without a text that is %s nothing is trained", (kind) => {
    expect(() => trainDanger(TEXTS.filter((one) => one.kind !== kind))).toThrow(
      expect.objectContaining({ code: "bad_training_data", message: expect.stringContaining(`no text is ${kind}`) }),
    );
  });

  test.each([
    ["of another kind", { format: "recado-requests/2" }, /its format is "recado-requests\/2"/],
    ["changed by hand", { bar: -100 }, /does not have the hash/],
    ["without its weights", { weights: undefined }, /"weights/],
  ])("the reader refuses a file %s and says how to train anew", (_what, change, why) => {
    const refused = () => readDangerModel({ ...JSON.parse(MODEL), ...change });
    expect(refused).toThrow(why);
    expect(refused).toThrow(/recado nlu train-danger/);
  });
});
