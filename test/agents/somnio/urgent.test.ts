import { expect, test } from "vitest";
import { HANDOFF_NOTICES } from "../../../src/agents/somnio/notices.ts";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { createSandboxConversation } from "../../../src/lab/memory/sandbox-conversation.ts";

/** A conversation that a person of the shop has taken over. */
function withPerson() {
  const conversation = createSandboxConversation(somnioFlow);
  conversation.takeOver();
  const says = async (...words: string[]) => (await conversation.hear(words)).heard;
  return { conversation, says };
}

test.each([
  "mi mamá se tomó como diez pastillas y no despierta",
  "me siento mal, me desmayé en el baño",
  "mi abuela se la tomó hace un rato y se desgonzó, no responde",
  "¿con cuántas de esas uno ya no se levanta más?",
  "mi niña se tragó unas pastas de esas",
  "ya no quiero vivir más, me voy a tomar el frasco",
])(
  "where a person answers, %j gets the emergency line and calls that person, and nothing else happens",
  async (text) => {
    const { conversation, says } = withPerson();
    expect(await says("hola, ¿sigue ahí?")).toEqual([]);
    expect(await says(text)).toEqual([HANDOFF_NOTICES.danger]);
    expect(conversation.tasks()).toMatchObject([{ title: expect.stringMatching(/URGENTE/), priority: "high" }]);
    expect(conversation.isBotOn()).toBe(false);
    expect(conversation.orders()).toEqual([]);
  },
);

test("it is said once, and a day later again", async () => {
  const { conversation, says } = withPerson();
  await says("me tomé todas las pastillas");
  expect(await says("me tomé todas, y tengo miedo")).toEqual([]);
  expect(conversation.tasks()).toHaveLength(1);
  await conversation.wait(24 * 60 * 60);
  expect(await says("otra vez me tomé todas las pastillas")).toEqual([HANDOFF_NOTICES.danger]);
  expect(conversation.tasks()).toHaveLength(2);
});

test("a danger that led to the person is not told of twice", async () => {
  const conversation = createSandboxConversation(somnioFlow);
  const hears = async (words: string) => (await conversation.hear([words])).heard;
  expect(await hears("me tomé todas las pastillas")).toEqual([HANDOFF_NOTICES.danger]);
  expect(await hears("me tomé todas y me estoy ahogando")).toEqual([]);
  expect(conversation.tasks()).toHaveLength(1);
});

test.each([
  "¿qué hago?",
  "qué le doy",
  "ayúdeme por favor",
  "nadie me contesta en el 123, ¿a dónde la llevo?",
  "ya llamé y sigue igual",
])("who was told of the emergency line and then writes %j hears it once more, and only once", async (asked) => {
  const conversation = createSandboxConversation(somnioFlow);
  const hears = async (words: string) => (await conversation.hear([words])).heard;
  await hears("mi mamá se tomó como diez pastillas y no despierta");
  expect(await hears(asked)).toEqual([HANDOFF_NOTICES.danger]);
  expect(await hears(asked)).toEqual([]);
  expect(conversation.tasks()).toHaveLength(1);
});

test("without an emergency a question is the person's, however urgent it sounds", async () => {
  const { says } = withPerson();
  expect(await says("¿qué hago?", "ayúdeme por favor")).toEqual([]);
});

test.each([
  "quiero uno, soy Ana Ruiz, 300 111 2233, Cali",
  "es para mi hijo de 8 años",
  "estoy embarazada, ¿la puedo tomar?",
  "quiero hablar con una persona",
  "¿cuánto vale?",
])("where a person answers, %j is left to that person", async (text) => {
  const { conversation, says } = withPerson();
  expect(await says(text)).toEqual([]);
  expect(conversation.tasks()).toEqual([]);
});

test("words about our messages do not hide an emergency beside them, and count too", async () => {
  const conversation = createSandboxConversation(somnioFlow);
  const { heard } = await conversation.hear(["me tomé todas las pastillas", "no me escriban más"]);
  expect(heard).toEqual([HANDOFF_NOTICES.danger]);
  expect(conversation.isBotOn()).toBe(false);
});
