import { expect, test } from "vitest";
import type { LabelledText } from "../../../src/nlu/linear/linear-classifier.ts";
import { readModelFile, writeModelFile } from "../../../src/nlu/linear/model-file.ts";
import { trainLinear } from "../../../src/nlu/linear/train-linear.ts";

const SHOP: Readonly<Record<string, readonly string[]>> = {
  precio: [
    "cuánto vale",
    "qué precio tiene",
    "cuánto cuesta un frasco",
    "precio por favor",
    "a cómo está",
    "valor del producto",
  ],
  envio: [
    "cuánto demora el envío",
    "hacen envíos a Cali",
    "cuándo llega",
    "el domicilio tiene costo",
    "envían a pueblos",
    "por dónde envían",
  ],
  saludo: ["hola", "buenas tardes", "buenos días", "hola qué tal", "muy buenas", "hola hola"],
};
const rows: LabelledText[] = Object.entries(SHOP).flatMap(([label, texts]) => texts.map((text) => ({ label, text })));

test("a trained model answers what it was taught, from its file", () => {
  const classifier = readModelFile(JSON.parse(writeModelFile(trainLinear(rows))));
  expect(classifier.labels).toEqual(["envio", "precio", "saludo"]);
  expect(classifier.classify("kuanto cuesta?").intent).toBe("precio");
  expect(classifier.classify("ENVIOS a medellin").intent).toBe("envio");
  const verdict = classifier.classify("buenas");
  expect(verdict.intent).toBe("saludo");
  expect(verdict.alternatives).toHaveLength(2);
});

test("so few texts promise nothing: no intent is answered locally", () => {
  const classifier = readModelFile(JSON.parse(writeModelFile(trainLinear(rows))));
  expect(classifier.classify("hola")).toMatchObject({ threshold: Number.POSITIVE_INFINITY, isSure: false });
});

test("the same rows in another order give the same bytes", () => {
  expect(writeModelFile(trainLinear([...rows].reverse()))).toBe(writeModelFile(trainLinear(rows)));
});
