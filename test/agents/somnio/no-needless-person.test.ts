/** What sounds like a reason for a person, and is none: the sale goes on. */
import { expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { createSandboxConversation } from "../../../src/lab/memory/sandbox-conversation.ts";

const DATA = "Ana Ruiz, 3001112233, Calle 5 # 10-20 barrio San Fernando, Cali Valle";

async function modeAfter(...said: readonly string[]): Promise<string> {
  const conversation = createSandboxConversation(somnioFlow);
  for (const text of said) await conversation.hear([text]);
  return conversation.session().mode;
}

test.each<[string, readonly string[]]>([
  [
    "a number to call beside other data",
    ["quiero uno", "Ana Ruiz, calle 5 # 10-20, Cali Valle. Llámeme al 300 111 2233"],
  ],
  [
    "a grown child, the age in words",
    ["mi hijo ya es grande tiene veinticuatro añitos y quiero mandarle uno de esos", "quiero uno", DATA],
  ],
  [
    "the menopause, and whether it works",
    ["¿para una señora de 57 con la menopausia sirve pa dormir?", "quiero uno", DATA],
  ],
  ["a leg that hurts, so it comes to the house", ["quiero uno", DATA, "a la casa que la pierna me duele pa salir"]],
  ["small talk about the weather", ["qué frío hace hoy no", "quiero uno", DATA]],
  ["words for another chat", ["Marina baje la olla que ya voy subiendo con el pan", "quiero uno", DATA]],
  [
    "a slip beside a datum",
    ["quiero uno", "Ana Ruiz, 3001112233, Calle 5 # 10-20, Cali Valle", "ponle barrio Arriba que se me pasó"],
  ],
  ["a machine or a person, whichever", ["tú eres un robot? jajaja no importa, cuánto vale", "quiero uno", DATA]],
  ["where they are to ask for the customer", ["quiero uno", DATA, "que pregunten por mí en recepción"]],
  [
    "hours that are no hours to call",
    ["quiero uno", DATA, "que no me llamen antes de las 10 porfa que duermo a esa hora"],
  ],
  [
    "a surname that is a refusal",
    ["quiero uno", "Yadira Salas Paso, 3001112233, calle 25 # 47-16, El Carmen de Bolívar"],
  ],
])("%s: the sale reaches its summary", async (_, said) => {
  expect(await modeAfter(...said)).toBe("resumen");
});

test.each<[string, readonly string[]]>([
  ["a number to call, and nothing else", ["quiero uno", "llámeme al 300 111 2233"]],
  ["a child, the age in words", ["mi hijo de doce añitos no duerme y quiero darle uno", "quiero uno"]],
  [
    "the menopause and an illness of which advice is asked",
    ["tengo menopausia y soy diabética, ¿me lo puedo tomar?", "quiero uno"],
  ],
  ["a chest that hurts too", ["quiero uno", DATA, "me duele el pecho y la pierna me duele"]],
  ["a leg that is swollen", ["quiero uno", DATA, "la pierna me duele y está hinchada y morada"]],
])("%s: a person goes on", async (_, said) => {
  expect(await modeAfter(...said)).toBe("handoff");
});

test("what is charged beside the price is answered with the shipping", async () => {
  const conversation = createSandboxConversation(somnioFlow);
  await conversation.hear(["¿hacen envíos a Leticia?"]);
  const { decision } = (await conversation.hear(["y cobran adicional?"])) ?? {};
  expect(decision?.intentInfo?.intent).toBe("envio");
  expect(decision?.handoff).toBeNull();
});

test.each([
  "en la oficina porque a la vereda no sube nadie",
  "soy la camionera otra vez, lo recojo en la oficina de Interrapidísimo",
])("the office is chosen with its reason: %s", async (says) => {
  const conversation = createSandboxConversation(somnioFlow);
  for (const text of ["quiero uno", "Ana Ruiz 3001112233", "San Vicente del Caguán Caquetá", says])
    await conversation.hear([text]);
  expect(conversation.session()).toMatchObject({ mode: "resumen", datosCapturados: { entrega: "oficina" } });
});

test("a door asked about while the address is missing is where it goes; a street is not", async () => {
  for (const [says, address] of [
    ["¿llegan a la cra 34 # 18-60 sur? barrio timanco", "Carrera 34 # 18-60 sur"],
    ["¿llegan a la calle 100?", undefined],
  ] as const) {
    const conversation = createSandboxConversation(somnioFlow);
    for (const text of ["quiero uno", "Ana Ruiz, soy de Neiva", says]) await conversation.hear([text]);
    expect(conversation.session().datosCapturados["direccion"]).toBe(address);
  }
});
