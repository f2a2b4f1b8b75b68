/** Rows in columns, each as wide as its widest cell. */
export function textTable(rows: readonly (readonly string[])[], indent = "  "): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, lengthOf(cell));
  }
  return rows.map((row) =>
    `${indent}${row.map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - lengthOf(cell))).join("  ")}`.trimEnd(),
  );
}

function lengthOf(cell: string): number {
  return [...cell].length;
}
