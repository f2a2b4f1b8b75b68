import { foldLetters } from "../plain-text.ts";
import { mendSpelling, NUMBER_WORDS, SPELLED } from "./lexicon.ts";

/**
 * A text as the grammar reads it: lower case, no accents, abbreviations and misspellings written out, numbers as digits, one space
 * between words. What is no letter, digit or mark that can belong to a time is a comma.
 */
export function foldText(text: string): string {
  return numbersAsDigits(
    foldLetters(text.replace(/[º°]/gu, "o").normalize("NFKC"))
      .replace(/[‐-―]/gu, "-")
      .replace(/[^a-z0-9:.,/\-+$#%\s]/gu, " , ")
      .replace(/\bc\/(?=\s|[a-z0-9])/gu, "cada ")
      .replace(/(\d)\s*([ap])[\s.]{0,2}m\b\.?/gu, "$1 $2m")
      .replace(/(\d)([ap])\b/gu, "$1 $2m")
      .replace(/\b12(?::00)?\s*m\b\.?/gu, "mediodia")
      .replace(/\b(\d{1,2})\s?h(?:rs?)?\s?([0-5]\d)\b/gu, "$1:$2")
      .replace(/(\d)(?=(?:h|hs|hrs?|horas?|min|mins|minutos?|dias?|seg|segundos?|semanas?|mes|meses|y)\b)/gu, "$1 ")
      .replace(/(\d) h\b/gu, "$1 horas")
      .replace(/\b(a ?las?|las)(?=\d)/gu, "$1 ")
      .replace(/\bala(s?) /gu, "a la$1 ")
      .replace(/\bdela(s?) /gu, "de la$1 ")
      .replace(/[a-z]+/gu, (word) => SPELLED.get(word) ?? mendSpelling(word))
      .replace(
        /\b(?:lunes|martes|miercoles|jueves|viernes|sabado|domingo|enero|febrero|agosto|septiembre|octubre|noviembre|diciembre|proximo)\./gu,
        (word) => word.slice(0, -1),
      )
      .replace(/(\d): (\d\d)\b/gu, "$1:$2")
      .replace(/([:.,])(?=\s|$)/gu, " , ")
      .replace(/,(?!\d)/gu, " , ")
      .replace(/\bmedio -?dia\b/gu, "mediodia")
      .replace(/\bmedia -?noche\b/gu, "medianoche")
      .replace(/\bmediahora\b/gu, "media hora")
      .replace(/\bpasadomanana\b|\btrasmanana\b/gu, "pasado manana")
      .replace(/\bun par de\b/gu, "2")
      .replace(/\s+/gu, " ")
      .trim(),
  );
}

function numbersAsDigits(text: string): string {
  return text
    .replace(/\b([a-z]+nta) y (uno?|una|[a-z]+)\b/gu, (words, tens: string, unit: string) => {
      const [ten, one] = [NUMBER_WORDS.get(tens), unit.startsWith("un") ? 1 : NUMBER_WORDS.get(unit)];
      return ten === undefined || one === undefined || one > 9 ? words : String(ten + one);
    })
    .replace(/[a-z]+/gu, (word) => NUMBER_WORDS.get(word)?.toString() ?? word)
    .replace(/\b2 mil ([1-9]\d)\b/gu, "20$1");
}
