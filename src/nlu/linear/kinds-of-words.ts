/**
 * Tells the kinds of a word in plain letters, each once. A linear model on words alone knows the topics of its training texts;
 * the kinds say of a word that it has never seen what it is. `lists`: kind → its words; a star at the end stands for the rest of a word.
 */
export function kindsOfWords(lists: Readonly<Record<string, string>>): (word: string) => ReadonlySet<string> {
  const wholes = new Map<string, string[]>();
  const stems = new Map<string, string[]>();
  for (const [kind, words] of Object.entries(lists)) {
    for (const word of words.trim().split(/\s+/u)) {
      const [into, key] = word.endsWith("*") ? [stems, word.slice(0, -1)] : [wholes, word];
      into.set(key, [...(into.get(key) ?? []), kind]);
    }
  }
  const shortest = Math.min(...[...stems.keys()].map((stem) => stem.length));
  return (word) => {
    const kinds = new Set(wholes.get(word));
    for (let length = shortest; length <= word.length; length += 1) {
      for (const kind of stems.get(word.slice(0, length)) ?? []) kinds.add(kind);
    }
    return kinds;
  };
}
