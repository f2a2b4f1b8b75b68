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
  ["y eso me lo traen hasta acá a Jericó Antioquia o me toca bajar a Medellín?", "Jericó"],
  ["soy de Sogamoso, vivo en la calle 14 número 11-26", "Sogamoso"],
  ["buenas tardes vecino, dos por favor para villa del rosario", "Villa del Rosario"],
  ["mano yo trabajo en la palma por turnos, me mandaria 3 a sabana de torres?", "Sabana de Torres"],
])("%s: the place that is asked about", (said, city) => {
  expect(readAskedPlace([said])?.city ?? null).toBe(city);
});

test("the department that is told says which of several places it is", () => {
  expect(readAskedPlace(["¿cuánto con envío a Barbosa?"], "Santander")).toEqual({
    city: "Barbosa",
    department: "Santander",
  });
});
