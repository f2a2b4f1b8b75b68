/**
 * Says on standard error what a section does now: some take minutes, and their table comes at the end.
 *
 * @param {string} what
 */
export function tell(what) {
  console.error(`  ${new Date().toISOString().slice(11, 19)} ${what}`);
}
