import type { Chunk, Document } from "../core/documents/document.ts";
import { DocumentError } from "./fault.ts";
import { CHUNK_CHARACTERS, joinParagraphs } from "./join-into-chunks.ts";

interface Paragraph {
  readonly from: number;
  to: number;
  text: string;
}

/** Plain text: paragraphs, joined up to the size of a chunk, each with the lines where it stands. */
export function readText(text: string): Document {
  const joined = joinParagraphs(paragraphsOf(text), ({ from }, { to }, both) => ({ from, to, text: both }));
  const chunks = joined.map(
    ({ from, to, text: words }): Chunk => ({ reference: { kind: "lines", from, to }, text: words }),
  );
  if (chunks.length === 0) throw new DocumentError("empty");
  return { format: "text", title: null, pages: null, chunks, tables: [], pagesWithoutText: [] };
}

function paragraphsOf(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
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
