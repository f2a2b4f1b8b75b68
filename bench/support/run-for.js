/** Calls `turn` over and over, `atOnce` at a time, until the time is up; answers how often. */
export async function runFor(turn, durationMs, atOnce) {
  const untilMs = performance.now() + durationMs;
  let turns = 0;
  const one = async () => {
    while (performance.now() < untilMs) {
      await turn();
      turns += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return turns;
}
