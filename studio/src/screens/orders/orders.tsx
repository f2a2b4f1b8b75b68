import type { ScreenProps } from "../screen-entry.ts";
import { OrderPage } from "./order-page.tsx";
import { OrdersOverview } from "./orders-overview.tsx";

/** What was sold and where it stands: all orders, or one of them. */
export default function Orders({ id }: ScreenProps) {
  return id === null ? <OrdersOverview /> : <OrderPage id={id} />;
}
