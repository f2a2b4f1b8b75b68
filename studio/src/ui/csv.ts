import { decimalMark } from "./values/amount.ts";

/** CSV for spreadsheets. The server reads what comes back. */

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
