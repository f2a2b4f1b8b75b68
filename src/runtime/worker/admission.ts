import type { Clock } from "../../core/ports/clock.ts";

/**
 * A webhook's answer takes 4 to 8 ms beside an idle worker (bench, "Acknowledgement of a webhook").
 * Above this, turns keep the door waiting. The waits for company count: a report waits 15 ms, so while reports come the fewest
 * turns run. Without these waits in the count more turns ran at once, and first replies came later (docs/adr/0013).
 */
const QUICK_ANSWER_MS = 10;

/**
 * Turns that end together share a statement. With fewer at once the groups fall apart, and each turn
 * costs more than the door gains.
 */
export const FEWEST_TURNS = 8;

/** The most beside a door, however quick it is: each turn computes on the thread that answers the next webhook. */
export const MOST_TURNS_BESIDE_A_DOOR = 32;

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
  let answers = 0;
  let slowAnswers = 0;
  let lookedAtMs = clock.monotonicMs();

  const beginLook = (admitted: number) => {
    turns = admitted;
    answers = 0;
    slowAnswers = 0;
    lookedAtMs = clock.monotonicMs();
  };
  const look = () => {
    const isSlow = slowAnswers * 10 > answers;
    beginLook(isSlow ? Math.max(least, Math.floor(turns * 0.75)) : Math.min(most, turns + 2));
  };
  return {
    answered(durationMs) {
      answers += 1;
      if (durationMs > QUICK_ANSWER_MS) slowAnswers += 1;
      if (answers >= ANSWERS_A_LOOK && clock.monotonicMs() - lookedAtMs >= LOOK_EVERY_MS) look();
    },
    turns() {
      // Too few answers came for a look: this is no traffic that turns could keep waiting.
      if (answers < ANSWERS_A_LOOK && clock.monotonicMs() - lookedAtMs >= 4 * LOOK_EVERY_MS) beginLook(most);
      return turns;
    },
  };
}
