import type { DataClass } from "../../core/operations/retention.ts";

/**
 * The tables of which a night takes rows, or the words out of rows: of agent_turns also the notes
 * of takeovers and handbacks, of message_statuses the body as it came.
 * test/postgres/governance/retention.test.ts holds both lists against the catalog.
 */
export const FORGOTTEN_TABLES: Readonly<Record<DataClass, readonly string[]>> = {
  journals: [
    "run_steps",
    "agent_tool_calls",
    "agent_checkpoints",
    "run_segments",
    "confirmations",
    "disambiguation_log",
  ],
  messages: [
    "agent_events",
    "agent_turns",
    "outbox_messages",
    "artifacts",
    "sourced_facts",
    "conversation_summaries",
    "scheduled_messages",
    "media_items",
  ],
  files: ["media_items", "documents", "document_chunks", "search_items", "search_words"],
  webhooks: ["quarantined_items", "channel_notices", "message_statuses", "feed_deliveries"],
  nlu_samples: ["nlu_samples"],
  memory: ["contact_facts"],
  alerts: ["alerts"],
};

/** What is kept for good, and why. */
export const KEPT_TABLES: Readonly<Record<string, string>> = {
  agent_runs: "the frame of a run: when, how long, how it ended; what was said about it is forgotten beside it",
  agent_sessions: "a line a sale, which orders and timers name",
  session_state: "what the shop knows of its customer, for the next sale; gone when they are erased",
  contacts: "the shop's customers; gone when they are erased",
  contact_aliases: "by what WhatsApp calls them they are known",
  contact_notes: "the shop's own notes about its customers",
  contact_field_values: "the shop's own fields of its customers",
  contact_fields: "names of fields",
  memory_queue: "what a turn has learnt, for moments: then it is a fact",
  conversations: "the mailbox of each customer: a row each, which does not grow",
  orders: "the books",
  expenses: "the customer's own books; gone when they are erased",
  erased_orders: "the numbers of the books",
  tasks: "the shop's work, which it wrote itself",
  timers: "a due time and what became of it: no words",
  outbox_attempts: "how each try to send ended: no words, and the metrics count them",
  model_calls: "the bill, line by line: no words",
  model_costs: "the bill by day",
  token_budgets: "a counter a session",
  tool_rates: "a counter a module",
  tombstones: "hashes, by which what comes late is known to be erased",
  audit_log: "who did what: chained, so that nothing can be taken out",
  circuits: "what is held back now",
  nlu_settings: "a row a workspace",
  nlu_stops: "a row an agent",
  feed_endpoints: "at most ten addresses, which people of the shop add and remove",
  message_templates: "what WhatsApp has approved",
  knowledge_entries: "what the shop's people write, with its versions",
  dismissed_questions: "words that the shop's people chose, masked",
  phone_numbers: "the shop's numbers",
  sandbox_saved_sessions: "at most twenty, saved by people, deleted by people",
  studio_sessions: "a small line a sign-in of the shop's own people, which the audit log names",
  api_tokens: "the shop's programs, also former ones, which the audit log names",
  workspace_members: "the shop's people, also former ones, which the audit log names",
  member_phones: "a small line a phone of the shop's people, which the audit log names",
  workspace_agent_config: "settings",
  retention_settings: "settings",
  retention_nights: "a row a workspace",
  workspaces: "the tenants themselves",
  workers: "the living processes",
  recado_migrations: "the schema",
  recado_functions: "the schema",
  test_clock: "the clock of tests",
};
