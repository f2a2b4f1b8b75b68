import fc from "fast-check";
import { expect, test } from "vitest";
import { guardrailFaults } from "../../../src/core/outbound/guardrails.ts";

const namesOf = (
  text: string,
  said = "¿cuánto cuesta el envío a Cali?",
  facts = "Un frasco vale $79.900. Escriba a hola@tienda.co",
) => guardrailFaults(text, { said, facts }).map(({ guardrail }) => guardrail);

/** Requirement Q15. */
test("plain answers of a shop pass", () => {
  for (const text of [
    "El envío a Cali es gratis y llega el 27/11/2026 entre 8:00 y 12:00.",
    "Son $1.479.900 en total: 3 frascos de $79.900.",
    "Escríbanos a hola@tienda.co o pague con {tarjeta}",
    "ok",
  ]) {
    expect(namesOf(text)).toEqual([]);
  }
});

test("empty words, JSON and the call of a tool do not (L-26)", () => {
  expect(namesOf("  ")).toEqual(["not_empty"]);
  expect(namesOf("x".repeat(8_001))).toEqual(["length"]);
  expect(namesOf('Claro: {"name": "create_order", "arguments": {}}')).toEqual(["no_raw_json"]);
  expect(namesOf('["a", "b"]')).toEqual(["no_raw_json"]);
});

test("another language than the customer's is seen from 30 characters on, and never guessed", () => {
  expect(namesOf("Thank you for your message, how can I help you with the order?")).toEqual(["language"]);
  expect(namesOf("Thanks, it is ready")).toEqual([]);
  expect(namesOf("El envío es gratis a toda Colombia, con mucho gusto", "what is the price of it?")).toEqual([
    "language",
  ]);
  // Without a sure word of the customer's nothing is compared.
  expect(namesOf("Thank you for your message, how can I help you with the order?", "👍 123")).toEqual([]);
});

test("an address or a number of a person passes only when the customer or the shop has told it", () => {
  expect(namesOf("Escríbale a ana@gmail.com")).toEqual(["no_personal_data"]);
  expect(namesOf("Llame al 301 555 0142")).toEqual(["no_personal_data"]);
  expect(namesOf("Su cédula es 1017234567")).toEqual(["no_personal_data"]);
  expect(namesOf("Le marco al 3015550142", "mi celular es 301 555 0142")).toEqual([]);
});

test("any text at all is judged without a throw, and the same way twice", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), fc.string(), (text, said, facts) => {
      expect(guardrailFaults(text, { said, facts })).toEqual(guardrailFaults(text, { said, facts }));
      // What the customer wrote themselves tells nobody anything new.
      expect(guardrailFaults(text, { said: text, facts }).map(({ guardrail }) => guardrail)).not.toContain(
        "no_personal_data",
      );
    }),
  );
});
