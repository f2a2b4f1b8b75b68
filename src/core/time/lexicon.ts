/** The words of time, as `foldText` leaves them: lower case, without accents, numbers as digits. */
export const WEEKDAY_WORDS = ["domingo", "lunes", "martes", "miercoles", "jueves", "viernes", "sabado"] as const;

export const MONTH_WORDS = [
  ...["enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre"],
  "diciembre",
] as const;

const UNITS = ["cero", "un", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez"];
const TEENS = ["once", "doce", "trece", "catorce", "quince", "dieciseis", "diecisiete", "dieciocho", "diecinueve"];
const TWENTIES = ["veinte", "un", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"];
const TENS = ["treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"];

/** "Un" and "una" are no numbers here but articles; the grammar takes them where a number must stand. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...[...UNITS, ...TEENS].flatMap((word, value) => (word === "un" ? [] : [[word, value] as const])),
  ...TWENTIES.map((word, value) => [value === 0 ? word : `veinti${word}`, 20 + value] as const),
  ...[["veintiuno", 21] as const, ["veintiuna", 21] as const],
  ...TENS.map((word, index) => [word, 30 + index * 10] as const),
]);

/** How people write them on a phone. */
const SPELLINGS: Readonly<Record<string, string>> = {
  manana: "mnana mnna mnn mna manna mannana maana maniana manan mananita mananitica mnanas manyana",
  hoy: "hoi oy",
  tarde: "tardecita tardesita trde",
  noche: "nochecita nochesita nche noxe",
  madrugada: "madrugadita madruga",
  temprano: "tempranito tempranitico temprana",
  ahorita: "ahoritica horitica orita aorita ahorica",
  rato: "ratico ratito",
  minuto: "min mins minutico minuto",
  minutos: "minuticos minutitos minuts minitos mnts",
  hora: "hr horita orita",
  horas: "hrs hs horitas",
  dia: "diita",
  semana: "sem semanita",
  segundos: "seg segs",
  mediodia: "meridiano",
  cada: "cda kada caada cadda cad",
  todos: "tods tdos toos tds",
  todas: "tdas tods",
  para: "pa",
  por: "x",
  de: "d",
  proximo: "prox",
  siguiente: "sgte sig",
  pasado: "pasao psado",
  lunes: "lun lune",
  miercoles: "mie mier mierc miercole miecoles",
  jueves: "jue juev",
  viernes: "vie vier viern",
  sabado: "sab",
  domingo: "dom domin",
  septiembre: "setiembre sept",
  diciembre: "dic",
  noviembre: "nov",
  octubre: "oct",
  enero: "ene",
  febrero: "feb",
  agosto: "ago",
};

export const SPELLED: ReadonlyMap<string, string> = new Map(
  Object.entries(SPELLINGS).flatMap(([word, others]) => others.split(" ").map((other) => [other, word] as const)),
);

/** Misread, they would make a single time of a habit. */
const HABIT_WORDS = [
  ...["diariamente", "semanalmente", "mensualmente", "quincenalmente", "anualmente", "siempre", "todos"],
];

/**
 * The words that a misspelt word may be corrected to: names of days and months and words of habits,
 * long enough not to match by chance.
 */
const MENDABLE = [...WEEKDAY_WORDS, ...MONTH_WORDS, "madrugada", "mediodia", ...HABIT_WORDS].filter(
  (word) => word.length >= 5,
);

/** Words of their own that look like a misspelt one. */
const NO_MISTAKES = new Set([
  "marte",
  "mates",
  "mares",
  "arte",
  "jun",
  "abri",
  "mayor",
  "juli",
  "eneros",
  "lunas",
  "fiebre",
]);

/** `viernez`, `juebes`, `savado`, `vierens`, `mircoles`: what is heard the same, two letters swapped, or one missing in a long word. */
export function mendSpelling(word: string): string {
  if (word.length < 4 || NO_MISTAKES.has(word)) return word;
  const heard = soundOf(word);
  return MENDABLE.find((right) => soundOf(right) === heard || isSlip(word, right)) ?? word;
}

const soundOf = (word: string): string =>
  word
    .replace(/c(?=[ei])|z/gu, "s")
    .replace(/v/gu, "b")
    .replace(/g(?=[ei])/gu, "j")
    .replace(/h/gu, "")
    .replace(/(.)\1+/gu, "$1");

function isSlip(word: string, right: string): boolean {
  if (word.length === right.length) {
    const at = [...right].findIndex((letter, index) => letter !== word[index]);
    if (at < 0) return true;
    return word[at] === right[at + 1] && word[at + 1] === right[at] && word.slice(at + 2) === right.slice(at + 2);
  }
  if (right.length < 6 || word.length !== right.length - 1) return false;
  return [...right].some((_, index) => right.slice(0, index) + right.slice(index + 1) === word);
}
