/** The model of entities that ships: of the data that ships, and right for customers whom it has not read. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { readEntityFile } from "../../../src/app/read-entity-file.ts";
import { createSandboxConversation } from "../../../src/lab/memory/sandbox-conversation.ts";
import type { StartingPoint } from "../../../src/lab/memory/starting-point.ts";
import { bestPath, chancesOf, scoreTokens, sumPaths } from "../../../src/nlu/entities/crf.ts";
import { ENTITY_NAMES, type Entity, entitiesOf, entitiesOfRules, keyOf } from "../../../src/nlu/entities/entities.ts";
import { readEntityModel, writeEntityModel } from "../../../src/nlu/entities/entity-model.ts";
import { createEntityReader } from "../../../src/nlu/entities/entity-reader.ts";
import { describeTokens } from "../../../src/nlu/entities/features.ts";
import { readMarks } from "../../../src/nlu/entities/marked-text.ts";
import { seeText } from "../../../src/nlu/entities/read-entities.ts";
import { splitTokens } from "../../../src/nlu/entities/tokens.ts";
import { entityTextsHash, readByRules, trainEntities } from "../../../src/nlu/entities/train-entities.ts";
import { summing } from "../../scenarios/somnio/starting-points.ts";

const FOLDER = "src/agents/somnio/intents";
const COMMAND = `recado nlu train-entities --data ${FOLDER}/entities.jsonl --out ${FOLDER}/entities.json`;
const pathOf = (name: string): string => fileURLToPath(new URL(`../../../${FOLDER}/${name}`, import.meta.url));
const MODEL = readFileSync(pathOf("entities.json"), "utf8");
const LEARNT = readEntityFile(pathOf("entities.jsonl"));
/** A hand that no training has read. */
const HELD_OUT = readEntityFile(pathOf("entities-evaluation.jsonl"));

test("the model is of the data that ships", () => {
  expect(readEntityModel(JSON.parse(MODEL)).dataHash, `train it anew: ${COMMAND}`).toBe(entityTextsHash(LEARNT));
});

// Six models: two minutes of a quiet processor.
test.runIf(process.env["RECADO_TRAIN"])(
  "the model is what training on the data that ships gives",
  () => expect(writeEntityModel(trainEntities(LEARNT)) === MODEL, COMMAND).toBe(true),
  600_000,
);

test("what understands Somnio's customers without a key stays below 2 MB", () => {
  const bytes = ["model.json", "answers.json", "danger.json", "entities.json", "quantities.json"].map(
    (name) => readFileSync(pathOf(name)).byteLength,
  );
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(2_000_000);
});

test("what a reading adds up by words and by numbers is what the features are worth by their names", () => {
  const { features, crf, score } = readEntityModel(JSON.parse(MODEL));
  const ids = new Map(features.map((feature, id) => [feature, id]));
  for (const row of HELD_OUT) {
    const { text } = readMarks(row.marked);
    const { tokens, seen } = seeText(text, readByRules(text, row), row);
    const named = describeTokens(seen).map((own) => own.flatMap((feature) => ids.get(feature) ?? []));
    const expected = scoreTokens(crf, named);
    const scores = score(tokens, seen);
    const line = bestPath(crf, scores, tokens.length);
    const { forward, backward, total } = sumPaths(crf, scores, tokens.length);
    const chances = chancesOf(crf, scores, line).map((chance, at) => {
      const here = at * crf.labels + (line[at] ?? 0);
      return Math.abs(chance - Math.exp((forward[here] ?? 0) + (backward[here] ?? 0) - total));
    });
    const differences = [...expected].map((one, at) => Math.abs(one - (scores[at] ?? Number.NaN)));
    expect(scores, text).toHaveLength(expected.length);
    expect(Math.max(0, ...differences, ...chances), text).toBeLessThan(1e-9);
  }
});

test("no hand that is held out is learnt from, and no line stands twice", () => {
  const hands = new Set(LEARNT.map(({ origin }) => origin));
  expect(HELD_OUT.filter(({ origin }) => hands.has(origin))).toEqual([]);
  expect(new Set(LEARNT.map((one) => JSON.stringify(one))).size).toBe(LEARNT.length);
});

test("of a hand that no training has read, more names, towns and neighbourhoods are right than by the rules alone", () => {
  const reader = createEntityReader({ model: () => JSON.parse(MODEL) });
  const counts = Object.fromEntries(ENTITY_NAMES.map((entity) => [entity, { byRules: 0, withModel: 0 }]));
  for (const row of HELD_OUT) {
    const { text, spans } = readMarks(row.marked);
    const rules = readByRules(text, row);
    const both = reader.putRight(text, rules, row);
    const truth = entitiesOf(text, splitTokens(text), spans);
    for (const entity of ENTITY_NAMES) {
      const isRight = (read: typeof rules): boolean =>
        keyOf(entity, entitiesOfRules(read)[entity], row.known) === keyOf(entity, truth[entity].values, row.known);
      const count = counts[entity];
      if (count === undefined) continue;
      if (isRight(rules)) count.byRules += 1;
      if (isRight(both)) count.withModel += 1;
    }
  }
  const errors = (entity: Entity) => {
    const { byRules = 0, withModel = 0 } = counts[entity] ?? {};
    return { byRules: HELD_OUT.length - byRules, withModel: HELD_OUT.length - withModel };
  };
  // When it was trained: names 361 of 388 (349 by rules), towns 364 (354), neighbourhoods 361 (332).
  for (const entity of ENTITY_NAMES) {
    const { byRules, withModel } = errors(entity);
    expect(withModel, entity).toBeLessThanOrEqual(0.8 * byRules);
  }
});

async function dataAfter(texts: readonly string[], point?: StartingPoint) {
  const customer = createSandboxConversation(somnioFlow, point);
  for (const text of texts) await customer.hear([text]);
  return customer.session().datosCapturados;
}

describe("who receives the parcel, and where", () => {
  test.each([
    [
      "a surname in front",
      "Cabezas Wilmer, Guapi, Cauca, 3225554108",
      { nombre: "Wilmer", apellido: "Cabezas", ciudad: "Guapí" },
    ],
    [
      "a second surname that is a word",
      "Teresa Hooker May, cel 3165557129",
      { nombre: "Teresa", apellido: "Hooker May" },
    ],
    [
      "words about the name",
      "Aura Tulcán es la que recibe, ponga el nombre de ella. Cel 3107726418",
      { nombre: "Aura", apellido: "Tulcán" },
    ],
    [
      "a given name that is a surname",
      "campo elias fonseca, cel 3138046655",
      { nombre: "Campo Elias", apellido: "Fonseca" },
    ],
    [
      "who pays is another person",
      "Mi hijo Mauricio es el que paga, pero es para mí, Fabiola Aristizábal, cra 20 # 20-46, Granada Antioquia, 3122271830",
      { nombre: "Fabiola", apellido: "Aristizábal", ciudad: "Granada" },
    ],
    [
      "no signs at all between name, town and neighbourhood",
      "hernando palmira la dorada las ferias kra 5 14-63 3187704415",
      { nombre: "Hernando", apellido: "Palmira", ciudad: "La Dorada" },
    ],
  ])("%s", async (_, text, data) => {
    expect(await dataAfter(["quiero comprar un frasco", text])).toMatchObject(data);
  });

  test("a question about another receiver or another town changes nothing", async () => {
    const known = { ...summing("1x"), data: { ...summing("1x").data, nombre: "Nubia", apellido: "Tovar" } };
    for (const text of [
      "¿lo puede recibir mi hija Yesenia Gómez si yo estoy en la tienda?",
      "me urge. ¿y si mejor lo mandan a Sogamoso, Boyacá?",
    ])
      expect(await dataAfter([text], known), text).toEqual(known.data);
  });

  test("a question without its sign is answered, whatever town it names", async () => {
    for (const text of [
      "oiga mano y eso en cuántos días lo tengo en güepsa",
      "cuánto se demora en llegar a Sutamarchán Boyacá",
    ]) {
      const { heard } = await createSandboxConversation(somnioFlow).hear([text]);
      expect(heard.join(" "), text).toMatch(/días hábiles/);
    }
  });

  test("a town that a question names is no answer, and who recommended the shop is no customer", async () => {
    const data = await dataAfter(["Ingrid Garrido me pasó el contacto, ¿llegan hasta Tame?"]);
    expect(data).not.toHaveProperty("nombre");
    expect(data).not.toHaveProperty("ciudad");
  });
});
