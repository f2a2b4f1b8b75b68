import { describe, expect, test } from "vitest";
import { talk } from "./talk.ts";

async function afterThePrice(...words: string[]) {
  const customer = talk();
  await customer.says("cuánto vale");
  await customer.says(...words);
  return { mode: customer.session().mode, data: customer.session().datosCapturados };
}

describe("a wish to buy in words that no rule knows", () => {
  test.each(["apártame el mío antes que se acaben", "vaya despachando que yo aquí espero", "cuadremos eso de una vez"])(
    "begins the purchase where nothing else explains it: %s",
    async (text) => {
      expect((await afterThePrice(text)).mode).toBe("collecting_data");
    },
  );

  test("with the town to which it goes, begins it there", async () => {
    expect(await afterThePrice("quiubo pues paisano despácheme el mío pa Villavicencio")).toMatchObject({
      mode: "collecting_data",
      data: { ciudad: "Villavicencio" },
    });
  });

  test.each([
    "sí, quiero saber si trae azúcar",
    "quiero que me expliquen cómo funciona eso",
    "quiero hacer una pregunta",
    "en la galería venden una valeriana que es bendita",
  ])("is none in a question or a story, and nothing is asked for: %s", async (text) => {
    expect((await afterThePrice(text)).mode).toBe("conversacion");
  });
});

describe("what was spoken of just now is taken in other words", () => {
  const DATA = "Efraín Cuello, Villanueva La Guajira, calle 11 # 7-40, barrio San Luis, 3114407789";

  test.each([
    ["Cuánto es que vale la promoción de 3", `Se la compro. ${DATA}`, "3x"],
    ["cuánto salen 2 frascos", `Listo, despáchelos: ${DATA}`, "2x"],
    ["¿todavía está disponible la oferta de dos por 129?", `Se lo agradezco. Yo quiero esa, ${DATA}`, "2x"],
  ])("%s … %s", async (asked, taken, pack) => {
    const customer = talk();
    await customer.says(asked);
    await customer.says(taken);
    expect(customer.session()).toMatchObject({ mode: "resumen", packSeleccionado: pack });
    await customer.says("sisi");
    expect(customer.orders()).toMatchObject([{ pack }]);
  });
});

test("silence orders nothing behind 'I would not buy then', whatever question it answers", async () => {
  const customer = talk();
  await customer.says("Hola soy Tatiana Segura, me interesa pedir");
  await customer.says("3045518826, Ibagué, calle 60 # 5-18");
  await customer.says("y dónde queda la tienda? me gustaría verlo en persona antes");
  await customer.says("ah no, si no hay tienda física yo no compro, disculpe");
  await customer.passMinutes(60);
  expect(customer.orders()).toEqual([]);
});

test.each([
  [["me llamo Yuranis", "Yuranis Patricia Ariza"], { nombre: "Yuranis Patricia", apellido: "Ariza" }],
  [
    ["Ferney Cuartas, carrera 20 # 19-43 el santuario antioquia"],
    { ciudad: "El Santuario", departamento: "Antioquia" },
  ],
  [
    ["mi apellido es Cartagena, Luis Alberto Cartagena, pero la ciudad es Puerto Colombia"],
    { apellido: "Cartagena", ciudad: "Puerto Colombia" },
  ],
])("who receives it, and where: %j", async (told, data) => {
  const customer = talk();
  await customer.says("quiero un frasco");
  await customer.says(...told);
  expect(customer.session().datosCapturados).toMatchObject(data);
});

test("the name of an offer is no neighbourhood", async () => {
  const customer = talk();
  await customer.says("Quiero comprar");
  await customer.says("Sebastián Ramírez, 3192246607, Calle 44 # 80-15 barrio La América, Medellín");
  await customer.says("el combo grande, el de tres");
  expect(customer.session()).toMatchObject({ packSeleccionado: "3x", datosCapturados: { barrio: "La América" } });
});

test("who sells for a living wishes for no seller", async () => {
  const customer = talk();
  const { handoff } = await customer.says("Hola, soy vendedora de un almacén en el hueco y quiero pedir");
  expect(handoff).toBeNull();
  expect(customer.session().mode).toBe("collecting_data");
});
