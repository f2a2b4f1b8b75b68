import { expect, test } from "vitest";
import { extractFields } from "../../../src/nlu/extract/extract-fields.ts";
import type { Extracted, FieldKind } from "../../../src/nlu/extract/field-kinds.ts";

function read(text: string, missing: readonly FieldKind[] = ["given_name", "address", "phone"], known: Extracted = {}) {
  return extractFields(text, { known, isAsked: true, missing });
}

test("each value stands beside the words that it was read from (A15)", () => {
  const { fields, raw } = read("soy marta rios, cel 301 555-0142, cll 45 no 12-30 apto 4, bta");
  expect(fields).toMatchObject({ phone: "573015550142", address: "Calle 45 # 12-30 Apartamento 4", city: "Bogotá" });
  expect(raw).toMatchObject({ phone: "301 555-0142", address: "cll 45 no 12-30 apto 4", city: "bta" });
  expect(Object.keys(raw).sort()).toEqual(Object.keys(fields).sort());
});

test("a city that a question names is a hint, and no data", () => {
  expect(read("¿hacen envíos a Medellín?")).toMatchObject({ fields: {}, hints: { city: "Medellín" } });
  expect(read("y a la ciudad de cali cuánto se demora?").fields).toEqual({});
});

test("data that is all read leaves no doubt", () => {
  for (const text of ["Ana Gómez, 3015550142, Calle 5 # 6-7, Cali", "jajaja ok", "¿cuánto vale?", "gracias"])
    expect(read(text).doubts, text).toEqual([]);
});

test("an answer in which nothing was found is in doubt", () => {
  expect(read("lo del trapiche viejo").doubts).toContainEqual({
    kind: "unanswered",
    fields: ["given_name", "address", "phone"],
  });
});

test("two phones, of which none takes the other back, are in doubt; a correction is not", () => {
  expect(read("3015550142 o 3125550177").doubts).toEqual([
    { kind: "two_candidates", field: "phone", values: ["573015550142", "573125550177"] },
  ]);
  expect(read("3015550142, no, mejor 3125550177")).toMatchObject({ fields: { phone: "573125550177" }, doubts: [] });
});

test("a misspelt street without its numbers is in doubt", () => {
  expect(read("por la karrera de los talleres").doubts).toContainEqual({ kind: "misspelt", words: ["karrera"] });
});

test("much that nobody knows beside the data is in doubt", () => {
  const { doubts } = read("3015550142 allá arribita lo pedregoso del guamuez con el trapiche carcomido");
  expect(doubts.map(({ kind }) => kind)).toContain("unknown_words");
});
