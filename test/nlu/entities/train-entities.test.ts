/** The model of entities: learnt from marked texts, put beside what the rules read, and kept in a file that is whole or refused. */
import { describe, expect, test } from "vitest";
import { readEntityModel, writeEntityModel } from "../../../src/nlu/entities/entity-model.ts";
import { createEntityReader } from "../../../src/nlu/entities/entity-reader.ts";
import { readMarks } from "../../../src/nlu/entities/marked-text.ts";
import type { EntityContext } from "../../../src/nlu/entities/read-entities.ts";
import { entityTextsHash, type MarkedText, trainEntities } from "../../../src/nlu/entities/train-entities.ts";
import { extractFields } from "../../../src/nlu/extract/extract-fields.ts";

const HANDS = ["ana", "beto", "caro", "dani", "eva"];
const PEOPLE = "Marta Ríos|Luis Peña|Rosa Mora|Carlos Vega|Elena Soto|Pedro Gil|Nubia Lara|Jorge Cano".split("|");
const TOWNS = "Tunja|Pasto|Neiva|Yopal|Mocoa|Villanueva|Honda|Lorica".split("|");

/** The rules take the first person. In these texts that one pays, and the other receives. */
const TEXTS: readonly MarkedText[] = HANDS.flatMap((origin, hand) =>
  PEOPLE.flatMap((person, at) => {
    const [given = "", surname = ""] = person.split(" ");
    const payer = PEOPLE[(at + hand + 3) % PEOPLE.length];
    const town = TOWNS[(at + hand) % TOWNS.length];
    return [
      `<x>${payer}</x> gira la plata, <n>${given}</n> <a>${surname}</a> abre la puerta, <c>${town}</c>`,
      `<n>${given}</n> <a>${surname}</a> abre la puerta, <x>${payer}</x> gira la plata, <c>${town}</c>`,
      `<n>${given}</n> <a>${surname}</a>, <c>${town}</c>`,
      `<n>${given}</n> <a>${surname}</a> <c>${town}</c>`,
      `<x>${payer}</x> gira la plata pues, <n>${given}</n> <a>${surname}</a> abre la puerta`,
      `eso me lo contó <x>${payer}</x> cuando estuvo en <y>${town}</y>`,
    ].map((marked): MarkedText => ({ asked: "data", known: {}, marked, origin }));
  }),
);
const MODEL = writeEntityModel(trainEntities(TEXTS));
const reader = createEntityReader({ model: () => JSON.parse(MODEL) });

/** The same model with other thresholds. */
function readerFrom(name: number, others = name) {
  const every = (from: number) => ({ fill: from, amend: from, replace: from, divide: from, drop: from });
  const from = { name: every(name), town: every(others), neighbourhood: every(others) };
  const file = writeEntityModel({ ...readEntityModel(JSON.parse(MODEL)), from });
  return createEntityReader({ model: () => JSON.parse(file) });
}

const ASKED: EntityContext = { asked: "data", known: {} };
const MISSING = ["given_name", "surname", "phone", "address", "neighbourhood", "city", "department"] as const;

function read(text: string, context = ASKED) {
  const about = { known: context.known, isAsked: context.asked === "data", missing: MISSING };
  const rules = extractFields(text, about);
  return { rules: rules.fields, both: reader.putRight(text, rules, context) };
}

test("who receives is told from who pays, in a text that no training has", () => {
  const { rules, both } = read("Nubia Cano gira la plata, Pedro Vega abre la puerta, Honda");
  expect(rules).toMatchObject({ given_name: "Nubia", surname: "Cano" });
  expect(both.fields).toMatchObject({ given_name: "Pedro", surname: "Vega", city: "Honda" });
});

test("what the rules have read and the model reads too stays as it is, with the words of both left over", () => {
  const text = "Diana Salas, Cali";
  const rules = extractFields(text, { known: {}, isAsked: true, missing: MISSING });
  expect(reader.putRight(text, rules, ASKED)).toEqual(rules);
});

test("another town clears the department of the town that was known", () => {
  const known = { city: "Medellín", department: "Antioquia" };
  const text = "Rosa Mora gira la plata, Pedro Vega abre la puerta, Villanueva";
  const rules = extractFields(text, { known, isAsked: true, missing: MISSING });
  const unread = { ...rules, fields: {}, raw: {}, cleared: [] };
  const { fields, cleared } = readerFrom(0).putRight(text, unread, { asked: "data", known });
  expect(fields).toMatchObject({ city: "Villanueva" });
  // Four departments have a Villanueva.
  expect(fields).not.toHaveProperty("department");
  expect(cleared).toContain("department");
});

test("a change that the model is less sure of than its threshold is not made", () => {
  const text = "Nubia Cano gira la plata, Pedro Vega abre la puerta, Honda";
  const rules = extractFields(text, { known: {}, isAsked: true, missing: MISSING });
  expect(readerFrom(Number.POSITIVE_INFINITY).putRight(text, rules, ASKED)).toEqual(rules);
});

test("a town that is found in a name leaves the rest of the name to the model", () => {
  const text = "Pedro Vega Honda";
  const rules = extractFields(text, { known: {}, isAsked: true, missing: MISSING });
  const asNamed = { ...rules, fields: { given_name: "Pedro", surname: "Vega Honda" }, raw: {} };
  const both = readerFrom(Number.POSITIVE_INFINITY, 0).putRight(text, asNamed, ASKED);
  expect(both.fields).toMatchObject({ given_name: "Pedro", surname: "Vega", city: "Honda" });
});

test("the same texts in another order give the same file and the same hash", () => {
  const turned = [...TEXTS].reverse();
  expect(entityTextsHash(turned)).toBe(entityTextsHash(TEXTS));
  expect(writeEntityModel(trainEntities(turned)) === MODEL).toBe(true);
});

test("what it measures, it measures on hands that the judging model has not read", () => {
  // Each hand writes the receiver's word in a way of its own: what was read of the others says nothing of it.
  const own = ({ origin, marked, ...rest }: MarkedText): MarkedText => ({
    ...rest,
    origin,
    marked: marked.replaceAll(/gira la plata|abre la puerta/gu, (words) => [...words, ...origin].sort().join("")),
  });
  const measured = readEntityModel(JSON.parse(MODEL)).metrics.name;
  const alone = trainEntities(TEXTS.map(own)).metrics.name;
  expect(measured.withModel).toBeGreaterThan(measured.byRules);
  expect(alone.withModel).toBeLessThan(0.9 * measured.withModel);
});

test("marks are taken out of a text, and a text whose marks cannot be read is refused with what is wrong", () => {
  expect(readMarks("soy <n>Luz</n>, de <c>Tunja</c>")).toEqual({
    text: "soy Luz, de Tunja",
    spans: [
      { label: "n", start: 4, end: 7, chance: 1 },
      { label: "c", start: 12, end: 17, chance: 1 },
    ],
  });
  for (const [marked, message] of [
    ["<q>Luz</q>", /<q> is no mark/],
    ["<o>Luz</o>", /<o> is no mark/],
    ["<n>Luz <a>Mora</a></n>", /<a> begins inside <n>/],
    ["Luz</n>", /<\/n> ends nothing/],
    ["<n>Luz</a>", /<\/a> ends nothing/],
    ["<n>Luz", /<n> is not closed/],
  ] as const)
    expect(() => readMarks(marked), marked).toThrow(message);
});

test("texts that share no word are refused", () => {
  expect(() => trainEntities([])).toThrow(/no marked texts/);
});

describe("a file that is not a whole model is refused", () => {
  const file = JSON.parse(MODEL) as Record<string, unknown>;
  test.each([
    ["no object", "x", /its format is "undefined"/],
    ["another format", { ...file, format: "recado-answers/2" }, /its format is "recado-answers\/2"/],
    ["a changed byte", { ...file, dataHash: "x" }, /does not have the hash/],
    ["no features", { ...file, features: 1 }, /"features" cannot be read/],
  ])("%s", (_, json, message) => {
    expect(() => readEntityModel(json)).toThrow(message);
  });
});
