import type { OrderStatus, ShopOrder } from "../../api/types.ts";
import { readCsv } from "../../ui/csv.ts";
import { folded } from "../../ui/folded.ts";
import { STATUSES } from "./order-words.ts";

type Field = "status" | "carrier" | "guide" | "address" | "note" | "stage";
type Fields = Readonly<Partial<Record<Field, string>>>;

export interface ImportLine {
  /** Counted as a spreadsheet does. */
  readonly line: number;
  /** Empty where the line names none. */
  readonly order: string;
  readonly fields: Fields;
  /** An earlier line that says something else of the same order. */
  readonly contradicts: number | null;
}

/** Names the columns: those of the export, and the Spanish ones of a person who wrote the file. */
const COLUMNS: Readonly<Record<string, Field | "order">> = {
  ...{
    order: "order",
    pedido: "order",
    status: "status",
    estado: "status",
    carrier: "carrier",
    transportadora: "carrier",
  },
  ...{ guide: "guide", guia: "guide", "numero de guia": "guide", address: "address", direccion: "address" },
  ...{ note: "note", nota: "note", "nota para el despacho": "note", stage: "stage", etapa: "stage" },
};

/** Every line that says something; none where no column names orders. */
export function readImport(text: string): ImportLine[] {
  const rows = readCsv(text).map((row, at) => {
    const named = Object.entries(row).flatMap(([head, cell]) => {
      const column = COLUMNS[folded(head)];
      return column === undefined || cell === "" ? [] : [[column, cell] as const];
    });
    const { order = "", ...fields } = Object.fromEntries(named) as Fields & { readonly order?: string };
    return { line: at + 2, order, fields };
  });
  if (rows.every(({ order }) => order === "")) return [];
  const first = new Map<string, { readonly line: number; readonly fields: Fields }>();
  return rows
    .filter(({ order, fields }) => order !== "" || Object.keys(fields).length > 0)
    .map((row) => {
      const before = row.order === "" ? undefined : first.get(row.order);
      if (before === undefined) first.set(row.order, row);
      const isOther = before !== undefined && JSON.stringify(before.fields) !== JSON.stringify(row.fields);
      return { ...row, contradicts: isOther ? before.line : null };
    });
}

/** What is asked of an order, that it stands so already, or why nothing can be asked. */
export type Planned =
  | { readonly kind: "change"; readonly body: Fields }
  | { readonly kind: "same" }
  | { readonly kind: "fault"; readonly fault: "status" | "rounded" | "carrier" | "guide" }
  | { readonly kind: "step"; readonly to: OrderStatus };

/** What a spreadsheet makes of a long number: 2,20001E+11. */
const ROUNDED = /^\d([.,]\d+)?E\+?\d+$/i;

const IN_THE_SHOP: ReadonlySet<OrderStatus> = new Set(["pending", "confirmed", "packed"]);

/**
 * A parcel with a guide number has left the shop: an order that has not becomes sent, whatever status an exported file
 * still names. `words` are those of each status in the person's language.
 */
export function planChange(
  order: ShopOrder,
  fields: Fields,
  words: (status: OrderStatus) => readonly string[],
): Planned {
  const { status: said, ...rest } = fields;
  const named = said === undefined ? order.status : statusOf(said, words);
  if (named === undefined) return { kind: "fault", fault: "status" };
  if (rest.guide !== undefined && ROUNDED.test(rest.guide)) return { kind: "fault", fault: "rounded" };
  const leaves = rest.guide !== undefined && named === order.status && order.next.includes("sent");
  // The same file once more: the order went on since it was exported, with this very parcel.
  const isOld = rest.guide !== undefined && rest.guide === order.guide && IN_THE_SHOP.has(named);
  const to = leaves ? "sent" : isOld ? order.status : named;
  const news = Object.entries(rest).filter(([name, value]) => value !== order[name as Exclude<Field, "status">]);
  if (to === order.status && news.length === 0) return { kind: "same" };
  if (to !== order.status && !order.next.includes(to)) return { kind: "step", to };
  if (to === "sent" && (rest.carrier ?? order.carrier) === null) return { kind: "fault", fault: "carrier" };
  if (to === "sent" && (rest.guide ?? order.guide) === null) return { kind: "fault", fault: "guide" };
  return { kind: "change", body: { ...Object.fromEntries(news), ...(to === order.status ? {} : { status: to }) } };
}

function statusOf(said: string, words: (status: OrderStatus) => readonly string[]): OrderStatus | undefined {
  return STATUSES.find((status) => [status, ...words(status)].some((word) => folded(word) === folded(said)));
}
