import { placeAtStart } from "../places/find-place.ts";

/** Ten digits begin with 1; at most nine stand in groups of three, or in none. */
const DIGITS = "1[.,'’\\s]?\\d{3}[.,'’\\s]?\\d{3}[.,'’\\s]?\\d{3}|\\d{1,3}[.,'’\\s]?\\d{3}[.,'’\\s]?\\d{3}|\\d{6,10}";
const LABELLED = new RegExp(
  `(?<!\\p{L})(?:c[eé]dula|documento|identificaci[oó]n|identidad|c\\.?\\s?[ce]\\.?)(?:\\s+(?:de\\s+(?:quien\\s+(?:l[oa]\\s+)?(?:recoge|recibe|reclama)|ciudadan[ií]a|extranjer[ií]a|identidad|mi\\s+\\p{L}+)|es|la|el|n[°ºo]\\.?|nro\\.?|num\\.?|n[uú]mero)){0,4}\\s*[:#.=]?\\s*(${DIGITS})(?!\\d|[.,]\\d)`,
  "iu",
);
const ISSUED = /^\s*(?:,\s*)?(?:expedid[oa]\s+)?(?:de|en)\s+/iu;

/** The number of an identity card. It needs its label, because the digits could be a phone's. */
export function findIdNumber(text: string): { readonly value: string; readonly raw: string } | null {
  const match = LABELLED.exec(text);
  const digits = match?.[1]?.replace(/\D/g, "") ?? "";
  if (match === null || !isIdNumber(digits)) return null;
  return { value: digits, raw: text.slice(match.index, match.index + match[0].length + issuedAt(text, match)) };
}

/** "de Bogotá" behind a cédula is where it was issued, not an address. */
function issuedAt(text: string, { 0: said, index }: RegExpExecArray): number {
  const after = text.slice(index + said.length, index + said.length + 60);
  const issued = ISSUED.exec(after);
  if (issued === null) return 0;
  const words = (/^[\p{L} ]*/u.exec(after.slice(issued[0].length))?.[0] ?? "").trim().split(/\s+/);
  const placed = placeAtStart(words);
  return placed === null ? 0 : issued[0].length + placed.said.length;
}

export function isIdNumber(digits: string): boolean {
  return /^[1-9]\d{5,9}$/.test(digits) && !/^(\d)\1+$/.test(digits);
}
