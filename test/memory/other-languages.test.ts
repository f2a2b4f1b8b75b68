import { expect, test } from "vitest";
import { readFacts } from "../../src/core/memory/read-facts.ts";

const told = (text: string) =>
  readFacts(text).map(({ key, value, sensitivity, kind }) => [key, value, sensitivity, kind]);

test.each([
  ["Oi, meu nome é João Silva", "display_name", "João Silva", "plain", "stated"],
  ["Moro em São Paulo", "city", "São Paulo", "plain", "stated"],
  ["sou alérgica a amendoim", "allergy", "amendoim", "health", "stated"],
  ["lembre que sou alérgica a amendoim", "allergy", "amendoim", "health", "requested"],
  ["meu RG é 123456789", "id_number", "123456789", "identity", "stated"],
  ["Hi, my name is Mary Jones", "display_name", "Mary Jones", "plain", "stated"],
  ["I'm allergic to peanuts", "allergy", "peanuts", "health", "stated"],
  ["please remember that I'm vegan", "constraints", "vegan", "plain", "requested"],
  ["I live in Boston", "city", "Boston", "plain", "stated"],
])("%s", (text, key, value, sensitivity, kind) => {
  const [fact] = told(text);
  expect(fact?.[0]).toBe(key);
  expect(fact?.[1]).toContain(value);
  expect(fact?.slice(2)).toEqual([sensitivity, kind]);
});

test.each([
  "do I live in Boston?",
  "my sister is allergic to peanuts",
  "minha mãe mora em Recife",
  "se moro em Recife chega amanhã?",
])("%s teaches nothing", (text) => {
  expect(told(text)).toEqual([]);
});
