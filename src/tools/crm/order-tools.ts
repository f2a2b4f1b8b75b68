import * as z from "zod";
import { mayStep } from "../../core/agent/order-steps.ts";
import type { ToolScope } from "../../core/ports/tools.ts";
import type { OrderOrigin } from "../../core/turn/effects.ts";
import { ORDER_STATUSES, SALE_STATUSES, type SaleStatus } from "../../core/turn/effects.ts";
import { defineTool } from "../define-tool.ts";
import { aboutContact, CRM, changing, limit, READS, refused, rowId, WRITES } from "./crm-call.ts";
import { anyOrder, describePack, liveOrder, orderedPack } from "./order-terms.ts";

const pack = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .describe("the id of the pack in the catalogue; its price is the catalogue's");
const shippingAddress = z
  .string()
  .trim()
  .min(5)
  .max(1_000)
  .describe("street and number, neighbourhood, city, department");
const note = z.string().trim().min(1).max(1_000).describe("what the people who ship it should know");
const made = z.strictObject({ orderId: z.string(), pack: z.string(), total: z.number() });

/**
 * An order made here is a purchase of its own, named by the call that made it: the same call makes
 * one order.
 */
function purchaseKey({ sessionId, conversationId, actor }: ToolScope, id: string): string {
  return actor.kind === "agent" ? `${sessionId}:crm:${id}` : `${conversationId}:crm:${id}`;
}

function originOf({ actor }: ToolScope): OrderOrigin {
  return actor.kind === "agent" ? "customer" : actor.kind;
}

const STAGE = "NUEVO PEDIDO";

export const orderCreate = defineTool({
  ...CRM,
  ...WRITES,
  name: "crm.order.create",
  description:
    "Creates an order of one pack of the catalogue for the contact of this conversation, at the catalogue's price.",
  risk: "high",
  reversible: true,
  input: z.strictObject({
    pack,
    shippingAddress,
    status: z.enum(["confirmed", "pending"]).default("confirmed").describe("pending: a person still has to say yes"),
    note: note.nullable().default(null),
  }),
  question: (order, { catalogue }) =>
    `¿Confirma el pedido de ${describePack(order.pack, catalogue)}, para enviar a ${order.shippingAddress}?`,
  output: made,
  run(order, scope, run) {
    const ordered = orderedPack(order.pack, scope.catalogue);
    if (ordered.kind === "error") return ordered;
    const { kind: _, ...terms } = ordered;
    const id = scope.newId();
    const { contactId } = scope;
    const { status, shippingAddress: to, note: told } = order;
    const effect = changing(
      {
        op: "order.create",
        ...{ id, contactId, purchaseKey: purchaseKey(scope, id), source: originOf(scope), status, stage: STAGE },
        ...{ ...terms, shippingAddress: to, note: told, data: {} },
      },
      scope,
      run,
    );
    return { kind: "ok", output: { orderId: id, pack: terms.pack, total: terms.total }, effect };
  },
});

export const orderUpdate = defineTool({
  ...CRM,
  ...WRITES,
  name: "crm.order.update",
  description: "Changes an order that is not cancelled: only the given fields. Another pack has the catalogue's price.",
  risk: "high",
  reversible: true,
  input: z.strictObject({
    orderId: rowId,
    pack: pack.optional(),
    shippingAddress: shippingAddress.optional(),
    note: note.optional(),
  }),
  question: (change, { catalogue }) => {
    const parts = [
      change.pack === undefined ? null : `pasar a ${describePack(change.pack, catalogue)}`,
      change.shippingAddress === undefined ? null : `enviar a ${change.shippingAddress}`,
      change.note === undefined ? null : `anotar "${change.note}"`,
    ].filter((part) => part !== null);
    return `¿Confirma este cambio en su pedido: ${parts.join(", ")}?`;
  },
  output: z.strictObject({ orderId: z.string(), total: z.number(), changed: z.array(z.string()) }),
  async run({ orderId, pack: other, ...given }, scope, run) {
    const found = await liveOrder(orderId, scope);
    if (found.kind === "error") return found;
    const { order } = found;
    const ordered = other === undefined ? null : orderedPack(other, scope.catalogue);
    if (ordered?.kind === "error") return ordered;
    const words = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const terms = ordered === null ? {} : { pack: ordered.pack, products: ordered.products, total: ordered.total };
    const changed = [...(ordered === null ? [] : ["pack"]), ...Object.keys(words)];
    if (changed.length === 0) {
      return refused("nothing_to_change", "No field was given.", "Give at least one of pack, shippingAddress, note.");
    }
    const effect = changing({ op: "order.update", orderId, seenStatus: order.status, ...terms, ...words }, scope, run);
    return { kind: "ok", output: { orderId, total: ordered?.total ?? order.total, changed }, effect };
  },
});

export const orderUpdateStatus = defineTool({
  ...CRM,
  ...WRITES,
  name: "crm.order.updateStatus",
  description: "Moves an order between pending, confirmed and cancelled, or along the shop's stages.",
  risk: "high",
  reversible: true,
  input: z.strictObject({
    orderId: rowId,
    status: z.enum(SALE_STATUSES).describe("cancelled is for good"),
    stage: z.string().trim().min(1).max(100).optional().describe("the shop's own word for where it stands"),
  }),
  question: ({ orderId, status, stage }) =>
    `¿Confirma que el pedido ${orderId} pase a ${STATUS_WORDS[status]}${stage === undefined ? "" : ` (${stage})`}?`,
  output: z.strictObject({ orderId: z.string(), status: z.enum(SALE_STATUSES) }),
  async run({ orderId, status, stage }, scope, run) {
    const found = await liveOrder(orderId, scope);
    if (found.kind === "error") return found;
    const { status: seenStatus } = found.order;
    if (status !== seenStatus && mayStep(seenStatus, status, "operator") !== "yes") {
      return refused(
        "order_status",
        `An order that is ${seenStatus} does not become ${status}.`,
        "Read the order again.",
      );
    }
    const change = {
      op: "order.status",
      orderId,
      seenStatus,
      status,
      ...(stage === undefined ? {} : { stage }),
    } as const;
    return { kind: "ok", output: { orderId, status }, effect: changing(change, scope, run) };
  },
});

const STATUS_WORDS: Readonly<Record<SaleStatus, string>> = {
  pending: "pendiente",
  confirmed: "confirmado",
  cancelled: "cancelado",
};

export const orderDelete = defineTool({
  ...CRM,
  ...WRITES,
  permissions: ["crm.write", "crm.delete"],
  name: "crm.order.delete",
  description: "Cancels an order for good and removes it from the lists. The row stays, for the accounts.",
  risk: "high",
  reversible: false,
  input: z.strictObject({ orderId: rowId, reason: z.string().trim().min(1).max(300).describe("why") }),
  question: ({ orderId, reason }) => `¿Confirma que cancelemos el pedido ${orderId}? Motivo: ${reason}`,
  output: z.strictObject({ orderId: z.string(), status: z.string() }),
  async run({ orderId }, scope, run) {
    const found = await anyOrder(orderId, scope);
    if (found.kind === "error") return found;
    const { status: seenStatus, deletedAt } = found.order;
    const done = { orderId, status: "cancelled" };
    if (deletedAt !== null) return { kind: "ok", output: done, effect: null };
    if (seenStatus !== "cancelled" && mayStep(seenStatus, "cancelled", "operator") !== "yes") {
      return refused(
        "order_status",
        `An order that is ${seenStatus} is not cancelled: it comes back first.`,
        "Ask a person of the shop.",
      );
    }
    const effect = changing({ op: "order.delete", orderId, seenStatus, status: "cancelled" }, scope, run);
    return { kind: "ok", output: done, effect };
  },
});

export const orderDuplicate = defineTool({
  ...CRM,
  ...WRITES,
  name: "crm.order.duplicate",
  description:
    "Orders the same pack once more, to the same address, at the catalogue's price of today; pending, for a person to confirm.",
  risk: "high",
  reversible: true,
  input: z.strictObject({ orderId: rowId }),
  question: ({ orderId }) => `¿Confirma que repitamos el pedido ${orderId}, al precio de hoy?`,
  output: made,
  async run({ orderId }, scope, run) {
    const found = await anyOrder(orderId, scope);
    if (found.kind === "error") return found;
    const { order } = found;
    if (order.pack === null) {
      return refused(
        "order_without_pack",
        `The order ${orderId} names no pack.`,
        "Make a new one with crm.order.create.",
      );
    }
    const own = await scope.crm.contact(scope.contactId);
    if (order.contactId !== own?.id) {
      return refused(
        "order_of_another",
        `The order ${orderId} is another contact's.`,
        "Call it in that contact's conversation.",
      );
    }
    const ordered = orderedPack(order.pack, scope.catalogue);
    if (ordered.kind === "error") return ordered;
    const { kind: _, ...terms } = ordered;
    const id = scope.newId();
    const effect = changing(
      {
        op: "order.create",
        ...{ id, contactId: order.contactId, purchaseKey: purchaseKey(scope, id), source: originOf(scope) },
        ...{ status: "pending", stage: STAGE, ...terms },
        ...{ shippingAddress: order.shippingAddress, note: order.note, data: order.data },
      },
      scope,
      run,
    );
    return { kind: "ok", output: { orderId: id, pack: terms.pack, total: terms.total }, effect };
  },
});

export const orderList = defineTool({
  ...CRM,
  ...READS,
  ...aboutContact({ limit }),
  name: "crm.order.list",
  description:
    "Lists the orders of the contact, newest first. A person of the shop who names no contact sees all orders.",
  output: z.strictObject({
    orders: z.array(
      z.strictObject({
        id: z.string(),
        status: z.enum(ORDER_STATUSES),
        stage: z.string(),
        pack: z.string().nullable(),
        total: z.number(),
        shippingAddress: z.string(),
        createdAt: z.string(),
      }),
    ),
  }),
  async run({ contactId, limit: most }, scope) {
    const whose = scope.actor.kind === "agent" ? scope.contactId : (contactId ?? null);
    const orders = await scope.crm.orders({ contactId: whose, limit: most });
    const list = orders.map(({ id, status, stage, pack: what, total, shippingAddress: to, createdAt }) => ({
      ...{ id, status, stage, pack: what, total, shippingAddress: to },
      createdAt: createdAt.toISOString(),
    }));
    return { kind: "ok", output: { orders: list } };
  },
});
