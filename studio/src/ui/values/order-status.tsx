import type { OrderStatus } from "../../api/types.ts";
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

export function OrderStatusBadge({ status }: { readonly status: OrderStatus }) {
  const text = useText("orderStatus");
  return <Badge tone={STATUS_TONES[status]}>{text[status]}</Badge>;
}
