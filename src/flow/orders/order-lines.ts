import type { OrderTerms } from "../../core/turn/effects.ts";
import type { FlowDefinition, Pack } from "../definition/flow-definition.ts";

type Data = Readonly<Record<string, string>>;

/** One line of an order: so many of a pack, each with what its names say. */
export interface OrderLine {
  readonly pack: Pack;
  readonly quantity: number;
  /** The words of the menu: a flavour, an extra that costs something. */
  readonly names: readonly string[];
}

/** `2 familiar: Hawaiana, Tocineta`. The form in which a reader gives several lines, joined by "; ". */
const LINE = /^(\d{1,2}) ([^:;]+?)(?:: (.+))?$/u;

/**
 * The lines of the order that stands: those that the customer listed, or the one of the chosen pack.
 * Empty when nothing was chosen yet.
 */
export function orderLines(flow: FlowDefinition, data: Data, chosen: string | null): readonly OrderLine[] {
  const listed = flow.lines === undefined ? undefined : data[flow.lines.field];
  if (listed !== undefined && listed !== "") return readLines(flow, listed) ?? [];
  const pack = flow.packs.find(({ id }) => id === chosen);
  if (pack === undefined) return [];
  const names = (flow.lines?.of ?? []).flatMap((field) => namesIn(data[field]));
  return [{ pack, quantity: 1, names }];
}

/** null when the text is no list of this shop's packs: nothing is priced by a guess. */
export function readLines({ packs }: FlowDefinition, listed: string): readonly OrderLine[] | null {
  const lines = listed.split("; ").map((text): OrderLine | null => {
    const [, quantity = "", id = "", names] = LINE.exec(text) ?? [];
    const pack = packs.find((one) => one.id === id);
    return pack === undefined ? null : { pack, quantity: Number(quantity), names: namesIn(names) };
  });
  return lines.every((line) => line !== null && line.quantity > 0) ? (lines as OrderLine[]) : null;
}

function namesIn(value: string | undefined): string[] {
  return value === undefined || value === "N/A" ? [] : value.split(", ").filter((name) => name !== "");
}

/** The sum of the shop's own prices. No price comes from a message. */
export function totalOf(flow: FlowDefinition, lines: readonly OrderLine[]): number {
  return productsOf(flow, lines).reduce((sum, { qty, unitPrice }) => sum + qty * unitPrice, 0);
}

/** A product for each pack, and one for each extra that costs something. */
export function productsOf({ lines: rules }: FlowDefinition, lines: readonly OrderLine[]): OrderTerms["products"] {
  return lines.flatMap(({ pack, quantity, names }) => [
    { name: pack.name, qty: quantity, unitPrice: pack.price },
    ...names.flatMap((name) => {
      const extra = rules?.extras.find((one) => one.name === name);
      return extra === undefined ? [] : [{ name: extra.name, qty: quantity, unitPrice: extra.price }];
    }),
  ]);
}

/** "2 Pizza familiar (Hawaiana, Tocineta), 1 Pizza personal (Mexicana)". */
export function sayLines(lines: readonly OrderLine[]): string | undefined {
  if (lines.length === 0) return undefined;
  const isOne = lines.length === 1 && lines[0]?.quantity === 1;
  return lines
    .map(({ pack, quantity, names }) => {
      const named = names.length === 0 ? pack.name : `${pack.name} (${names.join(", ")})`;
      return isOne ? named : `${quantity} ${named}`;
    })
    .join(", ");
}
