import { type Phrase, phrase } from "./piece.ts";

const LEAD =
  "(?:(?:como )?(?:en|dentro de|de aqui a|de aca a|de aqui en|de ahora en)(?: unos| unas| otros| otras| los proximos| las proximas)?)";
const FROM_NOW = "(?: (?:a partir de|desde|de|contando desde) (?:ahora|ahorita|este momento|ya|ahora mismo))";
const COUNT = "(?<count>\\d{1,3}|una?)";
const MINUTE_MS = 60_000;
const UNIT_MS: Readonly<Record<string, number>> = { h: 60 * MINUTE_MS, m: MINUTE_MS, s: 1_000 };

const LENGTHS: readonly (readonly [string, (groups: Readonly<Record<string, string | undefined>>) => number])[] = [
  ["media horas?", () => 30 * MINUTE_MS],
  ["(?:una )?hora y media", () => 90 * MINUTE_MS],
  ["(?:una )?hora y (?:un )?cuarto", () => 75 * MINUTE_MS],
  ["(?:un )?cuarto de hora", () => 15 * MINUTE_MS],
  ["3 cuartos de hora", () => 45 * MINUTE_MS],
  [
    `${COUNT} horas?(?: ,)? (?:y|con|) ?(?:(?<half>media)(?: hora)?|(?:un )?(?<quarter>cuarto)|(?<more>\\d{1,2})(?: minutos?)?)`,
    ({ count, half, quarter, more }) =>
      (number(count) * 60 + (half !== undefined ? 30 : quarter !== undefined ? 15 : Number(more))) * MINUTE_MS,
  ],
  [`${COUNT} y media horas?`, ({ count }) => (number(count) * 60 + 30) * MINUTE_MS],
  [
    `${COUNT} (?<unit>horas?|minutos?|segundos?)(?! (?:antes|despues|y \\d|y media|menos|para las? \\d|con \\d))`,
    ({ count, unit = "" }) => number(count) * (UNIT_MS[unit.slice(0, 1)] ?? 0),
  ],
];

const number = (word: string | undefined): number => (word?.startsWith("un") === true ? 1 : Number(word));

/** "En dos horas y media", "20 minutos desde ahora": from now, whatever the clock shows. */
export const SPAN_PHRASES: readonly Phrase[] = LENGTHS.flatMap(([length, ms]) =>
  [`${LEAD} ${length}${FROM_NOW}?`, `(?:por |para |a )?${length}${FROM_NOW}`].map((source) =>
    phrase(source, (groups) => (ms(groups) > 0 ? [{ kind: "span", ms: ms(groups) }] : null)),
  ),
);
