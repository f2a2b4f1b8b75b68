import type { Decision } from "../agent/agent.ts";
import { longestQuietHours, outlivesSession, type SessionEnd, sessionEndsAt } from "../time/session-end.ts";
import { SETTLE_MS, type TimerPreset } from "../time/timer-policy.ts";

interface TimerConditions {
  readonly now: Date;
  readonly preset: TimerPreset;
  readonly sessionEnd: SessionEnd;
  readonly timeZone: string;
}

/**
 * The decision without a timer that could never fire, because its session is over before. The
 * customer is answered all the same, and `why` names the way out. A timer that this session would
 * only reach with more words of the customer is armed, and `why` says so.
 */
export function heedTimer(decision: Decision, { now, preset, sessionEnd, timeZone }: TimerConditions): Decision {
  const { timer, timerSignals = [] } = decision;
  if (timer == null || timerSignals.every(({ type }) => type === "cancel")) return decision;
  const seconds = timer.seconds[preset];
  const named = `timer "${timer.level}" of ${seconds} s`;
  if (outlivesSession(seconds, preset, sessionEnd)) {
    const hours = longestQuietHours(sessionEnd);
    const why = `${named} is not armed: its session ends after at most ${hours} quiet hours; set a reminder`;
    return { ...decision, timer: null, why: [...decision.why, why] };
  }
  const endsAt = sessionEndsAt(now, sessionEnd, timeZone);
  if (now.getTime() + seconds * 1_000 + SETTLE_MS[preset] <= endsAt.getTime()) return decision;
  const why = `${named} fires after ${endsAt.toISOString()}, when its session ends if the customer says nothing more`;
  return { ...decision, why: [...decision.why, why] };
}
