import type { Chunk, Document, Reference, Table } from "../core/documents/document.ts";
import { DocumentError } from "./fault.ts";

/** Rows of one sheet or file, each with the number under which its reader finds it. */
export interface NumberedRow {
  readonly number: number;
  readonly cells: readonly string[];
}

/** Rows of a chunk: few enough to quote, and the heading row stands above each lot. */
const CHUNK_ROWS = 20;

/**
 * Rows → one table, and chunks that repeat the heading row, so that "15.000" is found together with "Precio". Empty rows
 * are left out.
 */
export function readRows(
  all: readonly NumberedRow[],
  referenceOf: (from: NumberedRow, to: NumberedRow) => Reference,
): { chunks: Chunk[]; tables: Table[] } {
  const rows = all.filter(({ cells }) => cells.some((cell) => cell !== ""));
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return { chunks: [], tables: [] };
  const chunks: Chunk[] = [];
  const heading = lineOf(first.cells);
  for (let at = 0; at < rows.length; at += CHUNK_ROWS) {
    const lot = rows.slice(at, at + CHUNK_ROWS);
    const from = lot[0] ?? first;
    const lines = lot.map(({ cells }) => lineOf(cells));
    chunks.push({
      reference: referenceOf(from, lot.at(-1) ?? from),
      text: (at === 0 ? lines : [heading, ...lines]).join("\n"),
    });
  }
  return {
    chunks,
    tables: [
      { reference: referenceOf(first, last), rows: padRows(rows.map(({ cells }) => cells)), isLayoutGuessed: false },
    ],
  };
}

/** The cells of a row as one line of text; empty cells are left out. */
export function lineOf(cells: readonly string[]): string {
  return cells.filter((cell) => cell !== "").join(" | ");
}

/** All rows as long as the longest; a missing cell is "". */
export function padRows(rows: readonly (readonly string[])[]): string[][] {
  const width = Math.max(...rows.map((cells) => cells.length));
  return rows.map((cells) => [...cells, ...Array<string>(width - cells.length).fill("")]);
}

/** A document made of rows; throws `empty` when it has none. */
export function rowsDocument(format: Document["format"], parts: { chunks: Chunk[]; tables: Table[] }): Document {
  if (parts.chunks.length === 0) throw new DocumentError("empty");
  return { format, title: null, pages: null, ...parts, pagesWithoutText: [] };
}
