import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import type { Chunk, Document, Reference, Table } from "../core/documents/document.ts";
import { DocumentError } from "./fault.ts";
import { lineOf, padRows } from "./read-rows.ts";

/** What is used of the elements that linkedom makes; its own types want a browser's. */
interface Node {
  readonly nodeType: number;
  readonly textContent: string | null;
}

interface Element extends Node {
  readonly tagName: string;
  readonly children: Iterable<Element>;
  readonly childNodes: Iterable<Node | Element>;
  querySelectorAll(selector: string): Iterable<Element>;
  removeAttribute(name: string): void;
}

interface Page {
  readonly title: string;
  readonly body: Element;
  readonly documentElement: Element | null;
}

const MOST_ELEMENTS = 200_000;

/** A page of the web: its article, without menus and advertisements; a page that has none is read whole. */
export function readHtml(html: string): Document {
  const { document } = parseHTML(html);
  const page: Page = document;
  if (page.documentElement === null) throw new DocumentError("empty");
  const title = page.title.trim() === "" ? null : page.title.trim();
  // MathJax gives its formulas a class that Readability takes for a menu.
  for (const formula of page.body.querySelectorAll("mjx-container")) formula.removeAttribute("class");
  const article = new Readability(document, { maxElemsToParse: MOST_ELEMENTS }).parse();
  // Looking for the article takes the page apart, so a page without one is parsed again.
  const body = article?.content ? bodyOf(article.content) : pageOf(html).body;
  return documentOf("html", article?.title?.trim() || title, body);
}

/** HTML that a converter made of a file: all of it is content. */
export function documentOfHtml(format: Document["format"], html: string): Document {
  return documentOf(format, null, bodyOf(html));
}

function pageOf(html: string): Page {
  return parseHTML(html).document;
}

function bodyOf(content: string): Element {
  return pageOf(`<!doctype html><html><body>${content}</body></html>`).body;
}

function documentOf(format: Document["format"], title: string | null, body: Element): Document {
  const reader = new BlockReader();
  reader.readAll(body);
  if (reader.chunks.length === 0) throw new DocumentError("empty");
  return { format, title, pages: null, chunks: reader.chunks, tables: reader.tables, pagesWithoutText: [] };
}

/** They mark words within a text; every other element is a block. */
export const INLINE: ReadonlySet<string> = new Set(
  "A ABBR B BDI BDO BIG BR CITE CODE DATA DEL DFN EM FONT I INS KBD LABEL MARK MATH MJX-CONTAINER Q S SAMP SMALL SPAN STRIKE STRONG SUB SUP TIME TT U VAR".split(
    " ",
  ),
);
const SILENT = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "SVG", "HEAD", "IMG", "HR"]);
const COMMENT_NODE = 8;
/** Blocks that may stand inside an inline element, as careless pages have them. */
const BLOCKS = "p,li,div,table,section,article,h1,h2,h3,h4,h5,h6,ul,ol,pre,blockquote";

/** Walks a page from top to bottom and knows under which headings it is. */
class BlockReader {
  readonly chunks: Chunk[] = [];
  readonly tables: Table[] = [];
  private readonly headings: string[] = [];
  private paragraph = 0;
  /** The level of the heading under which nothing stands so far; null when something does. */
  private bare: number | null = null;

  /** A page, or a part of one. */
  readAll(element: Element): void {
    this.read(element);
    this.tellBare(0);
  }

  private read(element: Element): void {
    let loose = "";
    const flush = (): void => {
      this.block(clean(loose));
      loose = "";
    };
    for (const child of element.childNodes) {
      // Text that stands beside blocks, and what only marks words within it.
      if (!isElement(child) || isInline(child)) {
        loose += looseText(child);
        continue;
      }
      flush();
      this.readBlock(child);
    }
    flush();
  }

  private readBlock(element: Element): void {
    const tag = tagOf(element);
    if (SILENT.has(tag)) return;
    if (/^H[1-6]$/u.test(tag)) this.enter(Number(tag.slice(1)), textOf(element));
    else if (tag === "TABLE") this.table(element);
    else this.read(element);
  }

  private enter(level: number, heading: string): void {
    if (heading === "") return;
    this.tellBare(level);
    this.bare = level;
    this.headings.length = Math.min(this.headings.length, level - 1);
    this.headings.push(heading);
    this.paragraph = 0;
  }

  /** A heading with nothing under it is a text of its own: a list of titles, the caption of a picture. */
  private tellBare(level: number): void {
    const heading = this.headings.at(-1);
    if (this.bare !== null && this.bare >= level && heading !== undefined) this.block(heading);
  }

  private next(): Reference {
    this.bare = null;
    this.paragraph += 1;
    return { kind: "paragraph", heading: [...this.headings], paragraph: this.paragraph };
  }

  private block(text: string): void {
    if (text !== "") this.chunks.push({ reference: this.next(), text });
  }

  private table(element: Element): void {
    const rows = [...element.querySelectorAll("tr")]
      .map((row) => [...row.children].map(textOf))
      .filter((cells) => cells.some((cell) => cell !== ""));
    if (rows.length === 0) return;
    const reference = this.next();
    this.tables.push({ reference, rows: padRows(rows), isLayoutGuessed: false });
    this.chunks.push({ reference, text: rows.map(lineOf).join("\n") });
  }
}

function looseText(node: Node | Element): string {
  if (node.nodeType === COMMENT_NODE) return "";
  return isElement(node) && tagOf(node) === "BR" ? "\n" : (node.textContent ?? "");
}

function isElement(node: Node | Element): node is Element {
  return "tagName" in node;
}

function tagOf(element: Element): string {
  return element.tagName.toUpperCase();
}

function isInline(element: Element): boolean {
  return INLINE.has(tagOf(element)) && [...element.querySelectorAll(BLOCKS)].length === 0;
}

function textOf(element: Element): string {
  return clean(element.textContent ?? "");
}

function clean(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
