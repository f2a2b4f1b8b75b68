/** A text as PostgreSQL can store it: without NUL and without half of a character, such as a cut leaves of an emoji. */
export function storedText(text: string, most = Number.POSITIVE_INFINITY): string {
  return text.slice(0, most).replace(/[\0\p{Cs}]/gu, "");
}
