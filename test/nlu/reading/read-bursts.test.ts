import { expect, test } from "vitest";
import type { Reading, ReadingContext } from "../../../src/core/ports/flow-reader.ts";
import { phraseRules } from "../../../src/nlu/intents/phrase-rules.ts";
import { createRuleClassifier } from "../../../src/nlu/intents/rule-classifier.ts";
import { createOfflineReader } from "../../../src/nlu/reading/offline-reader.ts";

const FIELDS = {
  given_name: "nombre",
  surname: "apellido",
  phone: "telefono",
  address: "direccion",
  neighbourhood: "barrio",
  city: "ciudad",
  department: "departamento",
};
const reader = createOfflineReader({
  classifier: createRuleClassifier(phraseRules({ horario: ["atienden"] })),
  fields: FIELDS,
  greeting: "hola",
});

function read(messages: readonly string[], context: Partial<ReadingContext> = {}): Reading {
  const { data = {} } = context;
  const missing = Object.values(FIELDS).filter((field) => data[field] === undefined);
  return reader.read(messages, {
    ...{ lastAssistant: [], asked: [], isCollecting: true, data, missing },
    ...context,
  }) as Reading;
}

const told = (messages: readonly string[], context: Partial<ReadingContext> = {}): Readonly<Record<string, string>> =>
  Object.assign({}, ...read(messages, context).messages.map(({ fields }) => fields));

test("a message that told nothing is read again once the others have told the rest", () => {
  const data = { nombre: "Yurley", apellido: "Páez", telefono: "573112276054" };
  expect(told(["cra 15 # 26-18", "modelo", "saravena", "arauca"], { data })).toMatchObject({
    barrio: "Modelo",
    ciudad: "Saravena",
  });
});

test("courtesies and questions of a burst stay what they are", () => {
  const data = { nombre: "Yurley", apellido: "Páez", telefono: "573112276054" };
  expect(told(["cra 15 # 26-18", "gracias", "saravena arauca", "¿llega mañana?"], { data }).barrio).toBeUndefined();
});

test("a town clears nothing that the same burst has told", () => {
  const data = { nombre: "Jhon", apellido: "Palmira", ciudad: "Cali", departamento: "Valle del Cauca" };
  const { messages } = read(["barrio bonanza", "cll 3a # 6-44 piedecuesta santander"], { data });
  expect(messages.flatMap(({ cleared }) => cleared)).not.toContain("barrio");
});

test("a second number that is only one more replaces no first one", () => {
  const burst = ["3184462907 ese es", "y también este por si algo 3167712034"];
  expect(told(burst, { data: { nombre: "Eliécer", apellido: "Monsalve" } }).telefono).toBe("573184462907");
});

test("who means the number that they write from gets it as their phone, where the channel knows it", () => {
  const data = { nombre: "Orlando", apellido: "Serrano", direccion: "Calle 28 # 14-09", ciudad: "Girón" };
  const said = "el mismo de este whatsapp";
  expect(told([said], { data, ownNumber: "573015550142" }).telefono).toBe("573015550142");
  for (const ownNumber of [null, "12345"]) {
    const { messages } = read([said], { data, ownNumber });
    expect(messages[0]?.fields["telefono"]).toBeUndefined();
    expect(messages[0]?.ownNumberSaid).toBe(said);
  }
  expect(told([`${said} no, anote 310 229 8847`], { data, ownNumber: "573015550142" }).telefono).toBe("573102298847");
  expect(told([said], { data: { ...data, telefono: "573102298847" }, ownNumber: "573015550142" })).toEqual({});
});
