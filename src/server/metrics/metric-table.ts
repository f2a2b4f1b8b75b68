/** The metrics of this house. Names and labels are contracts; docs/operations.md explains each. */

interface MetricRow {
  /**
   * A `reading` is a gauge that the database fills. It is absent when the database does not answer.
   */
  readonly kind: "counter" | "gauge" | "reading" | "histogram";
  readonly help: string;
  readonly labels: readonly string[];
  /** The upper bounds of a histogram, in the unit that ends the name; absent for other kinds. */
  readonly buckets?: readonly number[];
}

export const METRICS = {
  recado_webhook_ack_seconds: {
    kind: "histogram",
    help: "Time from the last byte of a webhook to its answer",
    labels: ["status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 0.75, 1],
  },
  recado_inbound_items_total: {
    kind: "counter",
    help: "Messages, statuses and notices that arrived, by result",
    labels: ["result"],
  },
  recado_sign_in_failures_total: {
    kind: "counter",
    help: "Wrong tokens, cookies, sign-in links and verify tokens",
    labels: ["shown"],
  },
  recado_turn_seconds: {
    kind: "histogram",
    help: "Duration of a turn, from its claim to its commit",
    labels: ["outcome", "input_class"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 9, 20, 45],
  },
  recado_phase_seconds: {
    kind: "histogram",
    help: "Duration of one phase of a turn",
    labels: ["phase"],
    buckets: [0.0005, 0.001, 0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 45],
  },
  recado_send_total: { kind: "counter", help: "Attempts to send a reply, by outcome", labels: ["outcome"] },
  recado_media_total: { kind: "counter", help: "Attempts to fetch a customer's file, by outcome", labels: ["outcome"] },
  recado_file_understood_seconds: {
    kind: "histogram",
    help: "Time from the receipt of a customer's file until it is understood or given up",
    labels: ["medium", "outcome"],
    buckets: [0.5, 1, 2, 3, 5, 9, 15, 30, 45],
  },
  recado_sla_rich_input_timeout_total: {
    kind: "counter",
    help: "Customers' files not understood in time; their senders were asked to write",
    labels: ["medium"],
  },
  recado_sends_duplicated_total: { kind: "counter", help: "Messages proved to have gone out twice", labels: [] },
  recado_sends_held_total: { kind: "counter", help: "Messages in doubt that wait for a person", labels: [] },
  recado_forgotten_rows_total: {
    kind: "counter",
    help: "Rows that the nightly job deleted or blanked, by data class",
    labels: ["class"],
  },
  recado_memory_facts_total: { kind: "counter", help: "Facts about customers that were kept", labels: [] },
  recado_memory_read_seconds: {
    kind: "histogram",
    help: "Time in which a turn reads what is remembered of its customer",
    labels: [],
    buckets: [0.001, 0.002, 0.005, 0.01, 0.05, 0.25, 1],
  },
  recado_memory_reads_total: {
    kind: "counter",
    help: "Reads of the memory, by layer (profile, facts) and by whether it held anything",
    labels: ["layer", "found"],
  },
  // The four names of requirement R18, for boards that ask for them. The three above say the same by labels.
  recado_memory_read_ms: {
    kind: "histogram",
    help: "Milliseconds in which a turn reads what is remembered of its customer",
    labels: [],
    buckets: [1, 2, 5, 10, 50, 250, 1_000],
  },
  recado_memory_write_count: { kind: "counter", help: "Facts about customers that were kept", labels: [] },
  recado_memory_hit_ratio: {
    kind: "gauge",
    help: "Share of the turns that may read facts or earlier talk and found any, since the process began",
    labels: [],
  },
  recado_profile_hit_ratio: {
    kind: "gauge",
    help: "Share of the reads of the memory that found a profile, since the process began",
    labels: [],
  },
  recado_messages_priced_total: {
    kind: "counter",
    help: "Messages whose price a delivery report named, by Meta's type and category",
    labels: ["type", "category"],
  },
  recado_nlu_decisions_total: {
    kind: "counter",
    help: "Messages understood, by engine and by whether the agent acted without a language model",
    labels: ["engine", "settled"],
  },
  recado_turn_retries_total: { kind: "counter", help: "Failed attempts at a turn that are made again", labels: [] },
  recado_tool_calls_total: { kind: "counter", help: "Tool calls of turns, by outcome", labels: ["tool", "outcome"] },
  recado_reply_pacing_seconds: {
    kind: "histogram",
    help: "How long the first reply waited to leave at a human pace",
    labels: [],
    buckets: [0.5, 1, 2, 4, 6, 8, 10, 12, 30, 60],
  },

  recado_sla_route_decision_seconds: {
    kind: "histogram",
    help: "Time to decide which way a message goes",
    labels: [],
    buckets: [0.0005, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1],
  },
  recado_sla_typing_start_seconds: {
    kind: "histogram",
    help: "Time from the commit of a message to its read mark and typing sign",
    labels: [],
    buckets: [0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5],
  },
  recado_sla_end_to_end_seconds: {
    kind: "histogram",
    help: "Time from the commit of a message to the channel's acceptance of the first reply, without typing time",
    labels: ["input_class"],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 9, 30],
  },
  recado_sla_slo_violation_total: {
    kind: "counter",
    help: "Route decisions, typing signs and replies that missed their target, and messages that went out twice",
    labels: ["kind"],
  },

  recado_model_call_seconds: {
    kind: "histogram",
    help: "Calls of language models, by outcome",
    labels: ["purpose", "model", "outcome"],
    buckets: [0.1, 0.25, 0.5, 1, 2, 4, 8, 12, 20, 30],
  },
  recado_model_tokens_total: {
    kind: "counter",
    help: "Tokens of model calls: input (not from a cache), output, cache_read, cache_write",
    labels: ["purpose", "model", "kind"],
  },
  recado_model_cost_usd_total: {
    kind: "counter",
    help: "Cost of model calls in US dollars, where the price is known",
    labels: ["purpose", "model"],
  },
  recado_model_unpriced_tokens_total: {
    kind: "counter",
    help: "Tokens of calls to models without a known price",
    labels: ["purpose", "model"],
  },
  recado_model_cache_hit_ratio: {
    kind: "gauge",
    help: "Share of prompt tokens from the provider's cache, since this process began",
    labels: ["purpose", "model"],
  },
  recado_model_not_asked_total: {
    kind: "counter",
    help: "Model calls skipped, by reason",
    labels: ["purpose", "reason"],
  },
  recado_model_replayed_total: {
    kind: "counter",
    help: "Questions that a run's journal answered without a call",
    labels: ["purpose"],
  },
  recado_run_cost_usd: {
    kind: "histogram",
    help: "Model cost of a run that asked any model, where the price of each call is known",
    labels: [],
    buckets: [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1],
  },
  recado_run_cost_unknown_total: {
    kind: "counter",
    help: "Runs whose cost is unknown: they called a model without a price",
    labels: [],
  },

  recado_database_up: { kind: "gauge", help: "1 if the database answered this scrape", labels: [] },
  recado_runs: { kind: "reading", help: "Runs by status", labels: ["status"] },
  recado_outbox_messages: { kind: "reading", help: "Outbox messages by status", labels: ["status"] },
  recado_circuits_open: {
    kind: "reading",
    help: "Access tokens and numbers that send nothing until they are mended, by scope",
    labels: ["scope"],
  },
  recado_dead_letters: { kind: "reading", help: "Runs without an attempt left: a person should look", labels: [] },
  recado_quarantined_items: { kind: "reading", help: "Signed items that could not be read", labels: [] },
  recado_alerts_open: { kind: "reading", help: "Open alerts: a person should look", labels: ["kind", "severity"] },
  recado_nlu_audited: {
    kind: "reading",
    help: "Audited local answers of the last 7 days",
    labels: ["agent", "local_model"],
  },
  recado_nlu_audited_precision: {
    kind: "reading",
    help: "Share of the audited local answers that was right",
    labels: ["agent", "local_model"],
  },
  recado_nlu_local_answers_stopped: {
    kind: "reading",
    help: "1 if audits have stopped local answers",
    labels: ["agent", "local_model"],
  },
  recado_oldest_due_seconds: {
    kind: "reading",
    help: "How long the longest-waiting conversation has been due",
    labels: [],
  },
} as const satisfies Record<`recado_${string}`, MetricRow>;

type Rows = typeof METRICS;
type Named<Kind extends MetricRow["kind"]> = {
  [Name in keyof Rows]: Rows[Name]["kind"] extends Kind ? Name : never;
}[keyof Rows];
export type CounterName = Named<"counter">;
export type GaugeName = Named<"gauge" | "reading">;
export type HistogramName = Named<"histogram">;
export type LabelOf<Name extends keyof Rows> = Rows[Name]["labels"][number];
