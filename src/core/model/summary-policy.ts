/**
 * Requirement B9: the last 20 turns of a conversation are read as they were said, what came before as a summary. A new one is
 * due when a turn falls out of the 20 that the former does not cover; it covers all but the last 10, so that the next is due
 * ten turns later and nothing is ever between the two.
 */
export const VERBATIM_TURNS = 20;
export const SUMMARY_LEAVES_TURNS = 10;

export function isSummaryDue({
  turnCount,
  summarisedThrough,
}: {
  turnCount: number;
  summarisedThrough: number;
}): boolean {
  return turnCount - summarisedThrough > VERBATIM_TURNS;
}
