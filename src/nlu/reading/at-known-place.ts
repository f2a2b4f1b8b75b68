import type { ReadingContext } from "../../core/ports/flow-reader.ts";

/** "Sí, mándelo al 402", at the summary: the number is of the address that it shows, and counts nothing. */
export function atKnownPlace(text: string, { asked, data }: ReadingContext): string {
  if (!asked.includes("confirm")) return text;
  const known = new Set(Object.values(data).flatMap((value) => value.match(/\d+/g) ?? []));
  const isKnown = (numbers: string): boolean => (numbers.match(/\d+/g) ?? []).every((one) => known.has(one));
  return text
    .replace(AT_A_NUMBER, (said, number: string) => (isKnown(number) ? "ahí" : said))
    .replace(IT_IS_A_NUMBER, (said, number: string) => (isKnown(number) ? "así es" : said));
}

/** "Sí, es el 51-30", of the address that the summary shows. */
const IT_IS_A_NUMBER =
  /(?<!\p{L})(?<!no\s)es\s+(?:el|la)\s+(?:(?:apto\.?|apartamento|casa|torre|n[uú]mero)\s+)?#?(\d{1,4}[a-z]?(?:\s?-\s?\d{1,4})|\d{2,4})(?![\d.,]*\d|\s*(?:frasco|tarro|unidad))/giu;

const AT_A_NUMBER =
  /(?<!\p{L})(?:al|en\s+(?:el|la)|a\s+la)\s+(?:(?:apto\.?|apartamento|casa|torre|piso|interior|bloque|oficina|local|n[uú]mero)\s+)?(\d{2,4})(?![\d.,]|\s*(?:frasco|tarro|unidad))/giu;
