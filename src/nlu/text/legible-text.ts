/**
 * Invisible characters: zero width, direction marks, soft hyphens, controls other than a line
 * break.
 */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}\u115f\u1160]/gu;
/** Nothing in it could look like anything else. */
const PLAIN = /^[\n -~]*$/;
const CONTROL = /[^\P{Cc}\n]/gu;

/**
 * A message as people see it: look-alike forms (`𝐇𝐨𝐥𝐚`, `３０１`) as plain letters and digits,
 * nothing invisible in a word.
 */
export function legibleText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.normalize("NFKC").replace(INVISIBLE, "").replace(CONTROL, " ");
}
