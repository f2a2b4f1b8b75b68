import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { mendSpelling } from "../../../src/nlu/words/mend-spelling.ts";

describe("slips of the finger in the words of a sale", () => {
  test.each([
    ["quwrer dos frscos", "querer dos frascos"],
    ["voy a querrer el combo", "voy a querer el combo"],
    ["comfirmo el pedido", "confirmo el pedido"],
    ["cunáto cuetsa", "cuanto cuesta"],
    ["aparteme un taro", "aparteme un tarro"],
    ["tieme regitro invina", "tiene registro invima"],
  ])("%s", (typed, meant) => {
    expect(mendSpelling(typed)).toBe(meant);
  });

  test.each([
    "Marta Pardo, Pasto, calle Quirós",
    "¿cómo compra uno? lista de precios",
    "me llamo Celina Bueno",
    "mi esposa respira bien y duerme",
    "vivo en Tarso, vereda La Venta",
    "carta, tarta, gata y pasta",
  ])("left as it was typed: %s", (text) => {
    expect(mendSpelling(text)).toBe(text);
  });

  test("of the evaluation texts, only slips are mended", () => {
    const file = new URL("../../../src/agents/somnio/intents/evaluation.tsv", import.meta.url);
    const words = new Set(readFileSync(file, "utf8").match(/\p{L}{4,}/gu) ?? []);
    const mended = [...words].filter((word) => mendSpelling(word) !== word);
    expect(Object.fromEntries(mended.map((word) => [word, mendSpelling(word)]))).toMatchInlineSnapshot(`{}`);
  });
});
