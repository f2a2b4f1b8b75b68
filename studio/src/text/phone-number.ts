/** Calling codes of one and of two digits; every other has three. */
const CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

const split = (phone: string) => {
  const digits = phone.replace(/\D/g, "");
  const [code = ""] = CODE.exec(digits) ?? [];
  return { code, number: digits.slice(code.length) };
};

/** `573001112233` → `+57 ••• ••• 2233`: enough to tell two customers apart, too little to call one. */
export function masked(phone: string): string {
  const { code, number } = split(phone);
  // Without a country code: a number as a customer has written it.
  const isWhole = code.length + number.length > 10;
  return `${isWhole ? `+${code} ` : ""}••• ••• ${number.slice(-4)}`;
}

/** How numbers are written in the countries that we know; others as they are. */
const GROUPS: Readonly<Record<string, RegExp>> = {
  "1": /^(\d{3})(\d{3})(\d{4})$/,
  "52": /^(\d{2})(\d{4})(\d{4})$/,
  "55": /^(\d{2})(\d{4,5})(\d{4})$/,
  "57": /^(\d{3})(\d{3})(\d{4})$/,
};

export function grouped(phone: string): string {
  const { code, number } = split(phone);
  const groups = GROUPS[code]?.exec(number)?.slice(1);
  return groups === undefined ? `+${code}${number}` : `+${code} ${groups.join(" ")}`;
}

/** A number as people write it, with a space, dot or hyphen between digits; no date with its time. */
const IN_WORDS = /(?!\d{4}-\d{2}-\d{2})\+?\d(?:[\s().-]{0,2}\d){9,14}/g;

/** The words with every phone number in them masked. */
export const withoutPhones = (words: string): string => words.replace(IN_WORDS, masked);
