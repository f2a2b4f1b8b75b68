import type { Agent } from "../../core/agent/agent.ts";
import type { CrmContact } from "../../core/answers/crm.ts";
import type { MessageTemplate } from "../../core/answers/message-template.ts";
import type { ContactId } from "../../core/ids.ts";
import type { Crm } from "../../core/ports/crm.ts";
import { summariseExpenses } from "../../core/turn/expense.ts";

/** The customer of every conversation in memory. */
export const MEMORY_CONTACT_ID = "00000000-0000-7000-8000-000000000000" as ContactId;

const CONTACT: CrmContact = {
  id: MEMORY_CONTACT_ID,
  name: "Sandbox",
  phone: null,
  bsuid: null,
  tags: [],
  profile: {},
  createdAt: new Date(0),
  deletedAt: null,
};

/** The templates that the agent counts on, as if Meta had approved them. Their words are Meta's: only their values are known. */
export function templatesOf({ messageTemplates = [] }: Agent): MessageTemplate[] {
  return messageTemplates.map((one) => {
    const values = Array.from({ length: one.variables }, (_, at) => `{{${at + 1}}}`);
    return { ...one, body: values.length === 0 ? one.name : values.join(" ") };
  });
}

/**
 * What tools read in memory: one contact. No real customer's data enters a conversation that
 * the shop's people may save.
 */
export const MEMORY_CRM: Crm = {
  contact: async (_, id) => (id === CONTACT.id ? CONTACT : null),
  contactByPhone: async () => null,
  contacts: async () => [CONTACT],
  order: async () => null,
  orders: async () => [],
  task: async () => null,
  tasks: async () => [],
  note: async () => null,
  notes: async () => [],
  fields: async () => [],
  fieldValues: async () => ({}),
  messages: async () => [],
  templates: async () => [],
  facts: async () => [],
  recollect: async () => ({ profile: [], facts: [], windows: [] }),
  askedPermissions: async () => [],
  conversation: async () => null,
  team: async () => null,
  conversations: async () => [],
  expenses: async (_, __, since) => summariseExpenses([], since),
};
