/** About 200 words: a piece that answers one question, with its neighbours still in view. */
export const CHUNK_CHARACTERS = 1_200;

interface Paragraph {
  readonly text: string;
}

/** Joins neighbours up to the size of a chunk: `text` is the text of both, `merge` keeps what else they say. */
export function joinParagraphs<One extends Paragraph>(
  paragraphs: readonly One[],
  merge: (first: One, second: One, text: string) => One,
): One[] {
  const chunks: One[] = [];
  for (const paragraph of paragraphs) {
    const open = chunks.at(-1);
    const text = open && `${open.text}\n\n${paragraph.text}`;
    if (open === undefined || text === undefined || text.length > CHUNK_CHARACTERS) chunks.push(paragraph);
    else chunks[chunks.length - 1] = merge(open, paragraph, text);
  }
  return chunks;
}
