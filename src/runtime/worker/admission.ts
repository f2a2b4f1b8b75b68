import type { Clock } from "../../core/ports/clock.ts";

/**
 * A webhook's answer takes 4 to 8 ms beside an idle worker (bench, "Acknowledgement of a webhook").
 * Above this, turns keep the door waiting.
 */
export const QUICK_ANSWER_MS = 10;

/**
 * Turns that end together share a statement. With fewer at once the groups fall apart, and each turn
 * costs more than the door gains.
 */
export const FEWEST_TURNS = 8;

/** A pace that is looked at more often would follow single answers. */
const LOOK_EVERY_MS = 250;

/** Fewer answers say nothing about their slowest tenth. */
const ANSWERS_A_LOOK = 10;

export interface Admission {
  /** Tells how long the door took for one webhook, in milliseconds. */
  answered(durationMs: number): void;
  /** Turns at once that leave the door quick; between `FEWEST_TURNS` and the worker's own number. */
  turns(): number;
}

/**
 * Keeps a door quick that shares its process with a worker. The door's answers are short and turns
 * are long, and Node takes them in the order in which they come. While one answer in ten is slow,
 * fewer turns are begun: a quarter less at each look, two more at each quick look. A door without
 * traffic admits all.
 */
export function createAdmission(most: number, clock: Pick<Clock, "monotonicMs">): Admission {
  const least = Math.min(FEWEST_TURNS, most);
  let turns = most;
  let durations: number[] = [];
  let lookedAtMs = clock.monotonicMs();

  const look = () => {
    const slow = durations.filter((durationMs) => durationMs > QUICK_ANSWER_MS).length;
    const isSlow = slow * 10 > durations.length;
    turns = isSlow ? Math.max(least, Math.floor(turns * 0.75)) : Math.min(most, turns + 2);
    durations = [];
    lookedAtMs = clock.monotonicMs();
  };
  return {
    answered(durationMs) {
      durations.push(durationMs);
      if (durations.length >= ANSWERS_A_LOOK && clock.monotonicMs() - lookedAtMs >= LOOK_EVERY_MS) look();
    },
    turns() {
      // Too few answers came for a look: this is no traffic that turns could keep waiting.
      if (clock.monotonicMs() - lookedAtMs >= 4 * LOOK_EVERY_MS && durations.length < ANSWERS_A_LOOK) {
        turns = most;
        durations = [];
        lookedAtMs = clock.monotonicMs();
      }
      return turns;
    },
  };
}
