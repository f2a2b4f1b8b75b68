import * as z from "zod";
import { ORDER_STATUSES, type OrderStatus } from "../../core/agent/shop-words.ts";
import { DEFAULT_LOCALE } from "../../core/locale/locale.ts";
import { formatMoney } from "../../core/locale/money.ts";
import { sayInstant } from "../../core/time/say-time.ts";
import { SAYS } from "./texts.ts";

const day = z.object({
  day: z.enum(["today", "yesterday"]),
  confirmed: z.number(),
  pending: z.number(),
  cancelled: z.number(),
  returned: z.number(),
  total: z.number().nullable(),
});
export const REPORT = z.object({
  waitForPerson: z.number(),
  withPerson: z.number(),
  openTasks: z.number(),
  questions: z.number(),
  deadLetters: z.number(),
  messagesToday: z.number(),
  days: z.array(day),
});
export const ORDERS = z.object({
  count: z.number(),
  total: z.number().nullable(),
  orders: z.array(
    z.object({
      number: z.string(),
      status: z.enum(ORDER_STATUSES),
      name: z.string().nullable(),
      phone: z.string().nullable(),
      pack: z.string().nullable(),
      total: z.number(),
      hasAddress: z.boolean(),
      createdAt: z.string(),
    }),
  ),
});

export const REVIEW = z.object({
  isFound: z.boolean(),
  interactions: z.array(
    z.object({
      traceId: z.string(),
      at: z.string(),
      status: z.enum(["started", "completed", "failed"]),
      input: z.string(),
      minScore: z.number().nullable(),
      weakest: z.string().nullable(),
    }),
  ),
});

/** Below this a run is marked. */
const WEAK = 0.5;
const DAY = { today: "Hoy", yesterday: "Ayer" } as const;
const STATUS: Readonly<Record<OrderStatus, string>> = {
  ...{ confirmed: "confirmado", pending: "pendiente", cancelled: "cancelado", packed: "empacado" },
  ...{ sent: "enviado", delivered: "entregado", returned: "devuelto" },
};
const pesos = (amount: number) => formatMoney(amount, DEFAULT_LOCALE);
const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

/** The state of the shop in a few lines. Each number is the database's. */
export function sayReport(report: z.output<typeof REPORT>): string {
  const days = report.days.map(
    ({ day: of, confirmed, pending, cancelled, returned, total }) =>
      `• ${DAY[of]}: ${many(confirmed, "pedido confirmado", "pedidos confirmados")}, ${many(pending, "pendiente", "pendientes")}, ${many(cancelled, "cancelado", "cancelados")}${returned === 0 ? "" : `, ${many(returned, "devuelto", "devueltos")}`}${total === null ? "" : `. Valor: ${pesos(total)}`}`,
  );
  return [
    "Así va la tienda:",
    ...days,
    `• ${many(report.messagesToday, "mensaje de clientes", "mensajes de clientes")} hoy`,
    `• ${many(report.waitForPerson, "chat espera", "chats esperan")} respuesta de una persona; ${many(report.withPerson, "chat", "chats")} sin bot`,
    `• ${many(report.openTasks, "tarea abierta", "tareas abiertas")}, ${many(report.questions, "aprobación pendiente", "aprobaciones pendientes")}`,
    ...(report.deadLetters === 0
      ? []
      : [`• ⚠ ${many(report.deadLetters, "mensaje que no se pudo", "mensajes que no se pudieron")} atender`]),
  ].join("\n");
}

/** The orders, the newest first, with their count and sum. */
export function sayOrders({ count, total, orders }: z.output<typeof ORDERS>, now: Date, zone: string): string {
  if (count === 0) return SAYS.noOrders;
  const lines = orders.map(
    (order) =>
      `• ${order.number}: ${order.name ?? order.phone ?? "sin nombre"}, ${pesos(order.total)}, ${STATUS[order.status]}${order.hasAddress ? "" : ", sin dirección"} (${sayInstant(new Date(order.createdAt), now, zone)})`,
  );
  const rest = count > orders.length ? [`Y ${many(count - orders.length, "más", "más")}.`] : [];
  const sum = total === null ? "" : `, ${pesos(total)} sin cancelados ni devueltos`;
  return [`${many(count, "pedido", "pedidos")}${sum}:`, ...lines, ...rest].join("\n");
}

/** The newest runs, each with its lowest score; what is weak has a mark and its reason. */
export function sayReview(runs: z.output<typeof REVIEW>["interactions"], now: Date, zone: string): string {
  if (runs.length === 0) return SAYS.noTraces;
  const lines = runs.map(({ traceId, at, input, minScore, weakest }) => {
    const isWeak = minScore !== null && minScore < WEAK;
    const score = minScore === null ? "sin puntaje" : `puntaje ${minScore.toFixed(2).replace(".", ",")}`;
    return `${isWeak ? "⚠" : "•"} ${traceId.slice(-12)}, ${sayInstant(new Date(at), now, zone)}, ${score}: «${input}»${isWeak ? ` (${weakest ?? ""})` : ""}`;
  });
  const weak = runs.filter(({ minScore }) => minScore !== null && minScore < WEAK).length;
  return [`Revisé ${many(runs.length, "turno", "turnos")}; ${weak} con puntaje bajo:`, ...lines].join("\n");
}
