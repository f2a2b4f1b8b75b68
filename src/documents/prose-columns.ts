import { rowsOf, type TextBox } from "./page-layout.ts";

/** Text in a column of prose; cells of a table are shorter. */
const PROSE_CHARACTERS = 28;
/** Fewer rows say nothing about how a page is set. */
const ROWS = 8;
/** Share of a page's rows that break at the gutter. */
const SHARE = 0.6;

/**
 * A page set in two columns of prose → what stands above, in the left and in the right one; any other page → itself. Read
 * across, the lines of two columns would be mixed.
 */
export function proseColumns(boxes: readonly TextBox[]): (readonly TextBox[])[] {
  const gutter = gutterOf(boxes);
  if (gutter === null) return [boxes];
  const isAcross = ({ x, width }: TextBox): boolean => x < gutter - 2 && x + width > gutter + 2;
  const firstOfColumns = Math.min(...boxes.filter((box) => box.x >= gutter).map(({ y }) => y));
  const above = boxes.filter((box) => isAcross(box) && box.y < firstOfColumns);
  const rest = boxes.filter((box) => !above.includes(box));
  const left = rest.filter(({ x, width }) => x + width / 2 < gutter);
  return [above, left, rest.filter((box) => !left.includes(box))].filter((part) => part.length > 0);
}

/** Where most rows of long text break, in the middle of the page; null where they do not. */
function gutterOf(boxes: readonly TextBox[]): number | null {
  const rows = rowsOf(boxes);
  if (rows.length < ROWS) return null;
  const pairs = rows.flatMap(({ cells }) => {
    const [left, right] = cells;
    if (cells.length !== 2 || left === undefined || right === undefined) return [];
    if (left.text.length < PROSE_CHARACTERS || right.text.length < PROSE_CHARACTERS) return [];
    return [{ from: left.right, to: right.left }];
  });
  if (pairs.length < SHARE * rows.length) return null;
  const from = Math.max(...pairs.map((pair) => pair.from));
  const to = Math.min(...pairs.map((pair) => pair.to));
  return from < to ? (from + to) / 2 : null;
}
