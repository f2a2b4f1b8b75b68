import type { ReadingContext } from "../core/ports/flow-reader.ts";

/** "Sí, mándelo al 402", at the summary: the number is of the address that it shows, and counts nothing. */
export function atKnownPlace(text: string, { asked, data }: ReadingContext): string {
  if (!asked.includes("confirm")) return text;
  const known = new Set(Object.values(data).flatMap((value) => value.match(/\d+/g) ?? []));
  return text.replace(AT_A_NUMBER, (said, number: string) => (known.has(number) ? "ahí" : said));
}

const AT_A_NUMBER =
  /(?<!\p{L})(?:al|en\s+(?:el|la)|a\s+la)\s+(?:(?:apto\.?|apartamento|casa|torre|piso|interior|bloque|oficina|local|n[uú]mero)\s+)?(\d{2,4})(?![\d.,]|\s*(?:frasco|tarro|unidad))/giu;
