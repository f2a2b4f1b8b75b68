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

test("what has its own label is no part of the given name, and a surname that stands behind both is told once", () => {
  const names = fc.constantFrom("Sol Ángel", "Blanca Nieves", "Luz Marina", "Juan Camilo");
  const surnames = fc.constantFrom("Flórez", "Rey", "Zuluaga Mora");
  fc.assert(
    fc.property(names, surnames, fc.boolean(), (name, last, isFirst) => {
      const lines = [`nombre: ${name}`, `apellido: ${last}`];
      expect(read((isFirst ? lines : lines.toReversed()).join("\n"))).toMatchObject({
        given_name: name,
        surname: last,
      });
    }),
  );
  expect(read("Nombre: Ana Ruiz\nApellido: Ruiz Paz").given_name).toBe("Ana");
});

test("the first words of a town's name mean it beside its department", () => {
  for (const [text, city, department] of [
    ["vivo en san vicente caquetá", "San Vicente del Caguán", "Caquetá"],
    ["vivo en san vicente santander", "San Vicente de Chucurí", "Santander"],
    ["vivo en san josé guaviare", "San José del Guaviare", "Guaviare"],
    ["vivo en san juan la guajira", "San Juan del Cesar", "La Guajira"],
    ["vivo en codazzi cesar", "Agustín Codazzi", "Cesar"],
    ["vivo en san pedro sucre", "San Pedro", "Sucre"],
  ] as const)
    expect(read(text), text).toMatchObject({ city, department });
});

test("the country is no town, unless its department stands beside it", () => {
  expect(read("es de aquí de colombia o chino", {}, true).city).toBeUndefined();
  expect(read("vivo en Colombia Huila")).toMatchObject({ city: "Colombia", department: "Huila" });
});

test("a street keeps its avenue, a door its quarter, and a neighbourhood the article that is written as a part of it", () => {
  expect(read("Av calle 26 # 69-76 torre 1 piso 8", {}, true).address).toBe("Avenida Calle 26 # 69-76 torre 1 piso 8");
  expect(read("calle 23 # 1-90 este, Madrid Cundinamarca", {}, true)).toMatchObject({
    address: "Calle 23 # 1-90 este",
    city: "Madrid",
  });
  expect(read("cl 7 # 11-08, Barrio El Centro, Chinchiná Caldas", {}, true).neighbourhood).toBe("El Centro");
  expect(read("vivo en el centro, cl 7 # 11-08", {}, true).neighbourhood).toBe("Centro");
});

test("what they told first is no longer so where they say what it is", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("yo le dije", "puse", "le escribí", "me pusieron", "quedó"),
      fc.constantFrom("y es", "pero es", "pero en realidad es"),
      (told, is) => {
        expect(read(`${told} Tenza ${is} Tenjo`, { city: "Tenza", department: "Boyacá" }).city).toBe("Tenjo");
        expect(
          read(`${told} Laureles ${is} Belén`, { city: "Medellín", neighbourhood: "Laureles" }).neighbourhood,
        ).toBe("Belén");
        expect(read(`${told} Luna ${is} Lugo`, { given_name: "Ana", surname: "Luna" }).surname).toBe("Lugo");
      },
    ),
  );
  expect(read("le dije que sí y es la verdad", { city: "Tenza", surname: "Luna" })).toEqual({});
});

test("the parcel goes to where they work when they say so, to the office's town, and to where the vereda is", () => {
  expect(
    read("vivo en Soacha pero me queda mejor recibirlo en el trabajo en Bogotá: Calle 80 # 69-45 local 12", {}, true)
      .city,
  ).toBe("Bogotá");
  expect(read("yo lo recojo en la inter de Roldanillo", {}, true).city).toBe("Roldanillo");
  expect(
    read("vivo en la vereda el Carmen finca la Esperanza, eso es de ráquira como a media hora en moto", {}, true).city,
  ).toBe("Ráquira");
});

test("a porter's desk or a secretary receives, and is no customer", () => {
  expect(read("los recibe la recepcionista", {}, true).given_name).toBeUndefined();
  expect(read("lo recibe el administrador", {}, true).given_name).toBeUndefined();
});
