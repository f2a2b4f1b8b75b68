import { MONTH_WORDS, WEEKDAY_WORDS } from "./lexicon.ts";
import type { AskReason } from "./piece.ts";

/** A word left over that speaks of time, and what is to be asked because of it. */
const TIME_WORDS: ReadonlyMap<string, AskReason> = new Map<string, AskReason>([
  ...[...WEEKDAY_WORDS, "sabados", "domingos", "hoy", "manana", "pasado"].map((word) => [word, "several"] as const),
  ...MONTH_WORDS.map((word) => [word, "unclear"] as const),
  ...words(
    "am pm hora horas minuto minutos segundos dia dias semana semanas mes meses ano anos quincena quincenas noche",
    "unclear",
  ),
  ...words(
    "noches tarde tardes mananas madrugada madrugadas mediodia medianoche proximo proxima siguiente entrante",
    "unclear",
  ),
  ...words(
    "excepto salvo menos anteayer trimestre semestre bimestre finde dias habiles festivo festivos vispera",
    "unclear",
  ),
  ...words(
    "cada siempre diario diaria diariamente veces habitualmente seguido mensualidad semanal mensual anual",
    "how_often",
  ),
  ...words(
    "rutina recurrente repetir repite repita repitelo repetido periodicamente frecuentemente regularmente nunca",
    "how_often",
  ),
  ...words(
    "alterno alternos alternado alternados intercalado intercalados menudo constantemente continuamente",
    "how_often",
  ),
  ...words("frecuencia frecuente periodico habitual rutinariamente cotidianamente indefinidamente tras", "how_often"),
  ...words("proximos proximas siguientes subsiguiente pasados gmt utc", "unclear"),
  ...words("luego pronto ahorita rato ratico temprano despues cuando apenas", "vague"),
  ...words("antes durante", "range"),
  ...words("sino corrijo correccion", "corrected"),
  ...words("ayer anoche antier", "past"),
]);

/** Words that bound a time where one stands beside them. */
const BOUNDS = new Set(["hasta", "desde", "entre", "partir", "o", "u", "otro", "otra", "empezando", "comenzando"]);

function words(list: string, reason: AskReason): (readonly [string, AskReason])[] {
  return list.split(" ").map((word) => [word, reason] as const);
}

/** Before a number they say that it counts no thing but names a time. */
const LEADS = new Set([
  "a",
  "la",
  "las",
  "el",
  "los",
  "al",
  "del",
  "de",
  "o",
  "u",
  "entre",
  "en",
  "para",
  "por",
  "·",
  "tipo",
  "desde",
  "hasta",
  "dia",
  "menos",
  "-",
  ":",
  "/",
  "y",
]);
const PLURAL_LEADS = new Set(["los", "las", "mis", "sus", "tus", "unos", "unas", "de", "para", "con", "por", "y"]);
const NO_NOUNS = new Set([
  "y",
  "o",
  "u",
  "e",
  "a",
  "de",
  "en",
  "la",
  "las",
  "el",
  "los",
  "del",
  "al",
  "para",
  "por",
  "con",
  "que",
  "no",
  "·",
  "-",
  ",",
  ".",
  "si",
  "mas",
  "mejor",
]);

/** Before a day they make a habit of it, or name another one. */
const EACH = /^(?:tod[oa]s?|mis|tus|sus|estos|esos|los|varios|muchos|ambos)$/u;
const WHICH =
  /^(?:prim[eo]r[oa]?s?|segund[oa]|tercer[oa]?|cuart[oa]|quint[oa]|ultim[oa]s?|penultim[oa]|antepenultim[oa]|cualquier|algun|ningun|mismo)$/u;

export interface Unused {
  readonly reason: AskReason | null;
  /** Numbers that count things ("2 panes"): they are no time, if the hour was said in full elsewhere. */
  readonly hasQuantity: boolean;
}

/**
 * The rest of a text after the reading. A word of time in it means that the reading is incomplete.
 */
export function unusedWords(rest: string, isHabit: boolean): Unused {
  const tokens = rest
    .replaceAll("·", " · ")
    .split(" ")
    .map((token) => (token.length > 1 ? token.replace(/^-+|-+$/gu, "") : token))
    .filter((token) => token !== "");
  let hasQuantity = false;
  for (const [at, token] of tokens.entries()) {
    const [before = "", next = ""] = [tokens[at - 1], tokens[at + 1]];
    const reason = TIME_WORDS.get(token) ?? boundOf(token, tokens, at);
    // "Que se repita todos los martes" says the same twice.
    if (reason === "how_often" && isHabit && !["cada", "veces", "nunca"].includes(token)) continue;
    if (reason !== null) return { reason, hasQuantity };
    if (!/\d/u.test(token)) continue;
    if (!isQuantity(token, before, next)) return { reason: "unclear", hasQuantity };
    hasQuantity = true;
  }
  return { reason: null, hasQuantity };
}

function boundOf(token: string, tokens: readonly string[], at: number): AskReason | null {
  const [before, next, afterNext] = [tokens[at - 1], tokens[at + 1], tokens[at + 2]];
  if (token === "no" && (next === "·" || (next === "," && before === "·") || (before === "·" && next === undefined)))
    return "corrected";
  if (
    token === "no" &&
    before === "·" &&
    next !== undefined &&
    /^(?:mejor|puedo|pued[ae]s?|sirve|mas|que)$/u.test(next)
  )
    return "corrected";
  if (
    (token === "y" || token === "-") &&
    before === "·" &&
    next !== undefined &&
    /^(?:\d|media$|cuarto$|pico$)/u.test(next)
  )
    return "unclear";
  if (/^(?:media|cuarto|pico)$/u.test(token) && (before === "y" || before === "·" || before === "menos"))
    return "unclear";
  if (token === "fin" && next === "de") return "vague";
  // "En 1:30 horas" is a length, whatever the clock could show.
  if ((token === "en" || (token === "de" && before === "dentro")) && next === "·") return "unclear";
  if (token === "medio" && before === "por") return "how_often";
  if (EACH.test(token) && (next === "·" || (next === "los" && afterNext === "·"))) return "how_often";
  if (WHICH.test(token) && (next === "·" || ((next === "de" || next === "del") && afterNext === "·"))) return "unclear";
  if (!BOUNDS.has(token)) return null;
  const isTime = (one: string | undefined) => one === "·" || (one !== undefined && /^\d/u.test(one));
  return isTime(next) || isTime(afterNext) ? "range" : null;
}

function isQuantity(token: string, before: string, next: string): boolean {
  // Glued to letters it is neither an hour nor a count: "7pmm".
  if (!/^\d+(?:[.,]\d+)?$/u.test(token)) return /^\d+x\d+$/u.test(token);
  const isNoun =
    /^[a-z]{2,}$/u.test(next) && !NO_NOUNS.has(next) && !TIME_WORDS.has(next) && !/^(?:media|cuarto)$/u.test(next);
  if (!isNoun) return false;
  return !LEADS.has(before) || (PLURAL_LEADS.has(before) && next.endsWith("s"));
}
