/** The known name with the fewest letters to change (Levenshtein). `known` is not empty. */
export function nearestName(name: string, known: readonly string[]): string {
  let nearest = { name: known[0] ?? "", distance: Number.POSITIVE_INFINITY };
  for (const candidate of known) {
    const distance = editDistance(name, candidate);
    if (distance < nearest.distance) nearest = { name: candidate, distance };
  }
  return nearest.name;
}

/** How many letters to change, add or take away. */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (row[column - 1] ?? 0) + (from[line - 1] === to[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
