import { describe, expect, test } from "vitest";
import { extractFields } from "../../../src/nlu/extract/extract-fields.ts";
import { type Extracted, FIELD_KINDS } from "../../../src/nlu/extract/field-kinds.ts";

const KNOWN = { given_name: "Javier", surname: "Ruiz", phone: "573001112233", address: "Calle 5 # 4-3", city: "Cali" };
const changed = (text: string): Extracted => extractFields(text, { known: KNOWN, isAsked: false, missing: [] }).fields;
const told = (text: string): Extracted =>
  extractFields(text, { known: {}, isAsked: true, missing: FIELD_KINDS }).fields;

describe("another holder of the order", () => {
  test.each([
    ["disculpe, cámbiele el nombre, que lo reciba mi esposa Nubia Goyes", "Nubia", "Goyes"],
    ["póngalo a nombre de mi esposa Clara Inés Wilches, ella sí permanece en la casa", "Clara Inés", "Wilches"],
    ["el nombre cámbielo a Rosalba Peña, mi mamá", "Rosalba", "Peña"],
    ["cambie el nombre por el de mi esposa, Luz Dary Gómez", "Luz Dary", "Gómez"],
    ["que salga a nombre de yerson quintero mi hijo", "Yerson", "Quintero"],
    ["cambiele el nombre q lo recibe mi hermano deiber cuesta", "Deiber", "Cuesta"],
  ])("%s", (text, given_name, surname) => {
    expect(changed(text)).toMatchObject({ given_name, surname });
  });

  test.each([
    "Lo recibe Yamile, la de recepción",
    "no le cambie el nombre, así está bien",
    "el nombre cámbielo",
    "en la portería lo recibe don Hernán",
  ])("is none: %s", (text) => {
    const { given_name, surname } = changed(text);
    expect([given_name, surname]).toEqual([undefined, undefined]);
  });

  test("a phone that stands beside the new name is told as well", () => {
    expect(
      told("la que recibe es mi vecina Dioselina Guerrero, póngalo a nombre de ella, el cel de ella 3124490017"),
    ).toMatchObject({ given_name: "Dioselina", surname: "Guerrero", phone: "573124490017" });
  });
});

describe("who receives", () => {
  test.each([
    ["Casa cural. La que recibe soy yo, la secretaria, Esperanza Tulcán", "Esperanza", "Tulcán"],
    ["Ella es Ana Mercedes Mora pero el que recibe soy yo, a nombre mío: Fabián Mora", "Fabián", "Mora"],
    ["es pa mi jefe don Hernando Villegas, almacen Villegas cr 8 #11-20", "Hernando", "Villegas"],
    ["me dicen Nena, pero usted ponga Magdalena Arrieta", "Magdalena", "Arrieta"],
    ["Mi nombre es Rosa Flor, Rosa el nombre y Flor el apellido", "Rosa", "Flor"],
    ["nombre Paz apellido Bueno, 3185527704", "Paz", "Bueno"],
    ["wilson, wilson cabal", "Wilson", "Cabal"],
    ["Hotelito Brisas del Golfo, vía principal km 2, preguntan por Tomás Buelvas", "Tomás", "Buelvas"],
  ])("%s", (text, given_name, surname) => {
    expect(told(text)).toMatchObject({ given_name, surname });
  });
});

describe("the number of the parcel", () => {
  test.each(["llaman antes al 3207719946 porque no entra bien la señal", "y llaman al 3207719946"])("%s", (text) => {
    expect(told(`Yurany Cañas, vereda Columbia, ${text}`).phone).toBe("573207719946");
  });
  test.each(["yo llamé al 3207719946", "¿ustedes me llaman del 3207719946?", "llaman al 3207719946 y no contesta"])(
    "is not: %s",
    (text) => expect(told(text).phone).toBeUndefined(),
  );
});

describe("a whole street, and the number that was wrong", () => {
  test.each([
    ["Carrera 14 # 23-33", "espere la direccion es Cra 14 # 20-33 no 23", "Carrera 14 # 20-33"],
    ["Carrera 7 # 12-30", "la direccion esta mal es cra 17 # 12-30, no 7", "Carrera 17 # 12-30"],
    ["Calle 13 # 4-12 Apartamento 201", "perdon es calle 13 # 4-22 no 12", "Calle 13 # 4-22 Apartamento 201"],
    ["Calle 7 # 1-2 Apartamento 304", "el apartamento es el 403 y yo le escribí 304", "Calle 7 # 1-2 Apartamento 403"],
  ])("of %s: %s", (address, text, right) => {
    expect(extractFields(text, { known: { address }, isAsked: false, missing: [] }).fields.address).toBe(right);
  });
});

describe("the town", () => {
  test.each([
    ["Yo lo reclamo en la oficina de inter rapidisimo de Aguazul, me queda mas facil", "Aguazul"],
    ["va pa florencia caqueta", "Florencia"],
    ["estoy en pererira, en cuba mas exactamente", "Pereira"],
    ["3168803947 santander d quilichao", "Santander de Quilichao"],
    ["Estoy en un pueblito que se llama Paz de Ariporo, eso es Casanare", "Paz de Ariporo"],
    ["torre 4 apto 502 conjunto las acacias ciudad verde soacha", "Soacha"],
  ])("%s", (text, city) => expect(told(text).city).toBe(city));

  test.each(["estoy en armonia con la vida", "estoy en espera", "vivo en la palmera"])("is none: %s", (text) =>
    expect(told(text).city).toBeUndefined(),
  );

  test("which department of several is said anywhere in the words", () => {
    for (const [text, department] of [
      ["El municipio es El Tambo, pero póngale Cauca, porque hay otro en Nariño", "Cauca"],
      ["es San Martín, ponga Meta porque hay otro en el Cesar", "Meta"],
      ["La Unión, pero la del Valle, no la de Nariño", "Valle del Cauca"],
    ] as const)
      expect.soft(told(text).department, text).toBe(department);
  });
});

test("an order that tells no datum tells no address", () => {
  const unprompted = (text: string): Extracted =>
    extractFields(text, { known: {}, isAsked: true, missing: FIELD_KINDS, isUnprompted: true }).fields;
  for (const text of [
    "me manda tres que aquí en el taller de costura somos un poco de trasnochadas",
    "prefiero en efectivo en la puerta. Me reserva dos",
  ])
    expect.soft(unprompted(text), text).toEqual({});
  expect(unprompted("deme uno. Ana Ruiz, tienda La Bendición por la calle principal").address).toBeDefined();
});
