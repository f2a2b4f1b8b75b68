import { decimalMark } from "./values/amount.ts";

/** CSV for spreadsheets, both ways. */

/**
 * Cells as one line each, apart as spreadsheets of the country expect it: a semicolon where a comma begins the cents. A
 * spreadsheet must read no customer's words as a formula, whichever sign it takes for the end of a cell.
 */
export function csvOf(rows: readonly (readonly string[])[], locale: string): string {
  const mark = decimalMark(locale) === "," ? ";" : ",";
  return rows.map((row) => row.map(cell).join(mark)).join("\r\n");
}

function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The lines of a file by the names of its columns. A spreadsheet of Colombia writes semicolons. */
export function readCsv(text: string): readonly Readonly<Record<string, string>>[] {
  const [heads, ...rows] = cellsOf(text.replace(/^\uFEFF/, ""));
  const names = (heads ?? []).map((head) => head.trim().toLowerCase());
  return rows
    .filter((row) => row.some((one) => one.trim() !== ""))
    .map((row) =>
      Object.fromEntries(names.map((name, at) => [name, (row[at] ?? "").trim().replace(/^'(?=[=+\-@])/, "")])),
    );
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
