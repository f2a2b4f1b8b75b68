import fc from "fast-check";
import { expect, test } from "vitest";
import { extractFields } from "../../../src/nlu/extract/extract-fields.ts";
import { type Extracted, FIELD_KINDS } from "../../../src/nlu/extract/field-kinds.ts";

const KNOWN: Extracted = {
  given_name: "Rosa",
  surname: "Tapie",
  phone: "573122247719",
  address: "Carrera 5 # 21-36",
  neighbourhood: "La Floresta",
  city: "Ipiales",
  department: "Nariño",
};

/** What a text tells where we asked for what `known` lacks. */
const read = (text: string, known: Extracted): Extracted => {
  const missing = FIELD_KINDS.filter((kind) => known[kind] === undefined && kind !== "id_number");
  return extractFields(text, { known, isAsked: true, missing }).fields;
};

const without = (...kinds: (keyof Extracted)[]): Extracted =>
  Object.fromEntries(Object.entries(KNOWN).filter(([kind]) => !kinds.includes(kind as keyof Extracted)));

test("where the surname is missing, a word that no list has is the surname", () => {
  for (const [text, surname] of [
    ["Chapal Cuasquer", "Chapal Cuasquer"],
    ["cuatis", "Cuatis"],
    ["De la Hoz", "De la Hoz"],
    ["imbachi con ch", "Imbachi"],
    ["Blanquicett, con doble t al final, b de burro", "Blanquicett"],
    ["Gaviria por papá y Ocampo por mamá", "Gaviria Ocampo"],
    ["Paz Rosero son mis apellidos", "Paz Rosero"],
    ["tenjo", "Tenjo"],
  ])
    expect.soft(read(text ?? "", without("surname")).surname, text).toBe(surname);
});

test("a wait, a thank-you and a sentence are no surname", () => {
  for (const text of ["espérese", "un momentico", "ya le digo", "jajaja", "solo Rosa", "cuando llega", "gracias"])
    expect.soft(read(text, without("surname")).surname, text).toBeUndefined();
});

test("where the first name is missing, the name of a town is the first name", () => {
  expect(read("Palmira", without("given_name"))).toMatchObject({ given_name: "Palmira" });
  expect(read("Palmira", without("given_name")).city).toBeUndefined();
});

test("where the town is missing, a message begins with it, whatever stands behind", () => {
  for (const [text, city] of [
    ["guachucal taita", "Guachucal"],
    ["medellín!! y envuélvanlo bonito que es regalo jeje", "Medellín"],
    ["timbío eso es cerquita de popayán en el cauca", "Timbío"],
    ["popayan no perdon jamundi valle, ya me mudé", "Jamundí"],
  ])
    expect.soft(read(text ?? "", without("city", "department")).city, text).toBe(city);
});

test("where the department is missing, a message begins with it", () => {
  const open = { ...without("department"), city: "La Unión" };
  for (const [text, department] of [
    ["Nariño pues señorita", "Nariño"],
    ["valle del cauca obvio", "Valle del Cauca"],
    ["Antioquia supongo, aunque no estoy segura", "Antioquia"],
  ])
    expect.soft(read(text ?? "", open).department, text).toBe(department);
});

test("where the neighbourhood is missing, a village's name is one, and what leads to it is none of it", () => {
  for (const [text, hood] of [
    ["San José", "San José"],
    ["se llama Anganoy", "Anganoy"],
    ["no sé bien pero creo que Las Cuadras", "Las Cuadras"],
    ["Agualongo, gracias", "Agualongo"],
    ["el centro", "Centro"],
    ["castelvi se llama el barrio y pago cuando me llegue", "Castelvi"],
  ])
    expect.soft(read(text ?? "", without("neighbourhood")).neighbourhood, text).toBe(hood);
  for (const text of ["Nequi", "contra entrega", "enfermera", "es para mi mamá"])
    expect.soft(read(text, without("neighbourhood")).neighbourhood, text).toBeUndefined();
});

test("what is left of a list of data is the neighbourhood", () => {
  const hood = fc.constantFrom("Catay", "Mojica", "Tamasagra", "Manga", "Chipre", "Yesca");
  const joint = fc.constantFrom(", ", " / ", "\n", "; ");
  const asked = without(...(Object.keys(KNOWN) as (keyof Extracted)[]));
  fc.assert(
    fc.property(hood, joint, (name, between) => {
      const text = ["Luis Ardila", "3101234567", "Cra 9 # 14-22", name, "Popayán", "Cauca"].join(between);
      expect(read(text, asked)).toMatchObject({ given_name: "Luis", neighbourhood: name, city: "Popayán" });
    }),
  );
});

test("a neighbourhood ends before its town and before a sentence, also without a comma", () => {
  const asked = without(...(Object.keys(KNOWN) as (keyof Extracted)[]));
  expect(read("calle 10 # 8-22 barrio el centro paz de ariporo", asked)).toMatchObject({
    neighbourhood: "Centro",
    city: "Paz de Ariporo",
  });
  expect(read("cra 16 # 36-40 barrio santa teresita dosquebradas risaralda voy manejando", asked)).toMatchObject({
    neighbourhood: "Santa Teresita",
    city: "Dosquebradas",
  });
  expect(read("barrio Todos los Santos", asked).neighbourhood).toBe("Todos los Santos");
});

test("of two villages behind an address the first is the neighbourhood of the other", () => {
  const told = read("Diana Ocoró, 315 220 1144, cra 12 # 4-50, pueblo nuevo, guapi", {});
  expect(told).toMatchObject({ neighbourhood: "Pueblo Nuevo", city: "Guapí" });
});

test("the capital is no department of a village", () => {
  const told = read("angel cruz, 3112096634, diagonal 49 sur # 53-20, barrio venecia, bogota", {});
  expect(told).toMatchObject({ neighbourhood: "Venecia", city: "Bogotá" });
});

test("the second surname stands behind the first, which is known", () => {
  const known = { ...KNOWN, surname: "Paz" };
  expect(read("Le faltó mi segundo apellido, Rosero", known).surname).toBe("Paz Rosero");
});
