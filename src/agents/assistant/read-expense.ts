import { foldLetters } from "../../core/plain-text.ts";
import { civilNow, instantOf, partsOf, weekdayOf } from "../../core/time/civil-day.ts";
import { foldText } from "../../core/time/fold-text.ts";
import { trimMarks, withoutTail } from "./trim-words.ts";

/** What a customer wants of their expenses. */
export type ExpenseAct =
  | TellingAct
  /** `about`: the purposes that the question names, in plain letters. Empty: all of them. */
  | { readonly kind: "spent"; readonly period: Period; readonly about: readonly string[] }
  | { readonly kind: "undo_spend" };

export type TellingAct =
  | { readonly kind: "spend"; readonly expenses: readonly ToldExpense[] }
  /** The amount or the category is open; what is known waits for the rest. */
  | { readonly kind: "unclear_spend"; readonly known: Partial<ToldExpense> };

export interface ToldExpense {
  readonly amount: number;
  readonly category: string;
  /** ISO 4217; null when none is named. */
  readonly currency: string | null;
}

export type Period = "today" | "week" | "month";

const UNDO = /\b(?:borr|quit|elimin|anul|deshaz|deshag|cancel)[a-z]{0,6}\b[\w ,]{0,25}\bgastos?\b/u;
const SPENT =
  /\bcuanto (?:llevo|voy|(?:me )?he gastado|(?:me )?gaste|gasto)\b|\b(?:mis|ver|resumen de|total de) (?:los |mis )?gastos\b|\ben que (?:me )?(?:he gastado|gaste)\b/u;
const SPEND =
  /\b(?:me )?gaste\b|\b(?:registr|anot|apunt)[ae](?:me)?\b[\w ]{0,12}\bgasto\b|^(?:un )?gasto (?:de|por)\b/u;
/** Each also says other things: only beside an amount of money do they tell an expense. */
const PAID =
  /\b(?:pague|pagamos|compre|compramos|cancele|gastamos|consigne|me (?:costo|cobraron|salio en)|nos (?:costo|cobraron))\b/u;
const NOT_SPEND = /\b(?:no|si|cuando|nunca|casi|que) (?:me )?(?:gaste|pague|compre|cancele|costo)\b/u;

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

/** "45 mil en mercado y 12.500 en el bus": another amount begins another expense. */
const AND_ANOTHER = /(?:, ?| )(?:y|e) (?=(?:\S{1,20} ){0,3}\$?\d)|[,;] (?=\$?\d)/u;
const SPENDING =
  /\b(?:(?:me |nos )?(?:gast(?:e|amos)|pag(?:ue|amos)|compr(?:e|amos)|cancele|consigne|costo|cobraron|salio en)|(?:registr|anot|apunt)[ae](?:me)?)\b/gu;
/** At either end they are no part of the thing that was bought. */
const AROUND_AN_OBJECT = new Set(
  `pesos un una unos unas el la los las de del por en a al que gasto gastos fue fueron son eran ya y hoy ayer anoche ahorita antier esta
  manana tarde noche me por favor porfa gracias`.split(/\s+/u),
);

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
  if (NOT_SPEND.test(plain) || said.includes("?")) return null;
  const isTold = SPEND.test(plain);
  if (!isTold && !PAID.test(plain)) return null;
  const several = said.split(/\s+/u).join(" ").split(AND_ANOTHER).map(partOf);
  const parts = several.every(isWhole) ? several : [partOf(said)];
  const whole = parts.filter(isWhole);
  if (whole.length === parts.length) return { kind: "spend", expenses: whole };
  // "Pagué la luz" tells no sum, and may be told for its own sake.
  if (!isTold && amountsIn(foldText(said)).length === 0) return null;
  return { kind: "unclear_spend", known: parts[0] ?? {} };
}

/** What answers our question about an expense, with what was known of it; null when it says neither amount nor purpose. */
export function readExpenseAnswer(text: string, known: Partial<ToldExpense>): TellingAct | null {
  const told = partOf(text.normalize("NFC").trim());
  if (told.amount === undefined && (told.category === undefined || known.amount === undefined)) return null;
  const amount = told.amount ?? known.amount;
  const category = told.category ?? known.category;
  if (amount === undefined || category === undefined) return { kind: "unclear_spend", known: { ...known, ...told } };
  const currency = (told.amount === undefined ? known.currency : told.currency) ?? null;
  return { kind: "spend", expenses: [{ amount, category, currency }] };
}

const isWhole = (part: Partial<ToldExpense>): part is ToldExpense =>
  part.amount !== undefined && part.category !== undefined;

function partOf(said: string): Partial<ToldExpense> {
  const [amount, ...others] = amountsIn(foldText(said));
  const category = categoryOf(said) || objectOf(said);
  return {
    ...(amount === undefined || others.length > 0 ? {} : { amount, currency: currencyIn(foldLetters(said)) }),
    ...(category === "" ? {} : { category }),
  };
}

/** Small numbers without a unit count things; "45" alone may be 45 thousand and is no amount. */
function amountsIn(folded: string): number[] {
  return [...folded.matchAll(AMOUNT)].flatMap(([, digits = "", unit = ""]) => {
    const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/u.test(digits);
    const number = Number(isGrouped ? digits.replace(/[.,]/gu, "") : digits.replace(",", "."));
    const amount = Math.round(number * worth(unit));
    // A year or a phone is no sum.
    if (unit === "" && /^(?:(?:19|20)\d\d|\d{10,})$/u.test(digits)) return [];
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

/** "Luz" of "pagué 120 mil de luz ayer", "almuerzo" of "el almuerzo me costó 30 mil". */
function objectOf(said: string): string {
  const plain = foldLetters(said);
  // A second number may be a second sum.
  if (plain.length !== said.length || [...plain.matchAll(AMOUNT)].length > 1) return "";
  const bare = plain.replace(AMOUNT, blank).replace(SPENDING, blank);
  const left = [...said].map((letter, at) => (bare[at] === " " ? " " : letter)).join("");
  const words = left.split(/[\s,;:.¡!¿?]+/u).filter((word) => word !== "");
  const isAround = (word: string) => AROUND_AN_OBJECT.has(foldLetters(word));
  const from = words.findIndex((word) => !isAround(word));
  if (from === -1) return "";
  return words
    .slice(from, words.findLastIndex((word) => !isAround(word)) + 1)
    .join(" ")
    .slice(0, 60);
}

const blank = (found: string): string => " ".repeat(found.length);

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
