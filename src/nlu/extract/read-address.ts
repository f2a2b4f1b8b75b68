import { plainText } from "../../core/plain-text.ts";
import { COUNTRYSIDE_NOUN, FARM, ON_THE_ROAD, SETTLEMENT } from "../places/countryside.ts";
import { placeAtEnd, placeAtStart } from "../places/find-place.ts";
import { findIn, replaceIn } from "../text/pattern-gate.ts";
import { isDataWord, NOT_IN_A_NAME } from "../words/data-words.ts";
import { isFirstName } from "../words/first-names.ts";
import { houseBeforeStreet } from "./house-before-street.ts";

const VIA =
  "(?:calle|kalle|caye|calel|cll|cl|clle|cal|c(?=\\s?\\d{1,3}\\s?#)|carrera|carera|karrera|karera|carrra|carerra|cra|kra|kr|cr|krr|crr|k(?=\\s?\\d{1,3}[a-z]?\\s?(?:#|n[o°º]))|avenida|abenida|avda|av|ave|diagonal|diagonar|diag|dg|transversal|trasversal|transv|trans|trv|tv|tr|circular|circ|cir(?=\\.?\\s?\\d)|callej[oó]n|autopista|ac|ak)";
const NUMBER =
  "\\d{1,3}(?:[a-z]\\d{1,2}(?![\\p{L}\\d])|\\s[a-hj-mp-tvwz]\\s?\\d{1,2}(?=\\s?(?:#|n[o°º]))|[a-z]{1,2}(?![\\p{L}])|\\s[a-hj-mp-tvwz](?![\\p{L}]))?(?:\\s?bis(?:\\s?[a-z](?![\\p{L}]))?)?(?:\\s?(?:sur|norte|este|oeste|occidente)(?![\\p{L}]))?";
const NUMERAL = "(?:#|n[°ºo]?\\.?(?=\\s?\\d)|nro\\.?|num(?:ero|eral)?\\.?|número)";
/** What stands or is said between the two numbers of a door. */
const DASH = "(?:[-–]|gui[oó]n|raya|rayita)";
const SEPARATOR = `(?:\\s{0,2}(?:${NUMERAL}|con|-|–|,|/)\\s{0,2}|\\s{1,2})`;
const DOOR = `(?:(?:\\s{0,2}${DASH}\\s{0,2}|\\s{1,2})\\d{1,4}[a-z]?(?![\\p{L}\\d]))?(?:\\s?(?:sur|norte|este|oeste)(?![\\p{L}]))?`;

/** A street and its numbers: `Cll 45 #12-30`, `cra 8a no 20 - 11`, `carrera 15 con calle 80`, `cra7#14-20`. */
const STREET = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:avenida|avda|av|ave)\\.?\\s(?=c(?:alle|ll?|arrera|ra)(?!\\p{L})))?${VIA}\\.?\\s{0,2}${NUMBER}${SEPARATOR}(?:${VIA}\\.?\\s{0,2}${NUMBER}\\s?${NUMERAL}\\s{0,2}|${VIA}\\.?\\s{0,2})?(?:\\d{1,3}\\s?n(?=\\s?[-–]?\\s?\\d)|${NUMBER})${DOOR}`,
  "iu",
);
/** A kilometre of Norte de Santander: `kdx 318`, `KDX 062-450`. */
const KILOMETRE = /(?<![\p{L}\d])kdx\.?\s?\d{1,4}[a-z]?(?:\s?[-–]\s?\d{1,4}[a-z]?)?(?![\p{L}\d])/iu;
/** The form of villages: `Calle 3 casa 14`. */
const STREET_AND_HOUSE = new RegExp(
  `(?<![\\p{L}\\d])${VIA}\\.?\\s{0,2}${NUMBER}\\s?,?\\s(?:casa|cs)\\.?\\s{0,2}#?\\s?\\d{1,4}[a-z]?(?![\\p{L}\\d])`,
  "iu",
);
/**
 * A street with a name: `Avenida Caracas # 45-12`, `Av. Las Américas No. 50-20`, `Av 30 de Agosto # 38-12`. Its numeral says
 * that a number follows.
 */
const NAMED_STREET = new RegExp(
  `(?<![\\p{L}\\d])(?:calle|cll|cl|carrera|cra|kra|avenida|avda|av|autopista|paseo|camell[oó]n|loma|callej[oó]n)\\.?\\s(?:\\d{1,2}\\s(?=de\\s))?(?:[\\p{L}.]+\\s){1,4}?(?:(?:#|n[°ºo]\\.?(?=\\s?\\d)|nro\\.?|n[uú]mero)\\s{0,2}${NUMBER}${DOOR}|\\d{1,3}[a-z]?\\s?-\\s?\\d{1,4}[a-z]?(?![\\p{L}\\d]))`,
  "iu",
);
/** A road with a name and a kilometre of it: `av Simón Bolívar km 6`, `Troncal del Caribe kilómetro 12`. */
const NAMED_ROAD = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:avenida|avda|av|autopista|carretera|troncal|anillo\\svial)\\.?\\s(?:\\p{L}{2,20}\\s){1,5}|v[ií]a\\s(?:\\p{L}{1,20}\\s){1,5}|(?:circunvalar|perimetral|variante|transversal|troncal)\\s)(?:${ON_THE_ROAD})\\.?\\s?\\d{1,3}(?![\\d])`,
  "iu",
);
/** Blocks and houses: `manzana 4 casa 12`, `casa 8 mz C`, `bloque 5 apto 301`, `mz 3 lote 4`. */
const BLOCK = "(?:manzana|mz|mza|mzna|supermanzana|bloque|blq|bl|torre|etapa|sector|interior)";
const HOUSE = "(?:casa|cs|lote|lt|apartamento|apto|apt|torre|interior|int|local|etapa)";
const IN_BLOCK = new RegExp(
  `(?<![\\p{L}\\d])(?:${BLOCK}\\.?\\s{0,2}#?\\s?[\\p{L}\\d]{1,3}\\s?[,-]?\\s?${HOUSE}\\.?\\s{0,2}#?\\s?\\d{1,4}[a-z]?|(?:casa|lote|apto|apartamento)\\.?\\s{0,2}#?\\s?\\d{1,4}[a-z]?\\s?[,-]?\\s?(?:de\\s+la\\s+)?(?:manzana|mz|mza|bloque|torre)\\.?\\s{0,2}[\\p{L}\\d]{1,3})(?![\\p{L}\\d])`,
  "iu",
);
/**
 * Places without street numbers: `vereda El Salado finca 3`, `km 5 vía La Calera`. It ends where
 * other data begins.
 */
const COUNTRYSIDE = new RegExp(
  `(?<![\\p{L}\\d])(?:${COUNTRYSIDE_NOUN})\\s(?!(?:por|en|que|all[aá]|ac[aá]|lejos|muy|cerca|donde|mejor|pues|s[ií]|es|y|o|ni|no|pero|m[ií]a)(?!\\p{L}))(?:(?!\\s(?:de\\s+|del\\s+)?(?:municipio|ciudad|departamento|barrio|correo|cel|celular|tel[eé]fono|mi|y|c[eé]dula|nombre)(?![\\p{L}]))(?!\\s(?:es[oa]\\s(?:es|queda)|donde\\s(?:mi|la|el)|(?:ah?[ií]|ay|all[aá])\\spregunt\\p{L}*)(?!\\p{L}))(?!(?<=[\\p{L}\\d]{2})\\.\\s)[^,;\\n?!()\\ue000@]){2,80}(?![\\p{L}\\d])`,
  "iu",
);

/** A building that is named before its tower or its flat. */
const BUILDING_BEFORE =
  /(?<![\p{L}\d])(?<!barrio\s)(?:conjunto|edificio|urbanizaci[oó]n|unidad|condominio|residencias?)\s[^,;\n?\ue000]{2,60}[\s,]{1,3}$/iu;

/** "Torres del Bosque, torre 4 apto 1002". */
const TOWERS_BEFORE = /(?<![\p{L}\d])torres\sdel?\s[^,;\n?\ue000\d]{2,40}[\s,]{1,3}$/iu;

/** A building with a name and a flat, without a street: `urbanización Villa del Prado casa 12`. */
const IN_BUILDING =
  /(?<![\p{L}\d])(?:conjunto|urbanizaci[oó]n|urb|condominio|edificio|edif|unidad|ciudadela|agrupaci[oó]n|multifamiliar(?:es)?|zona\s(?:industrial|franca)|parque\sindustrial|centro\scomercial|plaza\sde\smercado)\.?(?:\s(?!casa|apto|apartamento|bodega|local)[\p{L}\d.']{1,20}){1,6}?,?\s(?:casa|apto|apartamento|apt|torre|bloque|interior|int|local|lote|manzana|mz|bodega|puesto|oficina|consultorio)\.?\s{0,2}#?\s?\d{1,5}[a-z]?(?![\p{L}\d])/iu;

/** A stall or a store of a market: `corabastos bodega 12 puesto 40`, `puesto 22 de la plaza Santa Elena`. */
const MARKET =
  "(?:corabastos|surabastos|cavasa|granabastos|(?:la\\s)?(?:plaza|galer[ií]a|mayorista|minorista|terminal)|mercado|central\\s(?:mayorista|minorista|de\\sabastos))";
const STALL = "(?:local|bodega|puesto|m[oó]dulo|stand|taquilla|nave|pasillo)";
const IN_MARKET = new RegExp(
  `(?<![\\p{L}\\d])(?:${MARKET}(?:\\s(?!${STALL})[\\p{L}\\d]{1,15}){0,4}?,?\\s${STALL}\\.?\\s{0,2}#?\\s?\\d{1,5}[a-z]?(?:,?\\s${STALL}\\.?\\s{0,2}#?\\s?\\d{1,5}[a-z]?){0,2}|${STALL}\\.?\\s{0,2}#?\\s?\\d{1,5}[a-z]?,?\\s(?:(?:de|en|del)\\s)?(?:la\\s|el\\s)?${MARKET}(?:\\sde\\smercado)?(?:\\s\\p{Lu}\\p{L}{1,15}){0,3})(?![\\p{L}\\d])`,
  "iu",
);

export interface FoundAddress {
  readonly value: string;
  readonly raw: string;
  readonly index: number;
}

/** "calle 51 no 50 # 12-34": 51, not 50; before another numeral "no" is none. */
const NOT_THAT = new RegExp(
  `(${VIA}\\.?\\s{0,2}\\d{1,3}[a-z]?)\\s+no\\s+\\d{1,3}[a-z]?(?=\\s{0,2}(?:#|n[°º]|nro|n[uú]mero))`,
  "giu",
);

/** "La calle es la 34 # 23-18". */
const STREET_IS = new RegExp(`(?<![\\p{L}\\d])(?:la\\s)?(${VIA})\\s(?:es|queda\\sen)\\s(?:la\\s|el\\s)?(?=\\d)`, "giu");

/** "La calle es 147, Calle 147 # 19-52": one street, which is said twice. */
const SAID_TWICE = new RegExp(
  `(?<![\\p{L}\\d])${VIA}\\.?\\s(\\d{1,3}[a-z]?)\\s?[,.;:]\\s?(?=${VIA}\\.?\\s?\\1(?![\\p{L}\\d]))`,
  "giu",
);

export function withoutDenials(text: string): string {
  return replaceIn(SAID_TWICE, replaceIn(STREET_IS, replaceIn(NOT_THAT, text, "$1"), "$1 "), "");
}

export function findAddress(text: string): FoundAddress | null {
  const match =
    findIn(STREET, text) ??
    findIn(NAMED_STREET, text) ??
    findIn(STREET_AND_HOUSE, text) ??
    firstOf(text, [KILOMETRE, IN_BUILDING, IN_BLOCK, IN_MARKET, COUNTRYSIDE, NAMED_ROAD]);
  if (match === null) return null;
  const end = endOfUnits(text, match.index + match[0].length);
  const before = text.slice(0, match.index);
  const isInBlock = IN_BLOCK_ONLY.test(match[0]);
  const named = isInBlock ? buildingAtEnd(before) : "";
  if (isInBlock && named === "" && !BUILDING_BEFORE.test(before) && !TOWERS_BEFORE.test(before)) return null;
  const house = BUILDING_BEFORE.exec(before)?.[0] ?? (named === "" ? houseBeforeStreet(before) : named);
  const start = match.index - (house === "" && isInBlock ? (TOWERS_BEFORE.exec(before)?.[0] ?? "") : house).length;
  const whole = text.slice(start, end).replace(/(?<![\s,.])[\s,.]+$/, "");
  if (isOfATown(whole)) return null;
  const raw = withoutPlace(whole);
  return { value: normaliseAddress(raw), raw, index: start };
}

/** A tower and a flat without a house of their own: the building decides. */
const IN_BLOCK_ONLY =
  /^(?:torre|bloque|blq|bl|interior|apto|apartamento)(?![\p{L}])(?!.*(?:manzana|mz|casa|cs|lote|lt)(?![\p{L}]))/iu;

/**
 * "vivo en Alameda del Río torre 8": the words before the tower that can be a building's name, with
 * the blank behind them.
 */
function buildingAtEnd(before: string): string {
  const clause = /(?:[\p{L}'.]{1,20}\s){1,8}$/u.exec(before)?.[0] ?? "";
  const words = clause.trim().split(/\s+/);
  const isStop = (word: string): boolean => {
    const plain = plainText(word);
    return !/^(?:el|la|los|las|de|del)$/.test(plain) && (NOT_IN_A_NAME.has(plain) || isDataWord(plain));
  };
  const name = words.slice(words.findLastIndex(isStop) + 1);
  while (/^(?:de|del)$/i.test(name[0] ?? "")) name.shift();
  const isName =
    name.length > 0 && name.length <= 5 && clause !== "" && !isFirstName(name[0] ?? "") && placeAtStart(name) === null;
  return isName ? clause.slice(clause.lastIndexOf(name.join(" "))) : "";
}

function firstOf(text: string, patterns: readonly RegExp[]): RegExpExecArray | null {
  const found = patterns.map((pattern) => findIn(pattern, text)).filter((match) => match !== null);
  return found.toSorted((one, other) => one.index - other.index)[0] ?? null;
}

const LAND = new RegExp(`^(?:${SETTLEMENT}|${FARM})$`, "iu");
const OPENS_A_PLACE = new RegExp(`^(?:v[ií]a|${SETTLEMENT}|${FARM}|barrio|a|de|-)$`, "iu");

/** "Vivo en una vereda de Planadas Tolima": which town it belongs to, and not which vereda it is. */
function isOfATown(raw: string): boolean {
  const [kind = "", of = "", ...town] = raw.split(/\s+/);
  const placed = LAND.test(kind) && /^del?$/iu.test(of) ? placeAtStart(town) : null;
  // A corregimiento is called "corregimiento de La Palma", whatever town has that name.
  const isOwnName = /^corregimiento$/iu.test(kind) && placed?.department === null && !placed.place.isBig;
  return placed !== null && placed.length === town.length && !isOwnName;
}

/** "vereda El Salado casa 4 Jamundí": the city is told, and is no part of the address. */
function withoutPlace(raw: string): string {
  const words = raw.split(" ");
  const placed = placeAtEnd(words);
  const kept = placed === null ? 0 : words.length - placed.length;
  return kept < 3 || OPENS_A_PLACE.test(words[kept - 1] ?? "") ? raw : words.slice(0, kept).join(" ");
}

const NUMBERED_UNIT =
  /[\s,.-]{0,3}(?:apartamento|apartaestudio|apartamneto|apartameto|apto|aptp|atpo|apt|ap|aparta|torre|bloque|blq|bl|interior|int|casa|cs|piso|local|oficina|ofic|ofc|of|lote|etapa|entrada|manzana|mz|unidad|habitaci[oó]n|hab|porter[ií]a|bodega|puesto|consultorio|garaje|nivel|t(?=\s?\d)|p(?=\d))(?:\.?\s{0,2}(?:#|n[°ºo]\.?|nro\.?)?\s{0,2}\d{1,5}(?:[a-h]| [a-h](?= ?(?:[,.;\n]|$)))?|\.?\s{1,2}[a-z])(?![\p{L}\d])(?:(?<=(?:torre|bloque|bl|t)\s?[a-z\d]{1,2})\s\d{3,4}(?![\d-]))?|[\s,.-]{0,3}(?:primer|segundo|tercer|cuarto|[1-9](?:er|do|ro|to))\s+piso(?![\p{L}])/iuy;
const NAMED_UNIT =
  /[\s,.-]{0,3}(?:conjunto(?:\s+(?:residencial|cerrado))?|edificio|edif|unidad\s+residencial|urbanizaci[oó]n|urb|agrupaci[oó]n|residencias?|condominio|centro\s+comercial|torres\s+de)\.?\s+/iuy;

const MORE_COUNTRYSIDE = new RegExp(`[\\s,.-]{1,3}${COUNTRYSIDE.source}|\\s{1,2}esquina(?![\\p{L}])`, "iuy");

/** How far the flat, the tower and the building extend behind a street. */
function endOfUnits(text: string, from: number): number {
  let end = from;
  for (let count = 0; count < 5; count += 1) {
    const next = afterUnit(text, end);
    if (next === end) return end;
    end = next;
  }
  return end;
}

function afterUnit(text: string, from: number): number {
  NUMBERED_UNIT.lastIndex = from;
  if (NUMBERED_UNIT.test(text)) return NUMBERED_UNIT.lastIndex;
  MORE_COUNTRYSIDE.lastIndex = from;
  if (MORE_COUNTRYSIDE.test(text)) return MORE_COUNTRYSIDE.lastIndex;
  const named = afterNameAndUnit(text, from);
  if (named > from) return named;
  NAMED_UNIT.lastIndex = from;
  if (!NAMED_UNIT.test(text)) return from;
  const start = NAMED_UNIT.lastIndex;
  const words = nameOfBuilding(text.slice(start));
  return words === "" ? from : start + words.length;
}

const WORDS_BEFORE_UNIT = /[\s-]{1,3}((?:\p{L}[\p{L}.']{0,20}\s){1,5})(?=\p{L})/iuy;

/** "# 41-90 altos de llano grande bloque 6 apt 303", "# 12-30 hotel Manacacías hab 12": a building's name before its numbered part. */
function afterNameAndUnit(text: string, from: number): number {
  for (let length = 1; length <= 5; length += 1) {
    WORDS_BEFORE_UNIT.lastIndex = from;
    const words = WORDS_BEFORE_UNIT.exec(text)?.[1]?.trim().split(/\s+/).slice(0, length) ?? [];
    if (words.length < length) return from;
    const last = plainText(words.at(-1) ?? "");
    const isSmall = /^(?:el|la|los|las|de|del|y)$/.test(last);
    if (isDataWord(last) || UNIT_WORD.test(last) || (!isSmall && NOT_IN_A_NAME.has(last) && !OF_A_BUILDING.test(last)))
      return from;
    if (words.some((_, at) => placeAtStart(words.slice(at))?.place.isBig === true)) return from;
    const behind = text.indexOf(words.at(-1) ?? "", from + words.join(" ").length - last.length) + last.length;
    NUMBERED_UNIT.lastIndex = behind;
    if (!isSmall && text.slice(from, behind).trim().split(/\s+/).length === length && NUMBERED_UNIT.test(text))
      return NUMBERED_UNIT.lastIndex;
  }
  return from;
}

const OF_A_BUILDING =
  /^(?:hotel|edificio|conjunto|urbanizacion|condominio|hostal|clinica|hospital|colegio|centro|local)$/;

const UNIT_WORD = /^(?:apto|apt|apartamento|torre|bloque|casa|interior|int|piso|local|etapa|manzana|mz|en)$/;

function nameOfBuilding(after: string): string {
  const clause = /^[\p{L}\d' .]*/u.exec(after)?.[0] ?? "";
  const words: string[] = [];
  for (const word of clause.split(" ").slice(0, 5)) {
    const plain = plainText(word);
    if (plain === "" || isDataWord(plain) || UNIT_WORD.test(plain)) break;
    const isSmall = /^(?:el|la|los|las|de|del)$/.test(plain);
    // "Ciudadela del Norte".
    const isOfName = /^(?:norte|sur|oriente|occidente)$/.test(plain) && plainText(words.at(-1) ?? "") === "del";
    if (!isSmall && !isOfName && NOT_IN_A_NAME.has(plain)) break;
    words.push(word);
  }
  const city = words.findIndex((_, at) => at > 0 && placeAtStart(words.slice(at))?.place.isBig === true);
  if (city > 0) words.length = city;
  const place = placeAtEnd(words);
  const kept = place === null || place.length === words.length ? words : words.slice(0, -place.length);
  while (/^(?:el|la|los|las|de|del)$/.test(plainText(kept.at(-1) ?? ""))) kept.pop();
  return kept.join(" ");
}

const LONE_UNIT = new RegExp(`^${NUMBERED_UNIT.source}(?:${NUMBERED_UNIT.source})?(?:${NUMBERED_UNIT.source})?$`, "iu");

/** "Se me olvidó: apto 302", "apto 201, se me pasó decirle": words around a part that is added. */
const FORGOTTEN_BEFORE =
  /^(?:(?:ah|ay|uy|y|perd[oó]n|disculpe)[\s,]+)*(?:(?:se\s+)?me\s+(?:olvid[oó]|falt[oó]|pas[oó])|falt(?:a|[oó])|(?:le\s+)?agr[eé]gu?[eu]\p{L}*|p[oó]n(?:ga)?(?:le|me)?|a[nñ]\p{L}{1,3}dale|a[nñ][aá]dale)(?:\s+(?:decirle|decir|ponerle|poner|escribir|anotar|que))*\s*[:,]?\s*(?=\p{L})/iu;
const FORGOTTEN_BEHIND =
  /(?<![\s,])[\s,]+(?:que\s+)?(?:(?:se\s+)?me\s+(?:olvid[oó]|falt[oó]|pas[oó])|falt[oó]|por\s+favor|porfa|gracias)(?:\s+(?:decirle|decir|ponerle|poner|escribir|anotar))*[\s.!]*$/iu;

/** "apto 302 torre 2" alone: the missing part of a known address. */
export function readUnits(piece: string): string | null {
  const text = piece
    .replace(FORGOTTEN_BEFORE, "")
    .replace(FORGOTTEN_BEHIND, "")
    .replace(/^(?:(?:es|y|el|la|en|mi|que|corrijo|perd[oó]n|mejor)\s+){1,3}/iu, "")
    .replace(/^(\p{L}+)(?:\s+es\s+(?:el\s+|la\s+)?|\s?:\s?)(?=\S)/iu, "$1 ")
    .trim();
  return LONE_UNIT.test(text) ? normaliseAddress(text) : null;
}

const SPELLED_OUT: readonly (readonly [RegExp, string])[] = [
  [/(?<![\p{L}\d])(?:cll|cl|clle|kalle|caye|calel|cal|c(?=\s?\d))(?![\p{L}])\.?/giu, "Calle"],
  [
    /(?<![\p{L}\d])(?:cra|kra|kr|cr|krr|crr|carera|karrera|karera|carrra|carerra|k(?=\s?\d))(?![\p{L}])\.?/giu,
    "Carrera",
  ],
  [/(?<![\p{L}\d])(?:avda|av|ave|abenida)(?![\p{L}])\.?/giu, "Avenida"],
  [/(?<=Avenida )calle(?=\s?\d)/giu, "Calle"],
  [/(?<![\p{L}\d])ac(?=\s?\d)/giu, "Avenida Calle"],
  [/(?<![\p{L}\d])ak(?=\s?\d)/giu, "Avenida Carrera"],
  [/(?<![\p{L}\d])(?:diag|dg|diagonar)(?![\p{L}])\.?/giu, "Diagonal"],
  [/(?<![\p{L}\d])(?:transv|trans|trv|tv|tr|trasversal)(?![\p{L}])\.?/giu, "Transversal"],
  [/(?<![\p{L}\d])circ?(?![\p{L}])\.?/giu, "Circular"],
  [/(?<![\p{L}\d])(?:apto|aptp|atpo|apt|ap|aparta|apartamneto|apartameto)(?![\p{L}])\.?/giu, "Apartamento"],
  [/(?<![\p{L}\d])int(?![\p{L}])\.?/giu, "Interior"],
  [/(?<![\p{L}\d])(?:mz|mza|mzna)(?![\p{L}])\.?/giu, "Manzana"],
  [/(?<![\p{L}\d])(?:blq|bl)(?![\p{L}])\.?/giu, "Bloque"],
  [/(?<![\p{L}\d])cs(?![\p{L}])\.?/giu, "Casa"],
  [/(?<![\p{L}\d])lt(?![\p{L}])\.?/giu, "Lote"],
  [/(?<![\p{L}\d])edif(?![\p{L}])\.?/giu, "Edificio"],
  [/(?<![\p{L}\d])urb(?![\p{L}])\.?/giu, "Urbanización"],
  [/(?<![\p{L}\d])km(?![\p{L}])\.?/giu, "Kilómetro"],
  // Between two numbers only: "no" is also "Norte" and "no".
  [
    /(\d[a-z]{0,2}\s?(?:bis)?\s?[a-z]?\s?(?:sur|norte|este|oeste)?)\s?(?:n[°ºo]?\.?|nro\.?|num(?:ero|eral)?\.?|número)\s?(?=\d)/giu,
    "$1 # ",
  ],
];

const FIRST_NUMBER =
  "(?:Calle|Carrera|Avenida(?: Calle| Carrera)?|Diagonal|Transversal|Circular|Callej[oó]n|Autopista) \\d{1,3}(?:[a-z]{1,2}| [a-hj-mp-tvwz])?(?: bis(?: [a-z])?)?(?: (?:sur|norte|este|oeste))?";
const WITHOUT_NUMERAL = new RegExp(
  `^(${FIRST_NUMBER})(?:\\s*-\\s*|\\s*,\\s*| )(\\d{1,3}[a-z]{0,2})(?=$|[\\s,-])`,
  "iu",
);

/** "# 2 n 34" in Cali: the second street is 2 North. */
const NORTH = /((?:#|n[°ºo]\.?|nro\.?|n[uú]mero)\s?\d{1,3})\sn\s?[-–]?\s?(?=\d)/giu;

/**
 * Abbreviations of streets written out, with one blank between words. Unknown words stay as they
 * were written.
 */
export function normaliseAddress(raw: string): string {
  let address = raw
    .trim()
    .replace(/\s+/g, " ")
    .replace(/^(\p{L}+)\.?(?=\d)/u, "$1 ");
  address = address.replace(NORTH, "$1n-");
  for (const [abbreviation, word] of SPELLED_OUT) address = address.replace(abbreviation, word);
  // "Carrera 6 11 45" and "Carrera 6 11-45" are the same door.
  address = address.replace(WITHOUT_NUMERAL, "$1 # $2");
  address = address
    .replace(/(?<=\p{L})\s(?:no|nro|n[°º])\.?\s?(?=\d)/giu, " # ")
    .replace(/(?<=\d)\s?(?:gui[oó]n|raya|rayita)\s?(?=\d)/giu, "-")
    // "Calle 40 con 44-31" is a door; "Carrera 15 con Calle 80" is a corner.
    .replace(/(?<=\d[a-z]{0,2})\scon\s(?=\d{1,3}[a-z]{0,2}\s?-\s?\d)/giu, " # ")
    .replace(/(?<!\s)\s*#\s*/g, " # ")
    .replace(/(\d[a-z]{0,2})\s*[-–]\s*(\d)/gi, "$1-$2")
    .replace(/(# \d{1,3}[a-z]{0,2}) (\d{1,4})(?![\d])/i, "$1-$2")
    .replace(/([\p{L}])(\d)/gu, (match, letter: string, digit: string, at: number) =>
      at === 0 ? `${letter} ${digit}` : match,
    )
    .replace(/(?<!\s)\s+([,.])/g, "$1");
  return address.charAt(0).toUpperCase() + address.slice(1).replace(/\s+/g, " ").trim();
}
