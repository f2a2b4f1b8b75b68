import type { StoreCounts } from "../../core/ports/health.ts";
import type { Meters } from "./meters.ts";

/** Gauges that the database fills at each scrape. */
export function createReadings(meters: Meters) {
  const databaseUp = meters.gauge("recado_database_up");
  const runs = meters.gauge("recado_runs");
  const outbox = meters.gauge("recado_outbox_messages");
  const circuits = meters.gauge("recado_circuits_open");
  const deadLetters = meters.gauge("recado_dead_letters");
  const quarantined = meters.gauge("recado_quarantined_items");
  const alerts = meters.gauge("recado_alerts_open");
  const audited = meters.gauge("recado_nlu_audited");
  const precision = meters.gauge("recado_nlu_audited_precision");
  const stopped = meters.gauge("recado_nlu_local_answers_stopped");
  const oldestDue = meters.gauge("recado_oldest_due_seconds");
  const nlu = [audited, precision, stopped];
  return {
    /**
     * The value is null when the database did not answer: all readings are left out, not repeated.
     */
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
