import { parse } from "csv-parse/sync";
import * as z from "zod";
import type { Document } from "../core/documents/document.ts";
import { DocumentError } from "./fault.ts";
import { type NumberedRow, readRows, rowsDocument } from "./read-rows.ts";

const DELIMITERS = [",", ";", "\t", "|"] as const;
/** Enough to see which delimiter gives rows of one width. */
const SAMPLE_LINES = 20;

const Records = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }));

/** A file of lines with cells, in whichever of the usual delimiters splits them evenly. */
export function readCsv(text: string): Document {
  const rows = parseRows(text, delimiterOf(text));
  const document = readRows(rows, (from, to) => ({ kind: "lines", from: from.number, to: to.number }));
  return rowsDocument("csv", document);
}

function parseRows(text: string, delimiter: string): NumberedRow[] {
  try {
    const options = { delimiter, bom: true, relax_column_count: true, relax_quotes: true, info: true, trim: true };
    return Records.parse(parse(text, options)).map(({ record, info }) => ({ number: info.lines, cells: record }));
  } catch (cause) {
    throw new DocumentError("broken", { cause });
  }
}

/** The one that splits most of the first lines, and most of them alike; a comma when none does. */
function delimiterOf(text: string): string {
  const lines = text.split(/\r?\n/u, SAMPLE_LINES).filter((line) => line.trim() !== "");
  let best: string = ",";
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const score = counts.filter((count) => count > 0 && count === counts[0]).length;
    if (score > bestScore) {
      best = delimiter;
      bestScore = score;
    }
  }
  return best;
}
