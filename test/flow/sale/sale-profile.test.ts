import { expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { saleProfile } from "../../../src/flow/sale/sale-profile.ts";

const { definition } = somnioFlow;

test("an order tells the contact's profile what was captured, and nothing that cannot be said", () => {
  const data = {
    nombre: "Marta",
    apellido: "Ruiz",
    ciudad: "Cali",
    correo: "N/A",
    direccion: " ",
    telefono: "573001112233",
  };
  expect(saleProfile(definition, data)).toEqual({ name: "Marta Ruiz", city: "Cali", otherPhone: "573001112233" });
  expect(saleProfile(definition, { apellido: "N/A", nombre: "Marta" })).toEqual({ name: "Marta" });
  expect(saleProfile(definition, {})).toEqual({});
});

test("a shop that names no fields has the name alone on its contacts", () => {
  const { nameFields } = definition;
  expect(saleProfile({ nameFields }, { nombre: "Marta", ciudad: "Cali" })).toEqual({ name: "Marta" });
});
