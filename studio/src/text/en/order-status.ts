import type { orderStatus as Spanish } from "../es/order-status.ts";
import type { SameTexts } from "../texts.ts";

/** The status of one order; the columns of the board have words of their own. */
export const orderStatus: SameTexts<typeof Spanish> = {
  pending: "New",
  confirmed: "Confirmed",
  packed: "Packed",
  sent: "Sent",
  delivered: "Delivered",
  returned: "Returned",
  cancelled: "Cancelled",
};
