import { describe, expect, test } from "vitest";
import { extractFields } from "../../../src/nlu/extract/extract-fields.ts";
import type { Extracted } from "../../../src/nlu/extract/field-kinds.ts";
import { normalisePhone } from "../../../src/nlu/extract/read-phone.ts";

function told(text: string, known: Extracted = {}, isAsked = true): Extracted {
  return extractFields(text, { known, isAsked, missing: [] }).fields;
}

describe("a customer's data", () => {
  test.each<[string, Extracted]>([
    [
      "Marta Lucía Ríos, cel 301 555 0142, Cll 45 #12-30 Laureles, Medellín, marta@ejemplo.co",
      {
        given_name: "Marta Lucía",
        surname: "Ríos",
        phone: "573015550142",
        address: "Calle 45 # 12-30",
        neighbourhood: "Laureles",
        city: "Medellín",
        department: "Antioquia",
        email: "marta@ejemplo.co",
      },
    ],
    ["Julián", { given_name: "Julián" }],
    ["vivo en Pereira", { city: "Pereira", department: "Risaralda" }],
    ["si señora en pasto, no tengo correo", { city: "Pasto", department: "Nariño", email: "N/A" }],
    ["listo vecina en monteria", { city: "Montería", department: "Córdoba" }],
    ["dale pues", {}],
    ["mi dirección es Cra 8 # 20-11, ¿el envío tiene costo?", { address: "Carrera 8 # 20-11" }],
    ["no manejo correo", { email: "N/A" }],
    ["no tengo e-mail", { email: "N/A" }],
    ["me llamo Rocío", { given_name: "Rocío" }],
    ["mi barrio es El Prado", { neighbourhood: "El Prado" }],
    ["mi número es 31255501", {}],
    ["+1 305 555 0160", { phone: "13055550160" }],
    ["vivo en Villanueva", { city: "Villanueva" }],
    ["vivo en Leticia", { city: "Leticia", department: "Amazonas" }],
    ["soy Elkin Páez, estoy en Neiva", { given_name: "Elkin", surname: "Páez", city: "Neiva", department: "Huila" }],
    ["espere, la dirección es Av 19 #33-08", { address: "Avenida 19 # 33-08" }],
    ["el de 3 y mi cédula... no, mejor mi cel 3015550199", { phone: "573015550199" }],
    [
      "Nombre: Ana María\nApellido: Gómez Ruiz\nCiudad: bta\nBarrio: Suba",
      {
        given_name: "Ana María",
        surname: "Gómez Ruiz",
        city: "Bogotá",
        department: "Cundinamarca",
        neighbourhood: "Suba",
      },
    ],
    ["cra 8a no 20 - 11 apto 502 torre 3", { address: "Carrera 8a # 20-11 Apartamento 502 torre 3" }],
    ["carrera 6 11 45", { address: "Carrera 6 # 11-45" }],
    ["cra 7 no. 12 34 sur", { address: "Carrera 7 # 12-34 sur" }],
    ["diagonal 5 bis 10 20", { address: "Diagonal 5 bis # 10-20" }],
    ["mz 4 casa 12", { address: "Manzana 4 casa 12" }],
    ["jajaja ok", {}],
    ["¿y se puede pagar al recibir?", {}],
    ["asdfgh plim", {}],
    ["soy hipertenso", {}],
    ["¿hacen envíos a Medellín?", {}],
  ])("%j", (text, fields) => {
    expect(told(text)).toEqual(fields);
  });

  test("a surname after the name", () => {
    expect(told("Peña Mora", { given_name: "Julián" })).toEqual({ surname: "Peña Mora" });
  });

  test.each<[string, Extracted]>([
    [
      "Soy Óscar Duque, 3005550188, Cra 50 #10-20, Cali",
      {
        given_name: "Óscar",
        surname: "Duque",
        phone: "573005550188",
        address: "Carrera 50 # 10-20",
        city: "Cali",
        department: "Valle del Cauca",
      },
    ],
    [
      "mándemelo a la Cll 9 #3-15 en Tunja, ¿cuánto se demora?",
      { address: "Calle 9 # 3-15", city: "Tunja", department: "Boyacá" },
    ],
    ["Buenas tardes", {}],
    ["Cali", {}],
    ["quiero comprar uno", {}],
    ["listo, quiero pedir uno", {}],
    ["¿cuánto valen 2?", {}],
    ["me duele la cabeza 24 horas", {}],
  ])("unasked: %j", (text, fields) => {
    expect(told(text, {}, false)).toEqual(fields);
  });

  test("another address in another city takes the neighbourhood of the former one away", () => {
    const known = { city: "Medellín", department: "Antioquia", address: "Calle 45 # 12-30", neighbourhood: "Laureles" };
    const moved = extractFields("mejor mándelo a Cali, calle 5 # 6-7", { known, isAsked: true, missing: [] });
    expect(moved.cleared).toEqual(["neighbourhood"]);
    expect(moved.fields.department).toBe("Valle del Cauca");
  });

  test("another city takes the department of the former one away", () => {
    const moved = extractFields("vivo en Villanueva", {
      known: { city: "Cali", department: "Valle del Cauca" },
      isAsked: true,
      missing: [],
    });
    expect(moved.cleared).toEqual(["department"]);
  });
});

test.each([
  ["3015550142", "573015550142"],
  ["+57 301 555 0142", "573015550142"],
  ["573015550142", "573015550142"],
  ["0057 301 5550142", "573015550142"],
  ["+1 305 555 0160", "13055550160"],
  ["31255501", null],
  ["3333333333", null],
  ["6015550142", null],
])("the phone %s is %s (A15)", (raw, value) => {
  expect(normalisePhone(raw)).toBe(value);
});
