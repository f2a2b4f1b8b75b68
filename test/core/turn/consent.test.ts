import { expect, test } from "vitest";
import { readConsent as readIn } from "../../../src/core/turn/consent.ts";

const readConsent = (text: string) => readIn(text, "es-CO");

test.each([
  "BAJA",
  "baja",
  "Baja.",
  "STOP",
  "stop!!",
  "Stop por favor",
  "PARAR",
  "no me escriban más",
  "No me escriba mas por favor",
  "por favor no me escriban más",
  "Hola, no me escriban más. Gracias",
  "no me vuelvan a escribir",
  "No me sigan molestando",
  "no me escriban nunca más",
  "No me escriban",
  "no quiero más mensajes",
  "No quiero más mensajes de ustedes",
  "no quiero recibir más mensajes",
  "no deseo recibir publicidad",
  "no quiero recibir información",
  "no quiero más publicidad",
  "No me envíen más promociones",
  "no me manden mas mensajes",
  "no me mande más publicidad por whatsapp",
  "elimíneme de la lista",
  "elimínenme de su base de datos",
  "sáquenme de la lista de difusión",
  "bórreme de sus listas por favor",
  "quiero que me eliminen de la base de datos",
  "eliminen mi número",
  "quiero darme de baja",
  "denme de baja",
  "dejen de escribirme",
  "Dejen de molestarme!",
  "paren de mandarme mensajes",
  "ya no me escriban más",
  "Ya compré en otra parte. No me escriban más",
  "unsubscribe",
  "Detener promociones",
  "cancelar suscripción",
])("is an opt-out: %s", (text) => {
  expect(readConsent(text)).toBe("out");
});

test.each([
  "no quiero más frascos",
  "no quiero más, gracias",
  "no quiero más información, quiero comprar",
  "no quiero el de 3",
  "no gracias",
  "ya no",
  "no me interesa",
  "no me mande más de uno",
  "no me mande tres, mándeme dos",
  "no me envíe el pedido todavía",
  "no me escriba tan rápido que no alcanzo a leer",
  "no me escriban a este número, escríbanme al 3001112233",
  "no me escriba mañana, mejor el viernes",
  "no me llame, escríbame",
  "¿tienen stop motion?",
  "puse un stop loss",
  "stop and go",
  "quiero parar de tomar pastillas",
  "¿debo parar el tratamiento?",
  "¿está de baja el precio?",
  "me dio de baja la presión",
  "temporada baja",
  "la dosis baja",
  "cancelar",
  "cancele mi pedido",
  "quiero cancelar el pedido",
  "elimine un frasco de la lista del pedido",
  "borre mi dirección y ponga otra",
  "¿me puede sacar de la duda?",
  "no pare de escribirme jaja",
  "hola",
  "",
  "¿por qué no me escriben?",
  "no me han escrito más",
  "nunca me escribieron",
])("is none: %s", (text) => {
  expect(readConsent(text)).toBeNull();
});

test.each([
  "ALTA",
  "alta",
  "Alta por favor",
  "quiero volver a recibir mensajes",
  "ya me pueden escribir de nuevo",
  "START",
])("lets us write again: %s", (text) => {
  expect(readConsent(text)).toBe("in");
});

test.each([
  "tengo la tensión alta",
  "dosis alta",
  "¿dónde me doy de alta?",
  "start up",
  "quiero recibir información",
  "me pueden escribir?",
])("does not: %s", (text) => {
  expect(readConsent(text)).toBeNull();
});

test("a command of an agent is no wish for messages; an opt-out counts with a slash too", () => {
  expect(["/reanudar", "/start", " /alta"].map(readConsent)).toEqual([null, null, null]);
  expect(["/stop", "/baja"].map(readConsent)).toEqual(["out", "out"]);
});
