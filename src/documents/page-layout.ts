/** A run of text on a page. x grows to the right and y downwards, in points; `y` is the baseline. */
export interface TextBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly text: string;
}

export interface Cell {
  readonly left: number;
  readonly right: number;
  readonly text: string;
}

/** What stands on one height of a page, from left to right. */
export interface PageRow {
  readonly y: number;
  readonly height: number;
  readonly cells: readonly Cell[];
}

/** Wider than the space between two words, of the height of the text: another column begins. */
const COLUMN_GAP = 1.2;
/** Narrower than this, two boxes are one word. */
const WORD_GAP = 0.12;
/** How far two baselines may lie apart on one row, of the height of the lower text. */
const BASELINE_DRIFT = 0.45;

/** Boxes in any order → the rows of the page from top to bottom. */
export function rowsOf(boxes: readonly TextBox[]): PageRow[] {
  const rows: TextBox[][] = [];
  for (const box of [...boxes].sort((a, b) => a.y - b.y || a.x - b.x)) {
    const last = rows.at(-1);
    const first = last?.[0];
    if (last && first && box.y - first.y <= BASELINE_DRIFT * Math.min(first.height, box.height)) last.push(box);
    else rows.push([box]);
  }
  return rows.map(rowOf);
}

function rowOf(boxes: readonly TextBox[]): PageRow {
  const cells: { left: number; right: number; text: string }[] = [];
  let height = 0;
  let y = 0;
  for (const box of [...boxes].sort((a, b) => a.x - b.x)) {
    const last = cells.at(-1);
    const gap = last ? (box.x - last.right) / box.height : Number.POSITIVE_INFINITY;
    if (last && gap < COLUMN_GAP) {
      last.text += gap > WORD_GAP && !last.text.endsWith(" ") ? ` ${box.text}` : box.text;
      last.right = Math.max(last.right, box.x + box.width);
    } else {
      cells.push({ left: box.x, right: box.x + box.width, text: box.text });
    }
    height = Math.max(height, box.height);
    y = Math.max(y, box.y);
  }
  return { y, height, cells: cells.map((cell) => ({ ...cell, text: cell.text.trim() })) };
}

export function rowText(row: PageRow): string {
  return row.cells.map(({ text }) => text).join("  ");
}

/** The cells of some rows in columns of one grid; a cell that stands over several columns is in the one it covers most. */
export function gridOf(rows: readonly PageRow[]): string[][] {
  const widest = Math.max(...rows.map(({ cells }) => cells.length));
  const columns = columnsOf(rows.filter(({ cells }) => cells.length === widest));
  return rows.map(({ cells }) => {
    const line = columns.map(() => "");
    for (const cell of cells) {
      const at = nearestColumn(columns, cell);
      line[at] = line[at] === "" ? cell.text : `${line[at]} ${cell.text}`;
    }
    return line;
  });
}

interface Column {
  left: number;
  right: number;
}

function columnsOf(rows: readonly PageRow[]): Column[] {
  const columns: Column[] = [];
  for (const { cells } of rows) {
    for (const [at, { left, right }] of cells.entries()) {
      const column = columns[at];
      if (column === undefined) columns.push({ left, right });
      else {
        column.left = Math.min(column.left, left);
        column.right = Math.max(column.right, right);
      }
    }
  }
  return columns;
}

function nearestColumn(columns: readonly Column[], cell: Cell): number {
  const middle = (cell.left + cell.right) / 2;
  let best = 0;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const [at, { left, right }] of columns.entries()) {
    const overlap = Math.min(right, cell.right) - Math.max(left, cell.left);
    const score = overlap > 0 ? overlap : -Math.abs(middle - (left + right) / 2);
    if (score > bestScore) {
      best = at;
      bestScore = score;
    }
  }
  return best;
}
