import { expect, test } from "vitest";
import { readQuantity } from "../../../src/nlu/orders/read-quantity.ts";
import { foldText } from "../../../src/nlu/text/fold-text.ts";

const goods = new Set(["frasco", "frascos", "tarro", "tarros"].map(foldText));

test.each<[string, number]>([
  ["quiero 5 frascos", 5],
  ["mándeme cuatro frascos", 4],
  ["deme 5", 5],
  ["quiero pedir 1", 1],
  ["quiero comprar un frasco", 1],
  ["quiero pedir uno solo", 1],
  ["quiero uno", 1],
  ["una docena de frascos", 12],
  ["2 para mí y 1 para mi hermana", 3],
  ["uno para mí y otro para mi esposo", 2],
  ["5 frascos: 2 para mí y 3 para mi mamá", 5],
  ["quiero dos frascos, uno para mí y otro para mi mamá", 2],
  ["no quiero 5 frascos, mejor 2", 2],
  ["ya hablé con mi hija, pídame uno", 1],
  ["mi patrona me dijo que le pidiera un frasco", 1],
  ["listo van los tres", 3],
  ["que sean 3 en vez de uno y la casa es la 8-17", 3],
  ["mejor deme 2 en lugar de 3", 2],
  ["pues sí, dos en total, en un solo envío", 2],
  ["mándeme uno y si me sirve le compro los tres", 1],
  ["necesito 3 frascos pero pensándolo bien dejémoslo en 2", 2],
  ["súbale a tres mejor, que mi compadre me encargó uno", 3],
  ["ay no mi reina ponle 2 que una se arrepintió", 2],
  ["quiero el combo de 3 pero pago por nequi se puede?", 3],
  ["mande 3 pal parque que aquí nadie duerme", 3],
  ["ya había comprado y me sirvió, kiero 2 esta vez", 2],
  ["le pido dos de una vez, uno para cada una", 2],
  ["como hago para pedir dos frascos", 2],
  ["que más, uno pal camino", 1],
  ["necesito tres para la finca, uno pa mi compadre", 3],
  ["me llevo uno para la casa y otro para la finca", 2],
  ["sabe qué, mejor mándeme dos y le regalo uno a mi comadre", 2],
  ["para la oficina necesitamos tres", 3],
])("%s: %i in all", (text, units) => {
  expect(readQuantity(text, goods)).toEqual({ units, isAsked: false });
});

test("a question asks for a quantity and orders none", () => {
  expect(readQuantity("¿a cómo me dejan 10 frascos?", goods)).toEqual({ units: 10, isAsked: true });
});

test("what two cost is asked, and how to buy is not what it costs", () => {
  expect(readQuantity("como hago para saber cuánto valen dos frascos", goods)).toEqual({ units: 2, isAsked: true });
});

test.each([
  "quiero 2 o 3 frascos",
  "son las tres y yo sin dormir",
  "son las 2 de la mañana y nada",
  "hace 2 años no duermo",
  "para 3 meses",
  "vivo en la calle 5 número 20",
  "tengo 2 hijos",
  "mi esposo toma 2 y yo 1",
  "3 frascos: 2 para mí y 2 para mi mamá",
  "no quiero 5 frascos",
  "listo, quiero pedir uno",
  "quiero comprar una",
  "y si duermo le compro los tres",
  "venden un tarrito más pequeño, de 30 digamos",
  "tienen dos frascos más grandes?",
])("%s: no quantity", (text) => {
  expect(readQuantity(text, goods)).toBeNull();
});

test.each<[string, number]>([
  ["quiero uno, ¿cuánto es?", 1],
  ["quiero 2 frascos y pago cuando llegue ¿cierto?", 2],
  ["deme tres y cuánto se demora?", 3],
])("%s: a wish, and a question beside it", (text, units) => {
  expect(readQuantity(text, goods)).toEqual({ units, isAsked: false });
});

test.each([
  "si llevo dos y pago ya, ¿me rebaja?",
  "¿cuánto valen dos y cuánto el envío?",
  "dos frascos, ¿cuánto sería?",
  "¿puedo pedir dos y pagar uno?",
])("%s: nothing is wished yet", (text) => {
  expect(readQuantity(text, goods)?.isAsked ?? true).toBe(true);
});

test.each([
  "calle 5 No. 36-08 apto 301 torre 2 unidad los guayacanes",
  "será mejor de una vez los dos, no sé qué hacer",
  "¿2 frascos para cuántos meses alcanzan?",
])("a building, a doubt and how long a jar lasts count no goods: %s", (text) => {
  expect(readQuantity(text, goods)).toBeNull();
});
