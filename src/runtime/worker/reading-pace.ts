import type { Pause } from "../../core/pause.ts";

/** What all turns of a process read together before the event loop runs: about 13 ms of rules. */
const CHARACTERS_A_ROUND = 2_000;

/** Keeps reading from delaying the door. */
export interface ReadingPace {
  readonly take: Pause;
}

/**
 * Short messages are read at once, many in a round, so their turns end together, in one statement
 * (`src/postgres/gather.ts`). A message that does not fit in the round waits for the next one. A
 * message longer than a round has a round of its own.
 */
export function createReadingPace(charactersARound = CHARACTERS_A_ROUND): ReadingPace {
  let taken = 0;
  let next: Promise<void> | null = null;
  const nextRound = () => {
    next ??= new Promise((resolve) => {
      setImmediate(() => {
        taken = 0;
        next = null;
        resolve();
      });
    });
    return next;
  };
  const fits = (characters: number) => taken === 0 || taken + characters <= charactersARound;
  const wait = async (characters: number) => {
    while (!fits(characters)) await nextRound();
    taken += characters;
  };
  return {
    take(characters) {
      // The round under way ends by itself. What was read in it no longer counts.
      void nextRound();
      if (!fits(characters)) return wait(characters);
      taken += characters;
      return null;
    },
  };
}
