import { MONTH_WORDS, WEEKDAY_WORDS } from "./lexicon.ts";
import { ask, type ClockWords, type DayPart, type Phrase, type Piece, phrase } from "./piece.ts";

const PART_WORDS: readonly (readonly [string, DayPart])[] = [
  ["am", "am"],
  ["pm", "pm"],
  ["(?:del?|en|por|a|para) (?:la )?(?:noche|medianoche)|noche", "night"],
  ["(?:de|en|por|a|para) (?:la )?tarde|tarde", "afternoon"],
  ["(?:de|en|por|a|para) (?:la )?madrugada|madrugada", "small_hours"],
  ["(?:de|en|por|a|para) la manana", "morning"],
  ["(?:del|de) (?:medio)?dia", "noon"],
  ["(?:bien |muy |mas )?temprano", "early"],
];

/** After an hour, "noche" alone is a part of the day; elsewhere the words around it decide. */
const AFTER_HOUR = PART_WORDS.map(([source]) => source).join("|");
export const partOf = (words: string): DayPart | undefined =>
  PART_WORDS.find(([source]) => new RegExp(`^(?:${source})$`, "u").test(words))?.[1];

/** "Las 2 niñas" are no hour: a plural after a bare number is what is counted. */
const TIME_PLURALS = [...WEEKDAY_WORDS, "horas", "minutos", "tardes", "noches", "martes", ...MONTH_WORDS].join("|");
const OTHER_WORDS =
  "gracias|pues|entonces|antes|despues|menos|es|des|nos|los|las|les|mis|sus|tus|unos|unas|todos|todas|dias|pasadas";
const NOT_COUNTED = `(?! (?!(?:${TIME_PLURALS}|${OTHER_WORDS})\\b|[a-z]+mos\\b|[a-z]+r[mtsl]?[eoa]?(?:los|las|les|nos|selas|selos|melos|melas)\\b)[a-z]+s\\b)`;

const HOUR = "(?<hour>[01]?\\d|2[0-4]|una)";
const MINUTES = "(?:media|cuarto|un cuarto|[0-5]?\\d)";
/** The one that says most comes first. */
const FORMS = [
  `${HOUR}(?::|\\.)(?<digits>[0-5]\\d)(?::00)?`,
  `${HOUR} (?:y|con) (?<minutes>${MINUTES})(?: minutos?)?(?! ?(?:horas?|dias?|a|hasta)\\b)`,
  `${HOUR} menos (?<less>${MINUTES})(?: minutos?)?`,
  `${HOUR} (?<digits>[0-5]\\d)(?! (?:minutos?|horas?|dias?|de (?!la)))`,
  "(?<compact>(?:[01]?\\d|2[0-3])[0-5]\\d)",
];
const TAIL = `(?: horas)?(?: en punto| exactas?)?(?:(?: ,)? (?<part>${AFTER_HOUR}))?`;
const ABOUT = "(?:como|tipo|a eso de|eso de|sobre|hacia|alrededor de|aproximadamente|mas o menos|tipo como)";
const LEAD = `(?:${ABOUT} )?(?:a|para|de|por|${ABOUT})`;
const LEADING = `(?:${LEAD} )?las? `;

const SURE_PARTS = "am|pm|de la (?:manana|tarde|noche|madrugada)|(?:del|de) (?:medio)?dia|de madrugada|de noche";
const LOOSE_PARTS = "(?:en|por) la (?:manana|tarde|noche|madrugada)";

type Groups = Readonly<Record<string, string | undefined>>;

function readClock(groups: Groups): ClockWords | null {
  const compact = groups["compact"];
  const hourText = groups["hour"] ?? compact?.slice(0, -2);
  const hour = hourText === "una" ? 1 : Number(hourText);
  const digits = groups["digits"] ?? compact?.slice(-2);
  const minute = digits === undefined ? minutesOf(groups["minutes"]) : Number(digits);
  const less = groups["less"] === undefined ? undefined : minutesOf(groups["less"]);
  if (!(hour <= 24) || (hour === 24 && minute > 0)) return null;
  // "A las 8 y 9" is two hours rather than a minute that the clock shows.
  if (digits === undefined && groups["minutes"]?.length === 1 && minute !== 5) return null;
  const part = groups["part"] === undefined ? undefined : partOf(groups["part"]);
  const isFull = hourText?.startsWith("0") === true || hour > 12;
  return { hour, minute, isFull, ...(part === undefined ? {} : { part }), ...(less === undefined ? {} : { less }) };
}

function minutesOf(words: string | undefined): number {
  if (words === undefined) return 0;
  return words === "media" ? 30 : words.endsWith("cuarto") ? 15 : Number(words);
}

const clock = (groups: Groups): readonly Piece[] | null => {
  const found = readClock(groups);
  return found === null ? null : [{ kind: "clock", clock: found }];
};

const TO = "(?:para|pa|antes de) las? ";
const FEW = "(?:(?<few>5|10|15|20|25|[1-9]|1[0-9]|2[0-9])(?<unit> minutos?)?|(?<quarter>(?:un )?cuarto))";

export const CLOCK_PHRASES: readonly Phrase[] = [
  phrase(
    `(?<lead>faltando |faltan |falten |falte |cuando falten |al? |a los |· )?(?:cuando )?${FEW}(?: de hora)? ${TO}${HOUR}(?: en punto)?(?: (?<part>${AFTER_HOUR}))?`,
    (groups) => {
      // A table "de 10 para las 8" is no ten to eight: bare minutes want a word before them that says so.
      const isSaid = groups["lead"] !== undefined || groups["unit"] !== undefined || groups["quarter"] !== undefined;
      const found = isSaid ? readClock({ hour: groups["hour"], part: groups["part"] }) : null;
      const less = groups["quarter"] === undefined ? Number(groups["few"]) : 15;
      return found === null ? null : [{ kind: "clock", clock: { ...found, less } }];
    },
  ),
  phrase("a (?:esta|esa) (?:misma )?hora", () => [{ kind: "same_time" }]),
  // Follows a word that leads to an hour.
  ...FORMS.map((form) => phrase(`${LEADING}${form}${TAIL}`, clock)),
  phrase(`${LEADING}${HOUR}(?: horas| en punto| exactas?)+(?: (?<part>${AFTER_HOUR}))?`, clock),
  phrase(`${LEAD} las? ${HOUR}(?: ,)? (?<part>${AFTER_HOUR})`, clock),
  phrase(`las? ${HOUR} (?<part>${AFTER_HOUR})`, clock),
  phrase(`${LEAD} las? ${HOUR}${NOT_COUNTED}`, clock),
  phrase(`las? ${HOUR}(?= ,| ·|$)`, clock),
  ...[...FORMS, HOUR].map((form) => phrase(`(?:${ABOUT.replace("como|", "")}) ${form}${TAIL}${NOT_COUNTED}`, clock)),
  // Without one: what can only be an hour.
  ...[...FORMS, HOUR].map((form) =>
    phrase(`(?:a |de )?${form}(?: horas)?(?: en punto)? (?<part>${SURE_PARTS})`, clock),
  ),
  // "El 20 en la mañana" names a day; "9 en la mañana" without a word for a day before it, an hour.
  ...[...FORMS, HOUR].map((form) =>
    phrase(
      `(?<!\\b(?:el|dia|${WEEKDAY_WORDS.join("|")}) (?:,? )?)${form}(?: en punto)? (?<part>${LOOSE_PARTS})`,
      clock,
    ),
  ),
  phrase("(?:a )?(?<hour>[01]?\\d|2[0-3]):(?<digits>[0-5]\\d)(?::00)?(?: horas)?", clock),
  phrase("(?:a )?(?<hour>[01]?\\d) (?:y|con) (?<minutes>media|cuarto)(?! (?:de )?(?:hora|dia|kilo))", clock),
  phrase("(?:(?:a|al|a las?|para|para el|para las?|por el) )?(?:mero |pleno |puro )?mediodia", () => [
    { kind: "clock", clock: { hour: 12, minute: 0, part: "noon" } },
  ]),
  phrase("(?:(?:a|a la|para|para la|por la) )?medianoche", () => [
    { kind: "clock", clock: { hour: 12, minute: 0, part: "night" } },
  ]),
];

const partPiece = (part: DayPart): readonly Piece[] => [{ kind: "part", part }];

/** Beside a day, what elsewhere may be a year or a length: "mañana 1530", "hoy 13h". */
export const LATE_CLOCK_PHRASES: readonly Phrase[] = [
  phrase("(?<=· )(?:a )?(?<hour>1[3-9]|2[0-3]) horas", clock),
  phrase("(?<hour>1[3-9]|2[0-3]) horas(?= ·)", clock),
  phrase("(?<compact>(?:0\\d|1\\d|2[1-3])[0-5]\\d)(?: horas)?(?= ·|$| ,)", (groups) => clock(groups)),
  phrase("(?<=· )(?<compact>(?:0\\d|1[0-8]|2[1-3])[0-5]\\d)(?: horas)?", (groups) => clock(groups)),
];

/** Read before the days: in "el sábado en la mañana" no tomorrow is said. */
export const PART_PHRASES: readonly Phrase[] = [
  phrase("(?:esta|de esta|para esta|por esta|en esta) (?<part>manana|tarde|noche|madrugada)", ({ part }) => [
    { kind: "day", day: { days: 0 } },
    ...partPiece(PARTS[part ?? ""] ?? "night"),
  ]),
  phrase("(?:de|en|por|a|para) la (?<part>manana|tarde|noche|madrugada)", ({ part }) =>
    partPiece(PARTS[part ?? ""] ?? "night"),
  ),
  phrase("(?:(?:bien|muy|mas) )?temprano|a primera hora", () => partPiece("early")),
  phrase("la (?<part>manana|tarde|noche|madrugada) (?=del? )", ({ part }) => partPiece(PARTS[part ?? ""] ?? "night")),
  phrase("de madrugada", () => partPiece("small_hours")),
  phrase("de noche", () => partPiece("night")),
];

/** Beside a day: "mañana noche", "el viernes tarde". */
export const LATE_PART_PHRASES: readonly Phrase[] = [
  phrase("(?<=· )(?<part>tarde|noche)", ({ part }) => partPiece(PARTS[part ?? ""] ?? "night")),
  phrase("(?<=· )(?<part>am|pm)", ({ part }) => partPiece(part === "am" ? "am" : "pm")),
  phrase("a ultima hora(?: de la tarde| de la noche)?", () => ask("vague")),
];

const PARTS: Readonly<Record<string, DayPart>> = {
  ...{ manana: "morning", tarde: "afternoon", noche: "night", madrugada: "small_hours" },
};
