/** A file of marked messages, and the model that `recado nlu train-quantities` makes of it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { readQuantityFile } from "../../src/app/read-quantity-file.ts";
import { trainQuantityModel } from "../../src/cli/nlu/nlu-train-quantities.ts";
import { readQuantityModel } from "../../src/nlu/quantities/quantity-model.ts";

const folder = mkdtempSync(join(tmpdir(), "recado-quantities-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

const DATA = join(folder, "quantities.jsonl");
const lineOf = (changed: object = {}): string =>
  JSON.stringify({ hand: "ana", asked: "talk", units: 2, text: "mándeme [[dos]] frascos", ...changed });

function readText(content: string) {
  writeFileSync(DATA, content);
  return readQuantityFile(DATA);
}

test("a line is a marked message, and empty lines are skipped", () => {
  expect(readText(`${lineOf()}\n\n${lineOf({ units: null, text: "¿valen 2?" })}\n`)).toEqual([
    { origin: "ana", asked: "talk", units: 2, marked: "mándeme [[dos]] frascos" },
    { origin: "ana", asked: "talk", units: null, marked: "¿valen 2?" },
  ]);
});

describe("a line that is none is refused, with its place and what is wrong", () => {
  test.each([
    ["no JSON", "dos frascos", /is no JSON/],
    ["a field that no message has", lineOf({ pack: "2x" }), /pack/],
    ["no hand", lineOf({ hand: "" }), /hand/],
    ["a moment that no sale has", lineOf({ asked: "dinner" }), /asked/],
    ["no unit", lineOf({ units: 0 }), /units/],
    [
      "a mark that is not closed",
      lineOf({ text: "mándeme [[dos frascos" }),
      /a mark is not closed; a mark is \[\[dos\]\]/,
    ],
    ["units without a mark", lineOf({ text: "mándeme dos" }), /has units where words are marked, and null elsewhere/],
    ["a mark without units", lineOf({ units: null }), /has units where words are marked, and null elsewhere/],
  ])("%s", (_, line, message) => {
    const refused = expect.objectContaining({ code: "bad_training_data", message: expect.stringMatching(message) });
    expect(() => readText(`${lineOf()}\n${line}\n`)).toThrow(refused);
    expect(() => readText(`${lineOf()}\n${line}\n`)).toThrow(`${DATA}:2`);
  });

  test("an empty file", () => expect(() => readText("\n")).toThrow(/is empty; a line is a marked message/));
});

describe("recado nlu train-quantities", () => {
  const out = join(folder, "quantities.json");
  const hands = ["ana", "beto", "caro"];
  const texts = hands.flatMap((hand) =>
    ["dos", "tres"].flatMap((number, at) => [
      lineOf({ hand, units: at + 2, text: `mándeme [[${number}]] frascos` }),
      lineOf({ hand, units: null, text: `¿cuánto valen ${number} frascos?` }),
    ]),
  );

  test("--json prints what was measured, and the file is a model", async () => {
    writeFileSync(DATA, texts.join("\n"));
    let printed = "";
    vi.spyOn(process.stdout, "write").mockImplementation((part) => {
      printed += String(part);
      return true;
    });
    await trainQuantityModel({ data: DATA, agent: "somnio", out, json: true });
    const { texts: count, metrics } = readQuantityModel(JSON.parse(readFileSync(out, "utf8")));
    expect(JSON.parse(printed)).toMatchObject({ out, texts: texts.length, ...metrics });
    expect(count).toBe(texts.length);
  });

  test("an agent without goods is refused", async () => {
    writeFileSync(DATA, texts.join("\n"));
    await expect(trainQuantityModel({ data: DATA, agent: "assistant", out, json: true })).rejects.toThrow(
      expect.objectContaining({
        code: "request_invalid",
        message: expect.stringMatching(/"assistant" counts no goods/),
      }),
    );
  });
});
