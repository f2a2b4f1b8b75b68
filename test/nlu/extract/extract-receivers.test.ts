import fc from "fast-check";
import { expect, test } from "vitest";
import { extractFields } from "../../../src/nlu/extract/extract-fields.ts";
import type { Extracted } from "../../../src/nlu/extract/field-kinds.ts";

const MISSING = ["given_name", "surname", "phone", "city", "address"] as const;
const read = (text: string, known: Extracted = {}, isAsked = true): Extracted =>
  extractFields(text, { known, isAsked, missing: MISSING.filter((kind) => known[kind] === undefined) }).fields;

const given = fc.constantFrom("Rosalba", "Óscar Iván", "Nubia", "Hernando", "Betty Lucía");
const surname = fc.constantFrom("Zuluaga", "Trejos Mora", "Polanía", "Barreto", "Montoya Ruiz");
const person = fc.constantFrom("mi mamá", "mi jefa", "la señora", "el muchacho", "mi suegra", "otra vecina");
const village = fc.constantFrom("San Miguel", "Buenavista", "La Victoria", "San Pablo");
const town = fc.constantFrom(
  ["Paipa", "Boyacá"],
  ["Corozal", "Sucre"],
  ["Salamina", "Caldas"],
  ["Pitalito", "Huila"],
) as fc.Arbitrary<readonly [string, string]>;

test("the one who receives is named by a full name behind words that say who it is", () => {
  const form = fc.constantFrom<(who: string, name: string) => string>(
    (who, name) => `${who} es ${name}, calle 8 # 4-12`,
    (who, name) => `${who} se llama ${name}`,
    (who, name) => `va para ${who}: ${name}, 3127093358`,
    (who, name) => `es para ${who} ${name} calle 30 número 29 17`,
    (who, name) => `queda a nombre de ${who} mejor: ${name}`,
    (_, name) => `ella es ${name} y el celular es 3127093358`,
    (_, name) => `que pregunten por ${name}`,
  );
  fc.assert(
    fc.property(form, person, given, surname, (write, who, first, last) => {
      expect(read(write(who, `${first} ${last}`))).toMatchObject({ given_name: first, surname: last });
    }),
  );
});

test("neither who recommends, nor a pet, nor a customer's own name beside another's is the receiver's", () => {
  for (const text of ["mi perro se llama Bruno", "mi doctor se llama Carlos Pérez y me las recomendó"])
    expect(read(text).given_name).toBeUndefined();
  expect(read("Mi hermana es Carmen Díaz la que les compró, yo soy Rosa Díaz").given_name).toBe("Rosa");
});

test("surnames before the first names are surnames", () => {
  const form = fc.constantFrom<(first: string, last: string) => string>(
    (first, last) => `${last} ${first}`,
    (first, last) => `${last}, ${first}`,
    (first, last) => `${last} ${first} es mi nombre`,
    (first, last) => `${last} ${first}`.toUpperCase(),
  );
  const firsts = fc.constantFrom("Luz Marina", "Carmen Alicia", "Wilmer", "Juan Carlos");
  const lasts = fc.constantFrom("Sanabria", "Villamizar", "Atencia", "Zuluaga Trejos");
  fc.assert(
    fc.property(form, firsts, lasts, (write, first, last) => {
      expect(read(write(first, last))).toMatchObject({ given_name: first, surname: last });
    }),
  );
});

test("a village between an address and a town with its department is a neighbourhood", () => {
  fc.assert(
    fc.property(village, town, fc.boolean(), (hood, [city, department], isApart) => {
      const told = read(`calle 25 # 20-31 ${hood}${isApart ? "," : ""} ${city} ${department}`);
      expect(told).toMatchObject({ neighbourhood: hood, city, department });
    }),
  );
});

test("where the receiver lives is the town, once we ask for it; of a recommender it is none", () => {
  expect(read("Vive en Buenaventura, barrio El Cristal, calle 6 # 42-18").city).toBe("Buenaventura");
  expect(read("van pa Medellín donde mi tía").city).toBe("Medellín");
  expect(read("eso es Barrancabermeja donde mi hija").city).toBe("Barrancabermeja");
  expect(read("mi hermana la que me las recomendó vive en Cali", {}, false).city).toBeUndefined();
});

test("a datum that is said to be wrong takes the value behind it, and none where none is told", () => {
  const wrong = fc.constantFrom("quedó mal", "está mal escrito", "me quedó errado", "salió equivocado");
  fc.assert(
    fc.property(wrong, surname, (said, last) => {
      const known = { given_name: "Nubia", surname: "Ruis" };
      expect(read(`El apellido ${said}: es ${last}, no Ruis`, known)).toEqual({ surname: last });
      expect(read(`El apellido ${said}`, known)).toEqual({});
    }),
  );
});

test("a door whose numbers are told with a blank, or in a wish that is asked, is corrected", () => {
  expect(read("el número de la casa no es 28 54 sino 28 45", { address: "Carrera 31 # 28-54" }).address).toBe(
    "Carrera 31 # 28-45",
  );
  const office = "la oficina correcta es la 403 y no la 304, ¿me lo corrige por favor?";
  expect(read(office, { address: "Calle 19 # 27-41, oficina 304" }).address).toBe("Calle 19 # 27-41, oficina 403");
  expect(read("A la dirección le falta: local 2, primer piso", { address: "Cra 10 # 6-81" }).address).toBe(
    "Cra 10 # 6-81 Local 2 Primer piso",
  );
});

test("the number of a shop in the village is a number to call, unless a question asks for ours", () => {
  expect(read("3145590372 es el de la tienda").phone).toBe("573145590372");
  expect(read("3145590372 es de ustedes").phone).toBeUndefined();
  expect(read("¿3145590372 es el de la tienda?").phone).toBeUndefined();
});

test("directions end where other data begins", () => {
  expect(read("calle 5 con carrera 9 casa esquinera barrio El Progreso La Virginia Risaralda")).toMatchObject({
    directions: "casa esquinera",
    neighbourhood: "El Progreso",
    city: "La Virginia",
  });
});

test("goods and wishes are no neighbourhood, whatever is missing", () => {
  const known = {
    given_name: "Ana",
    surname: "Ruiz",
    phone: "573001112233",
    address: "Calle 5 # 2-19",
    city: "Sabaneta",
  };
  for (const text of ["2 frasquitos", "dos tarros", "mándeselo", "envíemelos"])
    expect(read(text, known).neighbourhood, text).toBeUndefined();
});

test("of two persons a full name is whose the parcel is, and never half of each", () => {
  expect(read("yo me llamo José pero es para mi hija Daniela Ríos")).toMatchObject({
    given_name: "Daniela",
    surname: "Ríos",
  });
  expect(read("soy Luisa, a nombre de Pedro Gómez")).toMatchObject({ given_name: "Pedro", surname: "Gómez" });
  expect(read("soy Luisa, Luisa Fernanda Arenas")).toMatchObject({ given_name: "Luisa Fernanda", surname: "Arenas" });
});

test("more of an address is added to it, whatever verb stands before", () => {
  for (const text of ["ponle torre B apto 1203", "póngale torre B apto 1203", "que es torre B apto 1203"])
    expect(read(text, { address: "Calle 5 # 2-19" }).address).toBe("Calle 5 # 2-19 Torre B Apartamento 1203");
});
