import { announceShare } from "./share-of-the-day.ts";

/**
 * All of them: with RECADO_GENERATED=whole, and in a run inside a run, where a planted bug must be found.
 */
const IS_WHOLE = process.env["RECADO_GENERATED"] === "whole" || process.env["RECADO_TEST_TEMPLATE"] !== undefined;

/** `npm test` draws one in so many. */
const ONE_IN = 3;

/**
 * How many conversations a property draws, for `fc.assert`. fast-check draws others in each run and tells the seed of a
 * failure, so three runs find what a whole one does.
 */
export function generatedRuns(stage: string, whole: number): { readonly numRuns: number } {
  const numRuns = IS_WHOLE ? whole : Math.ceil(whole / ONE_IN);
  const all = "RECADO_GENERATED=whole npm test -- test/flow test/agents test/nlu";
  announceShare({ stage: `generated: ${stage}`, played: numRuns, of: whole, seed: "fast-check's own", whole: all });
  return { numRuns };
}
