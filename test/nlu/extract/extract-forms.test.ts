import { expect, test } from "vitest";
import { extractFields } from "../../../src/nlu/extract/extract-fields.ts";
import type { Extracted } from "../../../src/nlu/extract/field-kinds.ts";
import { readQuantity } from "../../../src/nlu/orders/read-quantity.ts";

const read = (text: string, known: Extracted = {}): Extracted =>
  extractFields(text, { known, isAsked: true, missing: ["given_name", "phone", "address", "city"] }).fields;

const BEFORE_ASKING = { known: {}, isAsked: false, missing: [] };

test("a name behind the town, on one line and without marks, is a name", () => {
  expect(read("cll 8 # 3-21 barrio galan sevilla valle nubia cardenas 3105550142")).toMatchObject({
    neighbourhood: "Galan",
    city: "Sevilla",
    department: "Valle del Cauca",
    given_name: "Nubia",
    surname: "Cardenas",
  });
  // Also before anything was asked for: the surname is no town.
  expect(
    extractFields("cll 8 # 3-21 barrio los pinos san gil santander rosa mosquera", BEFORE_ASKING).fields,
  ).toMatchObject({ neighbourhood: "Los Pinos", city: "San Gil", given_name: "Rosa", surname: "Mosquera" });
  // Also behind a town that is told without its department.
  expect(extractFields("cll 8 # 3-21 barrio los pinos ibague rosa mosquera", BEFORE_ASKING).fields).toMatchObject({
    neighbourhood: "Los Pinos",
    city: "Ibagué",
    given_name: "Rosa",
    surname: "Mosquera",
  });
  // The town that is a surname stays one.
  expect(read("Ana Mosquera, cra 5 # 6-7")).toMatchObject({ given_name: "Ana", surname: "Mosquera" });
});

test.each([
  ["Andes, Ant.", "Andes", "Antioquia"],
  ["Vélez Sder", "Vélez", "Santander"],
  ["Ocaña, N. de S.", "Ocaña", "Norte de Santander"],
  ["Pacho - Cund.", "Pacho", "Cundinamarca"],
])("%s is a town and its department in short", (text, city, department) => {
  expect(read(text)).toEqual({ city, department });
});

test.each([
  ["Patrullero Cristian Camilo Useche", "Cristian Camilo", "Useche"],
  ["Sargento Oswaldo Rincón Tovar", "Oswaldo", "Rincón Tovar"],
  ["Enfermera Gloria Muñoz", "Gloria", "Muñoz"],
])("%s: a rank is no name", (text, given_name, surname) => {
  expect(read(text)).toEqual({ given_name, surname });
});

test("the home of the one who receives is the parcel's, and so is that one's number", () => {
  expect(
    read(
      "Yo pago, Camila Rojas 3174412090. Es para mi nuera, ella se llama Elsa Ríos y vive en Honda, cl 9 # 4-3. Yo vivo en Cali. El cel de ella 3122087711",
    ),
  ).toMatchObject({ given_name: "Elsa", surname: "Ríos", city: "Honda", phone: "573122087711" });
  expect(read("lo recibe mi yerno Saúl Triana en la cra 5 # 12-67, Espinal Tolima")).toMatchObject({
    given_name: "Saúl",
    surname: "Triana",
    city: "Espinal",
  });
  // Also where no street tells which of the two homes is meant, in either order.
  expect(read("Ella se llama Teresa Ruiz y vive en Yopal. Yo vivo en Bogotá")).toMatchObject({
    given_name: "Teresa",
    city: "Yopal",
  });
  expect(read("Yo vivo en Cali. Mi nuera se llama Elsa Ríos y vive en Honda, cl 9 # 4-3").city).toBe("Honda");
  // A neighbour with a first name opens the door only.
  expect(read("recibe mi vecina Gladys").given_name).toBeUndefined();
});

test("a number said in words is ten digits, however it is grouped or written beside", () => {
  expect(read("mi celular es trescientos veinticinco cuarenta y dos seis cinco cinco").phone).toBe("573002542655");
  expect(read("tres veintiuno, 321, seis siete cinco, 675, cuarenta ochenta y ocho").phone).toBe("573216754088");
});

test("a door is said with 'numeral', 'con' and 'raya'", () => {
  for (const door of ["numeral doce raya cuarenta", "con doce guion cuarenta", "número doce rayita cuarenta"])
    expect(read(`vivo en la calle veinte ${door}`).address).toBe("Calle 20 # 12-40");
  expect(read("carrera 15 con calle 80").address).toBe("Carrera 15 con calle 80");
});

const HOME = { given_name: "Ana", surname: "Ruiz", city: "Cali", department: "Valle del Cauca" };

test.each([
  ["ay no es Ruiz, es Olarte", { surname: "Olarte" }],
  ["espere, es para Planeta Rica Córdoba", { city: "Planeta Rica", department: "Córdoba" }],
  ["eso va para Bosconia Cesar, no para Cali", { city: "Bosconia", department: "Cesar" }],
  ["ya no estoy en Cali, me pasé a Chaparral Tolima", { city: "Chaparral", department: "Tolima" }],
  ["perdón la costumbre, no es cali es apartadó antioquia", { city: "Apartadó", department: "Antioquia" }],
  ["ay no era en Cali sino en La Dorada, Caldas", { city: "La Dorada", department: "Caldas" }],
  ["no vivo en Cali, vivo en Honda", { city: "Honda", department: "Tolima" }],
  ["cámbieme el apellido por Tovar", { surname: "Tovar" }],
])("%s puts one datum right", (text, fields) => {
  expect(extractFields(text, { known: HOME, isAsked: false, missing: [] }).fields).toEqual(fields);
});

test("another number of jars is no word to the courier", () => {
  const noted = (text: string) => read(text, HOME).directions;
  for (const fewer of ["dejemelo en un solo frasco mas bien", "uff, dejelo en dos", "dejarlo en uno por ahora"])
    expect(noted(fewer), fewer).toBeUndefined();
  expect(noted("dejelo en una tienda de la esquina")).toBe("dejelo en una tienda de la esquina");
});

test("a person is no jar", () => {
  for (const who of ["un amigo", "una vecina", "un parcero", "una señora"])
    expect(readQuantity(`Quien recibe es Elsa Ríos, ${who}`, new Set(["frasco"])), who).toBeNull();
  expect(readQuantity("uno amigo", new Set(["frasco"]))?.units).toBe(1);
});
