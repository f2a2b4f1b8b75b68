import { readFile } from "node:fs/promises";
import { buffer as readStream } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { orderChangeFault } from "../../../core/agent/judge-order-change.ts";
import { mayStep } from "../../../core/agent/order-steps.ts";
import type { OrderStatus } from "../../../core/agent/shop-words.ts";
import type { ChangedOrder, ShopOrder } from "../../../core/answers/order.ts";
import { canonicalJson } from "../../../core/canonical-json.ts";
import { errorText, RecadoError } from "../../../core/errors.ts";
import { isUuid, type OrderId, type WorkspaceId } from "../../../core/ids.ts";
import type { OrderRequest, Orders } from "../../../core/ports/orders.ts";
import { sha256 } from "../../../core/sha256.ts";
import { createIdMaker } from "../../../runtime/id-maker.ts";
import { actorName } from "../../actor-name.ts";
import { printResult } from "../../print.ts";
import { textTable } from "../../text-table.ts";
import { atOrders, readStatus } from "./orders.ts";
import { bareCell } from "./orders-csv.ts";

interface ChangeOptions {
  readonly workspace: string;
  readonly notify: boolean;
  readonly by?: string;
  readonly json?: true;
}
export interface SetOptions extends ChangeOptions {
  readonly status?: string;
  readonly carrier?: string;
  readonly guide?: string;
  readonly stage?: string;
  readonly address?: string;
  readonly note?: string;
  readonly key?: string;
}
export interface ImportOptions extends ChangeOptions {
  readonly dryRun?: true;
}

const newId = createIdMaker(Date.now);

type Fields = Pick<SetOptions, "status" | "carrier" | "guide" | "stage" | "address" | "note">;

/** What became of a line of the file; `line` counts as a spreadsheet does. */
interface Imported {
  readonly line: number;
  readonly order: string;
  readonly outcome: "changed" | "would_change" | "same" | "refused";
  readonly detail: string;
}

export async function setOrder(id: string, { workspace, by, json, key, notify, ...fields }: SetOptions): Promise<void> {
  const request = { ...requestOf(id, fields, { notify, by }), idempotencyKey: key ?? null };
  const order = await atOrders(workspace, (orders, of) => change(orders, of, id, request));
  printResult(json, order, () => [`${order.id} is ${order.status}.`, ...noticeText(order)]);
}

export async function importOrders(file: string, { workspace, dryRun, ...options }: ImportOptions): Promise<void> {
  const rows = readRows(file === "-" ? textOf(await readStream(process.stdin)) : await readText(file));
  const lines = await atOrders(workspace, async (orders, of) => {
    const done: Imported[] = [];
    const first = new Map<string, { readonly line: number; readonly fields: string }>();
    for (const { line, order, fields } of rows.map(readRow).filter(saysSomething)) {
      const said = canonicalJson(fields);
      const before = first.get(order);
      if (before === undefined) first.set(order, { line, fields: said });
      const outcome =
        before !== undefined && before.fields !== said
          ? refused(`line ${before.line} says something else of the same order`)
          : await importRow(orders, of, order, fields, { ...options, dryRun: dryRun === true });
      done.push({ line, order, ...outcome });
    }
    return done;
  });
  printResult(options.json, { isDryRun: dryRun === true, lines }, () =>
    lines.length === 0
      ? "The file has no line."
      : textTable(
          lines.map(({ line, order, outcome, detail }) => [String(line), order, outcome, detail]),
          "",
        ),
  );
  if (lines.some(({ outcome }) => outcome === "refused")) process.exitCode = 1;
}

async function importRow(
  orders: Orders,
  of: WorkspaceId,
  id: string,
  fields: Fields,
  { dryRun, notify, by }: { readonly dryRun: boolean; readonly notify: boolean; readonly by?: string },
): Promise<Pick<Imported, "outcome" | "detail">> {
  try {
    const before = isUuid(id) ? await orders.find(of, id as OrderId) : null;
    if (before === null) return refused(id === "" ? "it names no order" : "there is no such order");
    const request = requestOf(id, fieldsOf(before, fields), { notify, by });
    const news = (["status", "carrier", "guide", "stage", "address", "note"] as const).filter(
      (field) => request[field] !== undefined && request[field] !== before[field],
    );
    if (news.length === 0) return { outcome: "same", detail: "" };
    if (dryRun) {
      const fault = orderChangeFault(before, request);
      if (fault !== null) return refused(`${fault.field} ${fault.why}`);
      return { outcome: "would_change", detail: news.map((field) => `${field} ${request[field]}`).join(", ") };
    }
    const after = await change(orders, of, id, request);
    return { outcome: "changed", detail: [news.join(", "), ...noticeText(after)].join("; ") };
  } catch (error) {
    return refused(errorText(error));
  }
}

const refused = (detail: string) => ({ outcome: "refused", detail }) as const;

/**
 * A parcel with a guide number has left the shop, whatever status an exported file still names; and where the order has
 * this very guide already, the file says nothing of its status.
 */
function fieldsOf(before: ShopOrder, { status, ...rest }: Fields): Fields {
  const named = readStatus(status) ?? before.status;
  if (rest.guide !== undefined && named === before.status && mayStep(named, "sent", "operator") === "yes") {
    return { ...rest, status: "sent" };
  }
  const isOld = rest.guide !== undefined && rest.guide === before.guide && BEFORE_IT_LEFT.has(named);
  return isOld || status === undefined ? rest : { ...rest, status };
}

const BEFORE_IT_LEFT: ReadonlySet<OrderStatus> = new Set(["pending", "confirmed", "packed"]);

function requestOf(
  id: string,
  fields: Fields,
  { notify, by }: { notify: boolean; by: string | undefined },
): OrderRequest {
  const { status, note, ...rest } = fields;
  const asked = { ...rest, status: readStatus(status), note: note === "" ? null : note };
  return {
    ...asked,
    // A person tells of a cancellation: the command has no words for it.
    notify: notify && status !== "cancelled",
    template: null,
    role: "owner",
    actor: actorName(by),
    idempotencyKey: null,
    argumentsHash: sha256(canonicalJson({ id, ...asked, notify })),
  };
}

async function change(orders: Orders, of: WorkspaceId, id: string, request: OrderRequest): Promise<ChangedOrder> {
  const result = isUuid(id) ? await orders.change(of, id as OrderId, request, newId) : ({ kind: "not_found" } as const);
  switch (result.kind) {
    case "changed":
      return result.order;
    case "not_found":
      throw new RecadoError("not_found", `there is no order ${JSON.stringify(id)}: \`recado orders list\` lists them`);
    case "key_reused":
      throw new RecadoError("key_reused", "the key stands for another request: use a new one");
    case "moved":
      throw new RecadoError("order_moved", `the order is ${result.status} by now`);
    case "refused":
      throw new RecadoError("request_invalid", `${result.field}: ${result.why}`);
  }
}

function noticeText({ notice }: ChangedOrder): string[] {
  if (notice === null) return [];
  if (notice.kind === "queued") return [`the customer hears of it by ${notice.as}`];
  const WHY = {
    not_asked: "the customer is not told",
    told_before: "the customer was told of this parcel before",
    opted_out: "the customer wants no messages, and is not told",
    no_template: "outside the 24-hour window, and no template can say it: a person has a task",
  } as const;
  return [WHY[notice.reason]];
}

async function readText(file: string): Promise<string> {
  try {
    return textOf(await readFile(file));
  } catch (error) {
    throw new RecadoError("request_invalid", `${file} cannot be read: ${errorText(error)}`);
  }
}

/** Excel on Windows writes the letters of its country, and UTF-16 as "Unicode text". */
function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** A spreadsheet of Colombia writes semicolons, and one on Windows a byte order mark. */
function readRows(text: string): Record<string, string>[] {
  const rows = parseRows(text);
  const found = Array.isArray(rows) ? (rows as Record<string, string>[]) : [];
  if (found[0] !== undefined && found[0]["order"] === undefined) {
    throw new RecadoError("request_invalid", "the first line of the file must name its columns, and one of them order");
  }
  return found;
}

function parseRows(text: string): unknown {
  const heads = text.split("\n", 1)[0] ?? "";
  try {
    return parse(text, {
      bom: true,
      columns: (heads: string[]) => heads.map((head) => head.trim().toLowerCase()),
      // The one of this file: an address has commas where semicolons part the cells.
      delimiter: [";", "\t"].find((mark) => heads.includes(mark)) ?? ",",
      trim: true,
      relax_column_count: true,
    });
  } catch (error) {
    throw new RecadoError("request_invalid", `the file is no CSV: ${errorText(error)}`);
  }
}

function readRow(row: Record<string, string>, place: number): { line: number; order: string; fields: Fields } {
  const given = (["status", "carrier", "guide", "stage", "address", "note"] as const).flatMap((name) => {
    const cell = bareCell(row[name] ?? "");
    return cell === "" ? [] : [[name, cell] as const];
  });
  return { line: place + 2, order: row["order"] ?? "", fields: Object.fromEntries(given) };
}

/** An empty line says nothing, and counts: a spreadsheet shows it. */
const saysSomething = ({ order, fields }: { order: string; fields: Fields }): boolean =>
  order !== "" || Object.keys(fields).length > 0;
