import type { CrmReader } from "../../src/core/ports/crm.ts";
import type { ToolScope } from "../../src/core/ports/tools.ts";
import { STANDARD_HOURS } from "../../src/core/time/contact-hours.ts";

/** Books that nobody may look into. */
export const NO_BOOKS = new Proxy({} as CrmReader, {
  get() {
    throw new Error("this test has no books");
  },
});

/** A turn of a customer who wrote a moment ago, at ten in the morning where the shop is. */
export const CUSTOMER_SCOPE: ToolScope = {
  workspaceId: "default",
  conversationId: "0195d6a0-0000-7000-8000-00000000c001",
  contactId: "0195d6a0-0000-7000-8000-00000000c002",
  agentId: "somnio",
  agentVersion: "1",
  granted: [],
  isDryRun: false,
  actor: { kind: "agent", name: "somnio", role: null },
  requests: [],
  approval: null,
  crm: NO_BOOKS,
  catalogue: null,
  said: [],
  sessionId: "0195d6a0-0000-7000-8000-000000000001",
  reminders: [],
  orders: [],
  cause: "customer",
  now: new Date("2026-11-02T15:00:00Z"),
  crmAgentsEnabled: true,
  lastCustomerMessageAt: new Date("2026-11-02T14:59:00Z"),
  hasOptedOut: false,
  contactHours: STANDARD_HOURS,
  newId: () => "id-1",
};
