import { plainText, titleCase } from "../../core/plain-text.ts";
import { MANY_WORDS, remembering } from "../../core/remembering.ts";
import { soundOf } from "../text/sound-of.ts";
import { MUNICIPALITIES } from "./municipalities.ts";
import { ALIASES, BIG_CITIES, NICKNAMES, SPELLED, WELL_KNOWN } from "./place-names.ts";

export interface Place {
  readonly city: string;
  /**
   * null when several departments have a municipality of that name: the agent asks and never
   * invents (requirement A15).
   */
  readonly department: string | null;
  /** Its name always means the city; a village's name may be a person's, or any word. */
  readonly isBig: boolean;
}

const DEPARTMENTS_BY_CITY = new Map<string, string[]>();
for (const [department, names] of Object.entries(MUNICIPALITIES)) {
  for (const name of names.split("|")) {
    const key = plainText(name);
    const departments = DEPARTMENTS_BY_CITY.get(key) ?? [];
    if (!departments.includes(department)) DEPARTMENTS_BY_CITY.set(key, [...departments, department]);
  }
}

const DEPARTMENTS = new Map(Object.keys(MUNICIPALITIES).map((name) => [plainText(name), name]));
for (const [said, meant] of [
  ["valle", "Valle del Cauca"],
  ["guajira", "La Guajira"],
  ["n de santander", "Norte de Santander"],
  ["norte santander", "Norte de Santander"],
  ["n santander", "Norte de Santander"],
  ["san andres", "San Andrés y Providencia"],
  ["archipielago de san andres", "San Andrés y Providencia"],
  ["archipielago de san andres y providencia", "San Andrés y Providencia"],
  ["archipielago de san andres providencia y santa catalina", "San Andrés y Providencia"],
  ["san andres providencia y santa catalina", "San Andrés y Providencia"],
  ["san andres islas", "San Andrés y Providencia"],
  ["santander del sur", "Santander"],
  ["cundi", "Cundinamarca"],
  ["bogota", "Cundinamarca"],
  ["bogota d c", "Cundinamarca"],
  ["bogota dc", "Cundinamarca"],
] as const) {
  DEPARTMENTS.set(said, meant);
}

/** What is written for a department beside one of its towns, and what means it nowhere else: "Andes Ant", "Vélez, Sder". */
const SHORT_DEPARTMENTS: Readonly<Record<string, string>> = {
  ant: "Antioquia",
  antioq: "Antioquia",
  atl: "Atlántico",
  atlco: "Atlántico",
  bol: "Bolívar",
  boy: "Boyacá",
  caq: "Caquetá",
  cas: "Casanare",
  cds: "Caldas",
  cor: "Córdoba",
  cord: "Córdoba",
  cun: "Cundinamarca",
  cund: "Cundinamarca",
  cundin: "Cundinamarca",
  mag: "Magdalena",
  magd: "Magdalena",
  nar: "Nariño",
  "n de s": "Norte de Santander",
  "n de sder": "Norte de Santander",
  "n s": "Norte de Santander",
  nds: "Norte de Santander",
  "norte de sder": "Norte de Santander",
  "norte de stder": "Norte de Santander",
  "nte de santander": "Norte de Santander",
  "nte santander": "Norte de Santander",
  pyo: "Putumayo",
  put: "Putumayo",
  qdio: "Quindío",
  quin: "Quindío",
  rda: "Risaralda",
  risar: "Risaralda",
  sder: "Santander",
  "s der": "Santander",
  stder: "Santander",
  sant: "Santander",
  tol: "Tolima",
  vac: "Valle del Cauca",
  "valle del c": "Valle del Cauca",
};

/** "cordova", "antiokia", "boyaka". */
const DEPARTMENTS_BY_SOUND = new Map([...DEPARTMENTS].map(([said, meant]) => [soundOf(said), meant]));

/** Big cities by the sound of their names: `baranquilla`, `villavisencio`, `kali`. */
const CITY_BY_SOUND = new Map([...BIG_CITIES].map((name) => [soundOf(name), name]));

/** The municipality whose name is the whole `text`. */
export const findPlace = remembering((text): Place | null => {
  // "Cali, Colombia"; Puerto Colombia is a town.
  const plain = plainText(text).replace(/(?<!^puerto) colombia$/, "");
  const key = keyOf(plain);
  const departments = DEPARTMENTS_BY_CITY.get(key);
  if (departments === undefined) return null;
  const known = WELL_KNOWN[key];
  return {
    city: SPELLED[key] ?? titleCase(key === plainText(text) ? text.replace(/[^\p{L}\s-]+/gu, " ") : key),
    department: known ?? (departments.length === 1 ? (departments[0] as string) : null),
    isBig: BIG_CITIES.has(key),
  };
}, MANY_WORDS);

function keyOf(written: string): string {
  const plain = written.replace(SHORT_WORD, (short) => WRITTEN_OUT[short] ?? short);
  const meant = ALIASES[written] ?? ALIASES[plain] ?? plain;
  if (DEPARTMENTS_BY_CITY.has(meant)) return meant;
  return (plain.length >= 4 ? CITY_BY_SOUND.get(soundOf(plain)) : undefined) ?? meant;
}

const SHORT_WORD = /\b(?:pto|sta|sto|sn|vlla)\b/g;
const WRITTEN_OUT: Readonly<Record<string, string>> = {
  pto: "puerto",
  sta: "santa",
  sto: "santo",
  sn: "san",
  vlla: "villa",
};

export const findDepartment = remembering((text): string | null => {
  const plain = plainText(text).replace(/^(?:departamento|depto|dpto)? ?(?:del? |en )?(?:el |la )?/, "");
  return DEPARTMENTS.get(plain) ?? (plain.length >= 5 ? (DEPARTMENTS_BY_SOUND.get(soundOf(plain)) ?? null) : null);
}, MANY_WORDS);

/** The department that `text` means behind the name of `city`, also in a short form. */
export function departmentBehind(city: string, text: string): string | null {
  const department = findDepartment(text) ?? SHORT_DEPARTMENTS[plainText(text)] ?? null;
  // "Barrio Venecia, Bogotá": the capital stands for its department behind its own name only.
  if (plainText(text).startsWith("bogota") && keyOf(plainText(city)) !== "bogota") return null;
  return department !== null && isPlaceIn(city, department) ? department : null;
}

/** True when the department has a municipality of that name. */
export function isPlaceIn(city: string, department: string): boolean {
  return DEPARTMENTS_BY_CITY.get(keyOf(plainText(city)))?.includes(department) === true;
}

/** A place at one end of a run of words, with its department if that is said too. */
export interface PlacedWords {
  readonly place: Place;
  readonly department: string | null;
  /** How many words say it. */
  readonly length: number;
  /** Those words. */
  readonly said: string;
}

const MAX_CITY_WORDS = 6;
export const MAX_DEPARTMENT_WORDS = 4;
/** A place and its department have at most so many words. */
export const LONGEST_PLACE = MAX_CITY_WORDS + MAX_DEPARTMENT_WORDS;

/** First words of place names, as they are written and as they sound: most words begin none. */
const FIRST_WORDS = new Set(
  [...DEPARTMENTS_BY_CITY.keys(), ...Object.keys(ALIASES), ...Object.keys(WRITTEN_OUT)].map((name) => firstOf(name)),
);
const FIRST_SOUNDS = new Set([...CITY_BY_SOUND.keys()].map((name) => firstOf(name)));

/** "Sipi, confirmo": a yes, unless its department stands behind it. "¿Es de aquí de Colombia?" names the country. */
const CHAT_WORDS: ReadonlySet<string> = new Set(["sipi", "colombia"]);

function firstOf(name: string): string {
  return name.split(" ", 1)[0] ?? "";
}

/** Whether some place's name begins with the word. */
export const beginsPlace = remembering((word): boolean => {
  const first = firstOf(plainText(word));
  return FIRST_WORDS.has(first) || FIRST_SOUNDS.has(soundOf(first));
}, MANY_WORDS);

/** The longest place that begins `words`: `["santa", "marta", "magdalena", "calle"]` → Santa Marta in Magdalena, 3 words. */
export function placeAtStart(words: readonly string[]): PlacedWords | null {
  if (!beginsPlace(words[0] ?? "")) return null;
  for (let length = Math.min(MAX_CITY_WORDS, words.length); length > 0; length -= 1) {
    const place = findPlace(words.slice(0, length).join(" "));
    if (place === null) continue;
    const behind = words.slice(length);
    const own = departmentAtStart(behind, place);
    const namesake = own === null ? namesakeAtStart(behind, place) : null;
    const { place: meant, department } = namesake ?? { place, department: own };
    const shortened = department === null ? shortenedAtStart(words) : null;
    if (shortened !== null) return shortened;
    if (department === null && CHAT_WORDS.has(plainText(meant.city))) continue;
    const all = length + (department?.length ?? 0);
    return { place: meant, department: department?.name ?? null, length: all, said: words.slice(0, all).join(" ") };
  }
  return shortenedAtStart(words);
}

/** "San Vicente Caquetá", "San José Guaviare": the first words of the only town of a department that begins so. */
function shortenedAtStart(words: readonly string[]): PlacedWords | null {
  for (let length = Math.min(MAX_CITY_WORDS, words.length - 1); length > 1; length -= 1) {
    const towns = BEGIN_A_NAME.get(plainText(words.slice(0, length).join(" ")));
    if (towns === undefined) continue;
    const department = departmentLeading(words.slice(length), (said) => {
      const named = findDepartment(said);
      return named !== null && towns.has(named) ? named : null;
    });
    if (department === null) continue;
    const town = towns.get(department.name) ?? "";
    const place = { city: SPELLED[town] ?? titleCase(town), department: department.name, isBig: false };
    const all = length + department.length;
    return { place, department: department.name, length: all, said: words.slice(0, all).join(" ") };
  }
  return null;
}

/** First words of a name before "de" → department → the only town there that begins so, and is not called by them alone. */
const BEGIN_A_NAME = new Map<string, Map<string, string>>();
for (const [department, names] of Object.entries(MUNICIPALITIES)) {
  const towns = names.split("|").map((name) => plainText(name));
  for (const town of towns) {
    const short = /^(\w+ \w+) del? /u.exec(town)?.[1];
    if (short === undefined || towns.some((other) => other !== town && `${other} `.startsWith(`${short} `))) continue;
    BEGIN_A_NAME.set(short, (BEGIN_A_NAME.get(short) ?? new Map<string, string>()).set(department, town));
  }
}

/** "Santuario Antioquia", "El Peñol Nariño": towns whose names differ by an article. The department tells which one. */
function namesakeAtStart(
  words: readonly string[],
  { city }: Place,
): { readonly place: Place; readonly department: LeadingDepartment } | null {
  const plain = plainText(city);
  const other = plain.startsWith("el ") ? plain.slice(3) : `el ${plain}`;
  const departments = DEPARTMENTS_BY_CITY.get(other);
  if (departments === undefined) return null;
  const department = departmentLeading(words, (said) => {
    const named = findDepartment(said);
    return named !== null && departments.includes(named) ? named : null;
  });
  if (department === null) return null;
  return { place: { city: SPELLED[other] ?? titleCase(other), department: department.name, isBig: false }, department };
}

/** "La arenosa", "la sucursal del cielo Valle": a city by what people call it, and nothing else. */
export function nicknamedPlace(words: readonly string[]): PlacedWords | null {
  const first = firstOf(plainText(words[0] ?? ""));
  if (first !== "" && !FIRST_OF_NICKNAMES.has(first)) return null;
  for (let length = words.length; length > 1; length -= 1) {
    const place = findPlace(NICKNAMES[plainText(words.slice(0, length).join(" "))] ?? "");
    if (place === null) continue;
    const department = departmentAtStart(words.slice(length), place);
    if (length + (department?.length ?? 0) < words.length) return null;
    return { place, department: department?.name ?? null, length: words.length, said: words.join(" ") };
  }
  return null;
}

const FIRST_OF_NICKNAMES = new Set(Object.keys(NICKNAMES).map((name) => firstOf(name)));

function departmentAtStart(words: readonly string[], { city }: Place): LeadingDepartment | null {
  return departmentLeading(words, (said) => departmentBehind(city, said));
}

interface LeadingDepartment {
  readonly name: string;
  /** How many words say it. */
  readonly length: number;
}

/** The longest run of the first words in which `read` finds a department. */
function departmentLeading(words: readonly string[], read: (said: string) => string | null): LeadingDepartment | null {
  for (let length = Math.min(MAX_DEPARTMENT_WORDS, words.length); length > 0; length -= 1) {
    const name = read(words.slice(0, length).join(" "));
    if (name !== null) return { name, length };
  }
  return null;
}

/** The place, big or with its department, that ends `words`: `["centro", "ibague", "tolima"]` → Ibagué in Tolima, 2 words. */
export function placeAtEnd(words: readonly string[]): PlacedWords | null {
  const from = Math.max(0, words.length - LONGEST_PLACE);
  for (let start = from; start < words.length; start += 1) {
    const found = placeAtStart(words.slice(start));
    if (found !== null && start + found.length === words.length && (found.place.isBig || found.department !== null)) {
      return found;
    }
  }
  return null;
}
