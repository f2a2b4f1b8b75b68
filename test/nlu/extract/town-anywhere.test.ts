import { expect, test } from "vitest";
import { extractFields } from "../../../src/nlu/extract/extract-fields.ts";

/** The town that is read where the whole parcel is asked for. */
const cityIn = (text: string): string | undefined =>
  extractFields(text, {
    isAsked: true,
    known: {},
    missing: ["given_name", "surname", "phone", "address", "neighbourhood", "city", "department"],
  }).fields.city;

test.each([
  ["cll 27 sur # 41-09 barrio popular villavicencio", "Villavicencio"],
  ["en Valledupar Los Mayales manzana 14 casa 9", "Valledupar"],
  ["soy Álvaro Trujillo, Campoalegre en el Huila, carrera 9 # 18-42", "Campoalegre"],
  ["2 frascos a envigado, camilo bedoya, tr 32 sur 31e 80 torre 2 apto 1504", "Envigado"],
])("the only town that nothing else claims is the parcel's: %s", (text, city) => {
  expect(cityIn(text)).toBe(city);
});

test.each([
  "soy Álvaro Medellín, 3112906485",
  "Florencia Ruiz 3112906485",
  "carrera 9 # 18-42 barrio Medellín",
  "¿llega a Cali o a Palmira?",
  "de Cali a Medellín me muevo con el camión",
])("a surname, a first name, a neighbourhood, a question and two towns are none: %s", (text) => {
  expect(cityIn(text)).toBeUndefined();
});

test("who bought or told of the shop is not who receives", () => {
  const namesIn = (text: string) =>
    extractFields(text, { isAsked: true, known: {}, missing: ["given_name", "surname"] }).fields;
  expect(namesIn("mi hermana Luz Dary compró. Quiero dos por favor")).toEqual({});
});
