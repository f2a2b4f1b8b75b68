import { decimalMark } from "./values/amount.ts";

/** CSV for spreadsheets, both ways. */

/** Cells as one line each, apart as spreadsheets of the country expect it: a semicolon where a comma begins the cents. */
export function csvOf(rows: readonly (readonly string[])[], locale: string): string {
  const mark = decimalMark(locale) === "," ? ";" : ",";
  return rows.map((row) => row.map(cell).join(mark)).join("\r\n");
}

/**
 * A spreadsheet must read no customer's words as a formula, also where it splits a cell at a sign that its country means
 * and we did not.
 */
function cell(text: string): string {
  const harmless = text.replace(/((?:^|[;,\t\r\n"]) ?)(?=[=+\-@\t\r])/g, "$1'");
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The words as they were before `cell`. */
const bare = (cell: string): string => cell.trim().replace(/((?:^|[;,\t\r\n"]) ?)'(?=[=+\-@])/g, "$1");

/** The words of a file. Excel on Windows writes the letters of its country, and UTF-16 as "Unicode text". */
export async function textOf(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The lines of a file by the names of its columns, empty ones too. A spreadsheet of Colombia writes semicolons. */
export function readCsv(text: string): readonly Readonly<Record<string, string>>[] {
  const [heads, ...rows] = cellsOf(text.replace(/^\uFEFF/, ""));
  const names = (heads ?? []).map((head) => head.trim().toLowerCase());
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, bare(row[at] ?? "")])));
}

function cellsOf(text: string): string[][] {
  const first = text.split(/\r?\n/, 1)[0] ?? "";
  const mark = [";", "\t", ","].find((one) => first.includes(one)) ?? ",";
  const rows: string[][] = [[]];
  let isQuoted = false;
  let now = "";
  const row = () => rows[rows.length - 1] as string[];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (isQuoted && sign === '"' && text.charAt(at + 1) === '"') {
      now += '"';
      at += 1;
    } else if (sign === '"' && (isQuoted || now === "")) isQuoted = !isQuoted;
    else if (!isQuoted && (sign === mark || sign === "\n")) {
      row().push(now.replace(/\r$/, ""));
      now = "";
      if (sign === "\n") rows.push([]);
    } else now += sign;
  }
  row().push(now);
  return rows;
}
