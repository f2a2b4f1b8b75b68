import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { HEADS } from "../../../src/agents/somnio/concerns.ts";
import { readConcerns } from "../../../src/nlu/heads/head.ts";

const found = (text: string) => readConcerns(HEADS, [text]).map(({ concern }) => concern);

describe("a manner of speaking is no danger", () => {
  test.each([
    "me muero de sueño y no puedo dormir",
    "me estoy muriendo del cansancio",
    "el insomnio me está matando",
    "¿eso sirve para matar el insomnio?",
    "me muero por probarlas",
    "me muero de la risa jajaja",
    "quiero dormir como un bebé",
    "ya me tomé todo el frasco y me fue muy bien, quiero otro",
    "un frasco me lo tomé en tres meses",
    "¿cuántas me tomo al día?",
    "he probado muchas pastillas y nada me sirve",
    "necesito dormir con urgencia",
    "no me despierta ni un terremoto",
    "celular de emergencia 301 555 0142",
    "vivo frente al hospital San José",
    "barrio El Socorro",
    "me toma los datos o se los escribo todos juntos?",
    "eh sí, para decirle que sí, que me mande el frasquito a la dirección que le doy",
    "me ahogo en trabajo, por eso escribo hasta ahora",
    "la moto se me ahogó en la loma, llego tardecito a recibir",
    "casi me desmayo cuando vi el precio",
    "hace como veinte años me desmayé donando sangre",
    "mi jefe me va a matar si vuelvo a llegar tarde",
    "si me pega bien les hago publicidad",
    "el perro se llama Veneno y no muerde",
    "auxilio no sé cuál escoger jajaja",
    "me puso mal el apellido, es con v",
    "no me cayó mal, quiero otro",
  ])("%s", (text) => {
    expect(found(text)).not.toContain("danger");
  });

  test.each([
    "es que me mandé tres tarros de una",
    "me desmayé después de tomarla, ¿la puedo seguir tomando?",
    "me tomé todas juntas",
    "mi marido me pega cada que toma",
    "me quiero hacer daño esta noche",
    "mi sobrino se acaba de tomar unas siete",
    "auxilio, mi mamá no respira",
    "tengo veneno en la mano",
  ])("and this is one: %s", (text) => {
    expect(found(text)).toContain("danger");
  });
});

describe("a word of a head is not what the head looks for", () => {
  test.each([
    "me llamo Marcela Llamas",
    "tú eres un robot? jajaja no importa, cuánto vale",
    "esto es un robot o una persona jaja bueno da igual, quiero el frasco",
    "deme tres frascos que mis compañeras del call center también quieren",
    "ya tengo todo claro porque me explicaron por llamada",
    "que el domiciliario me llame antes de llegar",
    "cualquier cosa me llaman al 301 555 0142",
    "soy asesora de ventas y no duermo",
    "mi esposo habla con el portero para que lo reciban",
    "¿tienen algún descuento?",
    "lo recibe mi hija Ana",
    "lo recoge mi hijo en la oficina",
    "cuidado con el perro, está suelto",
    "llevo 10 años con insomnio",
    "tengo 15 años de casada y ronca mucho",
    "quiero los 3 frascos para mí",
    "¿puedo pagar con tarjeta?",
    "¿puedo tomarlo con la comida?",
    "mi vecina Cristina lo compró",
    "trabajo en una oficina en la esquina",
    "¿trae melatonina y magnesio?",
    "mi correo es ana@ejemplo.co",
    "le paso mis datos en un momento",
    "¿qué datos necesitan?",
    "Calle 45 # 12-30 barrio Laureles Medellín",
    "¿es contra entrega?",
    "le pregunto a mi hijo que es el que me da la plata",
    "a las siete salgo, a esa hora es que puedo hablar",
  ])("%s", (text) => {
    expect(found(text)).toEqual([]);
  });
});

const FIXTURES = new URL("../../fixtures/nlu/", import.meta.url);

function texts(file: string): string[] {
  const lines = readFileSync(new URL(file, FIXTURES), "utf8").split("\n").filter(Boolean);
  return lines.map((line) => line.split("\t").at(-1) ?? "");
}

test("of thousands of sentences to an alarm clock none is in danger, and few mean a person, a child, a medicine or an animal", () => {
  const strangers = [...texts("fbtod-es.test.tsv"), ...texts("fbtod-es.train.tsv")];
  const counts = new Map<string, number>();
  for (const concern of strangers.flatMap(found)) counts.set(concern, (counts.get(concern) ?? 0) + 1);
  expect(strangers.length).toBeGreaterThan(6_000);
  expect(counts.get("danger") ?? 0).toBe(0);
  expect(counts.get("mistrust") ?? 0).toBe(0);
  // Most of these name one: "recuérdame tomar mi medicina", "hey bot".
  for (const concern of ["person", "minor", "medicine", "animal", "pregnancy"]) {
    expect(counts.get(concern) ?? 0, concern).toBeLessThanOrEqual(strangers.length * 0.005);
  }
});
