import fc from "fast-check";
import { expect, test } from "vitest";
import { readAcknowledgement } from "../../../src/nlu/clauses/acknowledgement.ts";

test.each([
  ["sí", "yes"],
  ["siii", "yes"],
  ["Dale, de una", "yes"],
  ["listo gracias", "fine"],
  ["sí, por favor", "yes"],
  ["ok", "fine"],
  ["OK 👍", "fine"],
  ["bueno, está bien", "fine"],
  ["👍🏽", "fine"],
  ["vale pues", "fine"],
  ["ok gracias", "courtesy"],
  ["jajaja", "courtesy"],
  ["jajajajajaja ja", "courtesy"],
  ["jejeje", "courtesy"],
  ["muchas gracias, muy amable", "courtesy"],
  ["gracias por la información", "courtesy"],
  ["que tenga buena tarde", "courtesy"],
  ["🙏🏼😊", "courtesy"],
  ["❤️", "courtesy"],
  ["no", "no"],
  ["No señora", "no"],
  ["para nada", "no"],
  ["ok no", "no"],
  ["no, muchas gracias", "no_thanks"],
] as const)("%s only acknowledges: %s", (text, kind) => {
  expect(readAcknowledgement(text)).toBe(kind);
});

test.each([
  "¿ok?",
  "ok pero cuánto vale",
  "no sé",
  "no entiendo",
  "no así no",
  "sí, no",
  "gracias pero no",
  "buenas tardes",
  "gracias pero no me interesa",
  "sí quiero comprar",
  "",
  "...",
  "2",
  "buen día",
  "por la información",
])("%j says something else", (text) => {
  expect(readAcknowledgement(text)).toBeNull();
});

test('any run of acknowledgements is one (a single-token match sent "ok gracias" to a person)', () => {
  const word = fc.constantFrom(
    "ok",
    "listo",
    "vale",
    "jaja",
    "jajaja",
    "sí",
    "bueno",
    "dale",
    "perfecto",
    "gracias",
    "😊",
    "👍",
  );
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), fc.constantFrom(" ", ", ", "\n"), (words, gap) => {
      expect(readAcknowledgement(words.join(gap))).not.toBeNull();
    }),
  );
});
