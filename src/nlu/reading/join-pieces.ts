import { readAcknowledgement } from "../clauses/acknowledgement.ts";
import { placeAtStart } from "../places/find-place.ts";
import { foldText } from "../text/fold-text.ts";
import { isCommonWord } from "../words/common-words.ts";
import { isFirstName } from "../words/first-names.ts";
import { mendSpelling } from "../words/mend-spelling.ts";
import { isSurname } from "../words/surnames.ts";

/** "Barrio", "el celular es": what is named and told in the next message. */
const LABEL =
  /^(?:y )?(?:(?:el|la|mi|los|mis) )?(?:nombres?(?: complet[oa])?|apellidos?|cel|celular|tel|telefono|movil|whatsapp|numero(?: de (?:cel|celular|telefono))?|correo|e?mail|direcion|dir|barrio|ciudad|municipio|departamento|depto)(?: es)?$|(?:^| )a nombre de(?: (?:mi|la|el) [a-z]+)?$/;
/** "Calle 16", "cra 7a sur": a street without its door. */
const STREET =
  /^(?:(?:la|mi|es|en) )*(?:calle|cll?|carrera|cra|kra|kr|cr|avenida|av|diagonal|dg|transversal|tv)[. ]*\d{1,3} ?[a-z]?(?: (?:bis|sur|norte|este|oeste))?$/;
const DOOR = /^(?:#|n[oº°]?\.?|nro\.?|n[uú]mero|con)?\s*\d{1,3}\s?[a-z]?\s*-\s*\d{1,3}/iu;
const DIGITS = /^[\d\s-]{2,9}$/;
const PHONE = /^3\d{9}$/;
const MOST_WORDS = 8;

/** Whether a message only names what the next one tells, or tells the half of it. */
export function isHalf(text: string): boolean {
  const folded = bare(text);
  return LABEL.test(folded) || STREET.test(folded);
}

/**
 * Messages of which one begins what the next one tells become one: "barrio" and "Yesquita", "Calle 16" and "# 18-40", "300" and
 * "456 7812". `before`: the customer's message before these.
 */
export function joinPieces(
  messages: readonly string[],
  before: string | undefined,
  isNameOpen: boolean,
): readonly string[] {
  const joined: string[] = [];
  const isBegun = before !== undefined && (isHalf(before) || (isNameOpen && isRareName(before)));
  for (const message of messages) {
    const half = joined.at(-1) ?? (isBegun ? before : "");
    const isJoined = goesOn(half, message) || (isNameOpen && isRareName(half) && isSurnameAlone(message));
    if (isJoined) joined.pop();
    joined.push(isJoined ? `${half} ${message}` : message);
  }
  return joined;
}

function goesOn(half: string, next: string): boolean {
  const folded = bare(half);
  if (LABEL.test(folded)) return !isHalf(next) && !/[?¿]/.test(next) && next.trim().split(/\s+/).length <= MOST_WORDS;
  if (STREET.test(folded)) return DOOR.test(next.trim());
  return DIGITS.test(half) && DIGITS.test(next) && PHONE.test(`${half}${next}`.replace(/\D/g, ""));
}

/** "Marinelba": a word that no list has, where the name is asked for. */
function isRareName(text: string): boolean {
  const word = text.trim();
  if (!/^\p{L}{4,20}$/u.test(word) || isFirstName(word) || isSurname(word) || placeAtStart([word]) !== null)
    return false;
  const isCommon = [word, word.replace(/s$/u, "")].some((one) => isCommonWord(foldText(one)));
  return !isCommon && mendSpelling(word) === word && readAcknowledgement(word) === null;
}

function isSurnameAlone(text: string): boolean {
  const word = text.trim();
  return isSurname(word) && !isCommonWord(foldText(word));
}

function bare(text: string): string {
  return foldText(text).replace(/(?<![.,: ])[.,: ]+$/, "");
}
