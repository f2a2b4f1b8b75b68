import type { OrderStatus } from "../../api/types.ts";
import type { Texts } from "../../text/texts.ts";
import { useText } from "../../text/use-text.ts";
import { Badge, type Tone } from "../badge.tsx";

export const STATUS_TONES: Readonly<Record<OrderStatus, Tone>> = {
  pending: "warn",
  confirmed: "accent",
  packed: "calm",
  sent: "calm",
  delivered: "good",
  returned: "warn",
  cancelled: "bad",
};

/** `Enviado` */
export function statusWord(text: Texts["orders"], status: OrderStatus): string {
  const words: Readonly<Record<OrderStatus, string>> = {
    pending: text.onePending,
    confirmed: text.oneConfirmed,
    packed: text.onePacked,
    sent: text.oneSent,
    delivered: text.oneDelivered,
    returned: text.oneReturned,
    cancelled: text.oneCancelled,
  };
  return words[status];
}

export function OrderStatusBadge({ status }: { readonly status: OrderStatus }) {
  const text = useText("orders");
  return <Badge tone={STATUS_TONES[status]}>{statusWord(text, status)}</Badge>;
}
