import { expect, test } from "vitest";
import { talk } from "./talk.ts";

/** What a customer with an order says for one more opens a new sale; what only resembles it does not (L-5). */
async function afterAnOrder(words: string) {
  const conversation = talk();
  await conversation.says("Hola, quiero comprar");
  await conversation.says("Marta Ríos, 3005559004, Calle 45 # 12-30, barrio Laureles, Medellín, Antioquia, marta@x.co");
  await conversation.says("2");
  await conversation.says("sí, confirmo");
  expect(conversation.orders()).toHaveLength(1);
  const decision = await conversation.says(words);
  expect(conversation.orders()).toHaveLength(1);
  return { mode: conversation.session().mode, isHandedOver: decision.handoff !== null };
}

test.each([
  "quiero repetir el pedido",
  "repetir pedido",
  "quiero repetir",
  "voy a repetir",
  "quiero pedir lo mismo",
  "mándeme lo mismo",
  "lo mismo de la vez pasada",
  "quiero hacer el mismo pedido",
  "quiero más",
  "quiero recomprar",
  "quiero uno nuevo",
  "para mi vecina otro",
  "pedir de nuevo",
  "vuelvo a pedir",
  "un pedido más",
  "otra vez lo mismo por favor",
  "lo mismo por favor",
  "hola, lo mismo porfa",
  "por favor lo mismo",
  "ya se me acabó, mándeme otro",
  "quiero que me envíe otro",
  "necesito que me envíen otro frasco",
  "me puede volver a enviar otro",
  "se me acabaron las gomitas, mándeme otro",
  "ya me lo acabé, envíeme otro",
  "mándeme el mismo otra vez",
  "me regala otro frasquito",
  "será que me manda otro?",
  "quiero que me despachen dos más",
  "por favor otro igual",
  "necesito más, ya se me acabó",
  "me fue muy bien, mándeme otro",
  "hágame otro pedido igual",
  "me quiero llevar otro",
  "quisiera encargarle otro",
  "véndame otro",
])("one more: %s", async (words) => {
  expect(await afterAnOrder(words)).toEqual({ mode: "collecting_data", isHandedOver: false });
});

test.each([
  "me repite el precio",
  "repítame por favor",
  "quiero más información",
  "quiero más tiempo",
  "quiero repetir la pregunta",
  "quiero recibirlo otra vez el lunes",
  "no quiero repetir",
  "le repito que el pedido no llegó",
  "repito, mi pedido no ha llegado",
  "ya pedí, no me repita el pedido",
  "quiero cancelar el pedido",
  "lo mismo me pasó la vez pasada",
  "gracias, lo mismo para usted",
  "lo mismo",
  "dígame lo mismo por favor",
  "otra vez lo mismo, no contestan",
  "quiero que me envíe otra foto",
  "mándeme otro número de guía",
  "llegó roto, mándeme otro",
  "no me llegó, mándeme otro",
  "ya se me acabó la paciencia",
])("not one more: %s", async (words) => {
  expect((await afterAnOrder(words)).mode).not.toBe("collecting_data");
});

test("a wish for one more beside a trouble goes to a person", async () => {
  expect(await afterAnOrder("quiero repetir el pedido pero me dio una reacción alérgica")).toMatchObject({
    isHandedOver: true,
  });
});
