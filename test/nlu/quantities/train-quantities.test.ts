/** The model of quantities: learnt from marked texts of an invented shop, and kept in a file that is whole or refused. */
import { describe, expect, test } from "vitest";
import type { WishedQuantity } from "../../../src/core/ports/flow-reader.ts";
import type { Asked } from "../../../src/nlu/entities/token-features.ts";
import {
  createQuantityReader,
  everyChange,
  readQuantityModel,
  writeQuantityModel,
} from "../../../src/nlu/quantities/quantity-model.ts";
import { type CountedText, quantityTextsHash, trainQuantities } from "../../../src/nlu/quantities/train-quantities.ts";

const SELLS = {
  goods: new Set(["vela", "velas"]),
  prices: new Map([
    [20_000, 1],
    [35_000, 2],
    [50_000, 3],
  ]),
};
const NUMBERS = [
  ["dos", 2],
  ["tres", 3],
  ["2", 2],
  ["3", 3],
] as const;

/** In these texts who says "alumbra" wants, and who says "gotea" counts something else. */
const TEXTS: readonly CountedText[] = ["ana", "beto", "caro"].flatMap((origin) =>
  NUMBERS.flatMap(([number, units]): CountedText[] => [
    { origin, asked: "data", units, marked: `${origin} alumbra [[${number}]] velas` },
    { origin, asked: "data", units, marked: `alumbra [[${number}]] pues ${origin}` },
    { origin, asked: "data", units, marked: `${origin} alumbra [[${number}]]` },
    { origin, asked: "data", units: null, marked: `${origin} gotea ${number} pues` },
    { origin, asked: "data", units: null, marked: `gotea ${number} ${origin}` },
    { origin, asked: "data", units: null, marked: `la cera gotea ${number} velas ${origin}` },
  ]),
);
const MODEL = writeQuantityModel(trainQuantities(TEXTS, SELLS));

/** The same model, which makes each change from this probability on. */
function readerFrom(from: number) {
  const file = writeQuantityModel({ ...readQuantityModel(JSON.parse(MODEL)), from: everyChange(() => from) });
  return createQuantityReader({ model: () => JSON.parse(file) });
}

interface Around {
  readonly read?: WishedQuantity | null;
  readonly asked?: Asked;
  readonly data?: readonly string[];
  readonly from?: number;
}

function heard(text: string, { read = null, asked = "data", data = [], from = 0 }: Around = {}): number | null {
  return readerFrom(from).putRight(text, read, { asked, ruled: read, data, ...SELLS })?.units ?? null;
}

test("the same texts in another order give the same file and the same hash", () => {
  const turned = [...TEXTS].reverse();
  expect(quantityTextsHash(turned)).toBe(quantityTextsHash(TEXTS));
  expect(writeQuantityModel(trainQuantities(turned, SELLS)) === MODEL).toBe(true);
});

test("what is wanted is told from what is counted besides", () => {
  expect(heard("ole alumbra dos")).toBe(2);
  expect(heard("ole gotea dos")).toBeNull();
  expect(heard("ole gotea dos", { read: { units: 2, isAsked: false } })).toBeNull();
});

test("a change that the model is less sure of than its threshold is not made", () => {
  expect(heard("ole alumbra dos", { from: Number.POSITIVE_INFINITY })).toBeNull();
});

test("a number inside a datum that was read counts nothing", () => {
  expect(heard("ole alumbra dos", { data: ["alumbra dos"] })).toBeNull();
});

test("a number beyond the largest pack is never filled", () => {
  expect(heard("ole alumbra 3")).toBe(3);
  expect(heard("ole alumbra 4")).toBeNull();
});

test("at a summary the model must be surer", () => {
  const read = { units: 3, isAsked: false };
  const texts = TEXTS.map(({ marked }) => marked.replaceAll(/[[\]]|ana|beto|caro/g, ""));
  const changed = (asked: Asked) => texts.filter((text) => heard(text, { read, asked }) !== 3).length;
  expect(changed("summary")).toBeLessThan(changed("data"));
});

test("of earlier messages the newest that wants a number counts", () => {
  const reader = readerFrom(0);
  expect(reader.countedBefore(["ole alumbra dos", "ole alumbra 3", "ole gotea 2"], SELLS)).toBe(3);
  expect(reader.countedBefore(["ole gotea 2"], SELLS)).toBeNull();
});

test("no texts, and texts without numbers, are refused", () => {
  const unlike: CountedText = { origin: "ana", asked: "data", units: null, marked: "qué linda vela" };
  for (const texts of [[], [unlike]])
    expect(() => trainQuantities(texts, SELLS)).toThrow(
      expect.objectContaining({ code: "bad_training_data", message: expect.stringMatching(/no texts with numbers/) }),
    );
});

describe("a file that is not a whole model is refused", () => {
  const file = JSON.parse(MODEL) as Record<string, unknown>;
  test.each([
    ["no object", "x", /its format is "undefined"/],
    ["another format", { ...file, format: "recado-entities/1" }, /its format is "recado-entities\/1"/],
    ["a changed byte", { ...file, dataHash: "x" }, /does not have the hash/],
    ["no features", { ...file, features: 1 }, /"features" cannot be read/],
  ])("%s", (_, json, message) => {
    expect(() => readQuantityModel(json)).toThrow(
      expect.objectContaining({ code: "bad_model_file", message: expect.stringMatching(message) }),
    );
  });
});
