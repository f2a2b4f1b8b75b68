import { parseHTML } from "linkedom";
import type { Document } from "../core/documents/document.ts";
import { INLINE } from "./read-html.ts";

/** What is used of a node; linkedom's own types want a browser's. */
interface Node {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<Node>;
}

const TEXT = 3;
const ELEMENT = 1;
const SILENT = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE"]);

/**
 * How well the words of a page that was read agree with those of its article, which a person has marked (`expected.html` of
 * Readability's pages): F1, from 0 to 1. The order of the words does not count.
 */
export function scoreArticle(document: Document, expectedHtml: string): number {
  const { document: expected } = parseHTML(`<!doctype html><html><body>${expectedHtml}</body></html>`);
  return agreement(wordsOf(textOf(expected.body)), wordsOf(textOfChunks(document)));
}

/** The chunks, and each heading once: a chunk has the headings that it stands under in its reference. */
function textOfChunks({ chunks }: Document): string {
  const told = new Set<string>();
  return chunks
    .flatMap(({ reference, text }) => {
      const headings = reference.kind === "paragraph" ? reference.heading : [];
      const fresh = headings.filter((_, at) => {
        const path = headings.slice(0, at + 1).join("\n");
        return !told.has(path) && told.add(path);
      });
      return [...fresh.filter((heading) => heading !== text), text];
    })
    .join("\n");
}

/** A block ends a word; what only marks words within a text does not. */
function textOf(node: Node): string {
  if (node.nodeType === TEXT) return node.textContent ?? "";
  const name = node.nodeName.toUpperCase();
  if (node.nodeType !== ELEMENT || SILENT.has(name)) return "";
  const text = [...node.childNodes].map(textOf).join("");
  return INLINE.has(name) ? text : ` ${text} `;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function agreement(gold: readonly string[], read: readonly string[]): number {
  if (gold.length + read.length === 0) return 1;
  const left = new Map<string, number>();
  for (const word of gold) left.set(word, (left.get(word) ?? 0) + 1);
  let both = 0;
  for (const word of read) {
    const times = left.get(word) ?? 0;
    if (times === 0) continue;
    left.set(word, times - 1);
    both += 1;
  }
  return (2 * both) / (gold.length + read.length);
}
