import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extractFields } from "../../../src/nlu/extract/extract-fields.ts";
import type { Extracted } from "../../../src/nlu/extract/field-kinds.ts";

const MISSING = ["given_name", "surname", "phone", "city", "address"] as const;
const read = (text: string, known: Extracted = {}, isAsked = true): Extracted =>
  extractFields(text, { known, isAsked, missing: MISSING.filter((kind) => known[kind] === undefined) }).fields;

const given = fc.constantFrom("Yeison", "Rosalba", "Óscar Iván", "Nubia", "Betty Lucía");
const surname = fc.constantFrom("Tumay", "Zuluaga", "Trejos Mora", "Polanía", "Barreto");

describe("where the name is asked for, a full name among other words is the receiver's", () => {
  test("whatever leads to it or stands behind it", () => {
    const form = fc.constantFrom<(name: string) => string>(
      (name) => `ponga a ${name}`,
      (name) => `ponga a ${name} cel 3134402816`,
      (name) => `envíeselo a ${name}`,
      (name) => `es pa ${name}`,
      (name) => `sumercé anóteme como ${name}`,
      (name) => `mi esposo ${name} lo recibe`,
      (name) => `es mi jefe, ${name}`,
      (name) => `${name} es el que va a estar en la casa`,
      (name) => `quien paga es ${name}`,
      (name) => `firma ${name}`,
      (name) => `mi nombre completo sería ${name}`,
      (name) => `que sí lo quiere. se llama ${name}`,
    );
    fc.assert(
      fc.property(form, given, surname, (write, first, last) => {
        expect(read(write(`${first} ${last}`))).toMatchObject({ given_name: first, surname: last });
      }),
    );
  });

  test.each([
    "me la recomendó Ana Ruiz",
    "yo ya le había comprado a Ana Ruiz",
    "no soy Ana Ruiz",
    "mi vecina Ana Ruiz ya pidió el suyo",
    "trabajo con Ana Ruiz",
    "eso me dijo Ana Ruiz",
    "ustedes conocen a Ana Ruiz",
    "vi el video de Ana Ruiz",
    "el doctor Carlos Ruiz me dijo que sí",
    "la muchacha que me vendió se llama Ana Ruiz",
    "¿ustedes son los de Ana Ruiz?",
  ])("unless it is another's: %s", (text) => {
    expect(read(text).given_name).toBeUndefined();
  });

  test("the full name stays beside another's first name, and another's full name with a phone takes the place of the sender's", () => {
    expect(read("Jhon Freddy Guzmán y mi señora se llama Sandra por si ella recibe").given_name).toBe("Jhon Freddy");
    expect(read("laura sofia mahecha, la dir de ella: cra 78k # 38-15 sur, kennedy").given_name).toBe("Laura Sofia");
    expect(read("Natalia Restrepo Vélez celular 3052217640", { given_name: "Gildardo" }).given_name).toBe("Natalia");
    expect(read("Andrea Cifuentes", { given_name: "Paola" }).given_name).toBe("Paola Andrea");
    expect(read("Recibo yo, la hermana Teresa. Mi apellido es Burbano")).toMatchObject({
      given_name: "Teresa",
      surname: "Burbano",
    });
  });
});

describe("where the address is asked for, a house may be described", () => {
  test.each([
    "la casa de dos pisos al lado de la tienda",
    "una casa azul con rejas blancas subiendo por la cancha",
    "por la salida a Rivera, pasando el puente, segunda casa a mano derecha",
    "en el barrio no hay nomenclatura, es la casa de la señora Berta la modista",
    "subiendo la loma, la última casa de ladrillo",
    "bajando del parque dos cuadras a la izquierda",
    "kiosco rojo a la entrada del caserío",
    "la que antes era la carnicería de don Luis",
    "dos cuadras abajo del ancianato",
    "la peluquería Estilos frente a la alcaldía",
    "eso queda por los lados del coliseo",
    "detrás del estadio, casa de rejas negras",
  ])("%s", (text) => {
    expect(read(text, { given_name: "Rosa", surname: "Gil", city: "Neiva" }).address).toMatch(
      /\p{L}{3}.*\s.*\p{L}{3}/u,
    );
  });

  test.each([
    "espere pregunto en la casa",
    "es que mi mamá está enferma",
    "me duele la cabeza cuando llego a la casa",
    "no quiero dar la dirección de mi casa",
    "estoy en la tienda, ya le escribo",
    "mañana le digo la dirección de la casa",
    "la compré en la tienda del parque y no me sirvió",
    "dos frascos para la casa",
    "mejor a la casa",
    "la casa está muy lejos",
    "¿lo dejan en la portería del conjunto?",
    "trabajo de noche en la portería de un edificio",
    "vendo pastillas en la tienda de la esquina",
  ])("%s describes none", (text) => {
    expect(read(text, { given_name: "Rosa", surname: "Gil", city: "Neiva" }).address).toBeUndefined();
  });
});

test("a mobile is told half in words and half in digits, and in words about the one who receives", () => {
  const phone = "573216604412";
  for (const text of [
    "tres veintiuno 6604412",
    "321 sesenta y seis 04 412",
    "Su celular es 3216604412",
    "me escriben al 3216604412",
  ])
    expect(read(text, { given_name: "Rosa", surname: "Gil" }).phone).toBe(phone);
  expect(read("¿su celular es 3216604412?").phone).toBeUndefined();
});

test("beside a town with its department, the village behind the street is a neighbourhood", () => {
  expect(read("hernan quintero de ocaña n de s, cel 3166550134, calle 7 # 29-144 la primavera")).toMatchObject({
    city: "Ocaña",
    department: "Norte de Santander",
    neighbourhood: "La Primavera",
  });
});

test("a flat is put right by its name and one number", () => {
  const known = { address: "Calle 57 # 9-41 Apartamento 302" };
  for (const text of ["ojo, cambié de apto, ahora es el 504", "el apartamento quedó mal, es 504"])
    expect(read(text, known).address).toBe("Calle 57 # 9-41 Apartamento 504");
  expect(read("en el apto somos 4", known).address).toBeUndefined();
});

test("a building's name before its numbered part belongs to the address, and a town or a name of a person does not", () => {
  expect(read("av sur # 41-90 altos de llano grande bloque 6 apt 303").address).toBe(
    "Avenida sur # 41-90 altos de llano grande bloque 6 Apartamento 303",
  );
  expect(read("cra 9 # 12-30 hotel Manacacias hab 12 Puerto Gaitan Meta")).toMatchObject({
    address: "Carrera 9 # 12-30 hotel Manacacias hab 12",
    city: "Puerto Gaitán",
  });
  expect(read("calle 5 # 4-3 medellin apto 302").city).toBe("Medellín");
});

test("a number that is said again, or only by its end, is the right one", () => {
  expect(
    read("es el tres dieciséis cero cuarenta y dos veintidós dieciocho no espere le repito 3116042218").phone,
  ).toBe("573116042218");
  for (const text of ["no, perdón, 9860 al final", "al final es 9860"])
    expect(read(text, { phone: "573017449861" }).phone).toBe("573017449860");
  expect(
    read("la casa 9860 al final de la calle", { phone: "573017449861", address: "Calle 5 # 4-3" }).phone,
  ).toBeUndefined();
});
