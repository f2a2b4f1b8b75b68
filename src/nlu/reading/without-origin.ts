const LIVES_ELSEWHERE = /(?<!\p{L})(?<!no\s)(?:vivo|vivimos|resido|estoy\s+viviendo|me\s+encuentro)\s+en(?!\p{L})/iu;
const IS_FROM =
  /(?<!\p{L})(?:(?:pero|aunque|y)\s+)?soy\s+de\s+(?!barrio|la\s+vereda)\p{L}+(?:\s+\p{Lu}\p{L}+)?(?!\p{L})/u;

/** "Vivo en Orlando pero soy de Pereira": where they were born is no place to send to. */
export function withoutOrigin(text: string): string {
  return LIVES_ELSEWHERE.test(text) ? text.replace(IS_FROM, " ") : text;
}
