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

test.each<[string, object]>([
  ["Sor Teresa Arroyave", { given_name: "Sor Teresa", surname: "Arroyave" }],
  ["Claudia de la Rosa", { given_name: "Claudia", surname: "De la Rosa" }],
  ["Anyela David", { given_name: "Anyela", surname: "David" }],
  ["María José", { given_name: "María José" }],
  ["Pedro Claver Granados", { given_name: "Pedro Claver", surname: "Granados" }],
  ["Nidia Sarmiento perdón que se me fue", { given_name: "Nidia", surname: "Sarmiento" }],
  ["Victoria Caldas, 3159903348, La Dorada", { given_name: "Victoria", surname: "Caldas", city: "La Dorada" }],
  ["a nombre de Socorro Santander, así me llamo yo", { given_name: "Socorro", surname: "Santander" }],
  ["Quien recibe es mi nuera que se llama Sandra Gámez", { given_name: "Sandra", surname: "Gámez" }],
])("%s is who receives", (text, told) => {
  expect(read(text)).toMatchObject(told);
  if (!("city" in told)) expect(read(text).city).toBeUndefined();
});

test("señores is no name", () => {
  expect(read("Señores Somnio: soy pensionado y deseo tres frascos").given_name).toBeUndefined();
});

test.each([
  ["callejón 3 # 16-40", "Callejón 3 # 16-40"],
  ["kdx 318 barrio la primavera", "Kdx 318"],
  ["cir 4 # 70-15", "Circular 4 # 70-15"],
  ["perdón la calle es 147, Calle 147 # 19-52", "Calle 147 # 19-52"],
  ["Coveñas Sucre, Segunda Ensenada cabañas Mar Azul", "Segunda Ensenada cabañas Mar Azul"],
])("%s is an address of this country", (text, address) => {
  expect(read(text).address).toBe(address);
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
