import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainText } from "../../../src/core/plain-text.ts";
import { extractFields } from "../../../src/nlu/extract/extract-fields.ts";
import type { ExtractionContext } from "../../../src/nlu/extract/field-kinds.ts";

/** Data as it is typed in a hurry: in one run, in any order, with hardly a comma. */
const ASKED: ExtractionContext = {
  known: {},
  isAsked: true,
  missing: ["given_name", "surname", "phone", "address", "neighbourhood", "city", "department", "email"],
};

const lead = fc.constantFrom(
  ..."|para |a nombre de |mis datos |mis datos: |soy |me llamo |Nombre: |recibe |anote |le escribe |1 frasco para ".split(
    "|",
  ),
);
const given = fc.constantFrom("Wilmer", "Luz Dary", "Paola Andrea", "Ezequiel", "Jhon Fredy", "María del Carmen");
const surname = fc.constantFrom("Quintero", "Rojas Medina", "Ospino De la Hoz", "Cubillos", "Negrete", "De la Cruz");
const phone = fc.constantFrom("3204418876", "320 441 8876", "cel 3204418876", "mi número es 3204418876");
const address = fc.constantFrom(
  "Calle 5 # 23-18",
  "cra 46b # 41-17",
  "carrera 78 k numero 40 21 sur",
  "manzana 14 casa 9",
  "cll principal 33-10",
  "Av Los Estudiantes 8-20",
);
const town = fc.constantFrom(
  { said: "Cali", city: "Cali" },
  { said: "Soacha Cundinamarca", city: "Soacha" },
  { said: "Villavicencio, Meta", city: "Villavicencio" },
  { said: "Montería Córdoba", city: "Montería" },
  { said: "Mocoa Putumayo", city: "Mocoa" },
  { said: "Piedecuesta, Santander", city: "Piedecuesta" },
);

test("a name, a phone, a street and a town in one run are told apart, in whatever order", () => {
  const parts = fc.record({ lead, given, surname, phone, address, town });
  fc.assert(
    fc.property(
      parts,
      fc.constantFrom(0, 1, 2),
      fc.constantFrom(" ", ", ", "\n"),
      fc.boolean(),
      (told, order, joint, isSmall) => {
        const name = `${told.lead}${told.given} ${told.surname}`;
        const where = [told.address, told.town.said];
        const inOrder = [
          [name, told.phone, ...where],
          [name, ...where, told.phone],
          [told.phone, name, ...where.toReversed()],
        ][order];
        const text = (inOrder ?? []).join(joint);
        const { fields } = extractFields(isSmall ? text.toLowerCase() : text, ASKED);
        const plain = [fields.given_name, fields.surname, fields.city].map((one) => plainText(one ?? ""));
        expect(plain, text).toEqual([told.given, told.surname, told.town.city].map(plainText));
        expect(fields.phone, text).toBe("573204418876");
        const numbers = (of: string): readonly string[] => of.match(/\d+/g) ?? [];
        expect(numbers(fields.address ?? ""), text).toEqual(numbers(told.address));
        expect(plainText(fields.address ?? ""), text).not.toContain(plainText(told.town.city));
      },
    ),
    { numRuns: 300 },
  );
});

test("a neighbourhood before its street is one, and no surname and no part of the street", () => {
  for (const [text, hood] of [
    [
      "Aleida Rojas Medina la esperanza octava etapa carrera 42 numero 20 15 apto 302 villavicencio",
      "La Esperanza Octava Etapa",
    ],
    ["Yuranis Padilla\nTurbaco, Bolívar\nplan parejo cll principal 33-10\n3043391175", "Plan Parejo"],
    ["Luz Dary Gómez, balmoral, manzana D casa 14, Cali", "Balmoral"],
  ] as const)
    expect(extractFields(text, ASKED).fields.neighbourhood, text).toBe(hood);
});

describe("what is parted is what they told", () => {
  test("of two towns none is taken for the other", () => {
    const { fields } = extractFields("popayan no perdon jamundi valle, ya me mudé", ASKED);
    expect(fields.city).toBe("Jamundí");
  });

  test("a first name that is a town as well stays a name", () => {
    for (const [text, given_name, surname] of [
      ["Soledad Bueno, pa servirle", "Soledad", "Bueno"],
      ["Armenia Londoño, de Palmira", "Armenia", "Londoño"],
      ["Florencia Ruiz Cali cra 5 # 3-2", "Florencia", "Ruiz"],
      ["Inés Cruz del Río\n3203317765", "Inés", "Cruz del Río"],
      ["Lorena Giraldo Buriticá, cel 3206648804", "Lorena", "Giraldo Buriticá"],
    ] as const)
      expect(extractFields(text, ASKED).fields, text).toMatchObject({ given_name, surname });
  });

  test("the name of another, of a street or of a school is no customer's", () => {
    for (const text of [
      "queda al lado de la tienda de Ana Gil",
      "me la recomendó Carlos Ruiz",
      "en la esquina del colegio Pedro Gómez",
      "barrio Antonio Nariño",
    ])
      expect(extractFields(text, ASKED).fields.given_name, text).toBeUndefined();
  });

  test("the town of the office where the parcel waits is told in whatever words", () => {
    for (const [text, city] of [
      ["lo recojo en Quibdó en la oficina de interrapidisimo, Chocó", "Quibdó"],
      ["ella recoge en la oficina del inter del tambo cauca", "El Tambo"],
      ["a la oficina de interrapidisimo en monteria que yo paso por el el sabado", "Montería"],
    ] as const)
      expect(extractFields(text, ASKED).fields.city, text).toBe(city);
  });
});

test("a yes behind a label is no value of it", () => {
  expect(extractFields("ese es el barrio. confirmo", ASKED).fields.neighbourhood).toBeUndefined();
  expect(extractFields("mi hermana lo recibe, confirme", ASKED).fields.given_name).toBeUndefined();
});

test("the letter where the digit is meant belongs to the phone", () => {
  expect(extractFields("mi cel 3oo 555 12 34", ASKED).fields.phone).toBe("573005551234");
});

test("a flat is added behind a colon as well, and a wrong door is put right in whatever words", () => {
  const known = { address: "Calle 10 # 5-20", phone: "573219983044" };
  const told = (text: string) => extractFields(text, { ...ASKED, known }).fields.address;
  expect(told("falta el apto: 1503")).toBe("Calle 10 # 5-20 Apartamento 1503");
  expect(told("no vivo en la 5-20, es la 5-32")).toBe("Calle 10 # 5-32");
});

test("the street alone puts right the known street, and its door stays", () => {
  const known = { address: "Calle 91 sur # 4-16", phone: "573219983044" };
  const told = (text: string) => extractFields(text, { ...ASKED, known }).fields.address;
  expect(told("es la calle 91 C sur")).toBe("Calle 91 C sur # 4-16");
  expect(told("perdón, es la calle 93")).toBe("Calle 93 # 4-16");
  expect(told("es la carrera 10")).toBeUndefined();
});
