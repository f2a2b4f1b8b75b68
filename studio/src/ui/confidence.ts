import type { Tone } from "./badge.tsx";

/**
 * The confidence of an agent in an intent, in percent: the agent acts from 85 on, looks again from
 * 60 on, and asks or hands over below.
 */
export function bandOf(confidence: number): Extract<Tone, "good" | "warn" | "bad"> {
  return confidence >= 85 ? "good" : confidence >= 60 ? "warn" : "bad";
}
