import { MONTH_WORDS, WEEKDAY_WORDS } from "../lexicon.ts";
import { type Dictionary, type Entry, words } from "./dictionary.ts";

const DAYS = [
  "sunday",
  "monday|mon",
  "tuesday|tues?",
  "wednesday|weds?",
  "thursday|thu|thurs?",
  "friday|fri",
  "saturday",
];
const MONTHS = [
  ...["january|jan", "february|feb", "march|mar", "april|apr", "may", "june|jun", "july|jul", "august|aug"],
  ...["september|sept?", "october|oct", "november|nov", "december|dec"],
];
const EVERY = "(?:every|each)";
const DATE = "(3[01]|[12]\\d|0?[1-9])(?:st|nd|rd|th)?";
const YEAR = "(?:,? (20\\d\\d))?";
const HOUR = "(1[0-2]|0?[1-9])";
const AT = "(?:at|around|about|by)";
const HALF = "([ap])\\.? ?m\\b\\.?";
/** In the order of the grammar's own names. */
const each = (make: (english: string, spanish: string) => Entry[]): Entry[] =>
  DAYS.flatMap((day, at) => make(`(?:${day})`, WEEKDAY_WORDS[at] ?? ""));

export const ENGLISH: Dictionary = {
  numbers: {
    ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11 },
    ...{ twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17, eighteen: 18, nineteen: 19 },
    ...{ twenty: 20, thirty: 30, forty: 40, "forty five": 45, fifty: 50 },
  },
  entries: [
    ["good (?:morning|afternoon|evening|night|day)|have a (?:good|nice|great) day", "zz"],
    ["(?:do not|dont|please dont) forget", "zz"],
    ["i am|im", "zz"],
    // Dates: the month stands first.
    ["(1[0-2]|0?[1-9])/(3[01]|[12]\\d|0?[1-9])(/(?:20)?\\d\\d)?(?![/\\d])", "$2/$1$3"],
    ...MONTHS.flatMap((month, at): Entry[] => [
      [
        `(?:on )?(?:the )?(?:${month})\\.? (?:the )?${DATE}${YEAR}(?![:/\\d])(?! ?[ap]m)`,
        `el $1 de ${MONTH_WORDS[at]} $2`,
      ],
      [`(?:on )?(?:the )?${DATE} (?:of )?(?:${month})\\b\\.?${YEAR}`, `el $1 de ${MONTH_WORDS[at]} $2`],
    ]),
    [`(?:on )?the last day of ${EVERY} month`, "el ultimo dia de cada mes"],
    ["(?:on )?the last day of (?:the|this) month", "el ultimo dia de este mes"],
    [`(?:on )?(?:the )?${DATE} (?:of|day of) ${EVERY} month|${EVERY} month on the ${DATE}`, "el $1$2 de cada mes"],
    [`(?:on )?the ${DATE} of next month`, "el $1 del proximo mes"],
    [`(?:on )?the ${DATE} of this month`, "el $1 de este mes"],
    [`(?:on )?the ${DATE}(?! ?(?:of|floor|time|one|street|avenue))`, "el dia $1"],
    ["(?:at )?the end of (?:the|this) month", "fin de este mes"],
    // Every so often.
    ...each((day, spanish) => [
      [`${EVERY} other ${day}`, `cada otro ${spanish}`],
      [`${EVERY} ${day}s?`, `todos los ${spanish}`],
      [`(?:on )?${day}s (?=(?:and|,|at|in|zz))|(?:on )?${day}s$`, `los ${spanish}`],
    ]),
    [`${EVERY} other day`, "cada 2 dias"],
    [`${EVERY} other week`, "cada 2 semanas"],
    [`${EVERY} weekday|weekdays|monday (?:to|through) friday`, "de lunes a viernes"],
    [`${EVERY} weekend|(?:on )?weekends`, "los fines de semana"],
    [`${EVERY} (\\d{1,3}) minutes?`, "cada $1 minutos"],
    [`${EVERY} (\\d{1,3}) hours?`, "cada $1 horas"],
    [`${EVERY} (\\d{1,3}) days?`, "cada $1 dias"],
    [`${EVERY} (\\d{1,3}) weeks?`, "cada $1 semanas"],
    [`${EVERY} (\\d{1,3}) months?`, "cada $1 meses"],
    [`${EVERY} (?:1 )?hour|hourly`, "cada hora"],
    [`${EVERY} day|daily`, "todos los dias"],
    [`${EVERY} week|weekly|(?:once|1 time) a week`, "cada semana"],
    [`${EVERY} month|monthly|once a month`, "cada mes"],
    [`${EVERY} year|yearly|annually|once a year`, "cada ano"],
    ["once a day", "todos los dias"],
    ["(?:twice|\\d times) (?:a|per) (?:day|week|month)", "2 veces al dia"],
    [`${EVERY} morning`, "todas las mananas"],
    [`${EVERY} afternoon`, "todas las tardes"],
    [`${EVERY} (?:evening|night)`, "todas las noches"],
    // From now.
    ["in an? hour and a half|(?:an?|1) hour and a half from now", "en hora y media"],
    ["in half an hour|half an hour from now", "en media hora"],
    ["in (?:an?|1) hour|(?:an|1) hour from now", "en 1 hora"],
    ["in a minute", "luego"],
    ["in (\\d{1,3}) (?:minutes?|mins?)|(\\d{1,3}) (?:minutes?|mins?) from now", "en $1$2 minutos"],
    ["in (\\d{1,3}) (?:hours?|hrs?)|(\\d{1,3}) (?:hours?|hrs?) from now", "en $1$2 horas"],
    ["in (\\d{1,3}) days?(?: time)?|(\\d{1,3}) days from (?:now|today)", "en $1$2 dias"],
    ["in an? week(?: time)?|(?:a|1) week from (?:now|today)", "en 1 semana"],
    ["in (\\d{1,3}) weeks?(?: time)?|(\\d{1,3}) weeks from (?:now|today)", "en $1$2 semanas"],
    ["in a month(?: time)?", "en 1 mes"],
    ["in (\\d{1,3}) months?(?: time)?", "en $1 meses"],
    ["in a year", "en 1 ano"],
    // Days.
    ["(?:the )?day after tomorrow", "pasado manana"],
    ["tonight", "hoy en la noche"],
    ["(?:late|later) (?:today|tonight|tomorrow)", "luego"],
    ["tomorrow|tmrw|tomorow|tommorow", "manana ,"],
    ["today", "hoy"],
    ["yesterday|last night", "ayer"],
    ...each((day, spanish) => [
      [`(?:on )?${day} (?:of )?next week|next week (?:on )?${day}`, `${spanish} de la proxima semana`],
      [`(?:on )?${day} (?:of )?this week`, `${spanish} de esta semana`],
      // Next Friday is this week's to some and next week's to others.
      [`(?:on )?next ${day}`, `el otro ${spanish}`],
      [`(?:on )?(?:this|this coming|the coming) ${day}`, `este ${spanish}`],
      [`(?:on )?${day}(?:,? the ${DATE})`, `el ${spanish} $1`],
      [`(?:on )?${day}\\b\\.?`, `el ${spanish}`],
    ]),
    ["(?:on|this|next) (?:sat|sun)\\b\\.?", "luego"],
    ["next week", "la proxima semana"],
    ["next month", "el proximo mes"],
    ["(?:this|the|over the) weekend", "este fin de semana"],
    // Hours.
    [`(?:${AT} )?half past ${HOUR}|(?:${AT} )?half ${HOUR}`, "a las $1$2 y media"],
    [`(?:${AT} )?(?:a )?quarter past ${HOUR}`, "a las $1 y cuarto"],
    [`(?:${AT} )?(?:a )?quarter (?:to|of) ${HOUR}`, "faltando un cuarto para las $1"],
    [`(?:${AT} )?(\\d{1,2}) (?:minutes )?past ${HOUR}`, "a las $2 y $1"],
    [`(?:${AT} )?(\\d{1,2}) (?:minutes )?to ${HOUR}(?! ?(?:people|persons))`, "faltando $1 minutos para las $2"],
    [`(?:${AT} )?${HOUR}[:.]([0-5]\\d) ?${HALF}`, "a las $1:$2 $3m"],
    [`(?:${AT} )?${HOUR} ?${HALF}`, "a las $1 $2m"],
    [`(?:${AT} )?(\\d{1,2}):([0-5]\\d)`, "a las $1:$2"],
    [`(?:${AT} )?${HOUR} o ?clock`, "a las $1"],
    [`${AT} (1\\d|2[0-3]|0?\\d)(?![\\d:/.])(?! (?:minutes?|hours?|days?|weeks?|[a-z]*s)\\b)`, "a las $1"],
    ["(?:at |around |by )?(?:noon|midday)", "al mediodia"],
    ["(?:at |around |by )?midnight", "a la medianoche"],
    ["(?:first thing )?(?:this|in the) morning|mornings?", "en la manana"],
    ["(?:this|in the) afternoon|afternoon", "en la tarde"],
    ["(?:this|in the) evening|at night|evening|night", "en la noche"],
    ["at (?:this|the same) time", "a esta hora"],
    ["later|soon|in a (?:while|bit|moment|few (?:minutes|hours|days))|some ?(?:time|day)|asap|right now|now", "luego"],
    ["and", "y"],
    ["or", "o"],
    ["starting|beginning", "empezando"],
  ],
  unread: new Set([
    ...words("past half quarter till til until before after between from since except but instead rather sorry not"),
    ...words(
      "fortnight fortnightly oclock hour hours hrs minute minutes mins second seconds day days week weeks month",
    ),
    ...words("months year years next last every each once twice times again other morning mornings afternoon evening"),
    ...words("evenings night nights tonight weekday weekend daily weekly monthly noonish ish early late sunday monday"),
    ...words("tuesday wednesday thursday friday saturday sundays mondays tuesdays wednesdays thursdays fridays"),
    ...words("saturdays january february april june july august september october november december am pm christmas"),
    ...words("eve easter thanksgiving during within always often always usually regularly alternate"),
  ]),
};
