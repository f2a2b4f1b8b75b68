import type { OrderStatus } from "../agent/shop-words.ts";
import type { ChangedOrder, OrderChange, ShopOrder } from "../answers/order.ts";
import type { ContactId, OrderId, WorkspaceId } from "../ids.ts";
import type { TemplateContent } from "../outbound/scheduled-message.ts";
import type { Page } from "./page.ts";

export interface OrderFilter {
  readonly status?: OrderStatus | undefined;
  /** Words that all stand in the order or with its customer, without regard to accents and capitals. */
  readonly q?: string | undefined;
  /** Whole words of the shipping address, read the same way. */
  readonly city?: string | undefined;
  readonly contactId?: ContactId | undefined;
  /** The first instant that counts. */
  readonly from?: Date | undefined;
  /** The first instant that counts no more. */
  readonly to?: Date | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** What a person or program of the shop changes. No field sets a price. */
export interface OrderRequest {
  readonly status?: OrderStatus | undefined;
  /** Refused when the order stands elsewhere by now. */
  readonly seenStatus?: OrderStatus | undefined;
  readonly stage?: string | undefined;
  readonly carrier?: string | undefined;
  readonly guide?: string | undefined;
  readonly address?: string | undefined;
  readonly note?: string | null | undefined;
  /** Whether the customer hears that it was sent or cancelled. */
  readonly notify: boolean;
  /** Said outside the window, in place of the agreed template. */
  readonly template: TemplateContent | null;
  readonly role: "owner" | "operator";
  readonly actor: string;
  /** Null: the request is repeated by no key. */
  readonly idempotencyKey: string | null;
  readonly argumentsHash: string;
}

export type OrderChangeResult =
  | { readonly kind: "changed"; readonly order: ChangedOrder }
  | { readonly kind: "not_found" }
  | { readonly kind: "key_reused" }
  /** It stood elsewhere than the caller saw. */
  | { readonly kind: "moved"; readonly status: OrderStatus }
  /** The sentence says what is wrong and what may be done. */
  | { readonly kind: "refused"; readonly field: string; readonly why: string; readonly isOwnerOnly: boolean };

/** What a shop has sold, for the people who ship it. Deleted orders are left out. */
export interface Orders {
  /** The newest first. */
  list(workspace: WorkspaceId, filter: OrderFilter): Promise<Page<ShopOrder>>;
  /** Null when the workspace has no such order. */
  find(workspace: WorkspaceId, id: OrderId): Promise<ShopOrder | null>;
  /** Those of these ids that the workspace has, in no order. */
  findAll(workspace: WorkspaceId, ids: readonly OrderId[]): Promise<readonly ShopOrder[]>;
  /** How many orders stand where, of those made at `from` or later; none is counted beyond `most`. */
  count(
    workspace: WorkspaceId,
    asked: { readonly from: Date | null; readonly most: number | null },
  ): Promise<Readonly<Record<OrderStatus, number>>>;
  /** Its changes, the newest first; null when there is no such order. */
  history(workspace: WorkspaceId, id: OrderId): Promise<readonly OrderChange[] | null>;
  /** One commit: the order, its history, the audit line, and what the customer hears. */
  change(workspace: WorkspaceId, id: OrderId, request: OrderRequest, newId: () => string): Promise<OrderChangeResult>;
}
