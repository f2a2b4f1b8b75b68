import type { Tone } from "../badge.tsx";

export type Band = Extract<Tone, "good" | "warn" | "bad">;

/**
 * The confidence of an agent in an intent, in percent: the agent acts from 85 on, looks again from
 * 60 on, and asks or hands over below.
 */
export function bandOf(confidence: number): Band {
  return confidence >= 85 ? "good" : confidence >= 60 ? "warn" : "bad";
}

/** The colours of dots and bars. */
export const BAND_FILLS: Readonly<Record<Band, string>> = { good: "bg-good", warn: "bg-warn", bad: "bg-bad" };
