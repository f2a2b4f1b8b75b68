import { readSpokenNumber } from "./spoken-numbers.ts";

const WORD = "(?:\\p{L}{4,12}|cien|dos|tres|uno)";
const PRICE = new RegExp(
  `(?<=(?<!\\p{L})(?:el|la|l[oa]s) de )(?:ciento )?${WORD} (?:y \\p{L}{3,6} )?mil(?: \\p{L}{2,7}cientos)?(?!\\p{L})`,
  "giu",
);

/** "El de ciento sesenta y nueve mil novecientos": the price in figures, behind an article alone. "Los dos en cien mil" haggles. */
export function withPricesInFigures(text: string): string {
  if (!/\smil(?!\p{L})/iu.test(text)) return text;
  return text.replace(PRICE, (said) => {
    const words = said.toLowerCase().split(/\s+/);
    const at = words.indexOf("mil");
    const thousands = readSpokenNumber(words.slice(0, at));
    if (thousands === null || thousands.length !== at || Number(thousands.digits) < FEWEST_THOUSANDS) return said;
    const rest = words.length > at + 1 ? readSpokenNumber(words.slice(at + 1)) : null;
    if (words.length > at + 1 && rest === null) return said;
    return String(Number(thousands.digits) * 1000 + Number(rest?.digits ?? 0));
  });
}

/** No price of a jar is lower; "dos mil" may be a number of anything. */
const FEWEST_THOUSANDS = 20;
