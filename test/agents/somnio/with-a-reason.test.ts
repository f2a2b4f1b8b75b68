import { describe, expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { createSandboxConversation } from "../../../src/lab/memory/sandbox-conversation.ts";
import type { StartingPoint } from "../../../src/lab/memory/starting-point.ts";
import { COLLECTING, CONFIRMED, OFFERING } from "../../scenarios/somnio/starting-points.ts";

/** What a message is taken for, beside the data that it tells. */
async function heardAs(text: string, start: StartingPoint = {}) {
  const conversation = createSandboxConversation(somnioFlow, start);
  const { decision, heard } = await conversation.hear([text]);
  const ids = decision?.messages.map(({ templateId }) => templateId ?? "") ?? [];
  return { ids, heard: heard.join(" "), session: conversation.session(), isBotOn: conversation.isBotOn() };
}

describe("why the data is asked for", () => {
  test.each([
    "¿para qué necesita mi apellido y mi correo? yo solo quiero comprar",
    "primero dígame para qué quiere saber dónde vivo",
    "el correo pa q?",
    "mi hijo me dijo que no ande dando mis datos por aquí",
    "la cédula no se la doy a nadie",
    "a una amiga le pidieron los datos y le sacaron un crédito, ¿para qué quieren los míos?",
    "¿es obligatorio el correo?",
    "¿quién es el responsable del tratamiento de los datos?",
  ])("%s is answered, with and without a reason beside it", async (text) => {
    expect((await heardAs(text, COLLECTING)).ids).toContain("somnio.tratamiento_datos.primera_vez.1");
  });

  test("what a document serves for is no question about the product", async () => {
    const { ids } = await heardAs("la cédula para qué sirve", COLLECTING);
    expect(ids).toEqual(["somnio.tratamiento_datos.primera_vez.1"]);
  });

  test.each([
    "mi celular para que lo llamen es 3001112233",
    "no me sé la dirección de memoria",
    "no doy con la dirección",
    "¿reciben a crédito?",
  ])("%s is no such question", async (text) => {
    expect((await heardAs(text, COLLECTING)).ids).not.toContain("somnio.tratamiento_datos.primera_vez.1");
  });
});

describe("another shop's price", () => {
  test.each([
    "otra página me da 2 por 99, ¿me lo iguala?",
    "déjeme los dos en cien mil y hacemos negocio",
    "si me lo deja en 60 se lo pago ya por nequi",
  ])("%s haggles, and chooses no jars", async (text) => {
    const { ids, session } = await heardAs(text, OFFERING);
    expect(ids).toContain("somnio.info_promociones.primera_vez.1");
    expect(session.packSeleccionado).toBeNull();
  });

  test("a number for us, and the price of a pack, still choose", async () => {
    expect((await heardAs("déjelo en dos", OFFERING)).session.packSeleccionado).toBe("2x");
    expect((await heardAs("déjeme el de 129", OFFERING)).session.packSeleccionado).toBe("2x");
  });
});

describe("a person is called where one is needed", () => {
  test.each([
    "¿expiden factura electrónica a nombre de persona natural?",
    "yo coso con máquina hasta tarde, ¿me deja boba?",
    "solo tengo daviplata, ¿sirve o no sirve?",
    "a mí ya me robaron así una vez, ¿ustedes sí mandan?",
    "¿con quién tengo el gusto?",
    "¿cómo te llamas?",
  ])("%s needs none", async (text) => {
    const { heard, isBotOn } = await heardAs(text);
    expect(heard).not.toBe("");
    expect(isBotOn).toBe(true);
  });

  test.each([
    "un frasco llegó reventado y las pastas todas mojadas",
    "yo pedí dos frascos, me trajeron uno y me cobraron los 129",
    "el de la moto me pide 15 mil más de flete y ustedes dijeron que era gratis",
    "fui a la oficina y me dicen que no hay nada a mi nombre",
    "ustedes me robaron",
  ])("%s is a complaint", async (text) => {
    expect((await heardAs(text, CONFIRMED)).isBotOn).toBe(false);
  });
});

describe("who cannot decide", () => {
  test.each(["no me decido, ¿cuál es el que más llevan los clientes?", "¿cuál me recomienda, niña?"])(
    "%s hears about the packs",
    async (text) => {
      expect((await heardAs(text, OFFERING)).ids).toContain("somnio.info_promociones.primera_vez.1");
    },
  );

  test("pays in two parts is no postponement", async () => {
    const { ids } = await heardAs("¿puedo pagarlo en dos partes, una ahora y otra en la quincena?", OFFERING);
    expect(ids).toContain("knowledge.cuotas");
  });
});

test("who wrote to the wrong chat corrects no datum", async () => {
  const { ids } = await heardAs("uy perdón, me equivoqué de chat");
  expect(ids.join()).not.toMatch(/corregir_datos/);
  expect((await heardAs("me equivoqué de dirección", COLLECTING)).ids.join()).toMatch(/corregir_datos/);
});
