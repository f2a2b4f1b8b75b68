import { expect, test } from "vitest";
import { createMetrics } from "../../../src/server/metrics/metrics.ts";

test("what took longer than its target is counted by kind, and what kept to it is not", async () => {
  const metrics = createMetrics();
  for (const ms of [20, 21]) metrics.phaseFinished("classify", ms);
  metrics.phaseFinished("plan", 5_000);
  for (const ms of [300, 301, 900]) metrics.typingStarted(ms);
  // How long a person would have typed is no part of the promise.
  metrics.replyAccepted({ inputClass: "TEXT_SIMPLE", latencyMs: 2_000, pacedMs: 12_000 });
  metrics.replyAccepted({ inputClass: "TEXT_SIMPLE", latencyMs: 2_001, pacedMs: 0 });
  metrics.replyAccepted({ inputClass: "RICH_INPUT", latencyMs: 8_000, pacedMs: 0 });
  metrics.replyAccepted({ inputClass: null, latencyMs: 60_000, pacedMs: 0 });
  metrics.sendDuplicated();
  metrics.turnFinished({ outcome: "failed", inputClass: "TEXT_SIMPLE", durationMs: 1 });
  metrics.turnFinished({ outcome: "handed_off", inputClass: "TEXT_SIMPLE", durationMs: 1 });
  metrics.toolCalled({ tool: "crm.note.list", outcome: "denied" });
  const lines = (await metrics.render(null)).text.split("\n");
  expect(lines.filter((line) => line.startsWith("recado_sla_slo_violation_total{")).sort()).toEqual([
    'recado_sla_slo_violation_total{kind="duplicate_send"} 1',
    'recado_sla_slo_violation_total{kind="end_to_end_TEXT_SIMPLE"} 1',
    'recado_sla_slo_violation_total{kind="route_decision"} 1',
    'recado_sla_slo_violation_total{kind="typing_start"} 2',
  ]);
  expect(lines).toContain("recado_sla_route_decision_seconds_count 2");
  expect(lines).toContain('recado_sla_end_to_end_seconds_count{input_class="none"} 1');
  expect(lines).toContain("recado_turn_retries_total 1");
  expect(lines).toContain('recado_turn_seconds_count{outcome="handed_off",input_class="TEXT_SIMPLE"} 1');
  expect(lines).toContain('recado_tool_calls_total{tool="crm.note.list",outcome="denied"} 1');
});
