import { collectDefaultMetrics, Registry } from "prom-client";
import type { InputClass } from "../../core/inbound/input-class.ts";
import type { StoreCounts } from "../../core/ports/health.ts";
import { createMemoryMetrics } from "./memory-metrics.ts";
import { createMeters } from "./meters.ts";
import { createModelMetrics, type ModelMetrics } from "./model-metrics.ts";
import { createReadings } from "./readings.ts";
import { createSlaMetrics } from "./sla-metrics.ts";

const INBOUND_RESULTS = ["accepted", "duplicate", "quarantined", "status", "notice"] as const;
export type InboundResult = (typeof INBOUND_RESULTS)[number];

/** What this process measures. The runtime and the doors write it; only `/metrics` reads it. */
export interface Metrics extends ModelMetrics {
  /** Measures from the last byte of a webhook to its answer. */
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
  remembered(facts: number): void;
  memoryRead(read: { durationMs: number; hasProfile: boolean; hasFacts: boolean | null }): void;
  messagePriced(price: { type: string | null; category: string | null }): void;
  /**
   * Counts a message that was understood. It is counted when learning copies it, shortly after its
   * turn.
   */
  decisionLearnt(decision: { engine: string; isSettled: boolean }): void;
  typingStarted(sinceCommitMs: number): void;
  replyAccepted(reply: { inputClass: InputClass | null; latencyMs: number; pacedMs: number }): void;
  toolCalled(call: { tool: string; outcome: string }): void;
  /**
   * Prometheus text. `counts` is null when the database did not answer: its gauges are left out,
   * not repeated.
   */
  render(counts: StoreCounts | null): Promise<{ contentType: string; text: string }>;
}

const LOOP_LOOK_MS = 50;

/**
 * The metrics of one process, in a registry of its own, so that two apps in one process do not add
 * up.
 */
export function createMetrics(): Metrics {
  const registry = new Registry();
  // A look at the event loop each 10 ms, its own choice, computes a quarter of what a process does that rests.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_LOOK_MS });

  const meters = createMeters(registry);
  const ack = meters.histogram("recado_webhook_ack_seconds");
  const inbound = meters.counter("recado_inbound_items_total");
  for (const result of INBOUND_RESULTS) inbound.inc({ result }, 0);
  const signInsFailed = meters.counter("recado_sign_in_failures_total");
  const turns = meters.histogram("recado_turn_seconds");
  const phases = meters.histogram("recado_phase_seconds");
  const sends = meters.counter("recado_send_total");
  const media = meters.counter("recado_media_total");
  const understood = meters.histogram("recado_file_understood_seconds");
  const richTimeouts = meters.counter("recado_sla_rich_input_timeout_total");
  const duplicated = meters.counter("recado_sends_duplicated_total");
  const held = meters.counter("recado_sends_held_total");
  const forgotten = meters.counter("recado_forgotten_rows_total");
  const priced = meters.counter("recado_messages_priced_total");
  const decisions = meters.counter("recado_nlu_decisions_total");
  const readings = createReadings(meters);
  const sla = createSlaMetrics(meters);
  const retries = meters.counter("recado_turn_retries_total");
  const toolCalls = meters.counter("recado_tool_calls_total");
  const pacing = meters.histogram("recado_reply_pacing_seconds");
  return {
    ...createModelMetrics(meters),
    webhookAnswered: (status, durationMs) => ack.observe({ status }, durationMs / 1000),
    inboundItems(result, count) {
      if (count > 0) inbound.inc({ result }, count);
    },
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
    ...createMemoryMetrics(meters),
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
      readings.set(counts);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
