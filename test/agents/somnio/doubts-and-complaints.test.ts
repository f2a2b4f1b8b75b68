import { describe, expect, test } from "vitest";
import { talk } from "./talk.ts";

/** A trained head hears complaints beside the rules: no doubt is one, and one that no rule knows goes to a person. */
describe("a doubt, a fear or a story of another shop is no complaint", () => {
  test.each([
    "y si es estafa yo como reclamo",
    "A mi prima le llegó una caja vacía de otra tienda, ¿cómo sé que con ustedes no me pasa?",
    "si me estafan a quién le pongo la demanda, en serio",
    "llevo 3 noches sin pegar el ojo q me ofrece",
    "Holaaa, qué pena molestar, ¿la señora de las pastas?",
    "hola llegan a armenia quindio",
  ])("%s", async (text) => {
    const { handoff, intentInfo } = await talk("conversacion").says(text);
    expect({ handoff, complains: intentInfo?.intent?.includes("queja") ?? false }).toEqual({
      handoff: null,
      complains: false,
    });
  });

  test("what is left beside data is no sentence, and no complaint", async () => {
    const customer = talk();
    await customer.says("quiero un frasco");
    await customer.says("a ver mi nombre es Herminia Santana y vivo en Sibaté en la calle diez número siete veintidós");
    expect(customer.session()).toMatchObject({ mode: "collecting_data", datosCapturados: { nombre: "Herminia" } });
  });
});

test.each([
  "Hace doce días les pedí dos tarros y esta es la hora que nada, llamo a la transportadora y no aparece ninguna guía",
  "me llegó dañado, qué pésimo",
  "qué pésimo servicio, tengo una queja",
])("a complaint goes to a person, and to no emergency: %s", async (text) => {
  const { handoff, intentInfo } = await talk("conversacion").says(text);
  expect(handoff).not.toBeNull();
  expect(intentInfo?.intent).toBe("queja");
});
