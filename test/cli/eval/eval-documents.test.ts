import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { evaluateDocuments } from "../../../src/cli/eval/eval-documents.ts";
import { pdfOf } from "../../support/documents/make-files.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const entry = new URL("../../../dist/documents/document-process.js", import.meta.url);

afterEach(() => vi.restoreAllMocks());

const at = (x: number, y: number, text: string) => ({ x, y, text });
const TABLE = [at(50, 700, "Talla"), at(200, 700, "Precio"), at(50, 680, "S"), at(200, 680, "89 900")];

const cell = (row: number, column: number, text: string) =>
  `<cell start-row="${row}" start-col="${column}"><bounding-box x1="0" x2="9" y1="0" y2="9"/><content>${text}</content></cell>`;

function folder(gold: string, page = 1): string {
  const dir = temporaryFolder("recado-documents-");
  mkdirSync(join(dir, "eu"));
  writeFileSync(join(dir, "eu", "a.pdf"), pdfOf([TABLE, [at(50, 700, "Garantía")]]));
  writeFileSync(
    join(dir, "eu", "a-str.xml"),
    `<document><table><region page="${page}">${gold}</region></table></document>`,
  );
  return dir;
}

async function run(dir: string, json?: true): Promise<string> {
  let out = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out += String(text);
    return true;
  });
  await evaluateDocuments({ dir, ...(json && { json }) }, entry);
  return out;
}

test("cells and rows that stand where the gold has them count as found", async () => {
  const gold = [cell(0, 0, "Talla"), cell(0, 1, "Precio"), cell(1, 0, "S"), cell(1, 1, "89 900")].join("");
  expect(JSON.parse(await run(folder(gold), true))).toMatchObject({
    cellsOnPage: 1,
    cellsOnWrongPage: 0,
    rows: 1,
    files: 1,
    pages: 2,
    cells: 4,
    refused: [],
  });
});

test("a cell of another page, one that is nowhere and a row in another order count as what they are", async () => {
  const gold = [cell(0, 0, "Precio"), cell(0, 1, "Talla"), cell(1, 0, "Garantía"), cell(2, 0, "Zapato")].join("");
  expect(JSON.parse(await run(folder(gold), true))).toMatchObject({
    cellsOnPage: 0.5,
    cellsOnWrongPage: 0.25,
    rows: 0,
  });
});

test("a page of the web counts by the words of its marked article; one without a mark is passed over", async () => {
  const dir = temporaryFolder("recado-documents-");
  const words = "La melatonina ayuda a conciliar el sueño según los estudios revisados por el equipo. ".repeat(6);
  const page = `<html><head><title>T</title></head><body><nav>Inicio</nav><article><p>${words}</p><h2>Fin</h2></article></body></html>`;
  for (const name of ["a", "b"]) mkdirSync(join(dir, name));
  for (const name of ["a", "b"]) writeFileSync(join(dir, name, "source.html"), page);
  writeFileSync(join(dir, "a", "expected.html"), `<p>${words}</p><h2>Fin</h2>`);
  expect(JSON.parse(await run(dir, true))).toMatchObject({ articleWords: 1, articles: 1, files: 1, msPerPage: null });
  writeFileSync(join(dir, "a", "expected.html"), `<p>${words}</p><p>${words}</p>`);
  expect(JSON.parse(await run(dir, true)).articleWords).toBeCloseTo(2 / 3, 1);
});

test("a file that cannot be read is named, and the others count", async () => {
  const dir = folder(cell(0, 0, "Talla"));
  writeFileSync(join(dir, "roto.pdf"), "%PDF-1.4 y nada");
  const out = await run(dir);
  expect(out).toContain("2 files, 2 pages");
  expect(out).toContain("not read: roto.pdf (broken)");
});

test("a folder without PDF files, and one that is not there, are errors that name it", async () => {
  const empty = temporaryFolder("recado-documents-");
  await expect(evaluateDocuments({ dir: empty })).rejects.toThrow(`${empty} holds no .pdf file and no source.html`);
  await expect(evaluateDocuments({ dir: join(empty, "no") })).rejects.toThrow(/cannot be read/);
});
