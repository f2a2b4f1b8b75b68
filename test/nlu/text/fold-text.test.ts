import fc from "fast-check";
import { expect, test } from "vitest";
import { foldText } from "../../../src/nlu/text/fold-text.ts";

test.each([
  ["¿CUÁNTO cuesta?", "cuanto cuesta ?"],
  ["Holaaaa!!! 😊😊", "hola"],
  ["q presio tiene, xfa", "que precio tiene , porfa"],
  ["la dirección", "la direcion"],
  ["llegó la carretilla", "llego la carretilla"],
  ["$79.900 o 79,900", "79900 o 79900"],
  ["el número 3005550188", "el numero 3005550188"],
  ["hola\n\nbuenas...", "hola , buenas"],
  ["¿¿??", "?"],
  ["ñame en año nuevo", "name en ano nuevo"],
  ["   ", ""],
])("%j is read as %j", (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test("what is read is only words, digits, commas and question marks, one space apart", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
      const folded = foldText(text);
      expect(folded).toMatch(/^(?:(?:[a-z0-9]+|,|\?)(?: (?:[a-z0-9]+|,|\?))*)?$/);
    }),
  );
});

test("capitals and accents change nothing", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("cuánto", "vale", "Envío", "¿dónde", "están?", "ok")), (words) => {
      const text = words.join(" ");
      const plain = text.normalize("NFD").replace(/\p{M}/gu, "");
      expect(foldText(text.toUpperCase())).toBe(foldText(text));
      expect(foldText(plain)).toBe(foldText(text));
    }),
  );
});
