import type { OrderOrigin, OrderStatus, SaleStatus, TaskPriority } from "../agent/shop-words.ts";
import type { FieldType, FieldValue } from "../answers/crm.ts";

/** The contact's data beside the names that WhatsApp has for them. */
export const PROFILE_FIELDS = ["name", "email", "address", "neighborhood", "city", "department"] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];
/** What a sale tells of its customer: their data, and a phone beside the one that they write from. */
export const SALE_FIELDS = [...PROFILE_FIELDS, "otherPhone"] as const;
export type SaleField = (typeof SALE_FIELDS)[number];
export type SaleProfile = Readonly<Partial<Record<SaleField, string>>>;
/** null removes it. */
export type ProfileChange = Readonly<Partial<Record<ProfileField, string | null>>>;

interface OrderedProducts {
  readonly pack: string;
  readonly products: readonly { readonly name: string; readonly qty: number; readonly unitPrice: number }[];
  readonly total: number;
}

interface OfOrder {
  readonly orderId: string;
  /** The state that the turn read: a changed row is read again first. */
  readonly seenStatus: OrderStatus;
}

/** One change to the books, by the name that `apply_crm_change` (functions/crm-changes.sql) knows it by. */
export type CrmChange =
  | {
      readonly op: "contact.create";
      readonly id: string;
      readonly phone: string;
      readonly profile: ProfileChange;
      readonly tags: readonly string[];
    }
  | {
      readonly op: "contact.update";
      readonly contactId: string;
      readonly profile: ProfileChange;
      readonly tags?: readonly string[];
    }
  | { readonly op: "contact.delete"; readonly contactId: string }
  | { readonly op: "tag.add" | "tag.remove"; readonly contactId: string; readonly tag: string }
  | ({
      readonly op: "order.create";
      readonly id: string;
      readonly contactId: string;
      readonly purchaseKey: string;
      readonly source: OrderOrigin;
      readonly status: SaleStatus;
      readonly stage: string;
      readonly shippingAddress: string;
      readonly note: string | null;
      readonly data: Readonly<Record<string, string>>;
    } & OrderedProducts)
  | ({
      readonly op: "order.update";
      readonly shippingAddress?: string;
      readonly note?: string;
    } & OfOrder &
      Partial<OrderedProducts>)
  | ({ readonly op: "order.status"; readonly status: SaleStatus; readonly stage?: string } & OfOrder)
  | ({ readonly op: "order.delete"; readonly status: "cancelled" } & OfOrder)
  | {
      readonly op: "task.update";
      readonly taskId: string;
      readonly title?: string;
      readonly priority?: TaskPriority;
      readonly note?: string;
      readonly assignee?: string | null;
    }
  | { readonly op: "task.complete"; readonly taskId: string; readonly closingNote: string | null }
  | { readonly op: "note.create"; readonly id: string; readonly contactId: string; readonly body: string }
  | { readonly op: "note.delete"; readonly noteId: string }
  | {
      readonly op: "field.set";
      readonly contactId: string;
      readonly field: string;
      readonly value: FieldValue | null;
      readonly define?: { readonly type: FieldType; readonly choices: readonly string[] };
    }
  | { readonly op: "conversation.assign"; readonly assignee: string | null }
  | { readonly op: "conversation.close" };

/** Written in the turn's own commit, so exactly once; what it changes must be there, or nothing of the turn is written. */
export interface ChangeCrm {
  readonly kind: "change_crm";
  /** The call that asks for it: its line of the ledger gets what the row was before and after. */
  readonly callId: string;
  /** The author that the row will name. */
  readonly by: string;
  readonly change: CrmChange;
}
