import fc from "fast-check";
import { expect, test } from "vitest";
import { extractFields } from "../../../src/nlu/extract/extract-fields.ts";
import type { Extracted } from "../../../src/nlu/extract/field-kinds.ts";

const read = (text: string, known: Extracted = {}, isAsked = false): Extracted =>
  extractFields(text, { known, isAsked, missing: isAsked ? ["given_name", "surname", "city", "address"] : [] }).fields;

const given = fc.constantFrom("Rosalba", "Óscar", "Nubia", "Hernando", "Betty");
const surname = fc.constantFrom("Zuluaga", "Trejos", "Polanía", "Barreto", "Montoya");
const town = fc.constantFrom("Duitama", "Yarumal", "Quibdó", "Aipe", "Medellín");
const otherTown = fc.constantFrom("Cali", "Saravena", "Pasto");

test("the parcel goes where the one lives for whom it is, and not where the customer lives", () => {
  const kin = fc.constantFrom("una amiga", "mi mamá", "mi hermana", "la abuela", "mi suegro");
  fc.assert(
    fc.property(kin, town, otherTown, fc.boolean(), (whom, there, here, isLast) => {
      const own = `yo vivo en ${here}`;
      const gift = `es para ${whom} que vive en ${there}`;
      expect(read(isLast ? `${gift}, ${own}` : `${own} pero ${gift}`).city).toBe(there);
    }),
  );
});

test("a city told with the address takes the place of the city that came before", () => {
  const known = { city: "Cali", department: "Valle del Cauca" };
  for (const [city, department] of [
    ["Bogotá", "Cundinamarca"],
    ["Pasto", "Nariño"],
  ])
    expect(read(`Cra 13 # 63-39 apto 607, ${city}`, known, true)).toMatchObject({ city, department });
});

test("a value before its label is the value of that label", () => {
  const form = fc.constantFrom<(a: string, b: string) => string>(
    (a, b) => `${a} es el nombre y ${b} el apellido`,
    (a, b) => `${a} ${b} es el nombre`,
    (a, b) => `Me llamo ${a}, ${b} de apellido`,
    (a, b) => `Mi nombre es ${a} ${b} de Yarumal`,
    (a, b) => `Profe ${a} ${b} por acá, una amiga me dio el contacto`,
    (a, b) => `Se llama ${a} ${b}`,
    (a, b) => `a nombre de mi mamá que es la que recibe: ${a} ${b}`,
  );
  fc.assert(
    fc.property(form, given, surname, (write, a, b) => {
      expect(read(write(a, b))).toMatchObject({ given_name: a, surname: b });
    }),
  );
});

test("which of the towns of one name it is replaces the other one", () => {
  const known = { city: "La Unión", department: "Valle del Cauca" };
  for (const text of ["no no, La Unión pero de Nariño", "La Unión, la de Nariño"])
    expect(read(text, known)).toMatchObject({ city: "La Unión", department: "Nariño" });
});

test("a name spelled once more is mended, and its other parts stay", () => {
  expect(read("perdón Chaves con s al final", { given_name: "Aldemar", surname: "Chávez" })).toEqual({
    surname: "Chaves",
  });
  expect(read("viene con eso o con qué?", { given_name: "Aldemar", surname: "Chávez" })).toEqual({});
});

test("a flat that was forgotten is added whatever we asked last, and a pet has no order", () => {
  expect(read("torre 2 apto 303 se me olvidó ponerle", { address: "Calle 152 # 54-30" }).address).toBe(
    "Calle 152 # 54-30 Torre 2 Apartamento 303",
  );
  expect(read("mi perro se llama Bruno Díaz", { address: "Calle 1 # 2-3" }).given_name).toBeUndefined();
  expect(read("pago contra entrega en la casa", {}, true).directions).toBeUndefined();
});
