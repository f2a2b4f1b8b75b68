/**
 * Data in one run of words, with a comma where one thing ends and the next begins: "2 frascos para Ingrid Ospino Cra 5" is
 * "2 frascos, para, Ingrid Ospino, Cra 5". A name is parted when the lists know it, where nothing before it makes it the name
 * of a street, a school or another person; a town when it is big or stands with its department.
 */
import { plainText } from "../../core/plain-text.ts";
import { departmentBehind, placeAtEnd, placeAtStart } from "../places/find-place.ts";
import { foldText } from "../text/fold-text.ts";
import { isCommonWord } from "../words/common-words.ts";
import { isDataWord, NOT_IN_A_NAME } from "../words/data-words.ts";
import { isCommonFirstName, isFirstName } from "../words/first-names.ts";
import { isSurname } from "../words/surnames.ts";
import type { ExtractionContext } from "./field-kinds.ts";
import { soundsLikeNeighbourhood } from "./neighbourhoods.ts";
import { TYPED_MOBILE } from "./read-phone.ts";

interface Word {
  /** Without the signs behind it. */
  readonly text: string;
  readonly index: number;
  readonly end: number;
  /** A comma, the end of a line or the like stands behind it. */
  readonly isLast: boolean;
}

/** Words from `from` until before `to`. */
interface Span {
  readonly from: number;
  readonly to: number;
}

export function withPartedRuns(said: string, { known, isAsked }: ExtractionContext): string {
  if (!(isAsked || TYPED_MOBILE.test(said)) || /[?¿]/u.test(said)) return said;
  const text = withArticles(said);
  const words = wordsIn(text);
  const isNameOpen = known.given_name === undefined;
  const name = isNameOpen ? findName(words, TYPED_MOBILE.test(text)) : null;
  const town =
    known.city === undefined ? findTown(words, name, { isNameOpen, isCollected: COLLECTS.test(text) }) : null;
  // Before these words a comma is missing.
  const parted = new Set([
    ...(name === null ? [] : [...startsOf(words, name), name.to]),
    ...(town === null ? [] : [town.from, town.to]),
  ]);
  return words.reduceRight(
    (whole, { index }, at) =>
      parted.has(at) && words[at - 1]?.isLast === false ? `${whole.slice(0, index)}, ${whole.slice(index)}` : whole,
    text,
  );
}

/** "La oficina del Tambo Cauca": the article belongs to the name of the town. */
function withArticles(text: string): string {
  return text.replace(
    /(?<!\p{L})(de|a)l\s(?=(\p{L}{3,}\s\p{L}{3,}(?:\s\p{L}+){0,2}))/giu,
    (said, joint: string, behind: string) => {
      const placed = placeAtStart(["El", ...behind.split(/\s/u)]);
      return placed !== null && placed.length > 2 && placed.department !== null ? `${joint} El ` : said;
    },
  );
}

/** The parcel waits in an office: its town stands in whatever words. */
const COLLECTS = /(?<!\p{L})(?:rec(?:oj|og)|reclam|retir|oficina\s|interrapid[ií]simo|inter(?!\p{L}))/iu;

function wordsIn(text: string): readonly Word[] {
  return [...text.matchAll(/[^\s,;|()/]+/gu)].flatMap((found): Word[] => {
    const bare = found[0].replace(/[.:!]{1,6}$/u, "");
    const end = found.index + bare.length;
    const isLast = ENDS_A_PIECE.test(text.slice(end, end + 4));
    return /[\p{L}\d]/u.test(bare) ? [{ text: bare, index: found.index, end, isLast }] : [];
  });
}

const ENDS_A_PIECE = /^(?:\s{0,2}[,;|()/\n]|[.:!](?:\s|$)|\s[-–—•*]|\s*$)/u;

/** Courtesies, goods and wishes before what is told stay by themselves; a label and its value stay together. */
function startsOf(words: readonly Word[], { from }: Span): readonly number[] {
  if (!mayBegin(words, from)) return [];
  let start = from;
  while (words[start - 1]?.isLast === false && LEADS.test(plainText(words[start - 1]?.text ?? ""))) start -= 1;
  return [start, from];
}

const LEADS = /^(?:mis|los|son|datos|informacion|siguientes|para|pa)$/u;

function findName(words: readonly Word[], isParcel: boolean): Span | null {
  for (let from = 0; from < words.length; from += 1) {
    const to = endOfName(words, from, isParcel);
    if (to > from && (mayBegin(words, from) || IS_LABELLED.test(words[from - 1]?.text ?? ""))) {
      return { from, to };
    }
  }
  return null;
}

/** Behind which word a first name with its surnames ends; `from` when no name stands there. */
function endOfName(words: readonly Word[], from: number, isParcel: boolean): number {
  const of = (at: number): string => words[at]?.text ?? "";
  if (!(isFirstName(of(from)) || (isParcel && isUnlistedFirst(words, from))) || words[from]?.isLast !== false)
    return from;
  let to = from + 1;
  let surnames = 0;
  while (to < words.length && to < from + LONGEST && words[to - 1]?.isLast === false) {
    const particles = particlesAt(words, to);
    const isTown = surnames > 0 && townEnd(words, to) > to;
    if (isTown || !(particles > 0 || isOfAName(words, to))) break;
    if (particles > 0 || isSurname(of(to)) || !isCommonFirstName(of(to))) surnames += 1;
    to += particles + 1;
  }
  const isListed = words.slice(from + 1, to).some(({ text }) => isSurname(text) || OF_THE.has(plainText(text)));
  const isFull = surnames > 0 && (isListed || to - from > 2);
  return isFull ? to : from;
}

/** "Datos: Over Quintana": where nothing but a name is expected, a word that no list has stands before a surname. */
function isUnlistedFirst(words: readonly Word[], at: number): boolean {
  const word = words[at]?.text ?? "";
  const next = words[at + 1]?.text ?? "";
  if (!/^\p{L}{3,}$/u.test(word) || isSurname(word) || !isOfAName(words, at, true)) return false;
  const before = words[at - 1];
  const isExpected = before === undefined || NAME_COMES.test(before.text);
  return isExpected && !soundsLikeNeighbourhood(`${word} ${next}`) && (isSurname(next) || isFirstName(next));
}

const NAME_COMES = /^(?:datos|siguientes|nombre|llamo|para|pa|anot[ea]|escribe|habla)$/iu;
const LONGEST = 7;
const PARTICLE = /^(?:de|del|la|las|los)$/iu;

/** How many particles stand before a word that may be a surname: "de la Hoz", "del Río". */
function particlesAt(words: readonly Word[], from: number): number {
  let at = from;
  if (!/^del?$/iu.test(words[from]?.text ?? "")) return 0;
  while (PARTICLE.test(words[at]?.text ?? "") && words[at]?.isLast === false && at < from + 2) at += 1;
  const named = words[at]?.text ?? "";
  const isNamed = !PARTICLE.test(named) && (OF_THE.has(plainText(named)) || isSurname(named) || isFirstName(named));
  return isNamed && (isSurname(named) || placeAtStart([named]) === null) ? at - from : 0;
}

/** Surnames behind "de la". */
const OF_THE: ReadonlySet<string> = new Set(
  "hoz rosa rio campo toro castillo torre calle espriella barrera ossa pava cruz".split(" "),
);

/** A listed name, or behind it the last word of the run that no list of words has. */
function isOfAName(words: readonly Word[], at: number, isFirst = false): boolean {
  const { text: word, isLast } = words[at] ?? { text: "", isLast: true };
  if (!/^\p{L}[\p{L}'’-]+$/u.test(word)) return false;
  const plain = plainText(word);
  if (isDataWord(plain) || NOT_IN_A_NAME.has(plain) || OPENS_OTHER.test(word)) return false;
  if (isFirstName(word) || isSurname(word)) return true;
  const isEnd = isFirst || isLast || OPENS_OTHER.test(words[at + 1]?.text ?? "");
  // "Lorena Giraldo Buriticá, …": a village at the end of a name is a surname; its department would say that it is none.
  if (isLast && isSurname(words[at - 1]?.text ?? "") && placeAtStart([word])?.place.isBig === false) return true;
  return isEnd && word.length > 3 && !isCommonWord(foldText(word)) && placeAtStart([word]) === null;
}

/** What follows is a street, a number or a label. */
const OPENS_OTHER =
  /^(?:\d.*|\+57|calle|cll?|carrera|cra|kra?|av|avenida|diagonal|transversal|circular|autopista|manzana|mz|barrio|cel(?:ular)?|tel(?:[eé]fono)?|correo|direcci[oó]n|ciudad)$/iu;

/** The town of the message, which no comma parts from what stands beside it; none when two are named. */
function findTown(
  words: readonly Word[],
  name: Span | null,
  { isNameOpen, isCollected }: { readonly isNameOpen: boolean; readonly isCollected: boolean },
): Span | null {
  let found: Span | null = null;
  for (let from = 0; from < words.length; from += 1) {
    if (name !== null && from >= name.from && from < name.to) continue;
    const to = townEnd(words, from);
    if (to === from) continue;
    if (found !== null) return null;
    found = { from, to };
    from = to - 1;
  }
  if (found === null) return null;
  const before = words[found.from - 1]?.text ?? "";
  const isLed = LEADS_TO_TOWN.test(before) && !(words[found.from - 1]?.isLast ?? true);
  const behindName = name !== null && (found.from === name.to || (isLed && found.from - 1 === name.to));
  const isOpen = behindName || mayBegin(words, found.from) || (isCollected && (isLed || OF_OFFICE.test(before)));
  // "Soledad Bueno", "Armenia Londoño", where a name is open and none was found.
  const isName = isNameOpen && name === null && found.to - found.from === 1 && words[found.to - 1]?.isLast === false;
  if (!isOpen || (isName && !isCollected) || PART_OF_TOWN.test(plainText(words[found.to]?.text ?? ""))) return null;
  return { from: isLed ? found.from - 1 : found.from, to: found.to };
}

const LEADS_TO_TOWN = /^(?:de|en|desde|a|para|pa)$/iu;
const OF_OFFICE = /^(?:oficina|inter|interrapid[ií]simo)$/iu;
const PART_OF_TOWN = /^(?:norte|sur|oriente|occidente|centro|del|de)$/u;

/** Behind which word a town ends that is no name: big, or with its department. */
function townEnd(words: readonly Word[], from: number): number {
  const run: string[] = [];
  for (let at = from; at < words.length && run.length < LONGEST; at += 1) {
    run.push(words[at]?.text ?? "");
    if (words[at]?.isLast === true) break;
  }
  const placed = placeAtStart(run);
  if (placed === null) return from;
  const behind = from + placed.length;
  const department =
    placed.department === null && run.length === placed.length ? departmentAt(words, placed.place.city, behind) : 0;
  if (!placed.place.isBig && placed.department === null && department === 0) return from;
  const said = run.slice(0, placed.length);
  const isName =
    said.every((word) => isSurname(word)) || (isFirstName(said[0] ?? "") && isSurname(words[behind]?.text ?? ""));
  return placed.department === null && department === 0 && isName ? from : behind + department;
}

/** "Soacha, Cundinamarca villa del Río": how many words behind the comma are its department. */
function departmentAt(words: readonly Word[], city: string, from: number): number {
  for (let length = 3; length > 0; length -= 1) {
    const said = words.slice(from, from + length);
    if (said.length === length && departmentBehind(city, said.map(({ text }) => text).join(" ")) !== null)
      return length;
  }
  return 0;
}

/** What may stand before data that no label announces: goods, a wish, a courtesy, a number, a town, or the end of something. */
function mayBegin(words: readonly Word[], at: number): boolean {
  const before = words[at - 1];
  if (before === undefined || before.isLast) return true;
  if (/\d/u.test(before.text) || BEFORE_DATA.test(plainText(before.text))) return true;
  const run = words.slice(Math.max(0, at - 5), at);
  return placeAtEnd(run.slice(run.findLastIndex(({ isLast }) => isLast) + 1).map(({ text }) => text)) !== null;
}

const BEFORE_DATA =
  /^(?:para|pa|datos|informacion|info|siguientes|anot[ea](?:me|le)?|apunt[ea](?:me|le)?|escriba|ponga(?:le|lo)?|frascos?|tarros?|potes?|unidad(?:es)?|un[oa]?|dos|tres|buen[ao]s|dias|tardes|noches|hola|si|senora?|senorita|claro|listo|dale|bueno|ok|okey|vale|va|perfecto|gusto|bendiciones|gracias)$/u;
const IS_LABELLED = /^(?:de|es|llamo|llama|soy|nombre|recibe|escribe|habla|saluda|son)$/iu;
