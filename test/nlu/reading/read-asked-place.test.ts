import { expect, test } from "vitest";
import { readAskedPlace } from "../../../src/nlu/reading/read-asked-place.ts";

test.each<[string, string | null]>([
  ["¿llega a Pasto?", "Pasto"],
  ["Buenas, desde Quibdó Chocó. Acá sí mandan?", "Quibdó"],
  ["les escribo desde Arauca, hacen envíos?", "Arauca"],
  ["ustedes lo mandan desde Cali?", null],
  ["¿llega a Pasto o a Cali?", null],
  ["desde Quibdó les cuento que no duermo", null],
  ["quiero recogerlo en la oficina de Lorica, ¿se puede?", "Lorica"],
  ["una compañera quiere la suya, vive en Ricaurte Cundinamarca", "Ricaurte"],
  ["mi tía vive en Cali y le fue bien", null],
  ["otra vez yo nubia la de Campoalegre Huila", "Campoalegre"],
])("%s: the place that is asked about", (said, city) => {
  expect(readAskedPlace([said])?.city ?? null).toBe(city);
});

test("the department that is told says which of several places it is", () => {
  expect(readAskedPlace(["¿cuánto con envío a Barbosa?"], "Santander")).toEqual({
    city: "Barbosa",
    department: "Santander",
  });
});
