import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Document, DocumentFault } from "../../core/documents/document.ts";
import { errorText, RecadoError } from "../../core/errors.ts";
import type { DocumentReader } from "../../core/ports/documents.ts";
import { createDocumentReader } from "../../documents/create-document-reader.ts";
import { scoreArticle } from "../../documents/gold-article.ts";
import { parseGoldTables, scoreTables, type TableScore } from "../../documents/gold-tables.ts";
import { printResult } from "../print.ts";

export interface EvalDocumentsOptions {
  readonly dir: string;
  readonly json?: true;
}

interface Tried {
  readonly file: string;
  readonly pages: number;
  readonly ms: number;
  readonly fault: DocumentFault | null;
  /** null when no gold file is beside it. */
  readonly score: TableScore | null;
  /** How well the words agree with the marked article of a page of the web; null for another file. */
  readonly article: number | null;
}

/**
 * Reads every PDF of a folder and of its subfolders, and compares its tables with the `-str.xml` file beside it; and every page of
 * the web whose article is marked (`source.html` with `expected.html` beside it).
 */
export async function evaluateDocuments(
  { dir, json }: EvalDocumentsOptions,
  entry = new URL("../../documents/document-process.js", import.meta.url),
): Promise<void> {
  const files = filesIn(dir);
  const reader = createDocumentReader({ entry });
  const tried: Tried[] = [];
  try {
    for (const [at, file] of files.entries()) {
      if (process.stderr.isTTY) process.stderr.write(`\r${at + 1} of ${files.length} files`);
      tried.push(await tryFile(reader, dir, file));
    }
  } finally {
    await reader.stop();
  }
  if (process.stderr.isTTY) process.stderr.write("\n");
  const result = resultOf(tried);
  printResult(json, result, () => describe(result, tried));
}

function filesIn(dir: string): string[] {
  let names: string[];
  try {
    names = readdirSync(dir, { recursive: true, encoding: "utf8" });
  } catch (thrown) {
    throw new RecadoError("request_invalid", `${dir} cannot be read: ${errorText(thrown)}`);
  }
  const marked = new Set(names.filter((name) => basename(name) === "expected.html").map((name) => dirname(name)));
  const files = names
    .filter((name) => /\.pdf$/iu.test(name) || (basename(name) === "source.html" && marked.has(dirname(name))))
    .sort();
  if (files.length === 0) {
    const wanted = "no .pdf file and no source.html with expected.html beside it";
    throw new RecadoError("request_invalid", `${dir} holds ${wanted}; name a folder that does`);
  }
  return files;
}

async function tryFile(reader: DocumentReader, dir: string, file: string): Promise<Tried> {
  const bytes = readFileSync(join(dir, file));
  const started = performance.now();
  const reading = await reader.read(bytes, file);
  const ms = performance.now() - started;
  if (reading.kind === "refused") {
    const article = isPage(file) ? 0 : null;
    return { file, pages: 0, ms, fault: reading.fault, score: null, article };
  }
  const { document } = reading;
  if (isPage(file)) {
    const article = scoreArticle(document, readFileSync(join(dir, dirname(file), "expected.html"), "utf8"));
    return { file, pages: 0, ms: 0, fault: null, score: null, article };
  }
  return { article: null, file, pages: document.pages ?? 0, ms, fault: null, score: scoreOf(dir, file, document) };
}

const isPage = (file: string): boolean => basename(file) === "source.html";

function scoreOf(dir: string, file: string, document: Document): TableScore | null {
  const gold = join(dir, file.replace(/\.pdf$/iu, "-str.xml"));
  let xml: string;
  try {
    xml = readFileSync(gold, "utf8");
  } catch {
    return null; // The gold is optional: without it only the time is measured.
  }
  return scoreTables(document, parseGoldTables(xml));
}

interface Result {
  /** Share of the gold cells whose words stand on their own page; null without gold. */
  readonly cellsOnPage: number | null;
  /** Share of the gold cells that were found on another page alone. */
  readonly cellsOnWrongPage: number | null;
  /** Share of the gold rows that were read on one line, in order. */
  readonly rows: number | null;
  /** Milliseconds a page of the PDF files. */
  readonly msPerPage: number | null;
  /** How well the words of marked pages of the web agree with those of their articles (F1); null without such a page. */
  readonly articleWords: number | null;
  readonly articles: number;
  readonly files: number;
  readonly pages: number;
  readonly cells: number;
  readonly refused: readonly { readonly file: string; readonly fault: DocumentFault }[];
}

function resultOf(tried: readonly Tried[]): Result {
  const scores = tried.flatMap(({ score }) => (score === null ? [] : [score]));
  const sum = (of: (score: TableScore) => number): number => scores.reduce((total, score) => total + of(score), 0);
  const cells = sum((score) => score.cells);
  const pages = tried.reduce((total, one) => total + one.pages, 0);
  const articles = tried.flatMap(({ article }) => (article === null ? [] : [article]));
  return {
    cellsOnPage: share(
      sum((score) => score.onPage),
      cells,
    ),
    cellsOnWrongPage: share(
      sum((score) => score.onWrongPage),
      cells,
    ),
    rows: share(
      sum((score) => score.rowsOnOneLine),
      sum((score) => score.rows),
    ),
    msPerPage: share(
      tried.reduce((total, { ms, article }) => total + (article === null ? ms : 0), 0),
      pages,
    ),
    articleWords: share(
      articles.reduce((total, one) => total + one, 0),
      articles.length,
    ),
    articles: articles.length,
    files: tried.length,
    pages,
    cells,
    refused: tried.flatMap(({ file, fault }) => (fault === null ? [] : [{ file, fault }])),
  };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Number((part / whole).toFixed(4));
}

function describe(result: Result, tried: readonly Tried[]): string[] {
  const percent = (value: number | null): string => (value === null ? "no gold" : `${(100 * value).toFixed(2)} %`);
  return [
    `${result.files} files, ${result.pages} pages, ${result.msPerPage ?? 0} ms a page`,
    `cells on their own page: ${percent(result.cellsOnPage)} of ${result.cells}`,
    `cells on a wrong page:   ${percent(result.cellsOnWrongPage)}`,
    `rows on one line:        ${percent(result.rows)}`,
    ...(result.articleWords === null
      ? []
      : [`words of articles:       ${percent(result.articleWords)} of ${result.articles} pages of the web`]),
    ...tried.flatMap(({ file, fault }) => (fault === null ? [] : [`not read: ${file} (${fault})`])),
  ];
}
