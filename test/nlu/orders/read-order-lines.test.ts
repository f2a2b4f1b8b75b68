import { expect, test } from "vitest";
import { readOrderLines } from "../../../src/nlu/orders/read-order-lines.ts";

const read = readOrderLines({
  packs: { familiar: ["familiar", "grande"], personal: ["personal"] },
  names: [
    { name: "Hawaiana", words: ["hawaiana"] },
    { name: "Mexicana", words: ["mexicana"] },
    { name: "Pollo", words: ["pollo", "pollo con champiñones"] },
  ],
  goods: ["pizza"],
});

test.each([
  ["dos familiares hawaianas y una personal mexicana", "2 familiar: Hawaiana; 1 personal: Mexicana"],
  ["2 pizzas grandes de pollo con champiñones", "2 familiar: Pollo"],
  ["media docena de personales hawaianas", "6 personal: Hawaiana"],
  ["dos familiares, una hawaiana y otra mexicana", "1 familiar: Hawaiana; 1 familiar: Mexicana"],
  ["tres familiares, dos hawaianas y una mexicana", "2 familiar: Hawaiana; 1 familiar: Mexicana"],
])("%s", (words, list) => {
  expect(read(words)).toBe(list);
});

test.each([
  ["three are ordered and two are named", "tres familiares, una hawaiana y otra mexicana"],
  ["two are ordered and three are named", "dos familiares, una hawaiana, una mexicana y una de pollo"],
  ["the shares stand beside a name of the whole", "dos familiares de pollo, una hawaiana y otra mexicana"],
  ["the numbers belong to no size", "una hawaiana y dos mexicanas"],
  ["it is asked", "¿cuánto valen dos familiares y una personal?"],
  ["something is left out", "dos familiares y una personal sin pollo"],
])("nothing is priced by a guess where %s: %s", (_, words) => {
  expect(read(words)).toBeNull();
});

test.each([
  ["a count is taken back", "dos familiares y una personal, mejor dicho 3 familiares"],
  ["a number stands alone", "la familiar hawaiana, dos"],
])("a person reads the order where %s: %s", (_, words) => {
  expect(read(words)).toBe("?");
});
