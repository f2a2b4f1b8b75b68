import type { OrderStatus } from "../agent/shop-words.ts";
import type { ShopOrder } from "../answers/order.ts";
import type { OrderId, WorkspaceId } from "../ids.ts";
import type { Page } from "./page.ts";

export interface OrderFilter {
  readonly status?: OrderStatus | undefined;
  /** Words that all stand in the order or with its customer, without regard to accents and capitals. */
  readonly q?: string | undefined;
  /** Whole words of the shipping address, read the same way. */
  readonly city?: string | undefined;
  /** The first instant that counts. */
  readonly from?: Date | undefined;
  /** The first instant that counts no more. */
  readonly to?: Date | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** What a shop has sold, for the people who ship it. Deleted orders are left out. */
export interface Orders {
  /** The newest first. */
  list(workspace: WorkspaceId, filter: OrderFilter): Promise<Page<ShopOrder>>;
  /** Null when the workspace has no such order. */
  find(workspace: WorkspaceId, id: OrderId): Promise<ShopOrder | null>;
}
