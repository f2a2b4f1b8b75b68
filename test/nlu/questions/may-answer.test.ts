/** In which words a model may hear a yes to the summary. */
import { expect, test } from "vitest";
import { LEAST, mayAnswer } from "../../../src/nlu/questions/may-answer.ts";

const EVERY_CLAUSE = [true, false].flatMap((agrees) => [true, false].map((withholds) => ({ agrees, withholds })));

test("a yes beside a remark is heard by a model that is certain", () => {
  const text = "sí, pero que llegue rapidito por favor";
  for (const clauses of EVERY_CLAUSE) expect(mayAnswer({ question: "confirm", text, ...clauses })).toBe("if_certain");
  expect(LEAST.if_certain).toBe(0.98);
});

test.each([
  "sí, si me los deja en 120",
  "sí. Pero...",
  "sí, aunque tengo mis dudas",
  "sí, y la facturita me la manda",
  "sí, apenas me paguen",
  "sí, con tal que llegue el lunes",
  "sí, me hace un descuento",
])("a condition is no yes, however sure a model is: %s", (text) => {
  for (const clauses of EVERY_CLAUSE) expect(mayAnswer({ question: "confirm", text, ...clauses })).toBe("no");
});

test("what holds a yes back is none where the rules know no yes", () => {
  const said = {
    question: "confirm",
    text: "pero que llegue rapidito por favor",
    agrees: false,
    withholds: false,
  } as const;
  expect(mayAnswer(said)).toBe("no");
});
