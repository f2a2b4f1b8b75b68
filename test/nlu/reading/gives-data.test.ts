import { expect, test } from "vitest";
import { givesData } from "../../../src/nlu/reading/gives-data.ts";

const OF_PARCEL = ["nombre", "telefono", "direccion"];
const gives = (text: string, units: number | null = null, missing = OF_PARCEL, isAsked = false): boolean =>
  givesData({ text, quantity: units === null ? null : { units, isAsked }, missing, ofParcel: OF_PARCEL });

test("a mobile among the words gives the data of a parcel, and so does an order", () => {
  expect(gives("Luis Ardila 310 123 4567 Girón")).toBe(true);
  expect(gives("deme dos, a nombre de Luis Ardila", 2)).toBe(true);
});

test("words without either, a price that is asked for and a question give none", () => {
  expect(gives("buenas, qué pena la hora")).toBe(false);
  expect(gives("a cómo dos", 2, OF_PARCEL, true)).toBe(false);
  expect(gives("¿ese 310 123 4567 es de ustedes?")).toBe(false);
  expect(gives("¿me da dos?", 2)).toBe(false);
});

test("nothing is given once all of the parcel is told", () => {
  expect(gives("310 123 4567", null, ["correo"])).toBe(false);
  expect(gives("deme dos", 2, [])).toBe(false);
});
