/** A yes to the summary in the words of people: with their own name, a hope for a day, or that it comes so. */
import { expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { createSandboxConversation } from "../../../src/lab/memory/sandbox-conversation.ts";

const TOLD = ["hola, quiero un frasco", "Esperanza Luna, 3206678813, calle 3 # 4-50, barrio Centro, Ginebra Valle"];

async function ordersAfter(answer: string): Promise<number> {
  const conversation = createSandboxConversation(somnioFlow);
  for (const says of TOLD) await conversation.hear([says]);
  await conversation.hear([answer]);
  return conversation.orders().length;
}

test.each([
  "sí esperanza luna confirma 😄",
  "sí, confirma Esperanza",
  "Sí confirmo. Ojalá llegue antes del viernes",
  "si, ojala me llegue pal sabado",
  "Sí así le llega gracias",
])("it orders: %s", async (answer) => expect(await ordersAfter(answer)).toBe(1));

test.each([
  "sí Rosa confirma",
  "no confirma esperanza",
  "sí, pero que llegue antes del viernes",
  "sí si llega antes del viernes",
  "confirmo que mi apellido es Paz",
  "esperanza luna",
  "uy no, muy costoso eso, gracias de todas formas",
])("it orders nothing: %s", async (answer) => expect(await ordersAfter(answer)).toBe(0));
