import { expect, test } from "vitest";
import { assistant } from "../../../src/agents/assistant/assistant.ts";
import { openConversation } from "../../../src/doors/test.ts";

test("what the assistant notes for itself is listed as no datum of the customer", async () => {
  const chat = openConversation(assistant);
  expect((await chat.says("recuérdame pagar la luz")).join()).toMatch(/¿Qué día y a qué hora/u);
  expect(await chat.says("¿qué sabes de mí?")).toEqual(["Por ahora no tengo nada guardado sobre usted."]);
  expect((await chat.says("mañana a las 8 de la mañana")).join()).toContain("pagar la luz");
  expect(await chat.says("¿qué sabes de mí?")).toEqual(["Por ahora no tengo nada guardado sobre usted."]);
});
