/**
 * Reads entries of a shop's knowledge from Markdown:
 *
 *     ---
 *     until: 2026-12-24
 *     ---
 *     # Factura electrónica
 *     > ¿dan factura?
 *     > ¿facturan a una empresa?
 *
 *     Sí, cada compra va con factura.
 *
 * A heading begins an entry, the quoted lines are questions as customers ask them, and the rest is
 * what the customer reads. The name of the file is the id of its only entry; several entries take
 * theirs from their headings.
 */
import { plainText } from "../plain-text.ts";
import type { KnowledgeEntry } from "./knowledge-entry.ts";

const HEAD_KEYS = ["id", "until"] as const;
type HeadKey = (typeof HEAD_KEYS)[number];

export interface ReadMarkdown {
  readonly entries: readonly KnowledgeEntry[];
  /** One sentence for each fault of the file's form. `entryFaults` judges what the entries hold. */
  readonly faults: readonly string[];
}

/** `name` is the file's, without its folder: `factura.md`. */
export function readMarkdown(name: string, text: string): ReadMarkdown {
  const lines = text.replace(/^\uFEFF/u, "").split(/\r?\n/u);
  const { head, body, faults } = readHead(lines);
  const sections = sectionsOf(body);
  if (sections.length === 0)
    return { entries: [], faults: [...faults, "no heading begins an entry: write # and a title"] };
  const own = head.get("id");
  if (own !== undefined && sections.length > 1) faults.push(`one id for ${sections.length} entries: leave it out`);
  const until = head.get("until") ?? null;
  const entries = sections.map(({ title, rest }): KnowledgeEntry => {
    const asks = rest.filter(isAsk).map((line) => line.replace(/^\s*>\s*/u, "").trim());
    const said = rest.filter((line) => !isAsk(line)).join("\n");
    const id = sections.length > 1 ? idOf(title) : (own ?? idOf(name.replace(/\.md$/iu, "")));
    return { id, title, asks: asks.filter((ask) => ask !== ""), text: toWhatsapp(said), until };
  });
  return { entries, faults };
}

/** The id of a title: `Al por mayor` is `al-por-mayor`. */
export function idOf(title: string): string {
  return plainText(title).replaceAll("ñ", "n").replaceAll(" ", "-");
}

function readHead(lines: readonly string[]): {
  readonly head: ReadonlyMap<HeadKey, string>;
  readonly body: readonly string[];
  readonly faults: string[];
} {
  const head = new Map<HeadKey, string>();
  const faults: string[] = [];
  if (lines[0]?.trim() !== "---") return { head, body: lines, faults };
  const end = lines.findIndex((line, place) => place > 0 && line.trim() === "---");
  if (end < 0) return { head, body: lines, faults: ["the head that begins with --- does not end"] };
  for (const line of lines.slice(1, end)) {
    if (line.trim() === "") continue;
    const colon = line.indexOf(":");
    const key = HEAD_KEYS.find((one) => one === line.slice(0, Math.max(0, colon)).trim());
    if (key === undefined)
      faults.push(`the head holds ${JSON.stringify(line.trim())}; it knows ${HEAD_KEYS.join(" and ")}`);
    else head.set(key, line.slice(colon + 1).trim());
  }
  return { head, body: lines.slice(end + 1), faults };
}

interface Section {
  readonly title: string;
  readonly rest: readonly string[];
}

function sectionsOf(lines: readonly string[]): Section[] {
  const starts = lines.flatMap((line, place) => (/^#{1,6}\s+\S/u.test(line) ? [place] : []));
  return starts.map((from, at) => ({
    title: (lines[from] ?? "").replace(/^#+/u, "").trim(),
    rest: lines.slice(from + 1, starts[at + 1]),
  }));
}

function isAsk(line: string): boolean {
  return line.trimStart().startsWith(">");
}

/** The same words in WhatsApp's marks: one star is bold, and a link is its address. */
export function toWhatsapp(text: string): string {
  return text
    .replace(/\*\*([^*\n]+)\*\*/gu, "*$1*")
    .replace(/\[([^[\]\n]*)\]\(([^()\s]*)\)/gu, (_, words: string, address: string) =>
      words === address ? address : `${words}: ${address}`,
    )
    .replace(/\n{3,}/gu, "\n\n")
    .trim();
}
