/** Amounts as the country writes them, without a currency: typed by people, and read by their spreadsheets. */

export function decimalMark(locale: string): string {
  return new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === "decimal")?.value ?? ".";
}

/** "4.100" is four thousand in Colombia and "52,5" has a half. Null for what is no amount. */
export function readAmount(typed: string, locale: string): number | null {
  const decimal = decimalMark(locale);
  const other = decimal === "," ? "." : ",";
  const text = typed.trim().replace(/^\$\s*/, "");
  const [whole = "", part = "", ...more] = text.split(decimal);
  if (more.length > 0 || !/^\d*$/.test(part)) return null;
  // The mark of thousands of one country is that of cents in another: only three digits behind it are thousands.
  const isGrouped = /^\d{1,3}([.,]\d{3})+$/.test(whole);
  const digits = isGrouped ? whole.replaceAll(other, "") : part === "" ? whole.replace(other, ".") : whole;
  return /^\d+(\.\d+)?$/.test(digits) ? Number(part === "" ? digits : `${digits}.${part}`) : null;
}

/** A number for a field, as `readAmount` reads it. */
export function writeAmount(amount: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }).format(amount);
}

/** An amount of the smallest unit for a spreadsheet: with its cents, without a currency or thousands. */
export function plainAmount(amount: number, decimals: number, locale: string): string {
  return (amount / 10 ** decimals).toFixed(decimals).replace(".", decimalMark(locale));
}
