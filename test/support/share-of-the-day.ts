import { appendFileSync } from "node:fs";
import { inject } from "vitest";
import { Random } from "./random.ts";

/** A costly stage of which `npm test` plays a share, another each day. */
export interface PlayedShare {
  readonly stage: string;
  readonly played: number;
  readonly of: number;
  readonly seed: number | string;
  /** The command that plays the whole. */
  readonly whole: string;
}

/** The date as a number, 20261123; `RECADO_TEST_SEED` plays another day again. */
export const SEED_OF_THE_DAY = Number(
  process.env["RECADO_TEST_SEED"] ?? new Date().toISOString().slice(0, 10).replaceAll("-", ""),
);

/** Draws `count` of `all` by the seed of the day, in their order. */
export function drawShare<One>(all: readonly One[], count: number): One[] {
  const random = new Random(SEED_OF_THE_DAY);
  const drawn = new Set<number>();
  while (drawn.size < Math.min(count, all.length)) drawn.add(random.below(all.length));
  return all.filter((_, at) => drawn.has(at));
}

/** The run prints all shares when it ends (`list-of-shares.ts`). A run inside a run prints none. */
export function announceShare({ stage, played, of, seed, whole }: PlayedShare): void {
  const list = inject("listOfShares");
  if (list !== "") appendFileSync(list, `${stage}: ${played} of ${of} by seed ${seed}; all: ${whole}\n`);
}
