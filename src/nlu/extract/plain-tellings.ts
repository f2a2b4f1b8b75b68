/**
 * Data in the order and the words in which people tell it, written as plain labels, which every reader knows: "Tovar es el
 * apellido" is "apellido Tovar", "pa mi tía Ana Ruiz que vive en Neiva" is "me llamo Ana Ruiz, vivo en Neiva".
 */

import { plainText, titleCase } from "../../core/plain-text.ts";
import { findDepartment, isPlaceIn, LONGEST_PLACE, type PlacedWords, placeAtStart } from "../places/find-place.ts";
import { findIn, isIn, replaceEach, replaceIn } from "../text/pattern-gate.ts";
import { isFirstName } from "../words/first-names.ts";
import { RELATIVE } from "../words/relatives.ts";
import { isSurname } from "../words/surnames.ts";
import type { ExtractionContext } from "./field-kinds.ts";
import { fullNameAtStart, withOwnReceipt, withPhoneToCall, withReceiver, withReceiverNamed } from "./plain-receiver.ts";
import { TYPED_MOBILE } from "./read-phone.ts";

const NAME = "\\p{Lu}[\\p{L}'’-]{1,20}";
const NAMES = `${NAME}(?:\\s(?:(?:de|del|la|los)\\s){0,2}${NAME}){0,4}`;
const FOR_KIN = `(?<!\\p{L})(?:p(?:ar)?a|regal\\p{L}{1,6}|(?:mand|envi)\\p{L}{1,5}|dar(?:le|sel[oa])?|a\\s{1,3}nombre\\s{1,3}de)\\s{1,3}(?:a\\s{1,3})?(?:mi|una?|el|la)\\s{1,3}${RELATIVE}`;

/** "Segundo es el nombre", "Tovar de apellido"; "Ana, el apellido Ruiz" is no such thing. */
const VALUE_FIRST = new RegExp(
  `(?<!\\p{L})(${NAMES})\\s{1,3}(?:es\\s{1,3}(?:el|mi)|son\\s{1,3}(?:l[oa]s|mis)|el|mi|de)\\s{1,3}(nombre|apellido)s?(?!\\p{L})(?!\\s{0,2}[:=]?\\s{0,2}(?:(?:es|son|de)(?!\\p{L})|\\p{Lu}))`,
  "gu",
);
const SMALL_VALUE_FIRST =
  /^(\p{L}{2,15}(?:\s\p{L}{2,15}){0,3})\s{1,3}(?:es\s{1,3}(?:el|mi)|son\s{1,3}(?:l[oa]s|mis))\s{1,3}(nombre|apellido)s?[\s.!]*$/u;
/** "De apellido soy Vesga". */
const OF_SURNAME = /(?<!\p{L})(?:y\s{1,3})?de\s{1,3}apellido\s{1,3}(?:soy|es)\s{1,3}/giu;
/** "En La Victoria... el pueblo": which of the two it is. */
const THE_TOWN =
  /(?<!\p{L})en\s{1,3}(\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+){0,2})[\s,.]{1,5}el\s(?:pueblo|municipio)(?=\s?[,.])/gu;
/** "El barrio que es Boyacá". */
const LABEL_THAT_IS =
  /(?<!\p{L})((?:el|la|mi)\s{1,3}(?:barrio|nombre|apellido|ciudad))\s{1,3}(?:(?:creo|me\s{1,3}parece|tengo\s{1,3}entendido)\s{1,3})?que\s{1,3}(?:es|ser[ií]a|se\s{1,3}llama)\s{1,3}/giu;
/** "Profe Jaime Mejía por acá", "Luz Dary Gómez le escribe". */
const INTRODUCES = new RegExp(
  `(^|[,.!]\\s{0,2})((?:[Pp]rofe|[Dd]ra?\\.?|[Ii]ng\\.?|[Ll]ic\\.?|[Dd]on|[Dd]oña|[Ss]ra?\\.?)\\s{1,3})?(${NAME}(?:\\s${NAME}){1,3})\\s{1,3}(?:por\\s{1,3}(?:acá|aca|aquí|aqui)|al\\s{1,3}habla|le\\s{1,3}(?:escribe|saluda|habla))(?!\\p{L})`,
  "u",
);

/** "Rosa Flor, Rosa el nombre y Flor el apellido": which word is which, behind the name in whatever order. */
const BOTH_PARTS =
  /(?<!\p{L})(\p{L}{3,20}(?:\s\p{L}{3,20})?)\s(?:es\s)?(?:(?:el|mi|de)\s)nombre(?:\s?,)?\s(?:y\s)?(\p{L}{3,20}(?:\s\p{L}{3,20})?)\s(?:es\s)?(?:(?:el|mi|de)\s)apellido(?!\p{L})/iu;

export function saysWhichIsWhich(text: string): boolean {
  return isIn(BOTH_PARTS, text);
}

function withBothParts(text: string): string {
  const [said, given = "", surname = ""] = /[?¿]/u.test(text) ? [] : (findIn(BOTH_PARTS, text) ?? []);
  if (said === undefined || !isFirstName(given.split(" ")[0] ?? "")) return text;
  return text
    .replace(said, ` nombre ${given}, apellido ${surname}, `)
    .replace(
      new RegExp(
        `(?:(?:mi|el)\\s)?(?:(?:nombre|soy|llamo)\\s(?:es\\s)?)?(?<!\\p{L})${given}\\s${surname}\\s?[,.]?`,
        "iu",
      ),
      "",
    );
}

/** The same words of a sentence that asks are no data. */
export function withPlainTellings(text: string, { known, isAsked, missing }: ExtractionContext): string {
  const context = { known, isAsked: isAsked || (TYPED_MOBILE.test(text) && DOOR.test(text)), missing };
  return withoutSenderHome(withOwnReceipt(withReceiver(withPhoneToCall(withBothParts(text)))))
    .split(/(?<=[.!?]\s|\n)/u)
    .map((sentence) =>
      /[?¿]/u.test(sentence)
        ? sentence
        : withReceiverNamed(told(withTheirHome(withHoodAlone(sentence, context), context)), context),
    )
    .join("");
}

/** The numbers of a door: who tells them beside a mobile tells where a parcel goes. */
const DOOR = /#\s?\d|\d\s?-\s?\d{1,3}(?!\d)/u;

/** "Ella se llama Teresa y vive en Yopal. Yo vivo en Bogotá": the home of the one who receives is told, and ours is of no use. */
function withoutSenderHome(text: string): string {
  if (!isIn(RECEIVER_LIVES, text)) return text;
  const own = OWN_HOME.exec(text);
  const at = own === null ? null : placeBefore(text.slice(own.index + own[0].length), false);
  const left =
    own === null || at === null
      ? text
      : `${text.slice(0, own.index)}, ${text.slice(own.index + own[0].length + at.said.length)}`;
  const theirs = THEIR_HOME.exec(left);
  return theirs !== null && placeBefore(left.slice(theirs.index + theirs[0].length), false) !== null
    ? left.replace(theirs[0], ", vivo en ")
    : left;
}

const THEIR_HOME =
  /(?:\s{0,2},)?\s{1,2}(?:y\s{1,2})?(?:ella\s|[eé]l\s)?vive\s{1,3}(?:all[aá]\s|ac[aá]\s|aqu[ií]\s)?en\s{1,3}(?=\p{L})/iu;

const RECEIVER_LIVES = new RegExp(
  `(?<!\\p{L})(?:[Mm]e\\s{1,3}llamo\\s{1,3}(?:\\p{L}{2,20}\\s){0,4}\\p{L}{2,20}(?=\\s?,\\s?(?:que\\s|y\\s)?(?:ella|[eé]l)\\svive)|se\\s{1,3}llama|nombre\\s{1,3}(?:de|es)\\s{1,3}(?:ella|[eé]l)|(?:p(?:ar)?a|recibe|a\\s{1,3}nombre\\s{1,3}de)\\s{1,3}(?:mi|una?|el|la)\\s{1,3}${RELATIVE})(?!\\p{L})[^?]{2,140}?(?<!\\p{L})vive(?!\\p{L})`,
  "iu",
);

/** "Vive en Buenaventura, barrio El Cristal": of the one who receives, whose town we ask for. */
function withTheirHome(sentence: string, { known, isAsked }: ExtractionContext): string {
  const said = isAsked && known.city === undefined ? findIn(THEY_LIVE, sentence) : null;
  if (said === null || OWN_HOME.test(sentence)) return sentence;
  const behind = sentence.slice(said.index + said[0].length);
  return placeBefore(behind, false) === null ? sentence : `${sentence.slice(0, said.index)}, vivo en ${behind}`;
}

const THEY_LIVE =
  /(?:^\s{0,3}|[,;]\s{0,2}|\sy\s)(?:(?:ella|[eé]l)\s)?(?:vive|reside)\s(?:(?:all[aá]|ac[aá]|aqu[ií])\s)?en\s(?=\p{L})/iu;

function told(sentence: string): string {
  const [, small = "", label = ""] = findIn(SMALL_VALUE_FIRST, sentence) ?? [];
  if (small !== "" && small.split(" ").every((word) => isFirstName(word) || isSurname(word)))
    return `${label} ${small}`;
  const labelled = replaceEach(withNameApart(withNewName(replaceIn(WIDOW, sentence, ""))), LABELLED)
    .replace(FOR_NAMED, namedOr)
    .replace(TO_THE_HOUSE_OF, namedOr)
    .replace(WITH_KIN, "$1, ");
  return withSaidPlaces(ofOneOfMany(ofReceiver(withoutLocality(labelled.replace(THE_TOWN_OF_THE_TWO, ",")))));
}

/** "Bahía Solano es la ciudad", "castelvi se llama el barrio": the value of a place in front. */
const PLACE_FIRST =
  /(^|[.;\n]\s{0,2})(\p{L}{3,20}(?:\s\p{L}{2,20}){0,3})\s(?:es|se\sllama|le\sdicen)\s(?:el|la|mi)\s(barrio|ciudad|pueblo|municipio|departamento)(?!\p{L}|\s(?:de|del|donde|que|m[aá]s)(?!\p{L}))/giu;
/** "El barrio no sé cómo se llama, aquí le decimos el centro". */
const CALLED_HERE =
  /(?<!\p{L})barrio[\s,](?:no\s(?:s[eé]|me\sacuerdo|lo\ss[eé])|yo\sno\ss[eé])[^.;\n]{0,40}?(?:le|lo)\s(?:decimos|dicen|llamamos|llaman|conocemos|conocen)\s(?:como\s)?/giu;

const LABELLED: readonly (readonly [RegExp, string])[] = [
  [PLACE_FIRST, "$1$3 $2, "],
  [CALLED_HERE, "barrio "],
  [VALUE_FIRST, "$2 $1,"],
  [LABEL_THAT_IS, "$1 es "],
  [OF_SURNAME, "apellido "],
  [THE_TOWN, "ciudad $1, "],
  [INTRODUCES, "$1me llamo $3, "],
];

/** "Barrio Alfonso López, Usme Bogotá": beside a barrio its locality says nothing that the city does not. */
function withoutLocality(sentence: string): string {
  return isIn(BARRIO, sentence) ? sentence.replace(LOCALITY, "$1 ") : sentence;
}

const BARRIO = /(?<!\p{L})barrio(?!\p{L})/iu;
const LOCALITY =
  /([,.;])\s{0,2}(?:(?:en|localidad(?:\sde)?)\s)?(?:usme|suba|kennedy|bosa|engativ[aá]|fontib[oó]n|usaqu[eé]n|ciudad\sbol[ií]var|san\scrist[oó]bal|rafael\suribe|tunjuelito|puente\saranda|teusaquillo|chapinero|barrios\sunidos|antonio\snari[nñ]o|sumapaz)\s{0,2},?\s{1,2}(?=bogot[aá](?!\p{L}))/giu;

/** "Pa Segundo Primitivo Chasoy, vereda …": for whom it is, by a full name and nothing else. */
const FOR_NAMED = new RegExp(
  `(^|[,.;]\\s{0,2})(?:[Ee]s\\s)?[Pp](?:ar)?a\\s(${NAME}(?:\\s${NAME}){1,4})(?=\\s{0,2}(?:[,.;\\n]|$))`,
  "gu",
);

/** "Hermelinda Vargas viuda de Castro": her own name is in front. "Soy viuda de un policía" tells none. */
const WIDOW =
  /(?<=\p{L}{3})(?<!(?:soy|qued[eé]|est[aá]|es))\s{1,2}(?:viuda|vda\.?)\s{1,2}de\s{1,2}(?:(?:la|los|las)\s)?(?!un)\p{L}{3,20}/giu;

/** "Enviarlo a la casa de doña Cecilia Marroquín". "Al lado de la casa de …" is where it stands. */
const TO_THE_HOUSE_OF = new RegExp(
  `(?<!\\p{L})((?:[Ee]nv[ií]|[Mm][aá]nd|[Ll]l[eé]v|[Dd]esp[aá]ch|[Ee]ntr[eé]g)\\p{L}{1,8}\\s{1,2})a\\s(?:la\\s)?casa\\sde\\s(?:(?:do[nñ]a?|la\\sse[nñ]ora|el\\sse[nñ]or|mi\\s${RELATIVE})\\s)?(${NAME}(?:\\s${NAME}){1,4})(?=\\s{0,2}(?:[,.;\\n]|$))`,
  "gu",
);

/** "Pedro Portilla y mi esposa Nidia, a nombre mío": the first of the two. */
const WITH_KIN = new RegExp(
  `^(${NAME}(?:\\s${NAME}){1,4})\\s{1,2}y\\s{1,2}(?:mi|la|el)\\s{1,2}${RELATIVE}(?:\\s${NAME}){0,3}(?=\\s{0,2}(?:[,.;\\n]|$))`,
  "gu",
);

/** "Cambie el nombre, que lo reciba Ana Ruiz", "póngalo a nombre de mi hijo Juan Ruiz, él sí está": another name is wished. */
const CHANGES_THE_NAME =
  /(?<!\p{L})(?:cambi|c[aá]mbi|corrij|corrig|p[oó]ng|d[eé]j|sal[eg]|qued|h[aá]g|vay|mejor|m[aá]nd|env[ií])\p{L}{0,8}\s{1,2}(?:\p{L}{1,6}\s){0,2}?nombre(?!\p{L})|(?<!\p{L})nombre\s(?:c[aá]mbi|p[oó]ng)\p{L}{1,6}/iu;
const KEEPS_THE_NAME = /(?<!\p{L})no\s(?:(?:me|le|lo|la|se)\s)?(?:cambi|pong|dej|salg|corrij)/iu;
const NEW_HOLDER = new RegExp(
  `(?<!\\p{L})(?:a\\snombre\\sde|(?:el|al)\\snombre\\s(?:por|a|de|es)|paquete\\ses|(?:que|q|quien|l[oa]s?)\\s(?:l[oa]s?\\s)?(?:reciba?e?|recoja)(?:\\ses)?|p[oó]ng\\p{L}{2,6}\\s(?:mejor\\s)?a|nombre\\sc[aá]mbi\\p{L}{1,5}\\s(?:a|por))\\s(?:el\\sde\\s)?(?:(?:mi|la|el|una?)\\s)?(?:${RELATIVE}(?!\\p{L})[\\s,:]{0,3})?(?:(?:la\\s|el\\s)?(?:do[nñ]a?|se[nñ]ora?)\\s)?(?=\\p{L})`,
  "giu",
);

/** Whether another name is wished, and not asked for. */
export function wishesOtherName(text: string): boolean {
  return isIn(CHANGES_THE_NAME, text) && !KEEPS_THE_NAME.test(text) && !/factura/iu.test(text) && !/[?¿]/u.test(text);
}

function withNewName(sentence: string): string {
  if (!wishesOtherName(sentence)) return sentence;
  for (const { 0: said, index } of sentence.matchAll(NEW_HOLDER)) {
    const behind = sentence.slice(index + said.length);
    const name = fullNameAtStart(behind);
    if (name === null) continue;
    const told = sentence
      .slice(0, index)
      .split(/[,;.]/u)
      .filter((part) => /#|\d{4}/u.test(part));
    return [...told, `me llamo ${titleCase(name)}`, behind.slice(name.length)].join(", ");
  }
  return sentence;
}

function namedOr(said: string, before: string, name: string): string {
  const words = name.split(" ");
  const isName = isFirstName(words[0] ?? "") && isSurname(words.at(-1) ?? "") && placeAtStart(words) === null;
  return isName ? `${before}me llamo ${name}` : said;
}

/** "Clara Luz Bravo y el de mi esposo es …": a full name ends before what is said next. */
function withNameApart(sentence: string): string {
  const [said, name = ""] = NAME_AND.exec(sentence) ?? [];
  const words = name.split(" ");
  const isFull = isFirstName(words[0] ?? "") && words.slice(1).every((word) => isSurname(word) || isFirstName(word));
  return said === undefined || !isFull || !isSurname(words.at(-1) ?? "")
    ? sentence
    : sentence.replace(said, `${name}, `);
}

const NAME_AND =
  /^(\p{L}{2,20}(?:\s\p{L}{2,20}){1,4}?)\s{1,3}y\s{1,3}(?=(?:el|la|los|mi|mis|su|vivo|estoy|es|esta|este)(?!\p{L}))/iu;

/** The place that begins a text. `isWhole`: its clause holds nothing else. */
function placeBefore(text: string, isWhole: boolean): PlacedWords | null {
  const [clause = ""] = text.split(/[.;\n()]|,(?=\s\p{Ll})/u);
  const words = clause.split(/[\s,]+/u).filter((word) => word !== "");
  const placed = placeAtStart(words.slice(0, LONGEST_PLACE));
  return placed === null || (isWhole && placed.length < words.length) ? null : placed;
}

const LIVES_THERE = `(?:\\s{0,2},?\\s{0,2}(?:que|y|ella|[eé]l)){0,2}\\s{1,3}(?:(?:vive|est[aá]|queda|reside|recibe)(?:\\s{1,3}(?:aqu[ií]|ac[aá]|all[aá]|por\\s{1,3}all[aá]))?\\s{1,3})?en\\s{1,3}`;
const RECEIVER_THERE = new RegExp(`(${FOR_KIN}(?!\\p{L})(?:\\s${NAMES})?)${LIVES_THERE}(?=\\p{L})`, "iu");
const RECEIVER_NAMED = new RegExp(
  `(?<!\\p{L})(?:[Ee]s\\s{1,3})?(?:[Pp](?:ar)?a|a\\s{1,3}nombre\\s{1,3}de)\\s{1,3}(?:mi|una?|el|la)\\s{1,3}${RELATIVE}\\s{1,3}(?:(?:don|do[nñ]a)\\s)?(${NAME}(?:\\s(?:(?:de|del|la|los)\\s){0,2}${NAME}){1,4})(?=\\s{0,2}(?:[,.;]|$)|\\s{1,3}(?:que|q|vive|y|en|cel|tel)(?!\\p{L}))`,
  "u",
);
const OWN_HOME =
  /(?:,\s{0,2})?(?<!\p{L})(?:(?:y|pero)\s{1,3})?(?:yo\s{1,3})?(?:vivo|estoy)\s{1,3}(?:(?:aqu[ií]|ac[aá])\s{1,3})?en\s{1,3}(?=\p{L})/iu;
const OWN_NAME = new RegExp(`(?<!\\p{L})(?:[Yy]o\\s{1,3})?[Ss]oy\\s{1,3}${NAMES}`, "u");

/** The parcel goes where the one lives for whom it is: neither the sender's home nor the sender's name is of it. */
function ofReceiver(sentence: string): string {
  const there = findIn(RECEIVER_THERE, sentence);
  const placed = there === null ? null : placeBefore(sentence.slice(there.index + there[0].length), false);
  let text = sentence;
  if (there !== null && placed !== null) {
    text = text.replace(there[0], `${there[1] ?? ""}, vivo en `);
    const own = OWN_HOME.exec(text.replace(", vivo en ", "\ue001"));
    const at = own === null ? null : placeBefore(own.input.slice(own.index + own[0].length), false);
    if (own !== null && at !== null && plainText(at.place.city) !== plainText(placed.place.city))
      text = `${own.input.slice(0, own.index)}, ${own.input.slice(own.index + own[0].length + at.said.length)}`.replace(
        "\ue001",
        ", vivo en ",
      );
  }
  const named = findIn(RECEIVER_NAMED, text);
  if (named === null) return text;
  const isSender = placed !== null;
  const renamed = text.replace(named[0], `, me llamo ${named[1] ?? ""}, `);
  return isSender ? renamed.replace(OWN_NAME, "") : renamed;
}

const WHICH_OF_THEM =
  /\s?,?\s(?:pero\s(?:(?:el|la)\s)?|(?:el|la)\s)(?:que\s(?:queda|es|est[aá])\s)?(?:del?|en)\s(?=\p{L})/giu;

/** How far from the joint the two names can stand. */
const NEAR = 80;

/** "San Martín pero el del Meta", "La Unión, la de Nariño": which of the places of that name it is. */
function ofOneOfMany(sentence: string): string {
  for (const { 0: joint, index } of sentence.matchAll(WHICH_OF_THEM)) {
    const before =
      sentence
        .slice(Math.max(0, index - NEAR), index)
        .split(/[,.;]/u)
        .at(-1)
        ?.trim()
        .split(/\s+/u)
        .slice(-4) ?? [];
    const behind =
      sentence
        .slice(index + joint.length, index + joint.length + NEAR)
        .split(/[,.;\n]/u)[0]
        ?.trim()
        .split(/\s+/u)
        .slice(0, 3) ?? [];
    const named = before.map((_, at) => before.slice(at)).find((words) => placeAtStart(words)?.length === words.length);
    const said = behind
      .map((_, at) => behind.slice(0, behind.length - at).join(" "))
      .find((one) => findDepartment(one));
    const department = said === undefined ? null : findDepartment(said);
    const place = named?.join(" ");
    if (place === undefined || said === undefined || department === null || !isPlaceIn(place, department)) continue;
    const from = sentence.lastIndexOf(place, index);
    return `${sentence.slice(0, from)}ciudad ${place} ${department}${sentence.slice(index + joint.length + said.length)}`;
  }
  return sentence;
}

/** "Eso es Yopal", "yo en Quibdó", "recibe en Duitama", "la oficina de Inter de Cumaral". */
const SAID_PLACES: readonly { readonly words: RegExp; readonly isWhole: boolean; readonly isCertain?: boolean }[] = [
  // "Eso es Barrancabermeja donde mi hija": a big city, or a town with its department.
  { words: /(?<!\p{L})es[oa]\s{1,3}(?:es|queda)\s{1,3}(?:en\s{1,3})?(?=\p{L})/iu, isWhole: false, isCertain: true },
  // "Van pa Medellín donde mi tía".
  { words: /(?<!\p{L})(?:van|son|ser[ií]an)\s{1,3}(?:tod[oa]s\s)?p(?:ar)?a\s{1,3}(?=\p{L})/iu, isWhole: false },
  { words: /(?<!\p{L})es[oa]\s{1,3}(?:es|queda)\s{1,3}(?:(?:en|por)\s{1,3})?(?=\p{L})/iu, isWhole: true },
  // "Eso es de Ráquira como a media hora en moto".
  {
    words:
      /(?<!\p{L})(?:es[oa]|aqu[ií]|ac[aá])\s(?:es|queda)\s(?:de|en|por)\s(?=\p{L}{3,}(?:\s\p{L}{2,}){0,3}?\s(?:(?:como|por)\s)?a\s(?:un[oa]s?|media|dos|tres|cuatro|diez|quince|veinte|\d{1,2})\s)/iu,
    isWhole: false,
  },
  { words: /(?<!\p{L})yo\s{1,3}en\s{1,3}(?=\p{L})/iu, isWhole: true },
  // "3 frascos a Ibagué".
  {
    words:
      /(?<=(?<!\p{L})(?:frasc\p{L}{1,5}|tarr\p{L}{1,5}|dos|tres|[1-3])\s{1,3})(?:a|p(?:ar)?a|hasta)\s{1,3}(?=\p{Lu}\p{L}{3})/u,
    isWhole: false,
  },
  // "Un pueblito que se llama Paz de Ariporo".
  {
    words:
      /(?:(?<!\p{L})(?:estoy|estamos|vivo|vivimos|es)\s(?:en\s)?)?(?<!\p{L})un\s(?:pueblo|pueblito|municipio)\s(?:que\s(?:se\sllama|le\sdicen)|llamado)\s(?=\p{L})/iu,
    isWhole: false,
  },
  // "Va pa Florencia Caquetá".
  { words: /^(?:y\s|es\s)?va\sp(?:ar)?a\s{1,3}(?=\p{L})/iu, isWhole: true },
  { words: /(?<!\p{L})recibe\s{1,3}en\s{1,3}(?=\p{L})/iu, isWhole: false },
  {
    words:
      /(?<!\p{L})(?<!(?<!\p{L})no\s)(?:(?:voy|vamos)\s{1,3}a\s{1,3}estar|estar[eé](?:mos)?)\s{1,3}en\s{1,3}(?=\p{L})/iu,
    isWhole: false,
  },
  {
    words:
      /(?<!\p{L})(?:oficina|sucursal|sede|inter(?:\s?rap\p{L}{1,10})?)\s{1,3}(?:del?\s{1,3}(?:inter(?:\s?rap\p{L}{1,10})?|la\s{1,3}transportadora)\s{1,3})?(?:de|en)\s{1,3}(?=\p{L})/iu,
    isWhole: false,
  },
];

/** "Caldas, el municipio no el departamento": which of the two is meant. */
const THE_TOWN_OF_THE_TWO =
  /,?\s(?:(?:pero|es)\s)?(?:el|del)\s(?:municipio|pueblo),?\s(?:y\s)?no\s(?:el|del)\s(?:departamento|depto|dpto)(?:,?\so\ssea)?,?(?=\s|$)/iu;

/** "Vivo en Soacha pero me queda mejor recibirlo en el trabajo en Bogotá": where the parcel goes. */
const RECEIVED_AT_WORK =
  /(?<!\p{L})(?:recibir(?:l[oa]s?)?|recib[oa]n?|que\s(?:me\s)?l[oa]s?\s(?:entreguen|lleven|manden)|que\s(?:me\s)?llegue)\s(?:en|a)l?\s(?:(?:el|la|mi)\s)?(?:trabajo|oficina|negocio|local|almac[eé]n|empresa|taller)\sen\s(?=\p{L})/iu;

function withSaidPlaces(sentence: string): string {
  const atWork = findIn(RECEIVED_AT_WORK, sentence);
  const place = atWork === null ? null : placeBefore(sentence.slice(atWork.index + atWork[0].length), false);
  if (atWork !== null && place !== null) return sentence.replace(atWork[0], ", mándelo a ");
  return SAID_PLACES.reduce((text, { words, isWhole, isCertain = false }) => {
    const said = findIn(words, text);
    const placed = said === null ? null : placeBefore(text.slice(said.index + said[0].length), isWhole);
    const isOpen = isCertain && placed?.place.isBig !== true && placed?.department == null;
    return said === null || placed === null || isOpen ? text : text.replace(said[0], ", vivo en ");
  }, sentence);
}

/** "No sé bien pero creo que Las Cuadras", "se llama Anganoy": what leads to the neighbourhood that alone is asked for. */
const LEADS_TO_HOOD =
  /^(?:[^.;?\d]{0,30}\s)?(?:se\sllama|le\s(?:dicen|decimos|llaman)|(?:creo|me\sparece)\sque(?:\s(?:es|se\sllama))?|debe\sser|(?:ese|este|aqu[ií]|ac[aá])\ses)\s(?:el\sbarrio\s)?(?=\p{L}{3,20}(?:\s\p{L}{2,20}){0,3}[\s.!]*$)/iu;

function withHoodAlone(sentence: string, { known, isAsked }: ExtractionContext): string {
  const isOnly = [known.given_name, known.surname, known.address, known.city].every((one) => one !== undefined);
  if (!isAsked || !isOnly || known.neighbourhood !== undefined) return sentence;
  return sentence.replace(LEADS_TO_HOOD, "barrio ");
}
