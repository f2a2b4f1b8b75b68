import { expect, test } from "vitest";
import { assistant } from "../../../src/agents/assistant/assistant.ts";
import { openConversation, scriptedModel } from "../../../src/doors/test.ts";

test("what no rule knows is answered by a model, with what is remembered as data", async () => {
  const model = scriptedModel(["Argentina, en 1986."]);
  const chat = openConversation(assistant, { model });
  expect(await chat.says("¿quién ganó el mundial del 86?")).toEqual(["Argentina, en 1986."]);
  const [request] = model.requests;
  expect(request?.tools?.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["create_reminder", "memory_upsert", "document_search"]),
  );
  expect(JSON.stringify(request?.messages)).toContain("in America/Bogota");
});

test("rules answer first: a reminder in words asks no model", async () => {
  const model = scriptedModel([]);
  const chat = openConversation(assistant, { model });
  expect((await chat.says("recuérdame pagar la luz mañana a las 8 de la mañana")).join()).toContain("pagar la luz");
  expect(model.requests).toHaveLength(0);
});

test("a model that claims a deed which no call did is asked again, and its second words count", async () => {
  const model = scriptedModel(["Listo, ya le agendé la cita.", "¿Para qué día la quiere?"]);
  const chat = openConversation(assistant, { model });
  expect(await chat.says("y entonces lo del odontólogo cómo hacemos")).toEqual(["¿Para qué día la quiere?"]);
});

test("a model that is down is no end: the customer hears what the rules can do", async () => {
  const model = scriptedModel([{ fails: "retry_later" }]);
  const chat = openConversation(assistant, { model });
  expect((await chat.says("cuéntame un chiste")).join()).toContain("todavía no lo sé hacer");
  expect(chat.state().isBotOn).toBe(true);
});

test("a fact that a model remembers needs the customer's own words", async () => {
  const call = (quote: string) => ({
    calls: [{ name: "memory_upsert", input: { key: "pet", value: "un perro", quote } }],
  });
  const model = scriptedModel([call("tengo tres gatos"), "¡Qué bonito!", call("tengo un perro"), "¡Qué bonito!"]);
  const chat = openConversation(assistant, { model });
  await chat.says("te cuento que tengo un perro en la finca");
  expect((await chat.says("¿qué sabes de mí?")).join()).not.toContain("perro");
  await chat.says("pues tengo un perro en la finca");
  expect((await chat.says("¿qué sabes de mí?")).join()).toContain("un perro");
});
