import { DOMParser } from "linkedom";
import type { Document } from "../core/documents/document.ts";

/** What was found of the tables that people marked by hand in a document. */
export interface TableScore {
  readonly cells: number;
  /** All words of the cell stand on its own page. */
  readonly onPage: number;
  /** Not on its own page, but on another one: its reference would be wrong. */
  readonly onWrongPage: number;
  /** Rows of two or more cells, all of one line of text. */
  readonly rows: number;
  /** Rows whose cells were read on one line, in their order. */
  readonly rowsOnOneLine: number;
}

interface GoldCell {
  readonly text: string;
  readonly row: string | null;
  readonly column: number;
  readonly height: number;
}

interface GoldTable {
  readonly page: number;
  readonly cells: readonly GoldCell[];
}

/** Taller than the lowest cell of its row by this factor, a cell holds several lines. */
const SEVERAL_LINES = 1.7;

/** What is used of an XML element; linkedom's own types want a browser's. */
interface Element {
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
  querySelector(selector: string): Element | null;
  querySelectorAll(selector: string): Iterable<Element>;
}

/** The structure files of the ICDAR 2013 table competition (`eu-001-str.xml`): pages, cells with text, rows and boxes. */
export function parseGoldTables(xml: string): GoldTable[] {
  const root: Pick<Element, "querySelectorAll"> = new DOMParser().parseFromString(xml, "text/xml");
  return [...root.querySelectorAll("region")].map((region) => ({
    page: Number(region.getAttribute("page")),
    cells: [...region.querySelectorAll("cell")].map(goldCell).filter(({ text }) => text.trim() !== ""),
  }));
}

function goldCell(cell: Element): GoldCell {
  const row = cell.getAttribute("start-row");
  const lastRow = cell.getAttribute("end-row") ?? row;
  const box = cell.querySelector("bounding-box");
  return {
    text: cell.querySelector("content")?.textContent ?? "",
    row: row === lastRow ? row : null,
    column: Number(cell.getAttribute("start-col")),
    height: Number(box?.getAttribute("y2")) - Number(box?.getAttribute("y1")),
  };
}

export function scoreTables(document: Document, gold: readonly GoldTable[]): TableScore {
  const pages = new PageTexts(document);
  const score = { cells: 0, onPage: 0, onWrongPage: 0, rows: 0, rowsOnOneLine: 0 };
  for (const { page, cells } of gold) {
    for (const { text } of cells) {
      score.cells += 1;
      if (pages.has(page, text)) score.onPage += 1;
      else if (pages.hasElsewhere(page, text)) score.onWrongPage += 1;
    }
    for (const row of rowsOf(cells)) {
      score.rows += 1;
      if (pages.hasLine(page, row)) score.rowsOnOneLine += 1;
    }
  }
  return score;
}

function rowsOf(cells: readonly GoldCell[]): string[][] {
  const rows = new Map<string, GoldCell[]>();
  for (const cell of cells) {
    if (cell.row !== null) rows.set(cell.row, [...(rows.get(cell.row) ?? []), cell]);
  }
  return [...rows.values()]
    .filter((row) => row.length > 1)
    .filter((row) => {
      const heights = row.map(({ height }) => height);
      return Math.max(...heights) <= SEVERAL_LINES * Math.min(...heights);
    })
    .map((row) => [...row].sort((a, b) => a.column - b.column).map(({ text }) => packed(text)));
}

/** Spaces differ between a page and its gold, and say nothing. */
function packed(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\s\u00ad]+/gu, "")
    .toLowerCase();
}

class PageTexts {
  private readonly texts = new Map<number, string>();
  private readonly lines = new Map<number, string[]>();

  constructor({ chunks }: Document) {
    for (const { reference, text } of chunks) {
      if (reference.kind !== "page") continue;
      const { page } = reference;
      this.texts.set(page, (this.texts.get(page) ?? "") + packed(text));
      this.lines.set(page, [...(this.lines.get(page) ?? []), ...text.split("\n").map(packed)]);
    }
  }

  has(page: number, cell: string): boolean {
    const text = this.texts.get(page) ?? "";
    return wordsOf(cell).every((word) => text.includes(word));
  }

  hasElsewhere(page: number, cell: string): boolean {
    return [...this.texts.keys()].some((other) => other !== page && this.has(other, cell));
  }

  hasLine(page: number, cells: readonly string[]): boolean {
    return (this.lines.get(page) ?? []).some((line) => {
      let at = 0;
      return cells.every((cell) => {
        const found = line.indexOf(cell, at);
        at = found + cell.length;
        return found >= 0;
      });
    });
  }
}

function wordsOf(cell: string): string[] {
  return cell
    .split(/\s+/u)
    .map(packed)
    .filter((word) => word !== "");
}
