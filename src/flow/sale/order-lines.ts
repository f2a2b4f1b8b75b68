import { type ListedLine, readList, splitNames } from "../../core/agent/listed-line.ts";
import type { OrderTerms } from "../../core/turn/effects.ts";
import type { FlowDefinition } from "../definition/flow-definition.ts";
import type { Pack } from "../definition/order-definition.ts";

type Data = Readonly<Record<string, string>>;

/** A line of an order holds a quantity of one pack, each with what its names say. */
export interface OrderLine extends Omit<ListedLine, "pack"> {
  readonly pack: Pack;
}

/**
 * The lines of the order that stands: those that the customer listed, or the one of the chosen pack.
 * Empty when nothing was chosen yet.
 */
export function orderLines(flow: FlowDefinition, data: Data, chosen: string | null): readonly OrderLine[] {
  const listed = flow.lines === undefined ? undefined : data[flow.lines.field];
  if (listed !== undefined && listed !== "") return readLines(flow, listed) ?? [];
  const pack = flow.packs.find(({ id }) => id === chosen);
  if (pack === undefined) return [];
  const names = (flow.lines?.of ?? []).flatMap((field) => splitNames(data[field]));
  return [{ pack, quantity: 1, names }];
}

/** null when the text is no list of this shop's packs: nothing is priced by a guess. */
export function readLines({ packs }: FlowDefinition, listed: string): readonly OrderLine[] | null {
  const lines = readList(listed)?.map((line) => ({ ...line, pack: packs.find(({ id }) => id === line.pack) }));
  const priced = lines?.flatMap(({ pack, ...line }) => (pack === undefined ? [] : [{ ...line, pack }]));
  return priced !== undefined && priced.length === lines?.length ? priced : null;
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
