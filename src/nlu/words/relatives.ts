import { plainText } from "../../core/plain-text.ts";

/** The persons whom customers speak of ("es para mi suegra"), with and without accents. This list is the only one. */

/** Persons whose name is also what a customer calls us: "oiga vecina", "hágale primo". */
const CALLED = "amig|compa[nñ]er|cu[nñ]ad|herman|hij|prim|t[ií]|vecin|viej";
const OTHERS = "abuel|ahijad|bisabuel|conocid|consuegr|espos|madrin|niet|novi|nuer|padrin|sobrin|suegr|yern";
const DIMINUTIVE = "(?:(?:u|ec|ac)?(?:it|ic))";

/** One of them in the singular, as it stands at the end of a clause. */
export const CALLED_RELATIVE = `(?:(?:${CALLED})[oa]|comadre|compadre|jef[ea]|patr[oó]na?)`;

/** One of them, or several, also in a diminutive. It needs the end of a word behind it. */
export const RELATIVE = `(?:(?:${CALLED}|${OTHERS})${DIMINUTIVE}?[oa]s?|mam(?:[aáiy]|a?(?:it|cit)[ao])s?|pap(?:[aáiy]|a?(?:it|cit)[ao])s?|(?:co)?madre(?:cita)?s?|(?:com)?padre(?:cito)?s?|mujer(?:cita)?|maridos?|parejas?|jef(?:e|a|ecit[oa])s?|patr[oó]n(?:a|es|cit[oa])?|familiar(?:es)?)`;

const IS_RELATIVE = new RegExp(`^${RELATIVE}$`);

/** "Suegrita", "mamá", "PRIMO". */
export function isRelative(word: string): boolean {
  return IS_RELATIVE.test(plainText(word));
}
