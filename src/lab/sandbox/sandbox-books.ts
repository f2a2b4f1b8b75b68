import type { CrmContact, CrmReader } from "../../core/ports/crm.ts";

/** Whoever writes in a sandbox. */
export const SANDBOX_CONTACT: CrmContact = {
  id: "00000000-0000-7000-8000-000000000000",
  name: "Sandbox",
  phone: null,
  bsuid: null,
  tags: [],
  profile: {},
  createdAt: new Date(0),
  deletedAt: null,
};

/** What tools read in a sandbox: its one contact. No real customer's data comes into a conversation that anybody may save. */
export const SANDBOX_BOOKS: CrmReader = {
  contact: async (id) => (id === SANDBOX_CONTACT.id ? SANDBOX_CONTACT : null),
  contactByPhone: async () => null,
  contacts: async () => [SANDBOX_CONTACT],
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
  conversation: async () => null,
  conversations: async () => [],
};
