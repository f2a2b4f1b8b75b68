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

/** Also where a planted bug must be found. */
const PLAYS_ALL = process.env["RECADO_SHARES"] === "all";

/** Days since 1970 of the seed, so that the days in a row play each case in turn. */
export const DAY = Math.floor(
  Date.UTC(Math.floor(SEED_OF_THE_DAY / 10_000), (Math.floor(SEED_OF_THE_DAY / 100) % 100) - 1, SEED_OF_THE_DAY % 100) /
    86_400_000,
);

/** One in `oneIn` of all, in their order: as many days in a row play each of them once. */
export function turnOfTheDay<One>(all: readonly One[], oneIn: number): One[] {
  return all.filter((_, at) => PLAYS_ALL || (at + DAY) % oneIn === 0);
}

/** The same, and the run prints it. `file` is the test file that plays them. */
export function playedToday<One>(
  stage: string,
  all: readonly One[],
  { oneIn, file }: { readonly oneIn: number; readonly file: string },
): One[] {
  const played = turnOfTheDay(all, oneIn);
  const whole = `RECADO_SHARES=all npm test -- ${file}`;
  announceShare({ stage, played: played.length, of: all.length, seed: SEED_OF_THE_DAY, whole });
  return played;
}

/** One of `oneIn` equal parts of the `whole` runs of a property whose seed is fixed, for `fc.assert`. */
export function runsOfToday(
  stage: string,
  whole: number,
  { oneIn, file }: { readonly oneIn: number; readonly file: string },
): { readonly numRuns: number; readonly path: string } {
  const size = Math.ceil(whole / oneIn);
  const parts = playedToday(
    stage,
    Array.from({ length: oneIn }, (_, part) => part * size),
    { oneIn, file },
  );
  return { numRuns: parts.length * size, path: String(parts[0] ?? 0) };
}

/** The run prints all shares when it ends (`list-of-shares.ts`). A run inside a run prints none. */
export function announceShare({ stage, played, of, seed, whole }: PlayedShare): void {
  const list = inject("listOfShares");
  if (list !== "") appendFileSync(list, `${stage}: ${played} of ${of} by seed ${seed}; all: ${whole}\n`);
}
