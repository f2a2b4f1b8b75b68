export interface DiffLine {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** A text of more lines is shown whole on each side: the table of common lines would be too large. */
const MOST_LINES = 1_500;

/** The lines of two texts, as the longest common sequence tells them apart. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [was, now] = [before.split("\n"), after.split("\n")];
  if (was.length > MOST_LINES || now.length > MOST_LINES) return [...all(was, "removed"), ...all(now, "added")];
  const width = now.length + 1;
  const common = new Uint16Array((was.length + 1) * width);
  for (let row = was.length - 1; row >= 0; row -= 1) {
    for (let column = now.length - 1; column >= 0; column -= 1) {
      const at = row * width + column;
      common[at] =
        was[row] === now[column]
          ? (common[at + width + 1] ?? 0) + 1
          : Math.max(common[at + width] ?? 0, common[at + 1] ?? 0);
    }
  }
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < was.length && column < now.length) {
    const at = row * width + column;
    const [old = "", fresh = ""] = [was[row], now[column]];
    if (old === fresh) {
      lines.push({ kind: "same", text: old });
      row += 1;
      column += 1;
    } else if ((common[at + width] ?? 0) >= (common[at + 1] ?? 0)) {
      lines.push({ kind: "removed", text: old });
      row += 1;
    } else {
      lines.push({ kind: "added", text: fresh });
      column += 1;
    }
  }
  return [...lines, ...all(was.slice(row), "removed"), ...all(now.slice(column), "added")];
}

function all(texts: readonly string[], kind: DiffLine["kind"]): DiffLine[] {
  return texts.map((text) => ({ kind, text }));
}
