import { getDocumentProxy } from "unpdf";
import * as z from "zod";
import type { Chunk, Document, DocumentLimits, Reference, Table } from "../core/documents/document.ts";
import { DocumentError } from "./fault.ts";
import { joinParagraphs } from "./join-into-chunks.ts";
import { gridOf, type PageRow, rowsOf, rowText, type TextBox } from "./page-layout.ts";
import { proseColumns } from "./prose-columns.ts";

/** A paragraph ends where the next row is farther away than this, of the height of its text. */
const PARAGRAPH_GAP = 1.9;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

export async function readPdf(bytes: Uint8Array, limits: DocumentLimits): Promise<Document> {
  const pdf = await openPdf(bytes);
  try {
    if (pdf.numPages > limits.pages) throw new DocumentError("too_many_pages");
    const chunks: Chunk[] = [];
    const tables: Table[] = [];
    const pagesWithoutText: number[] = [];
    for (let page = 1; page <= pdf.numPages; page++) {
      const streams = proseColumns(await boxesOf(pdf, page)).map(rowsOf);
      if (streams.every((rows) => rows.length === 0)) pagesWithoutText.push(page);
      const reference: Reference = { kind: "page", page };
      for (const rows of streams) {
        const paragraphs = paragraphsOf(rows).map((text) => ({ reference, text }));
        chunks.push(...joinParagraphs(paragraphs, (_first, _second, text) => ({ reference, text })));
        tables.push(...tablesOf(rows).map((grid) => ({ reference, rows: gridOf(grid), isLayoutGuessed: true })));
      }
    }
    if (chunks.length === 0) throw new DocumentError(pdf.numPages === 0 ? "empty" : "scanned");
    return { format: "pdf", title: await titleOf(pdf), pages: pdf.numPages, chunks, tables, pagesWithoutText };
  } finally {
    await pdf.destroy();
  }
}

async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  try {
    // A copy: the parser takes the buffer for itself.
    return await getDocumentProxy(new Uint8Array(bytes), { isEvalSupported: false, verbosity: 0 });
  } catch (cause) {
    const isLocked = cause instanceof Error && cause.name === "PasswordException";
    throw new DocumentError(isLocked ? "encrypted" : "broken", { cause });
  }
}

const TITLE = z.object({ Title: z.string().trim().min(1) });

async function titleOf(pdf: Pdf): Promise<string | null> {
  const { info } = await pdf.getMetadata();
  return TITLE.safeParse(info).data?.Title ?? null;
}

/** The text of a page as its reader holds it: turned upright, from the top left corner. */
async function boxesOf(pdf: Pdf, number: number): Promise<TextBox[]> {
  const page = await pdf.getPage(number);
  const view = page.getViewport({ scale: 1 }).transform;
  const { items } = await page.getTextContent();
  page.cleanup();
  const boxes = items.flatMap((item) => {
    if (!("str" in item) || item.str.trim() === "") return [];
    const placed = multiply(view, item.transform);
    return [{ item, placed, turn: quarterTurn(placed) }];
  });
  // A page of a landscape table is often turned as a whole: its text then runs upwards.
  const turn = commonest(boxes.map((box) => box.turn));
  return boxes.map(({ item, placed }) => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = placed;
    const height = Math.hypot(c, d) || Math.hypot(a, b) || 1;
    const [x, y] = unturned(e, f, turn);
    return { x, y, width: item.width, height, text: item.str };
  });
}

function multiply(m: readonly number[], n: readonly number[]): number[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m;
  const [na = 1, nb = 0, nc = 0, nd = 1, ne = 0, nf = 0] = n;
  return [
    ...[a * na + c * nb, b * na + d * nb],
    ...[a * nc + c * nd, b * nc + d * nd],
    ...[a * ne + c * nf + e, b * ne + d * nf + f],
  ];
}

/** How many quarters clockwise the text runs: 0 to the right, 1 downwards, 2 to the left, 3 upwards. */
function quarterTurn([a = 1, b = 0]: readonly number[]): number {
  return (Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4;
}

function unturned(x: number, y: number, turn: number): [number, number] {
  if (turn === 1) return [y, -x];
  if (turn === 2) return [-x, -y];
  if (turn === 3) return [-y, x];
  return [x, y];
}

function commonest(turns: readonly number[]): number {
  const counts = [0, 0, 0, 0];
  for (const turn of turns) counts[turn] = (counts[turn] ?? 0) + 1;
  return counts.indexOf(Math.max(...counts));
}

function paragraphsOf(rows: readonly PageRow[]): string[] {
  const paragraphs: string[][] = [];
  let before: PageRow | null = null;
  for (const row of rows) {
    const last = paragraphs.at(-1);
    const isFar = before !== null && row.y - before.y > PARAGRAPH_GAP * Math.max(row.height, before.height);
    if (last && !isFar) last.push(rowText(row));
    else paragraphs.push([rowText(row)]);
    before = row;
  }
  return paragraphs.map((lines) => lines.join("\n"));
}

/** Rows of two or more cells that follow each other. */
function tablesOf(rows: readonly PageRow[]): PageRow[][] {
  const tables: PageRow[][] = [];
  let open: PageRow[] = [];
  const close = (): void => {
    if (open.length > 1) tables.push(open);
    open = [];
  };
  for (const row of rows) {
    if (row.cells.length > 1) open.push(row);
    else close();
  }
  close();
  return tables;
}
