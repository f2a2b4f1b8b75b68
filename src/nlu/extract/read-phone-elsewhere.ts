import { parsePhoneNumberFromString } from "libphonenumber-js/mobile";
import type { Locale } from "../../core/locale/locale.ts";
import { packOf } from "../../core/locale/pack-of.ts";
import type { Standing } from "./phone-in-text.ts";

/** Digits as people group them: 8 to 15, with blanks, dots, dashes or brackets between them. */
const DIGITS = /(?<![\p{L}\d#]|\d[.,/-])(?:\+|00)?\(?\d(?:[\s().-]{0,3}\d){7,14}(?![\d/]|[.,-]\d)/gu;
/** "123.456.789-09": a Brazilian CPF, whose digits may look like a phone. */
const CPF = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/;
/** Labels of numbers that are no phone. */
const OTHER_NUMBER =
  /(?<!\p{L})(?:cpf|cnpj|rg|cep|curp|rfc|c\.?p|ssn|zip|pedido|nota|order|folio)\W{0,4}(?:n[uú]mero|number|n[ºo°]|é|es|is)?\W{0,4}$/iu;
/** Codes that Mexico dialled before a mobile until 2019. */
const OLD_MEXICAN = /^(?:044|045|01)(?=\d{10}$)/;

/**
 * The mobile numbers in a text of another country than Colombia, with their country code. A number
 * that the numbering plan does not know is none.
 */
export function writtenElsewhere(text: string, locale: Locale): Standing[] {
  return [...text.matchAll(DIGITS)].flatMap(({ 0: raw, index }) => {
    if (CPF.test(raw) || OTHER_NUMBER.test(text.slice(Math.max(0, index - 24), index))) return [];
    const value = phoneOf(raw, locale);
    return value === null ? [] : [{ raw, value, index }];
  });
}

/** Country code and number, digits only; null when no customer can be called on it. */
export function phoneOf(raw: string, locale: Locale): string | null {
  const { phoneCountry } = packOf(locale);
  const digits = raw.replace(/\D/g, "");
  if (/(\d)\1{7}/.test(digits)) return null;
  const isInternational = /^\s*\(?(?:\+|00)/.test(raw);
  const dialled = isInternational
    ? `+${digits.replace(/^00/, "").replace(/^521(?=\d{10}$)/, "52")}`
    : phoneCountry === "MX"
      ? digits.replace(OLD_MEXICAN, "")
      : digits;
  const found = parsePhoneNumberFromString(dialled, phoneCountry);
  return found?.isValid() === true ? found.number.slice(1) : null;
}
