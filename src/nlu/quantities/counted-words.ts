import type { SoldGoods } from "../../core/ports/flow-reader.ts";
import { isAddressNoun } from "../clauses/slot-nouns.ts";
import { isSaid, type Token } from "../entities/tokens.ts";
import { isOther, unitsOf } from "../orders/read-quantity.ts";
import { foldText } from "../text/fold-text.ts";
import { isRelative } from "../words/relatives.ts";

/** A word or a number that may say how many units are wanted. */
export interface CountedWord {
  /** Its place among the tokens. */
  readonly at: number;
  readonly units: number;
}

/** Words for one unit that are no number: "el frasco individual", "el sencillo". */
const ONE_UNIT = /^(?:individual|unitari[oa]|sencill[oa]|unic[oa]|solit[oa])$/;
/** More than these are no pack, and an address has many such numbers. */
const MOST_UNITS = 12;
/** A street, a time, a price, a share or a date: "7-30", "5:00", "1/2", "79.900". */
const JOINS_FIGURES = /^[-:/.,#°º%$]$/;
const MOST_DIGITS = 2;

/** The words of a text that may count goods. Most messages have none. */
export function findCountedWords(tokens: readonly Token[], { goods, prices }: SoldGoods): CountedWord[] {
  const found: CountedWord[] = [];
  for (const [at, token] of tokens.entries()) {
    if (!isSaid(token)) continue;
    // "Uno para mí y otro para ella"; alone, "otro" is said of an order as of its units.
    const isOneMore = isOther(token.plain) && found.length > 0;
    const units = isOneMore ? 1 : (unitsSaid(tokens, at) ?? unitsOfPrice(tokens, at, prices));
    if (units === null || units > MOST_UNITS || isOfAddressOrDate(tokens, at, goods) || isDenied(tokens, at)) continue;
    found.push({ at, units });
  }
  return found;
}

/** "La torre es la 2", "dos cuadras", "tres hermanos", "el tres de diciembre": it counts no goods, wherever it stands. */
function isOfAddressOrDate(tokens: readonly Token[], at: number, goods: ReadonlySet<string>): boolean {
  const wordAt = (place: number): string => tokens[place]?.plain ?? "";
  if (
    isAddressNoun(wordAt(at + 1)) ||
    isRelative(wordAt(at + 1).replace(/s$/, "")) ||
    (wordAt(at + 1) === "de" && A_MONTH.test(wordAt(at + 2)))
  )
    return true;
  if (goods.has(wordAt(at + 1))) return false;
  if (wordAt(at - 1) === "las" && BEFORE_AN_HOUR.test(wordAt(at - 2))) return true;
  for (let place = at - 1; place >= at - NOUN_BEFORE && place >= 0; place -= 1) {
    if (!isSaid(tokens[place] as Token)) return false;
    if (isAddressNoun(wordAt(place))) return true;
  }
  return false;
}

/**
 * "No me mande dos", "no quiero los tres": in Spanish a pronoun stands before an order that is denied, and hangs on one that is
 * affirmed ("no, mándeme dos", also without the comma).
 */
function isDenied(tokens: readonly Token[], at: number): boolean {
  const before = tokens.slice(Math.max(0, at - 5), at).map(({ plain }) => plain);
  return (
    DENIES.test(` ${before.join(" ")} `) ||
    (GIVES.test(before.at(-1) ?? "") && !/^(?:me|nos)$/.test(before.at(-2) ?? ""))
  );
}

/** "¿Regalan una para probar?" asks for a sample; "¿me regala una?" buys. */
const GIVES = /^(?:regalan?|obsequian?|dan|traen?|vienen?|incluyen?)$/;
const DENIES =
  / no (?:(?:me|nos|le|les|se) (?:l[oa]s )?[a-z]+|(?:quiero|necesito|queremos|llevo|voy a (?:llevar|querer|pedir))) (?:(?:l[oa]s|el de|la de|esos) )?$/;

/** "Madrugo a las 3", "son las dos". */
const BEFORE_AN_HOUR = /^(?:a|son|eran|tipo|desde|hasta)$/;
/** So far before its number stands the noun that owns it: "el timbre es el 3". */
const NOUN_BEFORE = 3;
const A_MONTH =
  /^(?:mes|este|cada|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)$/;

/** "129.900", "129 mil", "el de 129": the price of a pack says its units. */
function unitsOfPrice(tokens: readonly Token[], at: number, prices: SoldGoods["prices"]): number | null {
  const text = tokens[at]?.text ?? "";
  if (!/^\d{2,6}$/.test(text)) return null;
  const [dot, rest] = [tokens[at + 1], tokens[at + 2]];
  // "Dg 169 # 71-22".
  if ([tokens[at - 1], tokens[at + 1]].some((beside) => beside?.text === "#")) return null;
  const isPart = /^[.,]$/.test(tokens[at - 1]?.text ?? "") && tokens[at - 1]?.end === tokens[at]?.start;
  if (isPart) return null;
  if (/^[.,]$/.test(dot?.text ?? "") && rest?.start === dot?.end && /^\d{3}$/.test(rest?.text ?? ""))
    return prices.get(Number(text + rest?.text)) ?? null;
  for (const [price, units] of prices)
    if (String(price) === text || String(Math.floor(price / 1000)) === text) return units;
  return null;
}

function unitsSaid(tokens: readonly Token[], at: number): number | null {
  const { text, plain } = tokens[at] as Token;
  if (!/^\d/.test(text)) {
    if (isOther(plain)) return null;
    if (plain === "media") return tokens[at + 1]?.plain === "docena" ? 6 : null;
    if (plain === "docena" && tokens[at - 1]?.plain === "media") return null;
    return ONE_UNIT.test(plain) ? 1 : unitsOf(foldText(plain));
  }
  if (text.length > MOST_DIGITS || isFigureBeside(tokens, at, -1) || isFigureBeside(tokens, at, 1)) return null;
  return unitsOf(text);
}

/** "7-30", "#12": a sign joins it to another number, or marks it as one of a street. */
function isFigureBeside(tokens: readonly Token[], at: number, step: 1 | -1): boolean {
  const [own, sign, other] = [tokens[at], tokens[at + step], tokens[at + 2 * step]];
  if (own === undefined || sign === undefined || !JOINS_FIGURES.test(sign.text)) return false;
  if (sign.text === "#" || sign.text === "$" || sign.text === "%" || sign.text === "°") return true;
  // "No. 79 - 3".
  if (sign.text === "-" && other !== undefined && /^\d/.test(other.text)) return true;
  const isClose = step === 1 ? sign.start === own.end : sign.end === own.start;
  if (other === undefined || !isClose) return false;
  const isJoined = step === 1 ? other.start === sign.end : other.end === sign.start;
  return isJoined && /^\d/.test(other.text);
}
