import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WorkspaceId } from "../../../src/core/ids.ts";
import { DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import type { TextSearch } from "../../../src/core/ports/text-search.ts";
import type { SearchItem } from "../../../src/core/retrieval/search-text.ts";
import { createTextSearch } from "../../../src/postgres/retrieval/text-search.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";

let database: TestDatabase;
let search: TextSearch;

beforeAll(async () => {
  database = await createTestDatabase();
  search = createTextSearch(database.database);
});
afterAll(() => database?.drop());

let made = 0;
async function collectionOf(items: readonly SearchItem[], workspaceId: WorkspaceId = DEFAULT_WORKSPACE) {
  made += 1;
  const collection = { workspaceId, name: `texts-${made}`, language: "es" } as const;
  await search.put(collection, items);
  const find = async (question: string, limit = 10) =>
    (await search.find(collection, question, limit)).map(({ id }) => id);
  return { collection, find };
}

const SHOP = [
  { id: "envios", text: "Los envíos a Medellín llegan en dos días.\nA Cali, en tres." },
  { id: "factura", text: "La factura electrónica se envía al correo." },
  { id: "cambios", text: "Puede cambiar el producto en los primeros treinta días." },
];

test("a text is found by its words in another form, with or without accents, in any case", async () => {
  const { find } = await collectionOf(SHOP);
  expect((await find("¿CUÁNDO LLEGA MI ENVIO A MEDELLIN?"))[0]).toBe("envios");
  expect((await find("necesito facturas electronicas"))[0]).toBe("factura");
  expect((await find("quiero cambiarlos, ¿se puede?"))[0]).toBe("cambios");
});

test("a sign or a picture beside a word is no part of it, in a text and in a question", async () => {
  const { find } = await collectionOf([
    ...SHOP,
    { id: "luz", text: "¡Bombillo💡!\n«Garantía»: ¿cuántos meses?… —Doce" },
  ]);
  for (const word of ["bombillo", "garantía", "cuántos", "meses", "doce", "¿Garantía?", "“bombillos”💡", "—meses…"])
    expect(await find(word), word).toEqual(["luz"]);
});

test("a question without a word of any text, or without any word, finds nothing", async () => {
  const { find } = await collectionOf(SHOP);
  for (const question of ["bicicletas", "¿?", "", "de la que"]) expect(await find(question)).toEqual([]);
});

test("the line that answers weighs more than the same words strewn over a long text", async () => {
  const lines = (said: Record<number, string>) =>
    Array.from({ length: 40 }, (_, at) => said[at] ?? "otra cosa").join("\n");
  const { find } = await collectionOf([
    { id: "a-strewn", text: lines({ 3: "la garantía", 30: "la batería" }) },
    { id: "b-answer", text: lines({ 20: "la garantía de la batería" }) },
  ]);
  expect(await find("garantía de la batería")).toEqual(["b-answer", "a-strewn"]);
});

test("an item that is put again is replaced; one that is removed is found no more", async () => {
  const { collection, find } = await collectionOf(SHOP);
  await search.put(collection, [{ id: "factura", text: "No damos factura." }]);
  expect(await find("correo")).toEqual([]);
  expect(await find("damos")).toEqual(["factura"]);
  await search.remove(collection, ["factura"]);
  expect(await find("factura")).toEqual([]);
  expect(await find("Cali")).toEqual(["envios"]);
});

test("no collection and no workspace finds what belongs to another", async () => {
  await database.rows("insert into workspaces (id, name) values ('vecino', 'Vecino') on conflict do nothing");
  const mine = await collectionOf(SHOP);
  const theirs = await collectionOf([{ id: "secreto", text: "La clave de Medellín" }], "vecino" as WorkspaceId);
  expect(await mine.find("Medellín")).toEqual(["envios"]);
  expect(await search.find({ ...theirs.collection, workspaceId: DEFAULT_WORKSPACE }, "Medellín", 10)).toEqual([]);
  expect(await theirs.find("Medellín")).toEqual(["secreto"]);
});

test("the share tells a full match from one of a few words, whatever the collection holds", async () => {
  const { collection } = await collectionOf(SHOP);
  const share = async (question: string) => (await search.find(collection, question, 1))[0]?.share ?? 0;
  const full = await share("factura electrónica correo");
  const half = await share("factura bicicleta");
  const little = await share("factura bicicleta roja montaña casco rueda");
  expect(full).toBeLessThanOrEqual(1.0001 * (1.2 + 1));
  expect(full).toBeGreaterThan(half);
  expect(half).toBeGreaterThan(little);
  expect(little).toBeGreaterThan(0);
});

/** BM25 by the book, over words that no stemmer changes. */
function expectedScores(items: readonly (readonly (readonly string[])[])[], asked: readonly string[]): number[] {
  const bm25 = (texts: readonly (readonly string[])[]) => {
    const average = Math.max(1, texts.reduce((sum, words) => sum + words.length, 0) / texts.length);
    return texts.map((words) =>
      asked.reduce((sum, word) => {
        const holding = texts.filter((other) => other.includes(word)).length;
        const times = words.filter((other) => other === word).length;
        const weight = Math.log(1 + (texts.length - holding + 0.5) / (holding + 0.5));
        return sum + (weight * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * words.length) / average));
      }, 0),
    );
  };
  const lines = items.flatMap((item, at) => item.map((words, line) => ({ at, line, words })));
  const scores = bm25(lines.map(({ words }) => words));
  const whole = bm25(items.map((item) => item.flat()));
  return items.map((_, at) => {
    const own = lines.map((line, n) => ({ ...line, score: scores[n] ?? 0 })).filter((line) => line.at === at);
    const near = own.map(({ score }, n) =>
      score === 0 ? 0 : score + 0.35 * ((own[n - 1]?.score ?? 0) + (own[n + 1]?.score ?? 0)),
    );
    return Math.max(0, ...near) + (whole[at] ?? 0);
  });
}

test("scores are BM25's over lines and texts, for any texts", async () => {
  const word = fc.integer({ min: 1, max: 9 }).map((n) => `w${n}`);
  const line = fc.array(word, { minLength: 1, maxLength: 8 });
  const item = fc.array(line, { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { minLength: 1, maxLength: 8 }),
      fc.uniqueArray(word, { minLength: 1, maxLength: 4 }),
      async (items, asked) => {
        const { collection } = await collectionOf(
          items.map((lines, at) => ({ id: `i${at}`, text: lines.map((words) => words.join(" ")).join("\n") })),
        );
        const hits = await search.find(collection, asked.join(" "), 100);
        const expected = new Map(expectedScores(items, asked).map((score, at) => [`i${at}`, score]));
        expect(hits.length).toBe([...expected.values()].filter((score) => score > 0).length);
        for (const { id, score } of hits) expect(score).toBeCloseTo(expected.get(id) ?? Number.NaN, 6);
        const sorted = hits.map(({ score }) => Math.round(score * 1e6));
        expect(sorted).toEqual([...sorted].sort((one, other) => other - one));
      },
    ),
    { numRuns: 40 },
  );
});
