import type { PhoneNumberId } from "../../core/ids.ts";
import { allowedAtMs, nextTatMs, numberRate } from "../../core/outbound/pacing.ts";
import type { Clock } from "../../core/ports/clock.ts";

/** How fast this process sends from each business number. */
export interface NumberPace {
  /**
   * Takes the number's next place and waits for it: some milliseconds, and only when many leave at
   * once.
   */
  takePlace(phoneNumberId: PhoneNumberId): Promise<void>;
}

/** @param messagesPerSecond null: as fast as the channel takes them (the simulator) */
export function createNumberPace(clock: Clock, messagesPerSecond: number | null): NumberPace {
  if (messagesPerSecond === null) return { takePlace: async () => {} };
  const rate = numberRate(messagesPerSecond);
  const tats = new Map<PhoneNumberId, number>();
  return {
    async takePlace(phoneNumberId) {
      const nowMs = clock.monotonicMs();
      const tatMs = tats.get(phoneNumberId) ?? null;
      const atMs = Math.max(nowMs, allowedAtMs(rate, tatMs));
      tats.set(phoneNumberId, nextTatMs(rate, tatMs, atMs));
      if (atMs > nowMs) await new Promise((resolve) => setTimeout(resolve, atMs - nowMs));
    },
  };
}
