import { readFile } from "node:fs/promises";
import { buffer as readStream } from "node:stream/consumers";
import { type OrderFileLine, planLine, readOrderFile } from "../../../core/agent/order-file.ts";
import type { ChangedOrder } from "../../../core/answers/order.ts";
import { canonicalJson } from "../../../core/canonical-json.ts";
import { errorText, RecadoError } from "../../../core/errors.ts";
import { isUuid, type OrderId, type WorkspaceId } from "../../../core/ids.ts";
import type { OrderRequest, Orders } from "../../../core/ports/orders.ts";
import { sha256 } from "../../../core/sha256.ts";
import { decodeText } from "../../../documents/decode-text.ts";
import { createIdMaker } from "../../../runtime/id-maker.ts";
import { actorName } from "../../actor-name.ts";
import { printResult } from "../../print.ts";
import { textTable } from "../../text-table.ts";
import { atOrders, readStatus } from "./orders.ts";

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
  printResult(json, order, () => [
    `${order.id} is ${order.status}.`,
    ...noticeText(order),
    // The command has no words for it.
    ...(request.status === "cancelled" ? ["the customer is not told: write to them in the Studio"] : []),
  ]);
}

export async function importOrders(file: string, { workspace, ...options }: ImportOptions): Promise<void> {
  const read = readOrderFile(await textOf(file));
  if (read === null) {
    throw new RecadoError(
      "request_invalid",
      "the first line of the file must name its columns, and one of them order or pedido",
    );
  }
  const lines = await atOrders(workspace, async (orders, of) => {
    const done: Imported[] = [];
    for (const line of read) {
      done.push({ line: line.line, order: line.order, ...(await importLine(orders, of, line, options)) });
    }
    return done;
  });
  printResult(options.json, { isDryRun: options.dryRun === true, lines }, () =>
    lines.length === 0
      ? "The file has no line."
      : textTable(
          lines.map(({ line, order, outcome, detail }) => [String(line), order, outcome, detail]),
          "",
        ),
  );
  if (lines.some(({ outcome }) => outcome === "refused")) process.exitCode = 1;
}

async function importLine(
  orders: Orders,
  of: WorkspaceId,
  line: OrderFileLine,
  { dryRun, notify, by }: Omit<ImportOptions, "workspace">,
): Promise<Pick<Imported, "outcome" | "detail">> {
  try {
    const before = isUuid(line.order) ? await orders.find(of, line.order as OrderId) : null;
    const { outcome, change: asked, fault } = planLine(line, before ?? undefined, "owner");
    if (fault !== null) return { outcome: "refused", detail: fault.why };
    if (outcome === "same" || asked === null) return { outcome: "same", detail: "" };
    const news = Object.entries(asked);
    if (dryRun === true) {
      return { outcome: "would_change", detail: news.map(([field, value]) => `${field} ${value}`).join(", ") };
    }
    const after = await change(orders, of, line.order, requestOf(line.order, asked, { notify, by }));
    return { outcome: "changed", detail: [news.map(([field]) => field).join(", "), ...noticeText(after)].join("; ") };
  } catch (error) {
    return { outcome: "refused", detail: errorText(error) };
  }
}

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

/** `-` is standard input. */
async function textOf(file: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    bytes = file === "-" ? await readStream(process.stdin) : await readFile(file);
  } catch (error) {
    throw new RecadoError("request_invalid", `${file} cannot be read: ${errorText(error)}`);
  }
  const text = decodeText(bytes);
  if (text === null) throw new RecadoError("request_invalid", `${file} is no text: save the spreadsheet as CSV`);
  return text;
}
