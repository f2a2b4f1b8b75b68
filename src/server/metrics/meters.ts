import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { type CounterName, type GaugeName, type HistogramName, type LabelOf, METRICS } from "./metric-table.ts";

/** Meters of one registry, each made from its row of the table. */
export interface Meters {
  counter<Name extends CounterName>(name: Name): Counter<LabelOf<Name>>;
  gauge<Name extends GaugeName>(name: Name): Gauge<LabelOf<Name>>;
  histogram<Name extends HistogramName>(name: Name): Histogram<LabelOf<Name>>;
}

/**
 * Prometheus shows a gauge without labels as 0 after `reset()`. A label that is never used makes
 * the sample absent.
 */
const NEVER_USED = ["none"];

export function createMeters(registry: Registry): Meters {
  const registers = [registry];
  return {
    counter(name) {
      const { help, labels } = METRICS[name];
      return new Counter({ name, help, labelNames: [...labels], registers });
    },
    gauge(name) {
      const { help, labels, kind } = METRICS[name];
      const labelNames = kind === "reading" && labels.length === 0 ? NEVER_USED : [...labels];
      return new Gauge<string>({ name, help, labelNames, registers });
    },
    histogram(name) {
      const { help, labels, buckets } = METRICS[name];
      return new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers });
    },
  };
}
