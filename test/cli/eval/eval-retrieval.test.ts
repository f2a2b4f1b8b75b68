import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, inject, test, vi } from "vitest";
import { evaluateRetrieval } from "../../../src/cli/eval/eval-retrieval.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const TEXTS = [
  { id: "a", text: "Los envíos a Medellín llegan en dos días." },
  { id: "b", text: "Los envíos a Cali llegan en tres días." },
  { id: "c", text: "La factura se envía al correo." },
];

async function evaluated(
  texts: readonly unknown[],
  questions: readonly unknown[],
  language?: string,
): Promise<unknown> {
  const folder = temporaryFolder("recado-retrieval-");
  const file = (name: string, lines: readonly unknown[]) => {
    const path = join(folder, name);
    writeFileSync(path, lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"));
    return path;
  };
  let out = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out += String(text);
    return true;
  });
  vi.stubEnv("DATABASE_URL", inject("serverUrl"));
  await evaluateRetrieval({
    corpus: file("corpus.jsonl", texts),
    questions: file("questions.jsonl", questions),
    ...(language === undefined ? {} : { language }),
    json: true,
  });
  return JSON.parse(out);
}

test("counts questions whose right text is first, among five, and whose right texts all are", async () => {
  const result = await evaluated(TEXTS, [
    { text: "envío a Cali", ids: ["b"] },
    { text: "¿cuándo llegan los envíos?", ids: ["a", "b"] },
    { text: "factura", ids: ["c", "nowhere"] },
    { text: "Medellín", ids: ["c"] },
  ]);
  expect(result).toEqual({
    ...{ top1: 0.75, top5: 0.75, all5: 0.5, all10: 0.5 },
    ...{ msP95: expect.any(Number), questions: 4, items: 3, language: "es" },
  });
});

test("the language is that of most texts, or the one that is named", async () => {
  const texts = [{ id: "a", text: "The shipping takes two days and it is free for orders with the card." }];
  const questions = [{ text: "order", ids: ["a"] }];
  expect(await evaluated(texts, questions)).toMatchObject({ language: "en", top1: 1 });
  expect(await evaluated(texts, questions, "es")).toMatchObject({ language: "es" });
  await expect(evaluated(texts, questions, "fr")).rejects.toThrow("there are es, en, pt");
});

test.each([
  ["an id that stands there twice", [...TEXTS, TEXTS[0]], [{ text: "x", ids: ["a"] }], 'the id "a" stands there twice'],
  ["a line without text", [{ id: "a" }], [{ text: "x", ids: ["a"] }], "corpus.jsonl:1 is no item: text"],
  ["a question without an answer", TEXTS, [{ text: "x", ids: [] }], "questions.jsonl:1 is no question: ids"],
  ["no JSON", TEXTS, ["hola"], "questions.jsonl:1 is no JSON"],
  ["no question", TEXTS, [], "holds no question"],
])("refuses %s, with its place", async (_, texts, questions, reason) => {
  await expect(evaluated(texts, questions)).rejects.toThrow(reason);
});
