import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { InputClass } from "../../core/inbound/input-class.ts";
import type { StoreCounts } from "../../core/ports/health.ts";
import { createModelMetrics, type ModelMetrics } from "./model-metrics.ts";
import { createSlaMetrics } from "./sla-metrics.ts";

export type InboundResult = "accepted" | "duplicate" | "quarantined" | "status" | "notice";

/** Everything that this process measures. The runtime and the doors speak to it; only `/metrics` reads it. */
export interface Metrics extends ModelMetrics {
  /** From the last byte of a webhook to its answer. */
  webhookAnswered(status: number, durationMs: number): void;
  inboundItems(result: InboundResult, count: number): void;
  signInFailed(shown: string): void;
  turnFinished(turn: { outcome: string; inputClass: string | null; durationMs: number }): void;
  phaseFinished(phase: string, durationMs: number): void;
  sendFinished(outcome: string): void;
  mediaSettled(outcome: string): void;
  understood(file: { medium: string; outcome: string; sinceReceiptMs: number }): void;
  sendDuplicated(): void;
  messageHeld(): void;
  forgotten(of: string, rows: number): void;
  messagePriced(price: { type: string | null; category: string | null }): void;
  /** Something was understood; counted when it is copied to be learnt from, a little after its turn. */
  decisionLearnt(decision: { engine: string; isSettled: boolean }): void;
  typingStarted(sinceCommitMs: number): void;
  replyAccepted(reply: { inputClass: InputClass | null; latencyMs: number; pacedMs: number }): void;
  toolCalled(call: { tool: string; outcome: string }): void;
  /** Prometheus text. `counts` is null when the database did not answer: its gauges are left out, not repeated. */
  render(counts: StoreCounts | null): Promise<{ contentType: string; text: string }>;
}

/** Metrics of one process, in a registry of its own: two apps in one process do not add up. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const ack = new Histogram({
    name: "recado_webhook_ack_seconds",
    help: "Time from the last byte of a webhook to its answer",
    labelNames: ["status"] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 0.75, 1],
    registers,
  });
  const inbound = new Counter({
    name: "recado_inbound_items_total",
    help: "Messages, statuses and notices that came in, by what became of them",
    labelNames: ["result"] as const,
    registers,
  });
  const signInsFailed = new Counter({
    name: "recado_sign_in_failures_total",
    help: "Tokens, cookies, sign-in links and verify tokens that were wrong",
    labelNames: ["shown"] as const,
    registers,
  });
  const turns = new Histogram({
    name: "recado_turn_seconds",
    help: "Duration of a turn, from its claim to its commit",
    labelNames: ["outcome", "input_class"] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 9, 20, 45],
    registers,
  });
  const phases = new Histogram({
    name: "recado_phase_seconds",
    help: "Duration of one phase of a turn",
    labelNames: ["phase"] as const,
    buckets: [0.0005, 0.001, 0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 45],
    registers,
  });
  const sends = new Counter({
    name: "recado_send_total",
    help: "Attempts to send a reply, by what came of them",
    labelNames: ["outcome"] as const,
    registers,
  });
  const media = new Counter({
    name: "recado_media_total",
    help: "Attempts to fetch a customer's file, by what came of them",
    labelNames: ["outcome"] as const,
    registers,
  });
  const understood = new Histogram({
    name: "recado_file_understood_seconds",
    help: "From the receipt of a customer's file to what came of listening to it or looking at it",
    labelNames: ["medium", "outcome"] as const,
    buckets: [0.5, 1, 2, 3, 5, 9, 15, 30, 45],
    registers,
  });
  const richTimeouts = new Counter({
    name: "recado_sla_rich_input_timeout_total",
    help: "Customers' files that nobody understood in time: their senders were asked to write",
    labelNames: ["medium"] as const,
    registers,
  });
  const duplicated = new Counter({
    name: "recado_sends_duplicated_total",
    help: "Messages that provably went out twice: two ids of one message",
    registers,
  });
  const held = new Counter({
    name: "recado_sends_held_total",
    help: "Messages in doubt that were left to a person",
    registers,
  });
  const forgotten = new Counter({
    name: "recado_forgotten_rows_total",
    help: "Rows that a night has removed, or whose words it has, by class of data",
    labelNames: ["class"] as const,
    registers,
  });
  const priced = new Counter({
    name: "recado_messages_priced_total",
    help: "Messages whose price a delivery report told, by Meta's type and category",
    labelNames: ["type", "category"] as const,
    registers,
  });
  const decisions = new Counter({
    name: "recado_nlu_decisions_total",
    help: "Messages understood, by the engine and by whether that was acted upon without asking a model",
    labelNames: ["engine", "settled"] as const,
    registers,
  });
  const ledger = createLedgerGauges(registry);

  const sla = createSlaMetrics(registry);
  const retries = new Counter({
    name: "recado_turn_retries_total",
    help: "Attempts at a turn that failed and will be made again",
    registers,
  });
  const toolCalls = new Counter({
    name: "recado_tool_calls_total",
    help: "Tool calls of turns, by what came of them",
    labelNames: ["tool", "outcome"] as const,
    registers,
  });
  const pacing = new Histogram({
    name: "recado_reply_pacing_seconds",
    help: "How long the first reply waited to leave at a human pace",
    buckets: [0.5, 1, 2, 4, 6, 8, 10, 12, 30, 60],
    registers,
  });
  return {
    ...createModelMetrics(registry),
    webhookAnswered: (status, durationMs) => ack.observe({ status }, durationMs / 1000),
    inboundItems: (result, count) => inbound.inc({ result }, count),
    signInFailed: (shown) => signInsFailed.inc({ shown }),
    turnFinished({ outcome, inputClass, durationMs }) {
      turns.observe({ outcome, input_class: inputClass ?? "none" }, durationMs / 1000);
      if (outcome === "failed") retries.inc();
    },
    phaseFinished(phase, durationMs) {
      phases.observe({ phase }, durationMs / 1000);
      if (phase === "classify") sla.routeDecided(durationMs);
    },
    sendFinished: (outcome) => sends.inc({ outcome }),
    mediaSettled: (outcome) => media.inc({ outcome }),
    understood({ medium, outcome, sinceReceiptMs }) {
      understood.observe({ medium, outcome }, sinceReceiptMs / 1000);
      if (outcome === "timeout") richTimeouts.inc({ medium });
    },
    sendDuplicated() {
      duplicated.inc();
      sla.sentTwice();
    },
    messageHeld: () => held.inc(),
    forgotten: (of, rows) => forgotten.inc({ class: of }, rows),
    messagePriced: ({ type, category }) => priced.inc({ type: type ?? "none", category: category ?? "none" }),
    decisionLearnt: ({ engine, isSettled }) => decisions.inc({ engine, settled: String(isSettled) }),
    toolCalled: (call) => toolCalls.inc(call),
    typingStarted: sla.typingStarted,
    replyAccepted({ inputClass, latencyMs, pacedMs }) {
      sla.replied(inputClass, latencyMs);
      pacing.observe(pacedMs / 1000);
    },
    async render(counts) {
      ledger.set(counts);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

/** Gauges that are read from the database when somebody asks. */
function createLedgerGauges(registry: Registry) {
  const registers = [registry];
  const databaseUp = new Gauge({
    name: "recado_database_up",
    help: "1 when the database answered this scrape",
    registers,
  });
  const runs = new Gauge({
    name: "recado_runs",
    help: "Runs by status",
    labelNames: ["status"] as const,
    registers,
  });
  const outbox = new Gauge({
    name: "recado_outbox_messages",
    help: "Outbox messages by status",
    labelNames: ["status"] as const,
    registers,
  });
  const circuits = new Gauge({
    name: "recado_circuits_open",
    help: "Access tokens and numbers that nothing is sent through until they are mended, by scope",
    labelNames: ["scope"] as const,
    registers,
  });
  // A label that is never used: `reset()` takes the sample away, where a gauge without labels would go back to 0.
  const single = (name: string, help: string) => new Gauge({ name, help, labelNames: ["none"] as const, registers });
  const deadLetters = single("recado_dead_letters", "Runs that no attempt is left for: a person should look");
  const quarantined = single("recado_quarantined_items", "Signed items that could not be read");
  const alerts = new Gauge({
    name: "recado_alerts_open",
    help: "Open alerts: what a person should look at",
    labelNames: ["kind", "severity"] as const,
    registers,
  });
  const ofLocalModel = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ["agent", "local_model"] as const, registers });
  const audited = ofLocalModel("recado_nlu_audited", "Local answers of the last 7 days that were audited");
  const precision = ofLocalModel("recado_nlu_audited_precision", "Of those, the share that was right");
  const stopped = ofLocalModel("recado_nlu_local_answers_stopped", "1 where audits have stopped local answers");
  const oldestDue = single(
    "recado_oldest_due_seconds",
    "Age of the conversation that has waited longest past its time",
  );

  const nlu = [audited, precision, stopped];
  return {
    set(counts: StoreCounts | null) {
      for (const gauge of [runs, outbox, circuits, deadLetters, quarantined, alerts, oldestDue, ...nlu]) gauge.reset();
      databaseUp.set(counts === null ? 0 : 1);
      if (counts === null) return;
      for (const [status, count] of Object.entries(counts.runsByStatus)) runs.set({ status }, count);
      for (const [status, count] of Object.entries(counts.outboxByStatus)) outbox.set({ status }, count);
      for (const [scope, count] of Object.entries(counts.openCircuits)) circuits.set({ scope }, count);
      deadLetters.set(counts.deadLetters);
      quarantined.set(counts.quarantined);
      for (const { kind, severity, count } of counts.openAlerts) alerts.set({ kind, severity }, count);
      oldestDue.set(counts.oldestDueSeconds);
      for (const model of counts.localModels) {
        const labels = { agent: model.agentId, local_model: model.localModel };
        audited.set(labels, model.audited);
        if (model.audited > 0) precision.set(labels, model.right / model.audited);
        stopped.set(labels, model.isStopped && model.isInUse ? 1 : 0);
      }
    },
  };
}
