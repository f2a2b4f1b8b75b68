import { expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { createSandboxConversation } from "../../../src/lab/memory/sandbox-conversation.ts";

/** Words of a willing buyer that sound like something else: the sale goes on, and no person is called. */
test.each([
  [["quiero 2", "pa mi y pa mi novia"]],
  [["envíeme 2 a la carrera 25 # 16-44 barrio Majagual, Sincelejo. Cualquier cosita me marcan al 321 555 7090"]],
  [["quiero uno, calle 20 # 25-16 del barrio Córdoba, Arauca, y me llaman al 313 440 8872"]],
  [["quiero dos frascos, son mayores pero muy sanas, ninguna toma medicación"]],
  [["hola, ¿son confiables? una vez me estafaron"]],
  [["¿cómo es el sistema de ustedes para cancelar el valor del producto?"]],
  [["en el call center estoy hecho un zombie 😂 quiero el de dos"]],
  [["quiero uno, cra 7 # 10-22, la casa al pie de la veterinaria, en Paz de Ariporo"]],
  [["quiero uno, Belén de Umbría, Risaralda, para reclamar en Interrapidísimo"]],
  [["ey"]],
])("%j leads to no person", async (words) => {
  const conversation = createSandboxConversation(somnioFlow);
  expect((await conversation.hear(words)).heard).not.toEqual([]);
  expect(conversation.isBotOn()).toBe(true);
  expect(conversation.tasks()).toEqual([]);
});

test.each([
  [["es para mi hija que vive en Honda, Tolima"]],
  [["es para la casa de mi hija que es en Medellín"]],
  [["mi niña duerme bien, la que no duerme soy yo jaja, ¿qué tienen?"]],
  [["para mi esposa, que no duerme desde que nació el niño, y el niño ya tiene 4 años"]],
  [["Milagros De la Hoz", "cra 2 con 17 esquina restaurante El Pargo Rojo", "Santa Marta", "3013389054"]],
])("%j holds no sale for a minor", async (words) => {
  const conversation = createSandboxConversation(somnioFlow);
  await conversation.hear(words);
  expect(Object.keys(conversation.session().datosCapturados)).not.toContain("venta_en_pausa");
});

test.each([["hola, ya dejé de lactar jaja ahora sí quiero pedir"], ["dejé de darle pecho hace un año, quiero uno"]])(
  "%j holds no sale for a nursing mother",
  async (...words) => {
    const conversation = createSandboxConversation(somnioFlow);
    await conversation.hear(words);
    expect(Object.keys(conversation.session().datosCapturados)).not.toContain("venta_en_pausa_salud");
  },
);

test("who nurses, and a child whose house it is, still hold the sale", async () => {
  for (const [words, field] of [
    ["estoy lactando, quiero uno", "venta_en_pausa_salud"],
    ["para la casa de mi hija de ocho años, ella no duerme, ¿le puedo dar?", "venta_en_pausa"],
  ] as const) {
    const conversation = createSandboxConversation(somnioFlow);
    await conversation.hear([words]);
    expect(Object.keys(conversation.session().datosCapturados), words).toContain(field);
  }
});

test.each([
  "otra vez lo de siempre",
  "creo que no",
  "le llevan a la casa, ella siempre está",
  "el de siempre",
  "creo que no tiene",
  "lo mismo de la otra vez porfa",
  "me voy pa tres",
  "entonces me voy con el de dos",
  "es que entre semana yo estoy en el hospital en turno de doce horas, ¿ustedes el domingo reparten?",
  "¿no vienen en gotas? es que a mi mamá le cuesta tragar",
  "me cuesta tragar las cápsulas grandes",
  "ronco mucho y me ahogo dormido, ¿me ayuda?",
  "se me duermen las piernas y me dan calambres x la noche, ¿eso sirve?",
  "primero quiero leer estudios sobre dosis de melatonina",
])("%j is no emergency", async (words) => {
  const conversation = createSandboxConversation(somnioFlow);
  expect((await conversation.hear([words])).heard.join()).not.toMatch(/123/);
});

test.each([
  "me voy para siempre",
  "otra vez me tomé todas",
  "mi mamá está en el hospital por eso",
  "¿con tres tarros uno se va de este mundo?",
  "me la tomé y me cuesta tragar",
  "me tomé una sobre dosis",
  "se me está durmiendo la cara",
])("%j is one", async (words) => {
  const conversation = createSandboxConversation(somnioFlow);
  expect((await conversation.hear([words])).heard.join()).toMatch(/123/);
});

test.each([
  ["me llaman al 313 440 8872 ya mismo, quiero hablar"],
  ["mi esposo toma medicación para el corazón y no toma nada más"],
  ["ustedes me estafaron"],
])("%j is still what it sounds like", async (words) => {
  const conversation = createSandboxConversation(somnioFlow);
  const { decision } = await conversation.hear([words]);
  expect(["asesor", "contraindicaciones", "queja"]).toContain(decision?.intentInfo?.intent);
});

test("a barrio that was taken down wrong is put right, and is never called by the word that says so", async () => {
  const conversation = createSandboxConversation(somnioFlow);
  await conversation.hear(["quiero uno"]);
  await conversation.hear(["Hugo Salcedo, 3157793320, Carrera 4 # 12-60, barrio Belén, Ibagué, Tolima"]);
  await conversation.hear(["El barrio quedó mal, es Interlaken"]);
  expect(conversation.session().datosCapturados).toMatchObject({ barrio: "Interlaken" });
});

test("the number of who receives is told in any words behind 'su número', and not where it complains of ours", async () => {
  const phoneOf = async (words: string) => {
    const conversation = createSandboxConversation(somnioFlow);
    await conversation.hear(["quiero dos frascos"]);
    await conversation.hear(["Ella es Teresa Portilla, calle 14 # 6-31 barrio Centro, Ipiales Nariño"]);
    await conversation.hear([words]);
    return conversation.session().datosCapturados["telefono"];
  };
  expect(await phoneOf("su número 317 882 0456, que la llamen después de las diez")).toBe("573178820456");
  expect(await phoneOf("su número 317 882 0456 no contesta")).toBeUndefined();
  expect(await phoneOf("¿su número 317 882 0456 es de Bogotá?")).toBeUndefined();
});

test.each([
  ["¿me pueden mandar un frasco a Armenia Quindío?", "1x"],
  ["me gustó, échame tres ahora", "3x"],
])("%j orders", async (words, pack) => {
  const conversation = createSandboxConversation(somnioFlow);
  await conversation.hear([words]);
  expect(conversation.session()).toMatchObject({ mode: "collecting_data", packSeleccionado: pack });
});

test.each([
  "cuantas veces se toma",
  "y toca tomarla cuantas veces",
  "acá lloviendo parejo, se fue la luz en toda la vereda",
])("no trained head hears an emergency in how it is taken, or in the weather: %s", async (text) => {
  const conversation = createSandboxConversation(somnioFlow);
  await conversation.hear([text]);
  expect(conversation.isBotOn()).toBe(true);
});
