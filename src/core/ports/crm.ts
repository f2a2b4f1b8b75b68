import type { TaskStatus } from "../agent/shop-words.ts";
import type {
  CrmContact,
  CrmConversation,
  CrmField,
  CrmMessage,
  CrmNote,
  CrmOrder,
  CrmTask,
  FieldValue,
} from "../answers/crm.ts";
import type { MessageTemplate } from "../answers/message-template.ts";
import type { AskedPermission, Fact } from "../memory/fact.ts";
import type { Recollecting, Recollection } from "../memory/recollection.ts";
import type { ExpenseSummary } from "../turn/expense.ts";

export interface CrmFilter {
  /** The contact; null: the whole workspace. */
  readonly contactId: string | null;
  readonly limit: number;
}

/** What tools read of a workspace, which is its own: it is bound to one when it is made. */
export interface CrmReader {
  contact(id: string): Promise<CrmContact | null>;
  /**
   * Finds a contact by the last ten digits of a phone (requirement A34); null when no contact or
   * several have them.
   */
  contactByPhone(phone: string): Promise<CrmContact | null>;
  contacts(filter: {
    readonly tag: string | null;
    readonly search: string | null;
    readonly limit: number;
  }): Promise<CrmContact[]>;
  order(id: string): Promise<CrmOrder | null>;
  orders(filter: CrmFilter): Promise<CrmOrder[]>;
  task(id: string): Promise<CrmTask | null>;
  tasks(filter: CrmFilter & { readonly status: TaskStatus | null }): Promise<CrmTask[]>;
  note(id: string): Promise<CrmNote | null>;
  notes(filter: CrmFilter): Promise<CrmNote[]>;
  fields(): Promise<CrmField[]>;
  fieldValues(contactId: string): Promise<Readonly<Record<string, FieldValue>>>;
  messages(conversationId: string, limit: number): Promise<CrmMessage[]>;
  templates(): Promise<MessageTemplate[]>;
  /** What is remembered of a contact, newest first, at most 200. */
  facts(contactId: string): Promise<readonly Fact[]>;
  /** What of a contact's memory has to do with a text, within a turn's limits. */
  recollect(contactId: string, asked: Recollecting): Promise<Recollection>;
  /** What the contact was asked for permission to remember, oldest first. */
  askedPermissions(contactId: string): Promise<readonly AskedPermission[]>;
  conversation(id: string): Promise<CrmConversation | null>;
  /**
   * The other members whose phones are bound, for a contact that is one of them; null for a contact that is none. An
   * agent may write to them alone at the word of another person (requirement R11).
   */
  team(contactId: string): Promise<readonly TeamMember[] | null>;
  /** The expenses that were kept in a conversation from an instant on. */
  expenses(conversationId: string, since: Date): Promise<ExpenseSummary>;
  conversations(filter: { readonly assignee: string | null; readonly limit: number }): Promise<CrmConversation[]>;
}

export interface TeamMember {
  readonly name: string;
  readonly conversationId: string;
  readonly mayBeWritten: boolean;
}

/** The same for every workspace, which is named first each time. */
export type Crm = {
  readonly [Method in keyof CrmReader]: (
    workspaceId: string,
    ...args: Parameters<CrmReader[Method]>
  ) => ReturnType<CrmReader[Method]>;
};

/** A reader that can name no other workspace. */
export function bindCrm(crm: Crm, workspaceId: string): CrmReader {
  return {
    contact: (id) => crm.contact(workspaceId, id),
    contactByPhone: (phone) => crm.contactByPhone(workspaceId, phone),
    contacts: (filter) => crm.contacts(workspaceId, filter),
    order: (id) => crm.order(workspaceId, id),
    orders: (filter) => crm.orders(workspaceId, filter),
    task: (id) => crm.task(workspaceId, id),
    tasks: (filter) => crm.tasks(workspaceId, filter),
    note: (id) => crm.note(workspaceId, id),
    notes: (filter) => crm.notes(workspaceId, filter),
    fields: () => crm.fields(workspaceId),
    fieldValues: (contactId) => crm.fieldValues(workspaceId, contactId),
    messages: (conversationId, limit) => crm.messages(workspaceId, conversationId, limit),
    templates: () => crm.templates(workspaceId),
    facts: (contactId) => crm.facts(workspaceId, contactId),
    recollect: (contactId, asked) => crm.recollect(workspaceId, contactId, asked),
    askedPermissions: (contactId) => crm.askedPermissions(workspaceId, contactId),
    team: (contactId) => crm.team(workspaceId, contactId),
    conversation: (id) => crm.conversation(workspaceId, id),
    expenses: (conversationId, since) => crm.expenses(workspaceId, conversationId, since),
    conversations: (filter) => crm.conversations(workspaceId, filter),
  };
}
