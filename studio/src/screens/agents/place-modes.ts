import type { Mode } from "./agent.ts";

/**
 * Stages from left to right, as a sale goes. Modes of one stage stand below each other, in the
 * order of the definition.
 */
const STAGES = ["welcome", "talk", "collect", "offer", "summary", "confirmed", "provisional", "handoff"];
/** Two stages that end a sale share a column, so that the drawing stays narrow. */
const COLUMNS: Readonly<Record<string, number>> = {
  welcome: 0,
  talk: 1,
  collect: 2,
  offer: 3,
  summary: 4,
  confirmed: 5,
  provisional: 5,
  handoff: 5,
};

export const NODE = { width: 152, height: 46, gapX: 46, gapY: 34 } as const;

export interface PlacedMode extends Mode {
  readonly x: number;
  readonly y: number;
}

/** The same definition is always the same drawing. */
export function placeModes(modes: readonly Mode[]): { placed: PlacedMode[]; width: number; height: number } {
  const columns = new Map<number, Mode[]>();
  for (const mode of modes.toSorted((one, other) => STAGES.indexOf(one.stage) - STAGES.indexOf(other.stage))) {
    const at = COLUMNS[mode.stage] ?? 5;
    columns.set(at, [...(columns.get(at) ?? []), mode]);
  }
  const used = [...columns.keys()].sort((one, other) => one - other);
  const tallest = Math.max(1, ...[...columns.values()].map((column) => column.length));
  const step = NODE.height + NODE.gapY;
  const height = tallest * step - NODE.gapY;
  const placed = used.flatMap((column, index) => {
    const inIt = columns.get(column) ?? [];
    const top = (height - (inIt.length * step - NODE.gapY)) / 2;
    return inIt.map((mode, row) => ({ ...mode, x: index * (NODE.width + NODE.gapX), y: top + row * step }));
  });
  return { placed, width: used.length * (NODE.width + NODE.gapX) - NODE.gapX, height };
}

/**
 * A line from the edge of one mode to the edge of another. Lines back swing below, lines over a
 * column swing above.
 */
export function pathBetween(from: PlacedMode, to: PlacedMode): string {
  const { width, height } = NODE;
  if (from.x === to.x) {
    const goesDown = to.y > from.y;
    const [y1, y2] = goesDown ? [from.y + height, to.y] : [from.y, to.y + height];
    const isNear = Math.abs(y2 - y1) < height;
    const x = from.x + width * (goesDown ? 0.42 : 0.58);
    if (isNear) return `M${x} ${y1}V${y2 + (goesDown ? -3 : 3)}`;
    const side = from.x + (goesDown ? -1 : width + 1);
    const swing = goesDown ? -34 : 34;
    const [m1, m2] = [from.y + height / 2, to.y + height / 2];
    return `M${side} ${m1}C${side + swing} ${m1} ${side + swing} ${m2} ${side} ${m2}`;
  }
  if (to.x > from.x) {
    const [x1, y1, x2, y2] = [from.x + width, from.y + height * 0.4, to.x - 3, to.y + height * 0.4];
    const bend = Math.max(28, (x2 - x1) / 2);
    // A line over a column swings above it.
    const lift = x2 - x1 > width ? (x2 - x1) * 0.16 : 0;
    return `M${x1} ${y1}C${x1 + bend} ${y1 - lift} ${x2 - bend} ${y2 - lift} ${x2} ${y2}`;
  }
  const [x1, y1, x2, y2] = [from.x, from.y + height * 0.68, to.x + width + 3, to.y + height * 0.68];
  const bend = Math.max(28, (x1 - x2) / 2);
  const dip = 14 + (x1 - x2) * 0.08;
  return `M${x1} ${y1}C${x1 - bend} ${y1 + dip} ${x2 + bend} ${y2 + dip} ${x2} ${y2}`;
}
