import type { OrderStatus, ShopOrder } from "../../api/types.ts";
import type { Texts } from "../../text/texts.ts";

export const ORDERS = "/internal/agent/orders";

/** A shop's day, from left to right. */
export const STATUSES = ["pending", "confirmed", "packed", "sent", "delivered", "returned", "cancelled"] as const;

type Words = Texts["orders"];
type Capital = "Pending" | "Confirmed" | "Packed" | "Sent" | "Delivered" | "Returned" | "Cancelled";

function capital(status: OrderStatus): Capital {
  return (status.charAt(0).toUpperCase() + status.slice(1)) as Capital;
}

/** `Enviar` */
export function stepWord(text: Words, status: OrderStatus): string {
  return text[`to${capital(status)}`];
}

/** The step that most orders take next: a card offers it at once. */
export function usualStep({ next, status }: ShopOrder): OrderStatus | null {
  const usual = { pending: "confirmed", confirmed: "packed", packed: "sent", sent: "delivered" } as const;
  const step = status in usual ? usual[status as keyof typeof usual] : null;
  return step !== null && next.includes(step) ? step : null;
}

/** `2 × Frasco, 1 × Gotas` */
export function whatOf({ lines, pack }: ShopOrder): string {
  return lines.length === 0 ? (pack ?? "—") : lines.map(({ qty, name }) => `${qty} × ${name}`).join(", ");
}
