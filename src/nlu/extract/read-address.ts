const VIA =
  "(?:calle|kalle|cll|cl|clle|carrera|carera|cra|kra|kr|cr|krr|avenida|avda|av|ave|diagonal|diag|dg|transversal|transv|trans|tv|tr|circular|circ|autopista|manzana|mz|mza)";
const NUMBER = "\\d{1,3}(?:[a-z]{1,2}(?![a-z])|\\s[a-h](?![a-z]))?(?:\\s?(?:bis|sur|norte|este|oeste)\\b)?";
const SEPARATOR = "(?:\\s?(?:#|n[°ºo]\\.?|nro\\.?|num(?:ero)?|número|con|-|–|,)\\s?|\\s)";
const UNIT =
  "(?:\\s?,?\\s?(?:apto|apartamento|apt|ap|torre|to|bloque|bl|interior|int|casa|cs|piso|local|oficina|of|lote|etapa|edificio|ed|conjunto|manzana|mz|unidad|urbanizaci[oó]n|urb)\\.?\\s?(?:#|n[°ºo]\\.?)?\\s?(?:\\d{1,5}[a-z]?|[a-z])(?![a-z]))";

/** A street and its numbers: `Cll 45 #12-30`, `cra 8a no 20 - 11 apto 502`. */
const STREET = new RegExp(
  `(?<![a-záéíóúñ])${VIA}\\.?\\s?${NUMBER}${SEPARATOR}${NUMBER}(?:${SEPARATOR}\\d{1,4})?(?:\\s?(?:sur|norte|este|oeste)\\b)?${UNIT}{0,4}`,
  "i",
);
/** Where there are no street numbers: `vereda El Salado finca 3`, `manzana 4 casa 12`, `barrio …` alone is no address. */
const PLACE_NAMED =
  /(?<![a-záéíóúñ])(?:vereda|corregimiento|finca|kil[oó]metro|km)\s[^,;\n?]{2,60}|(?<![a-záéíóúñ])(?:manzana|mz|mza)\.?\s?\w{1,3}\s?,?\s?(?:casa|cs|lote)\.?\s?\w{1,4}/i;

export interface FoundAddress {
  readonly value: string;
  readonly raw: string;
  readonly index: number;
}

export function findAddress(text: string): FoundAddress | null {
  const match = STREET.exec(text) ?? PLACE_NAMED.exec(text);
  if (match === null) return null;
  const raw = match[0].replace(/[\s,]+$/, "");
  return { value: normaliseAddress(raw), raw, index: match.index };
}

const SPELLED_OUT: readonly (readonly [RegExp, string])[] = [
  [/\b(?:cll|cl|clle|kalle)\b\.?/gi, "Calle"],
  [/\b(?:cra|kra|kr|cr|krr|carera)\b\.?/gi, "Carrera"],
  [/\b(?:avda|av|ave)\b\.?/gi, "Avenida"],
  [/\b(?:diag|dg)\b\.?/gi, "Diagonal"],
  [/\b(?:transv|trans|tv|tr)\b\.?/gi, "Transversal"],
  [/\b(?:apto|apt|ap)\b\.?/gi, "Apartamento"],
  [/\bint\b\.?/gi, "Interior"],
  [/\b(?:mz|mza)\b\.?/gi, "Manzana"],
  // Between two numbers only: "no" is also "Norte" and "no".
  [/(\d[a-z]?\s?(?:bis|sur|norte|este|oeste)?)\s?(?:n[°ºo]\.?|nro\.?|num(?:ero)?|número)\s?(?=\d)/gi, "$1 # "],
];

/** Abbreviations of streets written out, one blank between words. What is not known stays as it was written. */
export function normaliseAddress(raw: string): string {
  let address = raw.trim().replace(/\s+/g, " ");
  for (const [abbreviation, word] of SPELLED_OUT) address = address.replace(abbreviation, word);
  // "Carrera 6 11 45" and "Carrera 6 11-45" are the same door.
  address = address.replace(/^(\p{L}+ \d+ ?[a-z]?) (\d+[a-z]?)[\s-]+(\d+)(?![\d-])/iu, "$1 # $2-$3");
  address = address.replace(/\s*#\s*/g, " # ").replace(/(\d[a-z]?)\s*[-–]\s*(\d)/gi, "$1-$2");
  return address.charAt(0).toUpperCase() + address.slice(1).replace(/\s+/g, " ").trim();
}
