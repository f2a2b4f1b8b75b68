import { expect, test } from "vitest";
import { createMetrics } from "../../../src/server/metrics/metrics.ts";

// Requirement R18.
test("reads, writes and hits of the memory are counted under the names of the requirement", async () => {
  const metrics = createMetrics();
  metrics.remembered(2);
  metrics.remembered(1);
  metrics.memoryRead({ durationMs: 4, hasProfile: true, hasFacts: null });
  metrics.memoryRead({ durationMs: 6, hasProfile: false, hasFacts: true });
  metrics.memoryRead({ durationMs: 90, hasProfile: false, hasFacts: false });
  metrics.memoryRead({ durationMs: 1, hasProfile: false, hasFacts: false });
  const { text } = await metrics.render(null);
  const sampleOf = (name: string) => Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1]);
  expect(sampleOf("recado_memory_write_count")).toBe(3);
  expect(sampleOf("recado_memory_read_ms_count")).toBe(4);
  expect(sampleOf("recado_memory_read_ms_sum")).toBe(101);
  expect(sampleOf("recado_profile_hit_ratio")).toBe(0.25);
  expect(sampleOf("recado_memory_hit_ratio")).toBeCloseTo(1 / 3);
});
