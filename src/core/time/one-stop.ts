/** A stop, and another one behind it; "…" and "..." have none of their own. A closing * of bold type may stand between. */
const TWO_STOPS = /(?<!\.)\.(\*?)\.(?!\.)/gu;

/**
 * Words that are put together, with one full stop where an abbreviation ends a sentence: "el viernes, 8:00 a. m." and not
 * "a. m..". Every sentence of ours into which a time is filled goes through here.
 */
export function oneStop(words: string): string {
  return words.replace(TWO_STOPS, ".$1");
}
