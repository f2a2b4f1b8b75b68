import { MONTH_WORDS, WEEKDAY_WORDS } from "../lexicon.ts";
import { type Dictionary, type Entry, words } from "./dictionary.ts";

const FEIRA = "(?:[- ]feira)?";
/** An ordinal beside what is counted is no day: "a segunda vez". */
const NO_ORDINAL = "(?! (?:vez|via|parcela|opcao|etapa|fase|pessoa|rua|avenida|filha|camada))";
const DAYS = [
  "domingo",
  ...["segunda", "terca", "quarta", "quinta", "sexta"].map((day) => `${day}${FEIRA}${NO_ORDINAL}`),
  "sabado",
];
const PLURALS = [
  "domingos",
  ...["segundas", "tercas", "quartas", "quintas", "sextas"].map((day) => `${day}(?:[- ]feiras)?`),
  "sabados",
];
const MONTHS = [
  ...["janeiro|jan", "fevereiro|fev", "marco", "abril|abr", "maio", "junho|jun", "julho|jul", "agosto|ago"],
  ...["setembro|set", "outubro|out", "novembro|nov", "dezembro|dez"],
];
const DATE = "(3[01]|[12]\\d|0?[1-9]|1o|primeiro)";
const NEXT_MONTH = "(?:do mes que vem|do proximo mes|do mes proximo)";
const HOUR = "(2[0-4]|1\\d|0?\\d)";
const AT = "(?:as|la pelas|pelas|por volta das|umas|la para as|para as)";
const COUNT = "(\\d{1,3})";

const each = (make: (one: string, many: string, spanish: string) => Entry[]): Entry[] =>
  DAYS.flatMap((day, at) => make(`(?:${day})`, `(?:${PLURALS[at]})`, WEEKDAY_WORDS[at] ?? ""));

export const PORTUGUESE: Dictionary = {
  numbers: {
    ...{ dois: 2, duas: 2, tres: 3, quatro: 4, cinco: 5, seis: 6, sete: 7, oito: 8, nove: 9, dez: 10, onze: 11 },
    ...{ doze: 12, treze: 13, catorze: 14, quatorze: 14, quinze: 15, dezesseis: 16, dezessete: 17, dezoito: 18 },
    ...{ dezenove: 19, vinte: 20, trinta: 30, quarenta: 40, cinquenta: 50 },
  },
  entries: [
    ["(?:bom dia|boa tarde|boa noite)|por favor|tenha um bom dia", "zz"],
    ["nao (?:me )?(?:deix|esque)[a-z]+", "zz"],
    // Dates.
    ...MONTHS.map(
      (month, at): Entry => [
        `(?:no |em |para |pro )?(?:dia )?${DATE} de (?:${month})(?: de (20\\d\\d))?`,
        `el $1 de ${MONTH_WORDS[at]} $2`,
      ],
    ),
    [`(?:no |para o |pro )?(?:dia )?${DATE} ${NEXT_MONTH}`, "el $1 del proximo mes"],
    [`(?:no |para o |pro )?(?:dia )?${DATE} (?:deste|desse) mes`, "el $1 de este mes"],
    [`(?:todo )?dia ${DATE} de (?:cada|todo) mes|todo dia ${DATE}`, "el $1$2 de cada mes"],
    ["(?:no )?ultimo dia (?:de cada|de todo) mes", "el ultimo dia de cada mes"],
    [`(?:no |para o |pro )?dia (\\d{1,2}/\\d{1,2}(?:/(?:20)?\\d\\d)?)`, "el $1"],
    ["(?:em )?(\\d{1,2}/\\d{1,2}(?:/(?:20)?\\d\\d)?)", "el $1"],
    [`(?:no |para o |pro |ate o )?dia ${DATE}`, "el dia $1"],
    ["(?:no )?fim do mes|(?:no )?final do mes", "fin de este mes"],
    // Every so often.
    [
      "(?:de )?segunda(?:[- ]feira)? (?:a|ate) sexta(?:[- ]feira)?|(?:todos os |em )?dias uteis|todo dia util",
      "de lunes a viernes",
    ],
    ...each((one, many, spanish) => [
      [`(?:todas as|todos os|toda|todo) (?:${many}|${one})`, `todos los ${spanish}`],
      [`(?:as|aos|nas|nos) ${many}`, `los ${spanish}`],
      [`(?:uma )?${one} sim(?:,)? (?:e )?(?:outra|uma) nao`, `cada otro ${spanish}`],
    ]),
    ["dia sim(?:,)? (?:e )?(?:dia|outro) nao|um dia sim(?:,)? (?:e )?outro nao", "cada 2 dias"],
    ["(?:todo|todos os|nos) (?:fim|fins|finais) de semana", "los fines de semana"],
    [`(?:a )?cada ${COUNT} (minutos|horas|dias|semanas|meses|anos)`, "cada $1 $2"],
    [`de ${COUNT} em \\d{1,3} (minutos|horas|dias|semanas|meses)`, "cada $1 $2"],
    ["(?:a )?cada hora|de hora em hora", "cada hora"],
    ["(?:a )?cada meia hora|de meia em meia hora", "cada media hora"],
    ["todo (?:o )?(?:santo )?dia|todos os dias|diariamente|a cada dia", "todos los dias"],
    ["toda semana|todas as semanas|semanalmente|uma vez por semana|a cada semana", "cada semana"],
    ["todo mes|todos os meses|mensalmente|uma vez por mes|a cada mes", "cada mes"],
    ["todo ano|todos os anos|anualmente|uma vez por ano", "cada ano"],
    ["quinzenalmente|a cada quinzena", "cada 2 semanas"],
    ["(?:\\d|uma|varias) vez(?:es)? (?:ao|por) dia", "2 veces al dia"],
    ["toda manha|todas as manhas", "todas las mananas"],
    ["toda tarde|todas as tardes", "todas las tardes"],
    ["toda noite|todas as noites", "todas las noches"],
    // From now.
    ["(?:daqui a|daqui|em|dentro de) meia hora", "en media hora"],
    ["(?:daqui a|daqui|em|dentro de) uma hora e meia", "en hora y media"],
    ["(?:daqui a|daqui|em|dentro de) uma hora", "en 1 hora"],
    [`(?:daqui a|daqui|em|dentro de) ${COUNT} horas e meia`, "en $1 horas y media"],
    [`(?:daqui a|daqui|em|dentro de) ${COUNT} (minutos?|horas?|dias?|semanas?|meses|anos)`, "en $1 $2"],
    ["(?:daqui a|daqui|em|dentro de) (?:um|1) mes", "en 1 mes"],
    ["(?:daqui a|daqui|em|dentro de) uma semana", "en 1 semana"],
    // Days.
    ["depois de amanha", "pasado manana"],
    ["amanha", "manana ,"],
    ["hoje", "hoy"],
    ["anteontem|ontem", "ayer"],
    ...each((one, _, spanish) => [
      [`(?:n[ao] )?(?:outr[ao]) ${one}|${one} da outra semana`, `el otro ${spanish}`],
      [
        `(?:n[ao] |para a |para o |pra )?${one} (?:da semana que vem|da proxima semana)|(?:na )?semana que vem(?:,)?(?: na| no)? ${one}`,
        `${spanish} de la proxima semana`,
      ],
      [
        `(?:n[ao] |para a |para o |pra )?${one} (?:que vem|proxim[ao])|(?:n[ao] )?proxim[ao] ${one}`,
        `el proximo ${spanish}`,
      ],
      [`(?:n?est[ae]|n?ess[ae]) ${one}`, `este ${spanish}`],
      [`(?:n[ao] |para a |para o |pra |pro |d[ao] )?${one}(?:,)? dia (3[01]|[12]\\d|0?[1-9])`, `el ${spanish} $1`],
      [`(?:n[ao] |para a |para o |pra |pro |d[ao] )?${one}`, `el ${spanish}`],
    ]),
    ["(?:na )?semana que vem|(?:na )?proxima semana", "la proxima semana"],
    ["(?:no )?mes que vem|(?:no )?proximo mes", "el proximo mes"],
    ["(?:neste|nesse|no) fim de semana", "este fin de semana"],
    // Hours.
    [`(?:faltando )?${COUNT} (?:minutos )?para (?:as|a) ${HOUR}(?! \\d)`, "faltando $1 minutos para las $2"],
    [`(?:${AT} )?${HOUR} ?(?:h|horas) e meia|${AT} ${HOUR} e meia`, "a las $1$2 y media"],
    [`${AT} ${HOUR} (?:horas )?e (\\d{1,2})`, "a las $1 y $2"],
    [`(?:${AT} )?${HOUR}(?::|h) ?([0-5]\\d)(?:min)?`, "a las $1:$2"],
    [`(?:${AT} )?${HOUR} ?(?:h|hs|hrs|horas)\\b(?: em ponto)?`, "a las $1:00"],
    ["(?:a|pela) uma (?:hora )?e meia", "a la 1 y media"],
    ["(?:a|pela) (?:uma|1)(?: hora)?(?= da| em| zz|$)", "a la 1"],
    [`${AT} ${HOUR}(?: em ponto)?(?![\\d:/])(?! (?:minutos?|dias?|semanas?|[a-z]*s)\\b)`, "a las $1"],
    ["(?:ao )?meio[- ]dia", "al mediodia"],
    ["(?:a )?meia[- ]noite", "a la medianoche"],
    ["(?:de|da|pela|na) manha(?:zinha)?|cedo|cedinho", "en la manana"],
    ["(?:de|da|a|pela|na) tarde(?:zinha)?", "en la tarde"],
    ["(?:de|da|a|pela|na|esta) noite", "en la noche"],
    ["(?:de|da) madrugada", "de la madrugada"],
    ["(?:a|n)?est[ae] hora", "a esta hora"],
    ["mais tarde|logo|depois|ja ja|daqui a pouco|qualquer dia|quando puder|agora", "luego"],
    ["e", "y"],
    ["ou", "o"],
    ["a partir de|comecando|a partir", "empezando"],
  ],
  unread: new Set([
    ...words("ate antes entre desde exceto menos proximo proxima passado passada hora horas minuto minutos dia dias"),
    ...words(
      "semana semanas mes meses ano anos cada todo toda todos todas vez vezes quinzena noite noites manha tarde",
    ),
    ...words(
      "tardes manhas madrugada feira feiras meia meio nao sim outra outro segundas tercas quartas quintas sextas",
    ),
    ...words(
      "sabados domingos cedo sempre durante natal pascoa carnaval vespera feriado feriados alternados corrigindo",
    ),
    ...words("janeiro fevereiro abril maio junho julho agosto setembro outubro novembro dezembro"),
  ]),
};
