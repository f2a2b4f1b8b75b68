import type { IntentInfo } from "../agent/intent.ts";
import type { OrderSource, OrderStatus, SaleStatus, TaskPriority } from "../agent/shop-words.ts";
import type { DisambiguationId, OrderId, OutboxId, ScheduledMessageId, TaskId } from "../ids.ts";
import type { AskedPermission, Forgetting, NewFact } from "../memory/fact.ts";
import type { OutboundContent } from "../outbound/outbound-content.ts";
import type { ReminderWrite } from "../outbound/reminder.ts";
import type { TaskAbout } from "../task-about.ts";
import type { ChangeCrm, SaleProfile } from "./crm-change.ts";
import type { TrackExpense, UndoExpense } from "./expense.ts";

export * from "../agent/shop-words.ts";

/**
 * A turn's effects in our own database, written in the turn's own commit, so exactly once. The ids
 * are made before it, so that a reply can name what commits with it.
 */
export type TransactionalEffect =
  | CreateOrder
  | UpdateOrder
  | CreateTask
  | LogDisambiguation
  | ChangeCrm
  | SendMessage
  | PassOn
  | SetReminderByTool
  | RememberFacts
  | ForgetFacts
  | AskPermission
  | TrackExpense
  | UndoExpense;

/** The content of an order (requirement A34). Amounts are whole units of the currency. */
export interface OrderTerms {
  readonly source: OrderSource;
  readonly status: Exclude<SaleStatus, "cancelled">;
  readonly stage: string;
  /** null when the customer chose none. */
  readonly pack: string | null;
  readonly products: readonly { readonly name: string; readonly qty: number; readonly unitPrice: number }[];
  readonly total: number;
  readonly shippingAddress: string;
  readonly note: string | null;
  /** The captured data as it stood. */
  readonly data: Readonly<Record<string, string>>;
  /** Put on the contact as well. */
  readonly tags: readonly string[];
  /** Written to the contact's profile with the order. A value that is absent changes nothing there. */
  readonly contact?: SaleProfile;
}

/** One order for each purchase key of a workspace: a second one changes nothing, and is no error. */
export interface CreateOrder extends OrderTerms {
  readonly kind: "create_order";
  readonly id: OrderId;
  readonly purchaseKey: string;
}

/** For an existing order: if it is missing, the commit fails. */
export interface UpdateOrder extends OrderTerms {
  readonly kind: "update_order";
  /** The order's own, as `ClaimedTurn.orders` has it. */
  readonly id: OrderId;
  readonly purchaseKey: string;
}

/** Something that a person of the shop is to do. */
export interface CreateTask {
  readonly kind: "create_task";
  readonly id: TaskId;
  readonly title: string;
  readonly priority: TaskPriority;
  readonly note: string | null;
  /** The session's state when the task was made. */
  readonly mode: string | null;
  readonly data: Readonly<Record<string, string>>;
  readonly pack: string | null;
  readonly about?: TaskAbout | null | undefined;
}

/** What the agent could not understand (requirement A21): kept for the person who teaches it. */
export interface LogDisambiguation {
  readonly kind: "log_disambiguation";
  readonly id: DisambiguationId;
  readonly message: string;
  readonly mode: string | null;
  readonly intent: IntentInfo;
}

/** A message of the turn's own conversation, behind its replies: who it goes to is written nowhere in it. */
export interface SendMessage {
  readonly kind: "send_message";
  readonly id: OutboxId;
  readonly callId: string;
  readonly content: OutboundContent;
}

/**
 * Words of a member for another member, said in that one's own conversation under the rules of a reminder: once, and neither
 * after an opt-out nor outside their window. The commit writes it only while both phones are bound.
 */
export interface PassOn {
  readonly kind: "pass_on";
  readonly id: ScheduledMessageId;
  readonly conversationId: string;
  readonly text: string;
}

/** A reminder that a tool sets. The commit writes it among those of the decision. */
export interface SetReminderByTool {
  readonly kind: "set_reminder";
  readonly write: Extract<ReminderWrite, { kind: "set" }>;
}

/** Facts about the customer. They are queued with the turn, and kept after it: their own failure is no failure of the turn. */
export interface RememberFacts {
  readonly kind: "remember_facts";
  readonly facts: readonly NewFact[];
}

/** At the customer's word: gone with the turn's own commit. */
export interface ForgetFacts extends Forgetting {
  readonly kind: "forget_facts";
}

/** The turn's reply asks whether something sensitive may be remembered. The customer is asked once for each sort. */
export interface AskPermission extends AskedPermission {
  readonly kind: "ask_permission";
}

/** An order of the session, as a turn needs it. */
export interface KnownOrder {
  readonly id: OrderId;
  readonly purchaseKey: string;
  readonly status: OrderStatus;
  readonly pack: string | null;
  readonly total: number;
}
