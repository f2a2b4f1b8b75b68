import { parse } from "csv-parse/sync";
import { errorText, RecadoError } from "../errors.ts";
import { foldLetters } from "../plain-text.ts";
import { ORDER_FAULT_CODES, type OrderFaultCode, orderChangeFault, type StandingOrder } from "./judge-order-change.ts";
import { mayStep } from "./order-steps.ts";
import { ORDER_STATUSES, type OrderStatus } from "./shop-words.ts";

export const LINE_FAULT_CODES = ["no_order", "not_found", "contradicts", "status", ...ORDER_FAULT_CODES] as const;

const FIELDS = ["status", "carrier", "guide", "address", "note", "stage"] as const;
type Field = (typeof FIELDS)[number];
type Cells = Readonly<Partial<Record<Field, string>>>;

/** A line of a file of orders that says something. */
export interface OrderFileLine {
  /** Counted as a spreadsheet does: the heads are line 1. */
  readonly line: number;
  /** Empty where the line names none. */
  readonly order: string;
  readonly cells: Cells;
  /** An earlier line that says something else of the same order. */
  readonly contradicts: number | null;
}

/** Heads of columns: those of our exports in each language, and those of people and carriers. */
const COLUMNS: Readonly<Record<string, Field | "order">> = {
  ...{ order: "order", pedido: "order" },
  ...{ status: "status", estado: "status", situacao: "status" },
  ...{ carrier: "carrier", transportadora: "carrier" },
  ...{ guide: "guide", guia: "guide", "numero de guia": "guide", "codigo de rastreio": "guide" },
  ...{ address: "address", direccion: "address", endereco: "address" },
  ...{ note: "note", nota: "note", "nota para el despacho": "note" },
  ...{ stage: "stage", etapa: "stage" },
};

/** How people write a status, without accents; the Studio's own words in each language are among them. */
const STATUS_WORDS: Readonly<Record<OrderStatus, readonly string[]>> = {
  pending: ["new", "nuevo", "nuevos", "pendiente", "pendientes", "novo", "novos"],
  confirmed: ["confirmado", "confirmados"],
  packed: ["empacado", "empacados", "embalado", "embalados"],
  sent: ["enviado", "enviados", "despachado", "despachados"],
  delivered: ["entregado", "entregados", "entregue", "entregues"],
  returned: ["devuelto", "devueltos", "devolvido", "devolvidos"],
  cancelled: ["cancelado", "cancelados"],
};

export function readOrderStatus(said: string): OrderStatus | undefined {
  const word = foldLetters(said.trim());
  return ORDER_STATUSES.find((status) => status === word || STATUS_WORDS[status].includes(word));
}

/** Every line that says something; null where no column names orders. Throws `request_invalid` where a quote stands open. */
export function readOrderFile(text: string): readonly OrderFileLine[] | null {
  const [heads = [], ...rows] = cellsOf(text);
  const columns = heads.map((head) => COLUMNS[foldLetters(head)]);
  if (!columns.includes("order")) return null;
  const first = new Map<string, OrderFileLine>();
  const lines: OrderFileLine[] = [];
  for (const [place, row] of rows.entries()) {
    const said = columns.flatMap((column, at) => {
      const cell = bareCell(row[at] ?? "");
      return column === undefined || cell === "" ? [] : [[column, cell] as const];
    });
    const { order = "", ...cells } = Object.fromEntries(said) as Cells & { readonly order?: string };
    // An empty line says nothing, and counts: a spreadsheet shows it.
    if (order === "" && Object.keys(cells).length === 0) continue;
    const before = order === "" ? undefined : first.get(order);
    const isOther = before !== undefined && FIELDS.some((field) => before.cells[field] !== cells[field]);
    const line = { line: place + 2, order, cells, contradicts: isOther ? before.line : null };
    if (before === undefined) first.set(order, line);
    lines.push(line);
  }
  return lines;
}

/** What a change of an order may say. */
interface OrderFields {
  readonly status?: OrderStatus;
  readonly carrier?: string;
  readonly guide?: string;
  readonly address?: string;
  readonly note?: string;
  readonly stage?: string;
}

/** What is asked of an order, that it stands so already, or why nothing can be asked. */
type PlannedChange =
  | { readonly kind: "change"; readonly change: OrderFields }
  | { readonly kind: "same" }
  | {
      readonly kind: "refused";
      readonly code: OrderFaultCode | "status";
      readonly why: string;
      /** The status that it would have become. */
      readonly to: OrderStatus | null;
    };

export interface PlannedLine {
  readonly line: number;
  readonly order: string;
  readonly outcome: "change" | "same" | "refused";
  readonly change: OrderFields | null;
  readonly seenStatus: OrderStatus | null;
  readonly fault: {
    readonly code: (typeof LINE_FAULT_CODES)[number];
    readonly why: string;
    readonly to: OrderStatus | null;
    readonly line: number | null;
  } | null;
}

const IN_THE_SHOP: ReadonlySet<OrderStatus> = new Set(["pending", "confirmed", "packed"]);

/**
 * A parcel with a guide number has left the shop: an order that has not becomes sent, whatever status an exported file
 * still names. Where the order has this very guide already, the file is an old one and says nothing of its status.
 */
function planOrderChange(order: StandingOrder, cells: Cells, role: "owner" | "operator"): PlannedChange {
  const { status: said, ...rest } = cells;
  const named = said === undefined ? order.status : readOrderStatus(said);
  if (named === undefined) {
    return { kind: "refused", code: "status", why: `status: there is no status ${JSON.stringify(said)}`, to: null };
  }
  const hasGuide = rest.guide !== undefined;
  const leaves = hasGuide && named === order.status && mayStep(named, "sent", role) === "yes";
  const isOld = hasGuide && rest.guide === order.guide && IN_THE_SHOP.has(named);
  const to = leaves ? "sent" : isOld ? order.status : named;
  const news = Object.entries(rest).filter(([field, value]) => value !== order[field as Exclude<Field, "status">]);
  const change: OrderFields = { ...Object.fromEntries(news), ...(to === order.status ? {} : { status: to }) };
  if (Object.keys(change).length === 0) return { kind: "same" };
  const fault = orderChangeFault(order, { ...change, role });
  if (fault === null) return { kind: "change", change };
  return { kind: "refused", code: fault.code, why: `${fault.field}: ${fault.why}`, to };
}

/** A line as both doors tell it: with its change, or why there is none. `order` is undefined where the shop has none such. */
export function planLine(
  { line, order: id, cells, contradicts }: OrderFileLine,
  order: StandingOrder | undefined,
  role: "owner" | "operator",
): PlannedLine {
  const named = { line, order: id, change: null, seenStatus: order?.status ?? null };
  const refused = (fault: PlannedLine["fault"]) => ({ ...named, outcome: "refused" as const, fault });
  if (id === "") return refused({ code: "no_order", why: "it names no order", to: null, line: null });
  if (contradicts !== null) {
    const why = `line ${contradicts} says something else of the same order`;
    return refused({ code: "contradicts", why, to: null, line: contradicts });
  }
  if (order === undefined) return refused({ code: "not_found", why: "there is no such order", to: null, line: null });
  const planned = planOrderChange(order, cells, role);
  switch (planned.kind) {
    case "same":
      return { ...named, outcome: "same", fault: null };
    case "change":
      return { ...named, outcome: "change", change: planned.change, fault: null };
    case "refused":
      return refused({ code: planned.code, why: planned.why, to: planned.to, line: null });
  }
}

/** The words as they were before our export kept a spreadsheet from reading them as a formula. */
const bareCell = (cell: string): string => cell.replace(/((?:^|[;,\t\r\n"]) ?)'(?=[=+\-@])/g, "$1");

/** A spreadsheet of Colombia writes semicolons: an address has commas where they part the cells. */
function cellsOf(text: string): readonly (readonly string[])[] {
  const heads = text.split(/\r?\n/, 1)[0] ?? "";
  const delimiter = [";", "\t"].find((one) => heads.includes(one)) ?? ",";
  const options = { bom: true, delimiter, relax_column_count: true, relax_quotes: true, trim: true } as const;
  try {
    return parse(text, options);
  } catch (error) {
    throw new RecadoError("request_invalid", `The file is no CSV: ${errorText(error)}`);
  }
}
