import { plainText, titleCase } from "../../core/plain-text.ts";
import { readAcknowledgement, saysConfirming } from "../clauses/acknowledgement.ts";
import { departmentBehind, findDepartment, placeAtStart } from "../places/find-place.ts";
import { isFirstName } from "../words/first-names.ts";
import { RELATIVE } from "../words/relatives.ts";
import { isSurname } from "../words/surnames.ts";
import { beginsWithHouse } from "./address-in-words.ts";
import type { Extracted, ExtractionContext, Told } from "./field-kinds.ts";
import type { Piece, PieceLabel } from "./message-pieces.ts";
import { type PiecesSoFar, put, putName, SMALL, withoutConnectors, wordsOf } from "./pieces-so-far.ts";
import { NOTES, readBare, readUnitsOfAddress, wholePlace, withoutAssent } from "./read-bare.ts";
import { READ_LABELLED } from "./read-labelled.ts";
import { readLeftHood, readMissing } from "./read-missing.ts";
import {
  homeBehind,
  isCapital,
  MOST_OF_A_NAME,
  nameBeforeTown,
  opensName,
  readBareName,
  readSaidName,
  surnamesInFront,
} from "./read-name.ts";
import { readNameAmong } from "./read-name-inside.ts";

/** Names, places and neighbourhoods; `left` is the rest. */
export function readPieces(
  split: readonly Piece[],
  found: Told,
  context: ExtractionContext,
): { readonly told: Told; readonly left: string } {
  const pieces = withHoodBeforeTown(withSurnameBehind(withDepartments(split)), context).flatMap((piece) =>
    apart(piece, context),
  );
  const told: Extracted = { ...found.fields };
  const raw: Extracted = { ...found.raw };
  const hasTown = pieces.some(
    ({ label, text }) => label === null && (wholePlace(wordsOf(text))?.department ?? null) !== null,
  );
  const surnameSaid = pieces.find(({ label, text }) => label === "surname" && text !== "")?.text;
  const reading: PiecesSoFar = { told, raw, known: context.known, context, hasTown, surnameSaid };
  const left: string[] = [];
  const open: Piece[] = [];
  // Labelled pieces come first, so that unlabelled ones can be seen beside them.
  for (const piece of pieces.filter((one) => !isOutdone(one, pieces))) {
    if (piece.label === null) open.push(piece);
    // "Ese es el barrio. Confirmo": a yes behind a label is no value of it.
    else if (VALUES_IN_WORDS.has(piece.label) && saysConfirming(piece.text)) left.push(piece.text);
    else if (
      TELLS_WHO.has(piece.label) &&
      NAMES_ANOTHER.test(piece.said) &&
      !FOR_WHOM.test(piece.before) &&
      !WANTS_TO_BUY.test(piece.before) &&
      !isRecipient(piece, reading)
    )
      left.push(`${piece.said}${piece.text}`);
    else {
      const after = READ_LABELLED[piece.label](reading, piece);
      // "no es Cali, es Palmira": no name, and still something.
      if (after === null && (piece.said === "" || LIVES_THERE.test(`${piece.said}${piece.text}`)))
        open.push({ ...piece, label: null, isPlace: piece.said !== "" });
      else if (after === null) {
        const rest = TELLS_WHO.has(piece.label) ? readNameAmongWords(reading, piece) : null;
        left.push(rest === null ? `${piece.said}${piece.text}` : rest);
      } else if (after !== "")
        open.push({
          ...piece,
          label: null,
          said: "",
          text: after,
          // "envíelo a: Sandra Pineda" names the recipient; "el pedido es para María" may mean
          // another person.
          isPlace: piece.label === "lives" && !/:\s*$/.test(piece.said) && !isForAPerson(piece),
        });
    }
  }
  const isPlacedAnew = isAnotherPlace(pieces, context.known);
  const mayBeBare = (): boolean =>
    context.isAsked || isPlacedAnew || told.address !== undefined || Object.keys(told).length >= 2;
  // "Mándeme dos. Luz Dary Cuesta": who buys signs with a full name.
  const unread: Piece[] = [];
  const maySign = Object.keys(told).length > 0 || pieces.some(({ text }) => BUYS.test(text));
  for (const piece of open) {
    const isSigned =
      (maySign &&
        pieces.length > 1 &&
        signs(wordsOf(NOTES.test(piece.text) ? withoutAssent(piece.text) : piece.text))) ||
      introduces(piece, pieces);
    // "Gracias, Jairo" may well be said to Jairo.
    const isAddressed = THANKS.test(piece.before) && pieces.length === 2;
    const isSent = SENDS_THERE.test(wordsOf(piece.text).join(" ")) && BUYS.test(piece.text) && !piece.isQuestion;
    const bare = isSigned ? { ...piece, text: withoutAssent(piece.text) } : piece;
    if (
      isAddressed ||
      SPEAKS_OF_OTHER.test(piece.before) ||
      !(
        ((mayBeBare() || isSigned || isSent) && readBare(reading, bare)) ||
        readUnitsOfKnown(reading, piece) ||
        readSignature(reading, piece) ||
        readMissing(reading, piece, piece === pieces[0])
      )
    ) {
      const rest = readNameAmongWords(reading, piece);
      if (rest === null) unread.push(piece);
      left.push(rest ?? piece.text);
    }
  }
  const hood = readLeftHood(reading, unread);
  if (hood !== null) left.splice(left.indexOf(hood.text), 1);
  putNameToAskFor(reading, pieces);
  putSurnameFromElsewhere(reading, pieces);
  return { told: { fields: told, raw }, left: left.join(", ") };
}

function readNameAmongWords(reading: PiecesSoFar, { text, isQuestion, isPlace, isAfterAddress }: Piece): string | null {
  return isQuestion || isPlace === true || isAfterAddress ? null : readNameAmong(reading, wordsOf(text));
}

/** Labels behind which a name may stand that they do not announce: "es pa Yeison Tumay", "mándelo a Yeison Tumay". */
const TELLS_WHO: ReadonlySet<PieceLabel | null> = new Set(["name", "soy", "lives"]);

const VALUES_IN_WORDS: ReadonlySet<PieceLabel | null> = new Set([
  "name",
  "soy",
  "surname",
  "neighbourhood",
  "city",
  "lives",
]);

/** "Pacho, Cundinamarca": the town and its department are one piece, and no first name. */
function withDepartments(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const town = joined.at(-1);
    const isOpen = town !== undefined && [town, piece].every(({ label, isQuestion }) => label === null && !isQuestion);
    const placed = isOpen ? placeAtStart(wordsOf(town.text)) : null;
    const isWhole = placed !== null && placed.department === null && placed.length === wordsOf(town?.text ?? "").length;
    if (town !== undefined && isWhole && departmentBehind(placed.place.city, piece.text) !== null)
      joined.splice(-1, 1, { ...town, text: `${town.text} ${piece.text.trim()}`, isPlace: true });
    else joined.push(piece);
  }
  return joined;
}

/** "Cra 12 # 4-50, Pueblo Nuevo, Guapi": of two towns behind an address the first is a neighbourhood of the other. */
function withHoodBeforeTown(pieces: readonly Piece[], { known }: ExtractionContext): readonly Piece[] {
  const isBare = (piece: Piece | undefined): boolean => {
    const placed = piece === undefined || piece.label !== null ? null : wholePlace(wordsOf(piece.text));
    return placed !== null && placed.department === null && !placed.place.isBig;
  };
  const isTown = (piece: Piece | undefined): boolean =>
    piece !== undefined && piece.label === null && wholePlace(wordsOf(piece.text)) !== null;
  const isOpen = known.city === undefined && known.neighbourhood === undefined;
  return pieces.map((piece, at) =>
    isOpen && piece.isAfterAddress && isBare(piece) && isTown(pieces[at + 1])
      ? { ...piece, label: "neighbourhood" }
      : piece,
  );
}

/** "Sanabria, Luz Marina": surnames before a comma, and first names behind it. */
function withSurnameBehind(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const before = joined.at(-1);
    const isOpen =
      before !== undefined && [before, piece].every(({ label, isQuestion }) => label === null && !isQuestion);
    const surnames = wordsOf(before?.text ?? "");
    const words = [...surnames, ...wordsOf(piece.text)];
    if (isOpen && before !== undefined && surnames.length > 0 && surnamesInFront(words) === surnames.length)
      joined.splice(-1, 1, { ...before, text: words.join(" ") });
    else joined.push(piece);
  }
  return joined;
}

/** "Marelvis Padilla San Onofre Sucre calle principal": a name, a town with its department and the rest, where no comma parts them. */
function apart(piece: Piece, { known }: ExtractionContext): readonly Piece[] {
  const words = wordsOf(piece.text);
  if (piece.label !== null || piece.isQuestion || known.given_name !== undefined) return [piece];
  const { name, town } = nameBeforeTown(words) ?? { name: lengthBeforeHouse(words), town: 0 };
  const parts = [words.slice(0, name), words.slice(name, name + town), words.slice(name + town)];
  return name === 0 || (town === 0 && words.length === name)
    ? [piece]
    : parts.filter((part) => part.length > 0).map((part) => ({ ...piece, text: part.join(" ") }));
}

/** "Marelvis Padilla tienda La Bendición": a listed full name before a house; 0 when there is none. */
function lengthBeforeHouse(words: readonly string[]): number {
  const at = words.findIndex(
    (word, from) => from > 1 && from <= MOST_OF_A_NAME && !isSurname(word) && beginsWithHouse(words.slice(from)),
  );
  const isName =
    at > 1 && isFirstName(words[0] ?? "") && words.slice(1, at).every((word) => isFirstName(word) || isSurname(word));
  return isName && isSurname(words[at - 1] ?? "") ? at : 0;
}

/** "Que pregunten por Jhon Jairo Marín", where no other name is told: who receives. */
function putNameToAskFor(reading: PiecesSoFar, pieces: readonly Piece[]): void {
  const { told, known, context } = reading;
  if (!context.isAsked || (told.given_name ?? known.given_name) !== undefined) return;
  for (const { text, isQuestion } of pieces) {
    const words = wordsOf((isQuestion ? null : ASK_FOR.exec(text))?.[1] ?? "");
    if (beginsWithFullName(words)) {
      const name = readSaidName(words, false);
      if (name !== null) putName(reading, words, name);
      return;
    }
  }
}

const ASK_FOR =
  /(?<!\p{L})pregunt\p{L}{1,4}\s+(?:all[aá]\s+)?por\s+(?:(?:el|la|do[nñ]a?|se[nñ]ora?)\s+){0,2}(\p{L}.*)$/iu;

/** "Clara Luna y Ernesto Luna reciben, … soy Clara": the surname stands where the name was said in full. */
function putSurnameFromElsewhere(reading: PiecesSoFar, pieces: readonly Piece[]): void {
  const { told, known } = reading;
  if (told.given_name === undefined || told.surname !== undefined || known.surname !== undefined) return;
  for (const { text } of pieces) {
    const words = wordsOf(text);
    const at = words.findIndex((word) => plainText(word) === plainText(told.given_name ?? ""));
    const surname = words[at + 1] ?? "";
    if (at < 0 || !isSurname(surname) || isFirstName(surname)) continue;
    put(reading, "surname", titleCase(surname), surname);
    return;
  }
}

/** "Torre 2 apto 303, se me olvidó ponerle": more of the address that we have, whatever we asked last. */
function readUnitsOfKnown(reading: PiecesSoFar, { text, isQuestion }: Piece): boolean {
  return !isQuestion && reading.known.address !== undefined && readUnitsOfAddress(reading, text);
}

/** "Marcela Hoyos enfermera del San José, calle 5 …, cel …": data that begins with a full name, and more behind it. */
function readSignature(reading: PiecesSoFar, { text, before, isQuestion, label }: Piece): boolean {
  const { told, known } = reading;
  const isParcel = told.phone !== undefined && told.address !== undefined;
  if (!isParcel || isQuestion || label !== null || before !== "" || (told.given_name ?? known.given_name) !== undefined)
    return false;
  const words = wordsOf(text);
  const end = words.findIndex((word, at) => at > 0 && !isSurname(word) && !isFirstName(word));
  const name = readBareName(words.slice(0, end), { given: undefined, surname: false });
  if (end < 2 || !opensName(words) || !isSurname(words[end - 1] ?? "") || name === null) return false;
  putName(reading, words, name);
  return true;
}

/**
 * "soy de Bogotá pero vivo en Medellín", "estoy en Cali pero el envío es para Buga": the
 * destination weighs more.
 */
function isOutdone(piece: Piece, pieces: readonly Piece[]): boolean {
  // "me dicen Chepe pero me llamo José".
  if (piece.label === "name" && /dicen/iu.test(piece.said))
    return pieces.some(
      (other) =>
        (other.label === "name" && /llamo|nombre/iu.test(other.said)) ||
        (other.label === null && beginsWithFullName(wordsOf(other.text.replace(TO_BE_NOTED, "")))),
    );
  // "Jhon Freddy Guzmán y mi señora se llama Sandra": the full name is who receives.
  if (piece.label === "name" && /se\s+llama/iu.test(piece.said) && !beginsWithFullName(wordsOf(piece.text)))
    if (pieces.some(({ label, text }) => label === null && beginsWithFullName(wordsOf(text)))) return true;
  // "Recibe Gladys Mora, yo soy Elena Ortiz".
  if (piece.label === "name" && /recibe|destinatari/iu.test(piece.said))
    return pieces.some(({ label, said }) => label === "soy" && /^yo\s+soy/iu.test(said.trim()));
  // "Ella: Amparo Ceballos …, yo soy Laura, va a nombre de ella".
  if (piece.label === "soy")
    return pieces.some(
      ({ label, said, text, before }) =>
        label === "name" &&
        text !== "" &&
        (OF_ANOTHER.test(said) || IN_THE_NAME_OF.test(said) || (/se\s+llama/iu.test(said) && FOR_WHOM.test(before))),
    );
  if (piece.label !== "lives") return false;
  const rank = (one: Piece): number =>
    one.label === "lives" ? PLACE_SAID.findIndex((said) => said.test(one.said)) : -1;
  const own = rank(piece);
  return own >= 0 && pieces.some((other) => rank(other) > own && placeAtStart(wordsOf(other.text)) !== null);
}

/** "Manizales, Caldas", where another city is known: it is put right, whatever we asked. */
function isAnotherPlace(pieces: readonly Piece[], { city, department }: Extracted): boolean {
  if (city === undefined || pieces.some(({ isQuestion, label }) => isQuestion || label !== null)) return false;
  const words = pieces.flatMap(({ text }) => wordsOf(text));
  const placed = wholePlace(words);
  if (placed !== null && placed.department !== null) return plainText(placed.place.city) !== plainText(city);
  // The known department, called otherwise.
  const named = findDepartment(words.join(" "));
  return named !== null && named === department && plainText(named) !== plainText(words.join(" "));
}

/** "…, pero usted ponga Magdalena Arrieta". */
const TO_BE_NOTED = /^(?:\p{L}{1,8}\s){0,3}(?:p[oó]ng|an[oó]t|ap[uú]nt|escr[ií]b|col[oó]qu)\p{L}{1,5}\s/iu;

/** "Mi perro se llama Bruno" names no customer; "es para mi tía, se llama Ana Ruiz" names who receives. */
const NAMES_ANOTHER = /se\s+llama|(?:ella|[eé]l)\s+es/iu;
const FOR_WHOM =
  /(?:para|recibe|recoge|a\s+nombre\s+de|destinatari[oa]\s+es|env[ií]o\s+a)\s+(?:mi|una?|la|el)\s+\p{L}+$/iu;

/** "Mi comadre también quiere pedir, se llama …". */
const WANTS_TO_BUY =
  /(?<!\p{L})(?:mi|una|el|la)\s+\p{L}+\s+(?:tambi[eé]n\s+)?(?:quiere|quisiera|necesita|desea|va\s+a)\s+(?:pedir|comprar|llevar|encargar|un[oa]?(?!\p{L})|dos|tres|\d)/iu;

/** "El señor se llama Germán Ruiz", where we ask for the name: who receives. */
function isRecipient({ before, said, text }: Piece, { told, known, context: { isAsked } }: PiecesSoFar): boolean {
  // "Yo soy Dayana, y es para mi suegra. Ella se llama …": a name that was told in full stays.
  if (known.given_name !== undefined && known.surname !== undefined) return false;
  // "Se llama Luz Dary Echeverri" opens what is told; "mi perro se llama …" tells nothing of a parcel.
  const isOfParcel = before.trim() === "" || Object.keys(told).length > 0 || Object.keys(known).length > 0;
  const isFull = beginsWithFullName(wordsOf(text));
  if (!isAsked && !(isOfParcel && isFull)) return false;
  // Asked for, a full name is who receives, whatever was said before it.
  if (isAsked && isFull && !OF_WHO_SELLS.test(`${before} ${said}`)) return true;
  // "Se llama Beatriz Lleras, teléfono …" opens the message: the one who was spoken of.
  if (before.trim() === "") return true;
  return WHO_RECEIVES.test(`${before} ${said}`.trim());
}

/** "La muchacha que me vendió se llama …", "el doctor que me atendió se llama …". */
const OF_WHO_SELLS =
  /(?<!\p{L})(?:que\s+(?:me|nos|l[oa]s?|les?)\s+\p{L}+[oóé]|doctora?|m[eé]dic[oa]|vendedora?|tienda|edificio|conjunto|finca|vereda|empresa|perr[oa]|gat[oa])(?!\p{L})/iu;

/** "Es pa Yeison Tumay": a person and no place. */
function isForAPerson({ said, text }: Piece): boolean {
  return /(?<!\p{L})p(?:ar)?a\s*$/iu.test(said) && beginsWithFullName(wordsOf(text));
}

/** "Ana Ruiz": a listed given name, and a surname at the end of the names. */
function beginsWithFullName(words: readonly string[]): boolean {
  const name = isFirstName(words[0] ?? "") ? readSaidName(words, false) : null;
  const isNamed = (word: string): boolean => isSurname(word) || (isCapital(word) && isCapital(words[0] ?? ""));
  return name?.given != null && name.surname?.split(" ").some(isNamed) === true;
}

const WHO_RECEIVES = new RegExp(
  `(?:^|\\s)(?:el\\s+se[nñ]or|la\\s+se[nñ]ora|[eé]l|ella|quien\\s+recibe|(?:(?:mi|el|la|su)\\s+)?(?:${RELATIVE}|se[nñ]ora))\\s+se\\s+llama`,
  "iu",
);

/** The name of another person, for whom the parcel is. */
const OF_ANOTHER = /(?:^|\s)(?:ella|[eé]l|mi\s+\p{L}+)(?:\s+se\s+llama)?\s*(?::\s*)?$/iu;

/** "Lo pago yo que soy Andrés, pero va a nombre de mi mamá: …": the parcel bears that name. */
const IN_THE_NAME_OF = /^(?:el\s+pedido\s+)?a\s+nombre\s+del?\s*:?\s*$/iu;

/** "soy médica en Sincelejo": no name, and a place. */
const LIVES_THERE = /^(?:yo\s+)?soy\s.{2,60}\sen\s\p{L}/iu;

/** "2 frascos para Mocoa", "va uno pa Sincelejo". */
const SENDS_THERE = /\s(?:para|pa|a|hasta|en)\s+\p{L}[\p{L} ]{1,60}$/u;

/** Words of a purchase. */
const BUYS =
  /(?<!\p{L})(?:quiero|deme|d[eé]me|m[aá]ndeme|env[ií]eme|me\s+(?:manda|env[ií]a|llevo|vende|regala|anota)|an[oó]teme|ap[aá]rteme|v[eé]ndame|necesito|p[oó]ngame|compro|pedir|frasc\p{L}{1,5}|tarr\p{L}{1,5}|(?:una?|uno|dos|tres|[123])\s+p(?:ar)?a|van?\s+(?:uno|dos|tres|[123])|(?:una?|uno|dos|tres|[123])(?=\s+a\s))(?!\p{L})/iu;

/** A first name with a surname, or a well-known city, and nothing else. */
function signs(words: readonly string[]): boolean {
  const place = withoutConnectors(words);
  const placed = placeAtStart(place);
  if (placed?.place.isBig === true && placed.length === place.length) return true;
  const own = homeBehind(words).words;
  const name = readBareName(own, { given: undefined, surname: false });
  return name !== null && name.surname !== null && name.length === own.length && isFirstName(words[0] ?? "");
}

/**
 * "Perfecto. Óscar Chaparro Niño", "Anote pues: Luis Agudelo": a full name and nothing else, though nothing was asked yet.
 * Three names say it wherever they stand; fewer only beside an assent.
 */
function introduces(piece: Piece, pieces: readonly Piece[]): boolean {
  if (piece.label !== null || piece.isQuestion) return false;
  const words = homeBehind(wordsOf(withoutAssent(piece.text))).words;
  const name = words.length < 2 ? null : readBareName(words, { given: undefined, surname: false });
  const isNamed = isFirstName(words[0] ?? "") || (words.length > 2 && words.every(isCapital) && words.some(isSurname));
  const isWhole = name?.surname != null && name.length === words.length && isNamed;
  if (!isWhole || wholePlace(words) !== null || !words.every(isOfAName)) return false;
  const others = pieces.filter((one) => one !== piece);
  return (
    words.length > 2 || others.every(({ text }) => readAcknowledgement(text) !== null || withoutAssent(text) === "")
  );
}

function isOfAName(word: string): boolean {
  return isFirstName(word) || isSurname(word) || isCapital(word) || SMALL.has(plainText(word));
}

/** "es para un amigo, Camilo": the friend is not the buyer. */
const SPEAKS_OF_OTHER = new RegExp(
  `(?<!nombre\\s)(?<!\\p{L})(?:para|es|con|tengo)\\s+(?:mi|mis|un|una|el|la)\\s+(?:\\p{L}+\\s+)?(?:${RELATIVE}|ni[nñ]\\p{L}*)$`,
  "iu",
);
const THANKS = /^(?:muchas\s+|mil\s+)?gracias$/iu;

const LIVES = /^(?:viv|est|resid|radic|me\s+encuentro)/iu;

/** The words before a place, ordered from the least to the most about a delivery. */
const PLACE_SAID = [/^(?:soy|somos)\s/iu, LIVES, /(?:env|ped|m[aá]nd|despach|recib|entreg)/iu];
