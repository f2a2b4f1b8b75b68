import { type InputClass, PATHWAYS } from "../../core/inbound/input-class.ts";
import type { Meters } from "./meters.ts";

/** Requirement R8. `PATHWAYS` has the target of each class of input. */
const ROUTE_DECISION_TARGET_MS = 20;
const TYPING_START_TARGET_MS = 300;

/**
 * The promises about time, and each case that missed its target. A promise is kept when 95 of 100
 * cases meet it.
 */
export function createSlaMetrics(meters: Meters) {
  const routing = meters.histogram("recado_sla_route_decision_seconds");
  const typing = meters.histogram("recado_sla_typing_start_seconds");
  const endToEnd = meters.histogram("recado_sla_end_to_end_seconds");
  const violations = meters.counter("recado_sla_slo_violation_total");
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
    /**
     * The class is null when no customer's message set the reply off, such as a timer. Nothing is
     * promised for it.
     */
    replied(inputClass: InputClass | null, ms: number) {
      endToEnd.observe({ input_class: inputClass ?? "none" }, ms / 1000);
      if (inputClass !== null) judge(`end_to_end_${inputClass}`, ms, PATHWAYS[inputClass].targetMs);
    },
    sentTwice: () => violations.inc({ kind: "duplicate_send" }),
  };
}
