import readWorkbook, { type Sheet } from "read-excel-file/node";
import type { Chunk, Document, DocumentLimits, Table } from "../core/documents/document.ts";
import { checkZip } from "./check-zip.ts";
import { DocumentError } from "./fault.ts";
import { readRows, rowsDocument } from "./read-rows.ts";

export async function readXlsx(bytes: Uint8Array, limits: DocumentLimits): Promise<Document> {
  checkZip(bytes, limits.unpackedBytes);
  const chunks: Chunk[] = [];
  const tables: Table[] = [];
  for (const { sheet, data } of await sheetsOf(bytes)) {
    const rows = data.map((row, at) => ({ number: at + 1, cells: row.map(cellText) }));
    const last = columnName(Math.max(1, ...rows.map(({ cells }) => cells.length)));
    const read = readRows(rows, (from, to) => ({ kind: "cells", sheet, range: `A${from.number}:${last}${to.number}` }));
    chunks.push(...read.chunks);
    tables.push(...read.tables);
  }
  return rowsDocument("xlsx", { chunks, tables });
}

async function sheetsOf(bytes: Uint8Array): Promise<Sheet[]> {
  try {
    return await readWorkbook(Buffer.from(bytes));
  } catch (cause) {
    throw new DocumentError("broken", { cause });
  }
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (!(value instanceof Date)) return String(value).trim();
  const iso = value.toISOString();
  // A spreadsheet has no type for a day: it is an instant at midnight.
  return iso.endsWith("T00:00:00.000Z") ? iso.slice(0, 10) : iso.slice(0, 16).replace("T", " ");
}

/** 1 → A, 27 → AA. */
function columnName(number: number): string {
  const before = Math.floor((number - 1) / 26);
  return `${before > 0 ? columnName(before) : ""}${String.fromCharCode(65 + ((number - 1) % 26))}`;
}
