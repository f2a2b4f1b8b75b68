/** The most characters of a WhatsApp text. The answer about a longer text is not kept. */
const LONGEST = 4_096;

/**
 * A function of a text that keeps its last answers. A decision asks dozens of readers about the same few texts, and each of them
 * folds it, splits it and looks at its words; the next customer writes mostly the same words. When `most` answers are kept, all are
 * dropped: a text that is still read is soon there again. An answer is shared, so no caller may change it.
 */
export function remembering<Answer>(read: (text: string) => Answer, most: number): (text: string) => Answer {
  const kept = new Map<string, Answer>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const answer = read(text);
    if (kept.size >= most) kept.clear();
    if (text.length <= LONGEST) kept.set(text, answer);
    return answer;
  };
}

/** So many texts of customers: those of some decisions, with the lines that were written before. */
export const SOME_TEXTS = 256;
/** So many words, or clauses of a few words: those of some hundred messages. */
export const MANY_WORDS = 4_096;
