/** One line of an order that a customer listed, in the words of the shop's menu. */
export interface ListedLine {
  readonly quantity: number;
  /** The id of a pack. */
  readonly pack: string;
  /** A flavour, an extra that costs something. */
  readonly names: readonly string[];
}

const BETWEEN = "; ";
const LINE = /^(\d{1,2}) ([^:;]+?)(?:: (.+))?$/u;

/** The value of the field that holds a list: `2 familiar: Hawaiana, Tocineta; 1 personal`. */
export function writeList(lines: readonly ListedLine[]): string {
  return lines
    .map(({ quantity, pack, names }) => `${quantity} ${pack}${names.length === 0 ? "" : `: ${names.join(", ")}`}`)
    .join(BETWEEN);
}

/** null for a text that `writeList` did not write. */
export function readList(text: string): readonly ListedLine[] | null {
  const lines = text.split(BETWEEN).flatMap((one): ListedLine[] => {
    const [, quantity = "", pack = "", names = ""] = LINE.exec(one) ?? [];
    return Number(quantity) > 0 ? [{ quantity: Number(quantity), pack, names: splitNames(names) }] : [];
  });
  return lines.length === text.split(BETWEEN).length ? lines : null;
}

/** The names of a value that holds several: "Tocineta, Maíz". None for one that does not exist. */
export function splitNames(value: string | undefined): string[] {
  return value === undefined || value === "N/A" ? [] : value.split(", ").filter((name) => name !== "");
}
