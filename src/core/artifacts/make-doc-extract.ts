import { stemsOf } from "../knowledge/spanish-stems.ts";
import type { Draft } from "./artifact.ts";
import { checkClaim } from "./check-claim.ts";
import type { DocEnvelope, DocumentSource, ExtractTable } from "./envelope.ts";
import { hasAny, phrases } from "./phrases.ts";

const MOST_POINTS = 20;
const MOST_ROWS = 20;
const MOST_CELLS = 20;
const LONGEST_POINT = 400;
const NOTHING: ReadonlySet<string> = new Set();
const ASKS_FOR_TABLE = phrases(`
  tabla, tablas, columna*, fila*, celda*, precio*, tarifa*, total*, valor*, lista, excel, csv, hoja de, table, prices
`);

interface Point {
  readonly text: string;
  readonly source: DocumentSource;
}

/**
 * Extracts points and rows, each with the place where it stands in the document. The places come from our own reading of the
 * file: a model names a chunk and never a page (requirement F8, L-33).
 */
export function makeDocExtract(
  envelope: DocEnvelope,
): { kind: "made"; draft: Draft<"doc_extract"> } | { kind: "not_made"; reason: string } {
  const { chunks, tables, question } = envelope;
  if (chunks.length === 0 && tables.length === 0) return { kind: "not_made", reason: "nothing_read" };
  const { points, fallen } = pointsOf(envelope);
  const rows = hasAny(question, ASKS_FOR_TABLE) || points.length === 0 ? rowsOf(tables, question) : [];
  const texts = points.length > 0 ? points : rows.slice(0, 5).map(pointOfRow);
  if (texts.length === 0) return { kind: "not_made", reason: "nothing_found" };
  const cited = unique([...points.map(({ source }) => citationOf(source)), ...rows.map(({ citation }) => citation)]);
  const refs = [...new Set(cited.map(({ ref }) => ref))].slice(0, 20);
  return {
    kind: "made",
    draft: {
      type: "doc_extract",
      content: {
        document_summary: summaryOf(points, rows.length, refs),
        extracted_points: texts.map((point) =>
          "source" in point ? { text: point.text, ref: point.source.ref } : point,
        ),
        table_extract: rows.map(({ row }) => row),
        page_refs: refs,
        extra_sections: [],
      },
      citations: cited,
      confidence: chunks.length > 0 ? 0.78 : 0.55,
      warnings: [
        ...(rows.some(({ row }) => row.layout_guessed) ? ["layout_guessed"] : []),
        ...(fallen > 0 ? [`claims_left_out:${fallen}`] : []),
      ],
      metadata: { made_by: envelope.answer === null ? "rules" : "model" },
    },
  };
}

/**
 * Sentences of the model that stand on a chunk, and how many that cite one fall; without a model, the chunks' own sentences that
 * speak of the question.
 */
function pointsOf({ answer, chunks, question }: DocEnvelope): { readonly points: Point[]; readonly fallen: number } {
  if (answer === null) return { points: quotedPoints(chunks, question), fallen: 0 };
  const claims = answer.map((block) => checkClaim(block, chunks));
  const points = claims.flatMap((claim) => {
    const source = claim.kind === "stands" ? chunks.find(({ id }) => id === claim.evidence[0]?.sourceId) : undefined;
    return source === undefined ? [] : [{ text: claim.text.slice(0, LONGEST_POINT), source }];
  });
  const fallen = claims.filter((claim) => claim.kind === "falls" && claim.reason !== "no_citation").length;
  return { points: points.slice(0, MOST_POINTS), fallen };
}

/** The first sentences of a document say what it is; those with a word of the question answer it. */
function quotedPoints(chunks: readonly DocumentSource[], question: string): Point[] {
  const asked = new Set(stemsOf(question, NOTHING));
  const all = chunks.flatMap((source) => sentencesOf(source.text).map((text) => ({ text, source })));
  const about = all.filter(({ text }) => stemsOf(text, NOTHING).some((stem) => asked.has(stem)));
  return (about.length > 0 ? about : all).slice(0, 8);
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?…])\s+|\n{2,}/u)
    .map((sentence) => sentence.replace(/\s+/gu, " ").trim())
    .filter((sentence) => sentence.length >= 20 && sentence.length <= LONGEST_POINT);
}

interface ExtractedRow {
  readonly row: { header: string[]; cells: string[]; ref: string; layout_guessed: boolean };
  readonly citation: DocCitation;
}
type DocCitation = { readonly id: string; readonly type: "doc"; readonly document_id: string; readonly ref: string };

/** The rows of the tables that have to do with the question, else of the first table. */
function rowsOf(tables: DocEnvelope["tables"], question: string): ExtractedRow[] {
  const asked = new Set(stemsOf(question, NOTHING));
  const isAbout = ({ rows }: ExtractTable) =>
    stemsOf((rows[0] ?? []).join(" "), NOTHING).some((stem) => asked.has(stem));
  const about = tables.filter(isAbout);
  return (about.length > 0 ? about : tables.slice(0, 1))
    .flatMap(({ documentId, ref, rows: all, isLayoutGuessed }) => {
      const [header = [], ...rows] = all.map((row) => row.slice(0, MOST_CELLS));
      return rows
        .filter((cells) => cells.some((cell) => cell.trim() !== ""))
        .map((cells) => ({
          row: {
            header: header.map((cell) => cell.slice(0, 200)),
            cells: cells.map((cell) => cell.slice(0, 400)),
            ref,
            layout_guessed: isLayoutGuessed,
          },
          citation: { id: `${documentId}:${ref}`, type: "doc" as const, document_id: documentId, ref },
        }));
    })
    .slice(0, MOST_ROWS);
}

function pointOfRow({ row }: ExtractedRow): { text: string; ref: string } {
  return {
    text: row.cells
      .filter((cell) => cell.trim() !== "")
      .join(" — ")
      .slice(0, LONGEST_POINT),
    ref: row.ref,
  };
}

function citationOf({ documentId, ref }: DocumentSource): DocCitation {
  return { id: `${documentId}:${ref}`, type: "doc", document_id: documentId, ref };
}

function unique(citations: readonly DocCitation[]): DocCitation[] {
  return [...new Map(citations.map((citation) => [citation.id, citation])).values()].slice(0, 40);
}

function summaryOf(points: readonly Point[], rows: number, refs: readonly string[]): string {
  const first = points[0]?.text;
  if (first !== undefined) return first;
  return `${rows === 1 ? "Una fila" : `${rows} filas`} de la tabla (${refs.join("; ")}).`.slice(0, 1_500);
}
