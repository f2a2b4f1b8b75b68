import type { Tone } from "./badge.tsx";

/** How sure an agent was of an intent, in percent: it acts from 85 on, looks again from 60 on, and asks or hands over below. */
export function bandOf(confidence: number): Extract<Tone, "good" | "warn" | "bad"> {
  return confidence >= 85 ? "good" : confidence >= 60 ? "warn" : "bad";
}
