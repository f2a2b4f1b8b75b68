import { Counter, Histogram, type Registry } from "prom-client";
import { type InputClass, PATHWAYS } from "../../core/inbound/input-class.ts";

/** Of requirement R8, beside what each class of input may take (`PATHWAYS`). */
const ROUTE_DECISION_TARGET_MS = 20;
const TYPING_START_TARGET_MS = 300;

/** What the runtime promises about time, and how often it did not keep it. Each promise is for 95 of 100; one that was broken counts. */
export function createSlaMetrics(registry: Registry) {
  const registers = [registry];
  const routing = new Histogram({
    name: "recado_sla_route_decision_seconds",
    help: "How long it took to decide which way a message goes",
    buckets: [0.0005, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1],
    registers,
  });
  const typing = new Histogram({
    name: "recado_sla_typing_start_seconds",
    help: "From the commit of a message to its read mark and typing sign",
    buckets: [0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 5],
    registers,
  });
  const endToEnd = new Histogram({
    name: "recado_sla_end_to_end_seconds",
    help: "From the commit of a message to the acceptance of the first reply by the channel, without the time it is typed",
    labelNames: ["input_class"] as const,
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 9, 30],
    registers,
  });
  const violations = new Counter({
    name: "recado_sla_slo_violation_total",
    help: "Route decisions, typing signs and replies that took longer than their target, and messages that went out twice",
    labelNames: ["kind"] as const,
    registers,
  });
  const judge = (kind: string, ms: number, targetMs: number) => {
    if (ms > targetMs) violations.inc({ kind });
  };
  return {
    routeDecided(ms: number) {
      routing.observe(ms / 1000);
      judge("route_decision", ms, ROUTE_DECISION_TARGET_MS);
    },
    typingStarted(ms: number) {
      typing.observe(ms / 1000);
      judge("typing_start", ms, TYPING_START_TARGET_MS);
    },
    /** Without a class: what nobody's words set off, such as a timer; nothing is promised of it. */
    replied(inputClass: InputClass | null, ms: number) {
      endToEnd.observe({ input_class: inputClass ?? "none" }, ms / 1000);
      if (inputClass !== null) judge(`end_to_end_${inputClass}`, ms, PATHWAYS[inputClass].targetMs);
    },
    sentTwice: () => violations.inc({ kind: "duplicate_send" }),
  };
}
