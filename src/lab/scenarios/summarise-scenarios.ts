import type { JudgedScenario, Verdict } from "./judge-scenario.ts";

export interface ScenarioSummary {
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly total: number;
  readonly seconds: number;
  /** Conversations that were played. */
  readonly perSecond: number;
}

export function summariseScenarios(played: readonly JudgedScenario[], tookMs: number): ScenarioSummary {
  const counts = { passed: 0, failed: 0, known: 0, mended: 0, skipped: 0 };
  for (const { verdict } of played) counts[verdict] += 1;
  const seconds = tookMs / 1_000;
  return {
    counts,
    total: played.length,
    seconds,
    perSecond: (played.length - counts.skipped) / Math.max(seconds, 0.001),
  };
}

/** `98 scenarios: 97 passed, 1 failed. 0.21 s, 466 conversations a second.` */
export function describeSummary({ counts, total, seconds, perSecond }: ScenarioSummary): string {
  const parts = [
    [counts.passed, "passed"],
    [counts.failed + counts.mended, "failed"],
    [counts.known, "known to fail"],
    [counts.skipped, "skipped (they are played elsewhere)"],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const speed = perSecond >= 10 ? Math.round(perSecond).toString() : perSecond.toFixed(1);
  return `${total} ${total === 1 ? "scenario" : "scenarios"}: ${said.join(", ")}. ${seconds.toFixed(2)} s, ${speed} conversations a second.`;
}
