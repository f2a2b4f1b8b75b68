import type { Meters } from "./meters.ts";

/** What a turn has read, and what was kept after turns. A ratio is 0 until something was read. */
export function createMemoryMetrics(meters: Meters) {
  const facts = meters.counter("recado_memory_facts_total");
  const writes = meters.counter("recado_memory_write_count");
  const seconds = meters.histogram("recado_memory_read_seconds");
  const milliseconds = meters.histogram("recado_memory_read_ms");
  const reads = meters.counter("recado_memory_reads_total");
  const hits = ratio(meters.gauge("recado_memory_hit_ratio"));
  const profileHits = ratio(meters.gauge("recado_profile_hit_ratio"));
  return {
    remembered(kept: number) {
      facts.inc({}, kept);
      writes.inc({}, kept);
    },
    memoryRead({
      durationMs,
      hasProfile,
      hasFacts,
    }: {
      durationMs: number;
      hasProfile: boolean;
      hasFacts: boolean | null;
    }) {
      seconds.observe({}, durationMs / 1_000);
      milliseconds.observe({}, durationMs);
      reads.inc({ layer: "profile", found: hasProfile ? "yes" : "no" });
      profileHits(hasProfile);
      if (hasFacts === null) return;
      reads.inc({ layer: "facts", found: hasFacts ? "yes" : "no" });
      hits(hasFacts);
    },
  };
}

function ratio(gauge: { set(value: number): void }): (isHit: boolean) => void {
  let all = 0;
  let found = 0;
  return (isHit) => {
    all += 1;
    if (isHit) found += 1;
    gauge.set(found / all);
  };
}
