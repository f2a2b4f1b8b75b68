/** The words of a text that may count goods, before any model looks at them. */
import { describe, expect, test } from "vitest";
import { splitTokens } from "../../../src/nlu/entities/tokens.ts";
import { findCountedWords } from "../../../src/nlu/quantities/counted-words.ts";

const SELLS = {
  goods: new Set(["frasco", "frascos"]),
  prices: new Map([
    [79_900, 1],
    [129_900, 2],
    [169_900, 3],
  ]),
};

function unitsIn(text: string): number[] {
  return findCountedWords(splitTokens(text), SELLS).map(({ units }) => units);
}

describe("may count goods", () => {
  test.each([
    ["a word", "mándeme dos frascos", [2]],
    ["a figure", "me da 3 porfa", [3]],
    ["a price", "el de 129.900", [2]],
    ["a price without its sign", "el de 129900", [2]],
    ["the thousands of a price", "el de 129 porfa", [2]],
    ["half a dozen", "media docena", [6]],
    ["a dozen", "una docena", [1, 12]],
    ["one unit in other words", "el individual", [1]],
    ["one more behind another", "uno para mí y otro para ella", [1, 1]],
    ["an order behind a no", "no, mándeme dos", [2]],
  ])("%s: %s", (_, text, units) => expect(unitsIn(text)).toEqual(units));
});

describe("counts no goods", () => {
  test.each([
    ["another alone", "quiero hacer otro pedido"],
    ["an address", "cra 6 # 9-32"],
    ["a tower", "la torre es la 2"],
    ["streets", "a dos cuadras"],
    ["a family", "yo vivo con tres hermanos"],
    ["a date", "el tres de diciembre"],
    ["a time", "a las 5:00"],
    ["another price", "lo vi en 99.900"],
    ["more than any pack", "son 45"],
    ["a refusal", "no me mande dos"],
    ["a refusal of some that were named", "no quiero los tres"],
  ])("%s: %s", (_, text) => expect(unitsIn(text)).toEqual([]));
});
