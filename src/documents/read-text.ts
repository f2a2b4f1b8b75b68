import type { Chunk, Document } from "../core/documents/document.ts";
import { DocumentError } from "./fault.ts";

const CHUNK_CHARACTERS = 1_200;

/** Plain text: paragraphs, joined up to the size of a chunk, each with the lines where it stands. */
export function readText(text: string): Document {
  const chunks: Chunk[] = [];
  let open: { from: number; to: number; text: string } | null = null;
  const close = (): void => {
    if (open) chunks.push({ reference: { kind: "lines", from: open.from, to: open.to }, text: open.text });
    open = null;
  };
  for (const paragraph of paragraphsOf(text)) {
    if (open && open.text.length + paragraph.text.length > CHUNK_CHARACTERS) close();
    open = open ? { from: open.from, to: paragraph.to, text: `${open.text}\n\n${paragraph.text}` } : paragraph;
  }
  close();
  if (chunks.length === 0) throw new DocumentError("empty");
  return { format: "text", title: null, pages: null, chunks, tables: [], pagesWithoutText: [] };
}

function paragraphsOf(text: string): { from: number; to: number; text: string }[] {
  const paragraphs: { from: number; to: number; text: string }[] = [];
  let isOpen = false;
  for (const [at, line] of text
    .replace(/^\uFEFF/u, "")
    .split(/\r?\n/u)
    .entries()) {
    const last = paragraphs.at(-1);
    if (line.trim() === "") isOpen = false;
    else if (isOpen && last && last.text.length < CHUNK_CHARACTERS) {
      last.text += `\n${line.trimEnd()}`;
      last.to = at + 1;
    } else {
      paragraphs.push({ from: at + 1, to: at + 1, text: line.trimEnd() });
      isOpen = true;
    }
  }
  return paragraphs;
}
