import { foldLetters } from "../plain-text.ts";
import { linesOf } from "../retrieval/search-text.ts";
import type { Chunk, Document, DocumentFault, DocumentReading, Table } from "./document.ts";

/** Characters of one document that are kept. A catalogue of 500 full pages has about 2 million. */
const MOST_TEXT = 4_000_000;
const MOST_CHUNKS = 5_000;
/** Lines that are indexed, each by itself: a workbook of a million cells would keep the index busy for minutes. */
const MOST_LINES = 40_000;
/** Rows of tables that are kept, from the first on: their words stand in the chunks as well. */
const MOST_ROWS = 2_000;
const MOST_CELLS = 40;
const LONGEST_CELL = 400;
const LONGEST_TITLE = 300;

export type StoredReading =
  | { readonly kind: "read"; readonly document: StoredDocument }
  | { readonly kind: "unreadable"; readonly fault: DocumentFault };

export interface StoredDocument {
  readonly title: string | null;
  readonly pages: number | null;
  readonly pagesWithoutText: readonly number[];
  readonly chunks: readonly Chunk[];
  readonly tables: readonly Table[];
}

/** What is kept of a reading: text that the database takes, and no more of it than a conversation needs. */
export function storedReading(reading: DocumentReading): StoredReading {
  if (reading.kind === "refused") return { kind: "unreadable", fault: reading.fault };
  const document = cleansed(reading.document);
  const size = document.chunks.reduce((total, { text }) => total + text.length, 0);
  const lines = document.chunks.reduce((total, { text }) => total + linesOf(text).length, 0);
  const isTooMuch = size > MOST_TEXT || document.chunks.length > MOST_CHUNKS || lines > MOST_LINES;
  if (isTooMuch) return { kind: "unreadable", fault: "too_much_inside" };
  return { kind: "read", document };
}

function cleansed({ title, pages, pagesWithoutText, chunks, tables }: Document): StoredDocument {
  let rowsLeft = MOST_ROWS;
  const kept = tables.flatMap((table): Table[] => {
    const rows = table.rows.slice(0, rowsLeft).map((row) => row.slice(0, MOST_CELLS).map(cellText));
    rowsLeft -= rows.length;
    return rows.length === 0 ? [] : [{ ...table, reference: cleanReference(table.reference), rows }];
  });
  return {
    title: title === null ? null : storable(title).slice(0, LONGEST_TITLE),
    pages,
    pagesWithoutText,
    chunks: chunks.map(({ reference, text }) => ({ reference: cleanReference(reference), text: storable(text) })),
    tables: kept,
  };
}

function cleanReference(reference: Chunk["reference"]): Chunk["reference"] {
  if (reference.kind === "paragraph") return { ...reference, heading: reference.heading.map(storable) };
  return reference.kind === "cells" ? { ...reference, sheet: storable(reference.sheet) } : reference;
}

function cellText(cell: string): string {
  return storable(cell.slice(0, LONGEST_CELL));
}

/** PostgreSQL holds neither U+0000 nor half of a surrogate pair. */
function storable(text: string): string {
  return text.replaceAll("\u0000", " ").replace(/\p{Surrogate}/gu, "\uFFFD");
}

/** What a passage shows of its chunk. */
const LONGEST_PASSAGE = 1_500;

/** The lines of a chunk around the one that shares the most words with the question; a short chunk whole. */
export function passageOf(text: string, question: string): string {
  if (text.length <= LONGEST_PASSAGE) return text;
  const asked = new Set(wordsOf(question));
  const lines = text.split("\n");
  const shared = lines.map((line) => new Set(wordsOf(line).filter((word) => asked.has(word))).size);
  const best = shared.indexOf(Math.max(...shared));
  let from = best;
  let to = best + 1;
  let length = lines[best]?.length ?? 0;
  while (from > 0 || to < lines.length) {
    const before = from > 0 ? (lines[from - 1]?.length ?? 0) : Number.POSITIVE_INFINITY;
    const behind = to < lines.length ? (lines[to]?.length ?? 0) : Number.POSITIVE_INFINITY;
    const next = Math.min(before, behind);
    if (length + next + 1 > LONGEST_PASSAGE) break;
    length += next + 1;
    if (before < behind) from -= 1;
    else to += 1;
  }
  return lines.slice(from, to).join("\n").slice(0, LONGEST_PASSAGE);
}

function wordsOf(text: string): string[] {
  return foldLetters(text).match(/[a-z0-9]{3,}/gu) ?? [];
}
