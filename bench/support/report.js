import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const RESULTS = fileURLToPath(new URL("../RESULTS.md", import.meta.url));
const RAW = fileURLToPath(new URL("../results.json", import.meta.url));

export function sectionText({ title, how, columns, rows }) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  const table = [line(columns), line(columns.map(() => "---")), ...rows.map((row) => line(row.map(cellText)))];
  return `## ${title}\n\n${how}\n\n${table.join("\n")}\n`;
}

function cellText(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (typeof value !== "number") return String(value);
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString("en-US");
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

/** Only a whole run is kept: the numbers that are read later all come from one run on one machine. */
export function writeReport({ machine, date, tookSeconds, isQuick, sections }) {
  const length = isQuick
    ? " (quick run: short sections, small tables; the full one takes about twenty-five minutes)"
    : "";
  const head = `# Results\n\nWritten by \`npm run bench\`${length} on ${date}, in ${Math.round(tookSeconds)} seconds. Ratios within one run say more than its absolute numbers.\n\n${machine}\n`;
  writeFileSync(RESULTS, [head, ...sections.map(sectionText)].join("\n"));
  const raw = Object.fromEntries(sections.map(({ name, raw }) => [name, raw]));
  writeFileSync(RAW, `${JSON.stringify({ machine, date, sections: raw }, null, 1)}\n`);
}
