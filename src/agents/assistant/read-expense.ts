import { foldLetters } from "../../core/plain-text.ts";
import { civilNow, instantOf, partsOf, weekdayOf } from "../../core/time/civil-day.ts";
import { foldText } from "../../core/time/fold-text.ts";
import { trimMarks, withoutTail } from "./trim-words.ts";

/** What a customer wants of their expenses. */
export type ExpenseAct =
  | {
      readonly kind: "spend";
      readonly amount: number;
      readonly category: string;
      /** ISO 4217; null when none is named. */
      readonly currency: string | null;
    }
  /** The amount or the category is open, or several were told at once. */
  | { readonly kind: "unclear_spend" }
  /** `about`: the purposes that the question names, in plain letters. Empty: all of them. */
  | { readonly kind: "spent"; readonly period: Period; readonly about: readonly string[] }
  | { readonly kind: "undo_spend" };

export type Period = "today" | "week" | "month";

const UNDO = /\b(?:borr|quit|elimin|anul|deshaz|deshag|cancel)[a-z]{0,6}\b[\w ,]{0,25}\bgastos?\b/u;
const SPENT =
  /\bcuanto (?:llevo|voy|(?:me )?he gastado|(?:me )?gaste|gasto)\b|\b(?:mis|ver|resumen de|total de) (?:los |mis )?gastos\b|\ben que (?:me )?(?:he gastado|gaste)\b/u;
const SPEND =
  /\b(?:me )?gaste\b|\b(?:registr|anot|apunt)[ae](?:me)?\b[\w ]{0,12}\bgasto\b|^(?:un )?gasto (?:de|por)\b/u;
const NOT_SPEND = /\b(?:no|si|cuando|nunca|casi) (?:me )?gaste\b/u;

const AMOUNT =
  /\$?\s?(\d{1,3}(?:[.,]\d{3})+|\d+(?:[.,]\d{1,2})?)\s?(mil|1000|k|lucas?|luquitas|barras?|millon(?:es)?|palos?|pesos|dolares|dolar|usd|euros?|eur|reales|soles)?\b/gu;
const CATEGORY = /\b(?:en|pa|para)\s+(?:(?:el|la|los|las|un|una|unos|unas|lo de)\s+)?(\D{2,})$/u;
/** Times stand behind "en" as purposes do. */
const TIME =
  /\b(?:en |durante )?(?:(?:lo que va|lo corrido) del? )?(?:este |esta |el |la |estos |estas |los |las )?(?:ultim[oa]s? )?(?:semanas?|mes(?:es)?|dias?|anos?|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)(?: pasad[oa]| actual)?(?= |$)/gu;
const NO_PURPOSE = /^(?:que|total|todo|general|gastos?|resumen)\b/u;
const NO_CATEGORY = new Set([
  ...["hoy", "ayer", "anoche", "ahorita", "por favor", "porfa"],
  ...["esta manana", "esta tarde", "esta noche", "hace rato"],
]);

const CURRENCIES: readonly (readonly [string, RegExp])[] = [
  ["USD", /^(?:dolar(?:es)?|usd)$/u],
  ["EUR", /^(?:euros?|eur)$/u],
  ["BRL", /^reales$/u],
  ["PEN", /^soles$/u],
];

const currencyIn = (plain: string): string | null =>
  CURRENCIES.find(([, words]) => plain.split(/[^a-z]+/u).some((word) => words.test(word)))?.[0] ?? null;

/** Null when the words are about no expense. */
export function readExpense(text: string): ExpenseAct | null {
  const said = text.normalize("NFC").trim();
  const plain = foldLetters(said)
    .replace(/[¿?¡!]+/gu, " ")
    .trim();
  if (UNDO.test(plain)) return { kind: "undo_spend" };
  if (SPENT.test(plain)) return { kind: "spent", period: periodOf(plain), about: askedAbout(plain) };
  if (!SPEND.test(plain) || NOT_SPEND.test(plain) || said.includes("?")) return null;
  const amounts = amountsIn(foldText(said));
  const [amount] = amounts;
  const category = categoryOf(said);
  if (amount === undefined || amounts.length > 1 || category === "") return { kind: "unclear_spend" };
  return { kind: "spend", amount, category, currency: currencyIn(foldLetters(said)) };
}

/** Small numbers without a unit count things; "45" alone may be 45 thousand and is no amount. */
function amountsIn(folded: string): number[] {
  return [...folded.matchAll(AMOUNT)].flatMap(([, digits = "", unit = ""]) => {
    const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/u.test(digits);
    const number = Number(isGrouped ? digits.replace(/[.,]/gu, "") : digits.replace(",", "."));
    const amount = Math.round(number * worth(unit));
    const isNamed = unit === "pesos" || CURRENCIES.some(([, words]) => words.test(unit));
    // A sum with cents is asked about: whole units are kept.
    return Number.isInteger(number * worth(unit)) && (amount >= 1_000 || isNamed) ? [amount] : [];
  });
}

function worth(unit: string): number {
  if (/^(?:millon|palo)/u.test(unit)) return 1_000_000;
  return unit === "" || unit === "pesos" || CURRENCIES.some(([, words]) => words.test(unit)) ? 1 : 1_000;
}

function categoryOf(said: string): string {
  const words = withoutTail(said, NO_CATEGORY);
  const plain = foldLetters(words);
  const found = plain.length === words.length ? CATEGORY.exec(plain)?.[1] : undefined;
  return found === undefined ? "" : trimMarks(words.slice(words.length - found.length)).slice(0, 60);
}

function askedAbout(plain: string): readonly string[] {
  const purpose = categoryOf(plain.replace(TIME, " ").replace(/ {2,}/gu, " "));
  if (purpose === "" || NO_PURPOSE.test(purpose)) return [];
  return purpose.split(/ ?, ?| (?:y|o|e) (?:en )?/u).filter((one) => one !== "");
}

function periodOf(plain: string): Period {
  if (/\bhoy\b/u.test(plain)) return "today";
  return /\bsemana\b/u.test(plain) ? "week" : "month";
}

/** The instant at which a period begins: today, on Monday, on the 1st. */
export function beginOf(period: Period, now: Date, zone: string): Date {
  const { today } = civilNow(now, zone);
  const back = period === "today" ? 0 : period === "week" ? (weekdayOf(today) + 6) % 7 : partsOf(today).day - 1;
  return instantOf(today - back, 0, zone);
}
